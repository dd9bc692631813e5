import { useState } from 'react';
import { Button, IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AllDialog } from './all-dialog.tsx';
import { BulkEdits } from './bulk-edits.tsx';
import { drafting, type ListAction, publishing, restoring, trashing } from './event-actions.ts';
import type { TableEvent } from './event-lists.ts';
import type { RunAction } from './run-events.ts';
import type { TableState } from './table-state.ts';

/** The bar of actions on all selected events, or on all of a list, about which it asks. */
export function BulkBar({
  events,
  state,
  total,
  isPage,
  run,
  onDone,
}: {
  readonly events: readonly TableEvent[];
  readonly state: TableState;
  /** How many events the list has. */
  readonly total: number;
  /** Whether the events are all of their page. */
  readonly isPage: boolean;
  readonly run: RunAction;
  onDone(): void;
}) {
  const { say, language } = useTexts();
  const [wantsAll, setWantsAll] = useState(false);
  const [asked, setAsked] = useState<ListAction>();
  const mayTakeAll = isPage && total > events.length;
  const isAll = wantsAll && mayTakeAll;
  const number = (value: number) => value.toLocaleString(language);
  const told = isAll
    ? say('admin.events.all_selected', { total: number(total) })
    : say('admin.events.selected', { count: events.length });
  const act = (action: ListAction) => {
    if (isAll) {
      setAsked(action);
      return;
    }
    onDone();
    void run(action, events);
  };
  return (
    <section className="bulk" aria-label={told}>
      <b className="num">{told}</b>
      {mayTakeAll && (
        <Button size="small" className="all" onPress={() => setWantsAll(!isAll)}>
          {say(isAll ? 'admin.events.only_page' : 'admin.events.take_all', { total: number(total) })}
        </Button>
      )}
      <div>
        {' '}
        {state.list === 'trash' ? (
          <Button size="small" icon="hist" className="first" onPress={() => act(restoring)}>
            {say('admin.events.restore')}
          </Button>
        ) : (
          <>
            <Button size="small" icon="check" className="first" onPress={() => act(publishing)}>
              {say('admin.events.publish')}
            </Button>
            <Button size="small" icon="edit" onPress={() => act(drafting)}>
              {say('admin.events.to_draft')}
            </Button>
            <BulkEdits events={events} isAll={isAll} onAct={act} />
            <Button size="small" icon="trash" onPress={() => act(trashing)}>
              {say('admin.events.trash')}
            </Button>
          </>
        )}
      </div>{' '}
      <IconButton name="x" label={say('admin.events.clear')} onPress={onDone} />
      {asked && (
        <AllDialog
          action={asked}
          state={state}
          total={total}
          onConfirm={(all) => {
            onDone();
            void run(asked, all);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
