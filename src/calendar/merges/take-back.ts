import { can, mayEdit } from '#api/access/permissions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { type AnyRow, findMerge, findStoredRow } from '#calendar/merging/store.ts';
import { type UndoneMerge, undoMerge } from '#calendar/merging/undo.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import type { OrganizerRow } from '#calendar/organizers/schema.ts';
import { termTraits } from '#calendar/terms/kind.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { VenueRow } from '#calendar/venues/schema.ts';
import { forbidden, KalendsError } from '#errors.ts';
import type { MergesTable } from '#store/db/tables.ts';
import { writeBatch } from '#store/db/write-batch.ts';

/** Who may edit what stays may part it again. */
function mayUndo(call: Actor, { kind }: MergesTable, present: AnyRow): boolean {
  if (kind === 'categories' || kind === 'tags') return can(call.viewer, termTraits[kind].capability);
  const { author_id, status } = present;
  return mayEdit(call.viewer, { author_id: Number(author_id), status: String(status) });
}

/** Returns the search text of a row of a kind; a row has all columns of its table. */
const searchTexts = {
  venues: (row: AnyRow) => venue.searchText(row as unknown as VenueRow),
  organizers: (row: AnyRow) => organizer.searchText(row as unknown as OrganizerRow),
};

/**
 * Takes a merge back whole, in a transaction of its own, for those who may edit the item that stayed.
 * @throws KalendsError `rest_merge_not_found` where there is none to take back, `rest_forbidden` or what else refuses a write
 */
export async function takeBackMerge(
  call: Actor,
  id: number,
): Promise<{ merge: MergesTable; undone: UndoneMerge }> {
  return writeBatch(call.services.db, async (batch) => {
    const merge = await findMerge(batch.trx, id);
    const present = merge && (await findStoredRow(batch.trx, merge.kind, merge.into_id));
    if (!merge || !present) throw new KalendsError('rest_merge_not_found');
    if (!mayUndo(call, merge, present)) throw forbidden(call.viewer);
    const { kind } = merge;
    const derive = kind === 'venues' || kind === 'organizers' ? searchTexts[kind] : undefined;
    return { merge, undone: await undoMerge(batch, call, merge, derive) };
  });
}
