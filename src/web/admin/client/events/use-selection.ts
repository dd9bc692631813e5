import { useCallback, useEffect, useState } from 'react';
import type { TableEvent } from './event-lists.ts';
import type { TableState } from './table-state.ts';

/** The rows that are selected, by their IDs, and what changes that. */
export interface Selection {
  readonly selected: ReadonlyMap<number, TableEvent>;
  select(event: TableEvent, isSelected: boolean): void;
  selectOnly(events: readonly TableEvent[]): void;
}

/** Returns what is selected of the table in a state: in another one nothing is any more. */
export function useSelection(state: TableState): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, TableEvent>>(new Map());
  const select = useCallback(
    (event: TableEvent, isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before);
        if (isSelected) next.set(event.id, event);
        else next.delete(event.id);
        return next;
      }),
    [],
  );
  const selectOnly = useCallback(
    (events: readonly TableEvent[]) => setSelected(new Map(events.map((event) => [event.id, event]))),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another list has isn't selected any more
  useEffect(() => selectOnly([]), [state, selectOnly]);
  return { selected, select, selectOnly };
}
