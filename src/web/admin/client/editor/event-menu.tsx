import { useNavigate } from '@tanstack/react-router';
import { recordOf, trashing } from '../events/event-actions.ts';
import type { AdminEvent } from '../events/event-lists.ts';
import { useRunAction } from '../events/use-run-action.ts';
import { MenuButton } from '../parts/menu-button.tsx';
import { useTexts } from '../texts/texts.tsx';

/** The menu of an event beside its form: copy, history and trash. */
export function EventMenu({ event }: { readonly event: AdminEvent }) {
  const { say } = useTexts();
  const navigate = useNavigate();
  const run = useRunAction();
  const id = recordOf(event);
  // A date of a series leaves it by the series' dates.
  const isDate = id !== event.id;
  const trash = async () => {
    // What isn't saved is kept in the browser.
    await navigate({ to: '/admin/events', ignoreBlocker: true });
    await run(trashing, [event]);
  };
  return (
    <MenuButton
      label={say('admin.editor.more')}
      choicesOf={() => [
        {
          id: 'copy',
          text: say('admin.events.copy'),
          icon: 'copy',
          onChoose: () => void navigate({ to: '/admin/events/new', search: { copy: id } }),
        },
        {
          id: 'history',
          text: say('admin.nav.history'),
          icon: 'hist',
          onChoose: () => void navigate({ to: '/admin/history', search: { kind: 'event', id } }),
        },
        ...(isDate
          ? []
          : [{ id: 'trash', text: say('admin.events.to_trash'), icon: 'trash' as const, onChoose: trash }]),
      ]}
    />
  );
}
