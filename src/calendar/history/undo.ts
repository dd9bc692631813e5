import { can, mayEdit, mayEditMedia } from '#api/access/permissions.ts';
import { deleteFile } from '#api/media/actions.ts';
import { type Actor, changed } from '#api/routing/actor.ts';
import { trashEvent } from '#calendar/events/actions.ts';
import { trashLinked } from '#calendar/linked/actions.ts';
import { mergeAgain } from '#calendar/merges/merge-again.ts';
import { takeBackMerge } from '#calendar/merges/take-back.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { findMergeState, type MergeState } from '#calendar/merging/store.ts';
import { organizer } from '#calendar/organizers/actions.ts';
import { removeTerm } from '#calendar/terms/actions.ts';
import { venue } from '#calendar/venues/actions.ts';
import { type ErrorCode, isUnavailable, KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { dropPendingImages, joinEntries, lastEntry } from '#store/db/history-log.ts';
import { listImages, netImages, type RowImage } from '#store/db/row-images.ts';
import { writeBatch } from '#store/db/write-batch.ts';
import { listCancelled } from './cancelling.ts';
import { changedFields, fieldOfColumn } from './changed-fields.ts';
import { isChangedAfter } from './changed-since.ts';
import { isTermKind, termKindsOf } from './own-terms.ts';
import { restoreValues } from './restore.ts';
import { releaseSlugs } from './restore-slugs.ts';
import { ConflictError } from './restore-terms.ts';
import { findEntry, type HistoryRow } from './store.ts';
import { toldImages } from './told-images.ts';

/** Reasons for which something is kept as it is. */
export const keptReasons = [
  'changed_since',
  'gone',
  'forbidden',
  'merged',
  'not_recorded',
  'conflict',
] as const;
/** A reason for which something is kept as it is. */
export type KeptReason = (typeof keptReasons)[number];

/** Item that an undo leaves as it is, and why; the fields, where it is some. */
export interface KeptItem {
  readonly kind: string;
  readonly id: number;
  readonly reason: KeptReason;
  readonly fields?: string[];
}

/** Result of an undo of entries: how many were taken back, at least in part, and what was kept. */
export interface UndoResult {
  undone: number;
  kept: KeptItem[];
  failed: number;
}

const TABLES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
} as const;
type RecordedKind = keyof typeof TABLES;
const isRecordedKind = (kind: string): kind is RecordedKind => Object.hasOwn(TABLES, kind);
/** Owner and status of an item, as it is or, where it is gone, as it was. */
async function ownerOf(trx: Writing, { kind, resource_id: id }: HistoryRow, images: readonly RowImage[]) {
  if (isTermKind(kind) || !isRecordedKind(kind)) return undefined;
  const table = TABLES[kind];
  const row =
    table === 'media'
      ? await trx.selectFrom('media').select('author_id').where('id', '=', id).executeTakeFirst()
      : await trx.selectFrom(table).select(['author_id', 'status']).where('id', '=', id).executeTakeFirst();
  const was = images.find((image) => image.table === table && image.after === null)?.before;
  const found: Readonly<Record<string, unknown>> = { ...was, ...row };
  return { author_id: Number(found['author_id'] ?? 0), status: String(found['status'] ?? 'draft') };
}

/** Returns whether the caller may take an entry back: who may edit the item, as it is and as it would be. */
async function mayUndo(
  call: Actor,
  trx: Writing,
  entry: HistoryRow,
  images: readonly RowImage[],
): Promise<boolean> {
  const { viewer } = call;
  if (can(viewer, 'edit_others')) return true;
  // They belong to nobody; what somebody wrote of them is theirs.
  if (isTermKind(entry.kind)) return termKindsOf(viewer).includes(entry.kind) && entry.user_id === viewer?.id;
  const owner = await ownerOf(trx, entry, images);
  if (!owner) return false;
  if (entry.kind === 'media') return mayEditMedia(viewer, owner);
  const would = images.find(
    ({ table, before }) => POST_TABLES.includes(table) && before && 'status' in before,
  )?.before;
  const isReauthored = images.some(
    ({ before }) => before && 'author_id' in before && before['author_id'] !== owner.author_id,
  );
  return (
    mayEdit(viewer, owner) &&
    (!would || mayEdit(viewer, { ...owner, status: String(would['status']) })) &&
    !isReauthored
  );
}
const POST_TABLES: readonly string[] = ['events', 'venues', 'organizers'];

/** Takes back a creation: posts go to the trash, terms and files are deleted. */
async function undoCreation(call: Actor, { kind, resource_id: id }: HistoryRow): Promise<void> {
  if (kind === 'event') await trashEvent(call, id);
  else if (kind === 'venue') await trashLinked(call, venue, id);
  else if (kind === 'organizer') await trashLinked(call, organizer, id);
  else if (kind === 'category') await removeTerm(call, 'categories', id);
  else if (kind === 'tag') await removeTerm(call, 'tags', id);
  else await deleteFile(call, id);
}

