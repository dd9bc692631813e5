import Type from 'typebox';
import { can, mayEdit } from '#api/access/permissions.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import { type AnyRow, findMerge, findStoredRow } from '#calendar/merging/store.ts';
import { type UndoneMerge, undoMerge } from '#calendar/merging/undo.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import type { OrganizerRow } from '#calendar/organizers/schema.ts';
import { termTraits } from '#calendar/terms/kind.ts';
import { venue } from '#calendar/venues/actions.ts';
import type { VenueRow } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import { forbidden, KalendsError } from '#errors.ts';
import type { MergesTable } from '#store/db/tables.ts';
import { writeBatch } from '#store/db/write-batch.ts';

/** Schema of a merge that was taken back. */
export const UndoneMergeAnswer = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['venues', 'organizers', 'categories', 'tags']),
  into: Type.Integer(),
  restored: Type.Array(Type.Integer()),
  kept: Type.Array(Type.String()),
});

/** Who may edit what stays may part it again. */
function mayUndo(call: Call, { kind }: MergesTable, present: AnyRow): boolean {
  if (kind === 'categories' || kind === 'tags') return can(call.viewer, termTraits[kind].capability);
  const { author_id, status } = present;
  return mayEdit(call.viewer, { author_id: Number(author_id), status: String(status) });
}

/** Returns the search text of a row of a kind; a row has all columns of its table. */
const searchTexts = {
  venues: (row: AnyRow) => venue.searchText(row as unknown as VenueRow),
  organizers: (row: AnyRow) => organizer.searchText(row as unknown as OrganizerRow),
};

async function undo(call: Call, id: number): Promise<{ merge: MergesTable; undone: UndoneMerge }> {
  return writeBatch(call.deps.db, async (batch) => {
    const merge = await findMerge(batch.trx, id);
    const present = merge && (await findStoredRow(batch.trx, merge.kind, merge.into_id));
    if (!merge || !present) throw new KalendsError('rest_merge_not_found');
    if (!mayUndo(call, merge, present)) throw forbidden(call.viewer);
    const { kind } = merge;
    const derive = kind === 'venues' || kind === 'organizers' ? searchTexts[kind] : undefined;
    return { merge, undone: await undoMerge(batch, call, merge, derive) };
  });
}

const mayAsk = ({ viewer }: Call): boolean => can(viewer, 'create');

/** The routes of merges that were done. */
export const mergeRoutes: readonly Route[] = [
  route({
    operation: 'undoMerge',
    methods: ['POST'],
    url: '/kalends/v1/merges/{id}/undo',
    path: { id: required(positiveInteger()) },
    accepts: {},
    scope: 'write',
    answers: { 200: UndoneMergeAnswer },
    errors: ['rest_merge_not_found'],
    allows: mayAsk,
    allowsUnknown: mayAsk,
    async handle(call, { path: { id } }) {
      const { merge, undone } = await undo(call, id);
      return { body: { id, kind: merge.kind, ...undone } };
    },
  }),
];
