import { isDeepStrictEqual } from 'node:util';
import { type Actor, changed } from '#api/routing/actor.ts';
import { groupColumns, isBookkeeping } from '#calendar/posts/described-columns.ts';
import { TRASHED } from '#calendar/posts/rules.ts';
import { KalendsError } from '#errors.ts';
import { uniqueSlug } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { joinEntries, lastEntry } from '#store/db/history-log.ts';
import type { MergedKind, MergesTable, TranslationsTable } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import {
  findMergeEntry,
  imageOf,
  insertLinks,
  isCounted,
  isTextColumn,
  loggedAs,
  logMoved,
  type MergeImage,
} from './merge.ts';
import {
  type AnyRow,
  deleteLinks,
  dropFormerSlugs,
  findStoredRow,
  type ItemImage,
  type LinkEntry,
  listAncestors,
  listEventLinks,
  listPresentEvents,
  listTextRows,
  moveChildren,
  moveImported,
  putFormerSlugs,
  recount,
  withPresentReferences,
} from './store.ts';

/** Result of taking a merge back. */
export interface UndoneMerge {
  readonly into: number;
  /** The IDs of the items that are there again. */
  readonly restored: readonly number[];
  /** The fields of the item that stayed which were changed since, and are kept. */
  readonly kept: readonly string[];
}

/** Returns whether a column is a field's of the interface, and not one that follows from others or that each write moves. */
const isWireField = (kind: MergedKind, name: string): boolean => name !== 'id' && !isBookkeeping(kind, name);

/** Returns the row with the values that it had before a merge, and the columns that were changed since, which stay. */
function rowBefore(
  kind: MergedKind,
  present: AnyRow,
  { before, after }: MergeImage['stays'],
): { row: AnyRow; kept: string[] } {
  const kept: string[] = [];
  const row: Record<string, string | number | null> & { id: number } = { ...present };
  const names = Object.keys(before).filter((name) => name !== 'count' && after[name] !== before[name]);
  for (const group of groupColumns(kind, names)) {
    const left = group.filter((name) => present[name] === after[name]);
    const changed = group.filter((name) => !left.includes(name) && isWireField(kind, name));
    if (changed.length > 0) kept.push(...changed);
    else for (const name of left) row[name] = before[name] ?? null;
  }
  return { row, kept };
}

