import type { EventColumn } from '#store/db/field-values.ts';
import { useTellRefusal } from '../shell/use-tell-refusal.ts';
import { queryTextOf, stateOfQuery } from './list-query.ts';
import { type SavedFilter, type SavedFilterActions, useSavedFilters } from './saved-filters.ts';
import { useTableColumns } from './table-columns.ts';
import type { TableState } from './table-state.ts';

/** The lists that somebody has saved, which of them the table shows, and the columns that it has for that. */
export interface ShownFilter {
  readonly filters: readonly SavedFilter[];
  readonly actions: SavedFilterActions;
  /** Undefined: the table shows something else. */
  readonly shown: SavedFilter | undefined;
  readonly columns: readonly EventColumn[];
  /** Chooses columns for the saved list that is shown, wherever somebody signs in; for other lists in this browser. */
  chooseColumns(columns: readonly EventColumn[]): void;
}

/** Returns the saved lists beside a state of the table. */
export function useShownFilter(state: TableState): ShownFilter {
  const tellRefusal = useTellRefusal();
  const { filters, actions } = useSavedFilters();
  const [usual, chooseUsual] = useTableColumns();
  const query = queryTextOf(state);
  const shown = filters.find((filter) => queryTextOf(stateOfQuery(filter.query)) === query);
  return {
    filters,
    actions,
    shown,
    columns: shown?.columns ?? usual,
    chooseColumns: (columns) => {
      if (shown) actions.change(shown.id, { columns: [...columns] }).catch(tellRefusal);
      else chooseUsual(columns);
    },
  };
}