/** Returns whether what an entry has made was changed since: its item, or a series that it has split off, or one of their dates. */
async function hasMovedOn(trx: Writing, entry: HistoryRow, images: readonly RowImage[]): Promise<boolean> {
  const made = entry.action === 'created' ? [entry.resource_id] : seriesMadeBy(images);
  for (const resource_id of made)
    if (await isChangedAfter(trx, { kind: entry.kind, resource_id }, entry.id)) return true;
  return false;
}

/** Returns the IDs of the series that a write has made, by its images: those that it has split off, which its undo removes. */
const seriesMadeBy = (images: readonly RowImage[]): number[] =>
  images.flatMap(({ table, before, after }) =>
    table === 'events' && before === null && after?.['series_id'] === after?.['id']
      ? Number(after?.['id'])
      : [],
  );

const undoingOf = (call: Actor, entry: HistoryRow) => ({
  kind: entry.kind,
  resource_id: entry.resource_id,
  action: 'undone' as const,
  scope: entry.scope,
  at_utc: utcText(call.now),
  user_id: call.viewer?.id ?? null,
  undoes: entry.id,
});

/** The files of a picture that an undo would show again aren't kept any more. */
class FilesGoneError extends Error {}

/** An entry was taken back by somebody else, or what it has made was changed, since an undo has looked at it. */
class OvertakenError extends Error {
  readonly isUndone: boolean;

  constructor(isUndone: boolean) {
    super();
    this.isUndone = isUndone;
  }
}

/** Returns a call whose writes take an entry back only if nobody has overtaken them. @throws OvertakenError from its writes */
function unlessOvertaken(call: Actor, entry: HistoryRow, images: readonly RowImage[]): Actor {
  const { db } = call.services;
  const write: Database['write'] = (work) =>
    db.write(async (trx) => {
      const present = await findEntry(trx, entry.id);
      if (!present || present.undone_by !== null) throw new OvertakenError(true);
      if (await hasMovedOn(trx, entry, images)) throw new OvertakenError(false);
      return work(trx);
    });
  return { ...call, services: { ...call.services, db: { ...db, write, origin: db.origin ?? db } } };
}

/** Takes back an update, a deletion or an undo in one transaction, or tells why not. @throws FilesGoneError */
async function undoImages(
  call: Actor,
  entry: HistoryRow,
  images: readonly RowImage[],
  fields: ReadonlySet<string> | undefined,
): Promise<{ isUndone: boolean; kept: KeptItem[] }> {
  const { kind, resource_id: id } = entry;
  const { files } = call.services.media;
  const { left, ...result } = await writeBatch(call.services.db, async (batch) => {
    const { trx } = batch;
    const since = await lastEntry(trx);
    const restored = await restoreValues(batch, call, images, { fields, scope: entry.scope });
    const kept: KeptItem[] = (['changed_since', 'conflict'] as const).flatMap((reason) =>
      restored.kept[reason].length > 0 ? { kind, id, reason, fields: [...restored.kept[reason]] } : [],
    );
    if (!restored.isChanged) return { isUndone: false, kept, left: [] };
    // They come before their row is committed: files without a row are swept, rows without files are broken.
    if (!(await files.isRestorable(restored.shownFiles))) throw new FilesGoneError();
    await files.restore(restored.shownFiles);
    if (isRecordedKind(kind)) batch.log(changed(call, kind, id, 'update'));
    await batch.flush();
    const undoing = undoingOf(call, entry);
    // What is taken back in part can be taken back further, and what takes it back is no undo of all of it.
    const isWhole = !fields && kept.length === 0;
    await joinEntries(trx, since, isWhole ? undoing : { ...undoing, undoes: null });
    return { isUndone: true, kept, left: restored.leftFiles };
  });
  await files.retire(left);
  return result;
}

/** Reasons for which a merge stays as it is, by the error that refuses to take it back or to do it again. */
const mergeReasons: Partial<Record<ErrorCode, KeptReason>> = {
  rest_forbidden: 'forbidden',
  rest_token_scope: 'forbidden',
  rest_merge_not_found: 'gone',
  rest_merged: 'merged',
  'venue-is-in-trash': 'changed_since',
  'organizer-is-in-trash': 'changed_since',
  // A category lies below the other by now.
  rest_invalid_param: 'changed_since',
};

/** Takes a merge back, or does it again where that is what is to be taken back. @throws KalendsError where it stays as it is */
async function undoMerging(
  call: Actor,
  { kind, resource_id: id }: HistoryRow,
  merge: MergeState,
): Promise<KeptItem[]> {
  if (merge.undone_utc !== null) {
    await mergeAgain(call, merge.id);
    return [];
  }
  if ((await listMerged(call.services.db.read, merge.kind, [merge.into_id])).size > 0)
    throw new KalendsError('rest_merged');
  const { undone } = await takeBackMerge(call, merge.id);
  const fields = undone.kept.map(
    (column) => fieldOfColumn({ table: merge.kind, key: '[]' }, column) ?? column,
  );
  return fields.length > 0 ? [{ kind, id, reason: 'changed_since', fields }] : [];
}