async function isSlugInUse(trx: Writing, kind: MergedKind, slug: string): Promise<boolean> {
  const own = await trx.selectFrom(kind).select('id').where('slug', '=', slug).limit(1).executeTakeFirst();
  if (own) return true;
  const translated = await trx
    .selectFrom('translations')
    .select('resource_id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .limit(1)
    .executeTakeFirst();
  return translated !== undefined;
}

/** Brings an item back as it was; its slugs are others where something has them by now. */
async function restoreItem(
  batch: WriteBatch,
  actor: Actor,
  kind: MergedKind,
  image: ItemImage,
): Promise<void> {
  const { trx, dialect } = batch;
  const author = actor.viewer?.id ?? 0;
  const row = await withPresentReferences(trx, image.row, { author });
  const free = async (slug: string) =>
    slug === '' || slug.endsWith(TRASHED) ? slug : uniqueSlug(slug, (tried) => isSlugInUse(trx, kind, tried));
  const slug = await free(String(row['slug']));
  // The row was read from this table.
  await dialect.insertRows(trx, kind, [{ ...row, slug } as never]);
  const texts: TranslationsTable[] = [];
  for (const one of image.translations) texts.push({ ...one, slug: await free(one.slug) });
  await dialect.insertRows(trx, 'translations', texts);
  await locate(batch, kind, row);
}

/** Tells the index of places where a venue is. */
async function locate({ trx, dialect }: WriteBatch, kind: MergedKind, row: AnyRow): Promise<void> {
  if (kind !== 'venues') return;
  const { geo_lat: lat, geo_lng: lng } = row;
  const isSomewhere = typeof lat === 'number' && typeof lng === 'number';
  await dialect.locateVenue(trx, row.id, isSomewhere ? { lat, lng } : null);
}

/** Returns a row as it is after the undo. What it says of its languages has to be what the table of translations has. */
function resultingRow(
  kind: MergedKind,
  present: AnyRow,
  row: AnyRow,
  {
    isKept,
    keepsTexts,
    derive,
  }: { isKept: boolean; keepsTexts: boolean; derive: ((row: AnyRow) => string) | undefined },
): AnyRow {
  const texts = keepsTexts ? { ...row, ...textColumnsOf(kind, present) } : row;
  const whole = derive ? { ...texts, search_text: derive(texts) } : texts;
  const { modified, modified_utc } = present;
  if (!isKept || modified === undefined || modified_utc === undefined) return whole;
  return { ...whole, modified, modified_utc };
}

/** Gives events their links back, but for those that have lost the item that stayed since. Returns the events changed. */
async function restoreLinks(
  batch: WriteBatch,
  kind: MergedKind,
  into: number,
  image: MergeImage,
): Promise<number[]> {
  const { trx } = batch;
  const links = await listEventLinks(trx, kind, into);
  const positions = new Map(links);
  const own = new Map(image.links);
  const moved = [...new Set(image.from.flatMap((one) => one.links.map(([event]) => event)))];
  const present = await listPresentEvents(trx, moved);
  const events = moved.filter((event) => present.has(event) && positions.has(event));
  const isChanged = new Set(events);
  await deleteLinks(trx, kind, into, events);
  const back: LinkEntry[] = [...own].filter(([event]) => isChanged.has(event));
  await insertLinks(batch, kind, into, back);
  for (const one of image.from)
    await insertLinks(
      batch,
      kind,
      one.row.id,
      one.links.filter(([event]) => isChanged.has(event)),
    );
  return events;
}

/** Leads IDs and slugs back to the items that had them. */
async function restoreRedirects(
  trx: Writing,
  kind: MergedKind,
  into: number,
  { from, earlier, slugs, formerSlugs }: MergeImage,
): Promise<void> {
  const ids = from.map(({ row }) => row.id);
  await trx.deleteFrom('merged_items').where('kind', '=', kind).where('id', 'in', ids).execute();
  await trx.deleteFrom('merged_slugs').where('kind', '=', kind).where('id', 'in', ids).execute();
  for (const [id, was] of earlier)
    await trx
      .updateTable('merged_items')
      .set({ into_id: was })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
  await dropFormerSlugs(trx, kind, slugs, into);
  await putFormerSlugs(trx, formerSlugs);
}

/**
 * Takes a merge back whole, in the caller's transaction: the others are there again as they were, with their IDs, links and
 * slugs. A field of the item that stayed which was changed since is kept, and so are links of events that have lost it.
 * @param derive computes `search_text` of the row as it is afterwards
 * @throws KalendsError `rest_merge_not_found` where it was taken back already, or the item that stayed was merged on or deleted
 */
export async function undoMerge(
  batch: WriteBatch,
  actor: Actor,
  merge: MergesTable,
  derive?: (row: AnyRow) => string,
): Promise<UndoneMerge> {
  const { trx } = batch;
  const { kind, into_id: into } = merge;
  const present = await findStoredRow(trx, kind, into);
  if (merge.undone_utc !== null || !present) throw new KalendsError('rest_merge_not_found');
  const since = await lastEntry(trx);
  const image = imageOf(merge);
  const { row: before, kept } = rowBefore(kind, present, image.stays);
  const row = await withPresentReferences(trx, before, { author: actor.viewer?.id ?? 0 });
  const texts = await listTextRows(trx, kind, into);
  const isUntouched = isDeepStrictEqual(
    texts.map((one) => ({ ...one })),
    image.stays.textsAfter.map((one) => ({ ...one })),
  );
  if (!isUntouched && !isDeepStrictEqual(image.stays.textsBefore, image.stays.textsAfter))
    kept.push('translations');
  const keepsTexts = kept.includes('translations');
  const resulting = resultingRow(kind, present, row, { isKept: kept.length > 0, keepsTexts, derive });
  const { count: _, ...columns } = resulting;
  batch.update(kind, columns, 'id');
  await batch.flush();
  if (!keepsTexts && !isDeepStrictEqual(image.stays.textsBefore, image.stays.textsAfter)) {
    await trx.deleteFrom('translations').where('kind', '=', kind).where('resource_id', '=', into).execute();
    await batch.dialect.insertRows(trx, 'translations', [...image.stays.textsBefore]);
  }
  await locate(batch, kind, resulting);
  await restoreRedirects(trx, kind, into, image);
  for (const one of image.from) await restoreItem(batch, actor, kind, one);
  for (const one of image.from) {
    const { id } = one.row;
    await putFormerSlugs(
      trx,
      one.formerSlugs.map((slug) => ({ kind, slug, resource_id: id })),
    );
    await moveImported(trx, kind, one.imported, { from: into, to: id });
    const above = kind === 'categories' ? await listAncestors(trx, id) : [];
    const children = one.children.filter((child) => !above.includes(child));
    for (const child of await moveChildren(trx, children, { from: into, to: id }))
      batch.log(changed(actor, 'category', child, 'update'));
    batch.log(changed(actor, loggedAs[kind], id, 'create'));
  }
  const events = await restoreLinks(batch, kind, into, image);
  if (isCounted(kind)) await recount(batch, kind, [into, ...image.from.map((one) => one.row.id)]);
  batch.log(changed(actor, loggedAs[kind], into, 'update'));
  await logMoved(batch, actor, events);
  await trx
    .updateTable('merges')
    .set({ undone_utc: utcText(actor.now), image: JSON.stringify({ ...image, kept }) })
    .where('id', '=', merge.id)
    .execute();
  await batch.flush();
  await joinEntries(trx, since, {
    kind: loggedAs[kind],
    resource_id: into,
    action: 'undone',
    at_utc: utcText(actor.now),
    user_id: actor.viewer?.id ?? null,
    merge_id: merge.id,
    undoes: await findMergeEntry(trx, merge.id),
  });
  return {
    into,
    restored: image.from.map((one) => one.row.id),
    kept: kept.filter((name) => isWireField(kind, name)),
  };
}

const textColumnsOf = (kind: MergedKind, row: AnyRow): Omit<AnyRow, 'id'> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => isTextColumn(kind, name)));
