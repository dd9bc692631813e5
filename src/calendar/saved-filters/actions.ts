import type { Actor } from '#api/routing/actor.ts';
import { forbidden, KalendsError } from '#errors.ts';
import { fold } from '#foundation/text/fold.ts';
import { stepRevisions } from '#store/db/revisions.ts';
import { MOST_SAVED_FILTERS, type NewSavedFilter, type SavedFilterChange } from './schema.ts';
import {
  deleteSavedFilter,
  findSavedFilter,
  insertSavedFilter,
  listSavedFilters,
  type OwnFilter,
  type SavedFilterRow,
  updateSavedFilter,
} from './store.ts';

/** Returns the key under which no two filters of a person are; a name without letters is compared as it is. */
const nameKey = (name: string): string => fold(name) || name;

/** Returns the user whose filters are meant: the one who acts, whatever their role. @throws KalendsError `rest_forbidden` */
export function ownerOf({ viewer }: Pick<Actor, 'viewer'>): number {
  if (!viewer) throw forbidden(viewer);
  return viewer.id;
}

function refuseTaken(others: readonly SavedFilterRow[], key: string): void {
  if (others.some(({ name_key }) => name_key === key)) throw new KalendsError('rest_saved_filter_exists');
}

/** Creates a saved filter of the actor. @throws KalendsError `rest_saved_filter_exists`, `rest_saved_filters_full` */
export async function createSavedFilter(
  actor: Actor,
  { name, query, columns }: NewSavedFilter,
): Promise<SavedFilterRow> {
  const user_id = ownerOf(actor);
  return actor.services.db.write(async (trx) => {
    const others = await listSavedFilters(trx, user_id);
    const name_key = nameKey(name);
    refuseTaken(others, name_key);
    if (others.length >= MOST_SAVED_FILTERS)
      throw new KalendsError('rest_saved_filters_full', { values: { limit: MOST_SAVED_FILTERS } });
    return insertSavedFilter(trx, { user_id, name, name_key, query, columns: columns?.join() ?? null });
  });
}

/** Changes a saved filter of the actor. @throws KalendsError `rest_saved_filter_invalid_id`, `rest_saved_filter_exists` */
export async function changeSavedFilter(
  actor: Actor,
  id: number,
  { name, query, columns }: SavedFilterChange,
): Promise<SavedFilterRow> {
  const own: OwnFilter = { userId: ownerOf(actor), id };
  return actor.services.db.write(async (trx) => {
    const before = await findSavedFilter(trx, own);
    if (!before) throw new KalendsError('rest_saved_filter_invalid_id');
    const name_key = name === undefined ? before.name_key : nameKey(name);
    if (name_key !== before.name_key) refuseTaken(await listSavedFilters(trx, own.userId), name_key);
    const after: SavedFilterRow = {
      ...before,
      name: name ?? before.name,
      name_key,
      query: query ?? before.query,
      columns: columns === undefined ? before.columns : (columns?.join() ?? null),
    };
    const isSame =
      after.name === before.name && after.query === before.query && after.columns === before.columns;
    if (isSame) return before;
    await updateSavedFilter(trx, after);
    await stepRevisions(trx, 'saved_filter', [id]);
    return after;
  });
}

/** Removes a saved filter of the actor and returns it as it was. @throws KalendsError `rest_saved_filter_invalid_id` */
export async function removeSavedFilter(actor: Actor, id: number): Promise<SavedFilterRow> {
  const own: OwnFilter = { userId: ownerOf(actor), id };
  const row = await actor.services.db.write((trx) => deleteSavedFilter(trx, own));
  if (!row) throw new KalendsError('rest_saved_filter_invalid_id');
  return row;
}
