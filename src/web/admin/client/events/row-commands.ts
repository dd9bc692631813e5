import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MenuChoice } from '../parts/menu-choices.tsx';
import { useTexts } from '../texts/texts.tsx';
import { canceling, publishing, recordOf, restoring, trashing } from './event-actions.ts';
import type { TableEvent } from './event-lists.ts';
import type { RunAction } from './run-events.ts';

type Command = (event: TableEvent) => void;

/** The commands of a row, by its keys and in its menu. */
export interface RowCommands {
  readonly keys: Readonly<Record<string, Command>>;
  choicesOf(event: TableEvent): MenuChoice[];
}

/** Returns what can be done with a row, in the trash or elsewhere; the same as long as nothing of that changes. */
export function useRowCommands(isTrash: boolean, run: RunAction): RowCommands {
  const { say } = useTexts();
  const navigate = useNavigate();
  return useMemo(() => {
    const edit: Command = (event) =>
      void navigate({ to: '/admin/events/$id', params: { id: String(recordOf(event)) } });
    const copy: Command = (event) =>
      void navigate({ to: '/admin/events/new', search: { copy: recordOf(event) } });
    const showHistory: Command = (event) =>
      void navigate({ to: '/admin/history', search: { kind: 'event', id: recordOf(event) } });
    const look: Command = ({ url }) => void open(url, '_blank', 'noopener');
    const publish: Command = (event) => void run(publishing, [event]);
    const trash: Command = (event) => void run(trashing, [event]);

    const choice = (
      id: string,
      text: MenuChoice['text'],
      icon: NonNullable<MenuChoice['icon']>,
      onChoose: () => void,
      shortcut?: string,
    ): MenuChoice => ({ id, text, icon, ...(shortcut ? { shortcut } : {}), onChoose });
    return {
      keys: {
        e: edit,
        Enter: edit,
        p: publish,
        d: copy,
        h: showHistory,
        v: look,
        Delete: (event) => (isTrash ? undefined : trash(event)),
      },
      choicesOf: (event) =>
        isTrash
          ? [choice('restore', say('admin.events.restore'), 'hist', () => void run(restoring, [event]))]
          : [
              choice('edit', say('admin.events.edit'), 'edit', () => edit(event), 'E'),
              choice('look', say('admin.events.look'), 'eye', () => look(event), 'V'),
              choice('copy', say('admin.events.copy'), 'copy', () => copy(event), 'D'),
              ...(event.status === 'publish'
                ? []
                : [choice('publish', say('admin.events.publish'), 'check', () => publish(event), 'P')]),
              ...(event.event_status === 'canceled'
                ? []
                : [choice('cancel', say('admin.events.cancel'), 'x', () => void run(canceling, [event]))]),
              choice('history', say('admin.nav.history'), 'hist', () => showHistory(event), 'H'),
              choice('trash', say('admin.events.to_trash'), 'trash', () => trash(event), '⌦'),
            ],
    };
  }, [isTrash, say, run, navigate]);
}
