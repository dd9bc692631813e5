import { Button, IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { EventActions } from './event-actions.ts';
import type { AdminEvent } from './event-lists.ts';

/** The bar of actions on all selected events. */
export function BulkBar({
  events,
  actions,
  isTrash,
  onDone,
}: {
  readonly events: readonly AdminEvent[];
  readonly actions: EventActions;
  readonly isTrash: boolean;
  onDone(): void;
}) {
  const { say } = useTexts();
  const act = (work: (events: readonly AdminEvent[]) => Promise<void>) => () => {
    onDone();
    void work(events);
  };
  return (
    <section className="bulk" aria-label={say('admin.events.selected', { count: events.length })}>
      <b className="num">{say('admin.events.selected', { count: events.length })}</b>
      {isTrash ? (
        <Button size="small" icon="hist" className="first" onPress={act(actions.restore)}>
          {say('admin.events.restore')}
        </Button>
      ) : (
        <>
          <Button
            size="small"
            icon="check"
            className="first"
            onPress={act((them) => actions.setStatus(them, 'publish'))}
          >
            {say('admin.events.publish')}
          </Button>
          <Button size="small" icon="edit" onPress={act((them) => actions.setStatus(them, 'draft'))}>
            {say('admin.events.to_draft')}
          </Button>
          <Button size="small" icon="trash" onPress={act(actions.trash)}>
            {say('admin.events.to_trash')}
          </Button>
        </>
      )}
      <span className="sp" />
      <IconButton name="x" label={say('admin.events.clear')} onPress={onDone} />
    </section>
  );
}
