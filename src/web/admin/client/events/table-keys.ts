import { useEffect, useState } from 'react';
import { isCommand } from '../parts/command-keys.ts';

/**
 * Moves along the rows of a table by J and K, and does what other keys say with the row that is reached. Returns that row's ID.
 */
export function useTableKeys<T extends { readonly id: number }>(
  rows: readonly T[],
  commands: Readonly<Record<string, (row: T) => void>>,
): number | undefined {
  const [current, setCurrent] = useState<number>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!isCommand(event)) return;
      const at = rows.findIndex(({ id }) => id === current);
      if (key === 'j' || key === 'k') {
        const next = rows[Math.min(Math.max(at + (key === 'j' ? 1 : -1), 0), rows.length - 1)];
        if (!next) return;
        event.preventDefault();
        setCurrent(next.id);
        const row = document.querySelector(`tr[data-id="${next.id}"]`);
        row?.scrollIntoView({ block: 'nearest' });
        return;
      }
      // A control that has the focus is meant by Enter itself.
      if (key === 'Enter' && target instanceof HTMLElement && target.closest('a, button, input')) return;
      const row = rows[at];
      const command = commands[key];
      if (!row || !command) return;
      event.preventDefault();
      command(row);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [rows, commands, current]);
  return current;
}