/** Returns whether an entry tells of a change of one of some fields. */
function hasField(
  entry: HistoryRow,
  images: readonly RowImage[],
  { fields, site }: { fields: readonly string[]; site: string },
): boolean {
  const names = Object.keys(changedFields(toldImages(entry, images), site));
  return fields.some((name) => name === 'password' || names.includes(name));
}

const NOTHING: UndoResult = { undone: 0, kept: [], failed: 0 };

/**
 * Takes one entry back: its fields but for those that were changed since, as an entry of its own. One that was taken back
 * already stays as it is.
 * @throws KalendsError `rest_history_invalid_id`
 */
export async function undoEntry(
  call: Actor,
  id: number,
  { fields }: { fields?: readonly string[] | undefined } = {},
): Promise<UndoResult> {
  const { db } = call.services;
  const look = await db.write(async (trx) => {
    const entry = await findEntry(trx, id);
    if (!entry) throw new KalendsError('rest_history_invalid_id');
    const images = netImages((await listImages(trx, [id])).get(id) ?? []);
    const isAllowed = await mayUndo(call, trx, entry, images);
    return {
      entry,
      images,
      isAllowed,
      isLater: await hasMovedOn(trx, entry, images),
      since: await lastEntry(trx),
      merge: entry.merge_id === null ? undefined : await findMergeState(trx, entry.merge_id),
    };
  });
  const { entry, images, isAllowed, merge } = look;
  const { kind, resource_id } = entry;
  const keeping = (reason: KeptReason): UndoResult => ({
    undone: 0,
    kept: [{ kind, id: resource_id, reason }],
    failed: 0,
  });
  if (!isAllowed) return keeping('forbidden');
  if (entry.undone_by !== null) return NOTHING;
  if (fields && !hasField(entry, images, { fields, site: call.services.config.language })) return NOTHING;
  if (merge)
    try {
      return { undone: 1, kept: await undoMerging(call, entry, merge), failed: 0 };
    } catch (error) {
      const reason = error instanceof KalendsError && mergeReasons[error.code];
      if (!reason) throw error;
      return keeping(reason);
    }
  if (look.isLater) return keeping('changed_since');
  const within = unlessOvertaken(call, entry, images);
  const overtaken = ({ isUndone }: OvertakenError) => (isUndone ? NOTHING : keeping('changed_since'));
  if (entry.action === 'created') {
    try {
      await undoCreation(within, entry);
    } catch (error) {
      if (error instanceof OvertakenError) return overtaken(error);
      if (error instanceof KalendsError && !isUnavailable(error)) return keeping('gone');
      throw error;
    }
    await db.write((trx) => markUndone(trx, call, entry, look.since));
    return { undone: 1, kept: [], failed: 0 };
  }
  if (images.length === 0 && entry.action !== 'updated') return keeping('not_recorded');
  try {
    const { isUndone, kept } = await undoImages(within, entry, images, fields && new Set(fields));
    return { undone: isUndone ? 1 : 0, kept, failed: 0 };
  } catch (error) {
    if (error instanceof FilesGoneError) return keeping('gone');
    if (error instanceof OvertakenError) return overtaken(error);
    if (isUnavailable(error)) throw error;
    // No write could do it now.
    if (error instanceof ConflictError || error instanceof KalendsError) return keeping('conflict');
    throw error;
  }
}

/** Makes the entry of an item's removal that of an undo. */
async function markUndone(trx: Writing, call: Actor, entry: HistoryRow, since: number): Promise<void> {
  const own = await trx
    .selectFrom('history')
    .select('id')
    .where('kind', '=', entry.kind)
    .where('resource_id', '=', entry.resource_id)
    .where('id', '>', since)
    .orderBy('id')
    .executeTakeFirst();
  if (!own) return;
  // What was made by mistake leaves no address that leads to the trash.
  await releaseSlugs(trx, netImages((await listImages(trx, [own.id])).get(own.id) ?? []));
  // Else the next write, whoever does it, would be told to have removed them.
  await dropPendingImages(trx);
  await trx.updateTable('history').set(undoingOf(call, entry)).where('id', '=', own.id).execute();
  await trx.updateTable('history').set({ undone_by: own.id }).where('id', '=', entry.id).execute();
}

/** Takes entries back one after the other, the latest first as they come, each in a transaction of its own. */
export async function undoEntries(call: Actor, ids: readonly number[]): Promise<UndoResult> {
  const all: UndoResult = { ...NOTHING, kept: [] };
  const cancelled = await listCancelled(call.services.db.read, ids);
  for (const id of ids)
    try {
      if (cancelled.has(id)) continue;
      const one = await undoEntry(call, id);
      all.undone += one.undone;
      all.kept.push(...one.kept);
    } catch (error) {
      call.services.log.warn({ err: error, history: id }, 'An entry of the history could not be taken back.');
      all.failed += 1;
    }
  return all;
}
