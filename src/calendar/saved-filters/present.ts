import { eventColumns } from '#store/db/field-values.ts';
import type { SavedFilterAnswer } from './schema.ts';
import type { SavedFilterRow } from './store.ts';

/** Returns a saved filter as answered; a column that isn't known any more is left out. */
export function presentSavedFilter({ id, name, query, columns }: SavedFilterRow): SavedFilterAnswer {
  const chosen = columns?.split(',');
  return { id, name, query, columns: chosen ? eventColumns.filter((one) => chosen.includes(one)) : null };
}
