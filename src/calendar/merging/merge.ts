import { type Actor, changed } from '#api/routing/actor.ts';
import { describedColumn } from '#calendar/posts/described-columns.ts';
import { TRASHED } from '#calendar/posts/rules.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { joinEntries, lastEntry } from '#store/db/history-log.ts';
import { nextId } from '#store/db/sequence.ts';
import type { FormerSlugsTable, MergedKind, MergesTable, TranslationsTable } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import {
  type AnyRow,
  deleteItem,
  deleteLinks,
  findStoredRow,
  type ItemImage,
  type LinkEntry,
  listEventLinks,
  listFormerSlugRows,
  listSeriesOf,
  listTextRows,
  moveChildren,
  moveImported,
  putFormerSlugs,
  readImage,
  recount,
} from './store.ts';

/** All that it takes to take a merge back. */
export interface MergeImage {
  readonly from: readonly ItemImage[];
  /** The links that the item that stays had before, of the events that had one of the others too. */
  readonly links: readonly LinkEntry[];
  /** IDs of items that had been merged into one of the others. */
  readonly earlier: readonly (readonly [id: number, into: number])[];
  /** The slugs that lead to the item that stays since, and whom they led to before. */
  readonly slugs: readonly string[];
  readonly formerSlugs: readonly FormerSlugsTable[];
  readonly stays: {
    readonly before: AnyRow;
    readonly after: AnyRow;
    readonly textsBefore: readonly TranslationsTable[];
    readonly textsAfter: readonly TranslationsTable[];
  };
  /** Columns that the undo of the merge left as they were, because they had changed since; `translations` stands for all texts. */
  readonly kept?: readonly string[];
}

/** Returns whether a column stays with the translations of an item. */
export function isTextColumn(kind: MergedKind, name: string): boolean {
  const { translated, withTexts } = describedColumn(kind, name)?.traits ?? {};
  return translated === true || withTexts === true;
}

/** The name of each kind in the change log. */
export const loggedAs = {
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;

/** Returns whether events count how many of them have an item of a kind. */
export const isCounted = (kind: MergedKind): kind is 'categories' | 'tags' =>
  kind === 'categories' || kind === 'tags';

/** Merging of some items into one, of which the others are gone and the one that stays isn't changed yet. */
export interface UnfinishedMerge {
  readonly kind: MergedKind;
  readonly into: AnyRow;
  readonly texts: readonly TranslationsTable[];
  readonly image: Omit<MergeImage, 'stays'>;
  /** The last entry of the history before it. */
  readonly since: number;
}

/** Adds to the change log events whose links have moved, and their series, so that whoever shows them looks again. */
export async function logMoved(batch: WriteBatch, actor: Actor, events: readonly number[]): Promise<void> {
  const series = await listSeriesOf(batch.trx, events);
  for (const id of new Set([...events, ...series])) batch.log(changed(actor, 'event', id, 'update'));
}

/** Returns the slugs by which an item was found, and those of them by which it was public. */
function slugsOf({ row, translations, formerSlugs }: ItemImage): { found: string[]; open: string[] } {
  const own = [String(row['slug']), ...translations.map(({ slug }) => slug)];
  const found = [...new Set(own)].filter((slug) => slug !== '' && !slug.endsWith(TRASHED));
  const isOpen = row['status'] === undefined || row['status'] === 'publish';
  return { found, open: [...new Set([...formerSlugs, ...(isOpen ? found : [])])] };
}

/** Returns the first position that each event gives to any of some items. */
function firstPositions(images: readonly ItemImage[]): Map<number, number> {
  const positions = new Map<number, number>();
  for (const { links } of images)
    for (const [event, position] of links)
      positions.set(event, Math.min(position, positions.get(event) ?? position));
  return positions;
}

/** Inserts links of events to an item. */
export async function insertLinks(
  batch: Pick<WriteBatch, 'trx' | 'dialect'>,
  kind: MergedKind,
  id: number,
  links: readonly LinkEntry[],
): Promise<void> {
  const { trx, dialect } = batch;
  const rows = links.map(([event_id, position]) => ({ event_id, position }));
  if (kind === 'venues')
    await dialect.insertRows(
      trx,
      'event_venues',
      rows.map((row) => ({ ...row, venue_id: id })),
    );
  else if (kind === 'organizers')
    await dialect.insertRows(
      trx,
      'event_organizers',
      rows.map((row) => ({ ...row, organizer_id: id })),
    );
  else if (kind === 'categories')
    await dialect.insertRows(
      trx,
      'event_categories',
      rows.map(({ event_id }) => ({ event_id, category_id: id })),
    );
  else
    await dialect.insertRows(
      trx,
      'event_tags',
      rows.map(({ event_id }) => ({ event_id, tag_id: id })),
    );
}

async function moveRedirects(
  trx: Writing,
  kind: MergedKind,
  images: readonly ItemImage[],
  into: number,
): Promise<MergeImage['earlier']> {
  const ids = images.map(({ row }) => row.id);
  const earlier = await trx
    .selectFrom('merged_items')
    .select(['id', 'into_id'])
    .where('kind', '=', kind)
    .where('into_id', 'in', ids)
    .execute();
  await trx
    .updateTable('merged_items')
    .set({ into_id: into })
    .where('kind', '=', kind)
    .where('into_id', 'in', ids)
    .execute();
  await trx
    .insertInto('merged_items')
    .values(ids.map((id) => ({ kind, id, into_id: into })))
    .execute();
  const slugs = images.flatMap((image) =>
    slugsOf(image).found.map((slug) => ({ kind, slug, id: image.row.id })),
  );
  if (slugs.length > 0) await trx.insertInto('merged_slugs').values(slugs).execute();
  return earlier.map(({ id, into_id }) => [id, into_id] as const);
}

/**
 * Begins to merge items of a kind into another: links of events, entries of the ledger, categories below them, slugs and IDs
 * lead to that from now on, and the others are gone. A few statements for each of them and each thousand of events.
 */
export async function absorb(
  batch: WriteBatch,
  actor: Actor,
  kind: MergedKind,
  { into, from }: { into: AnyRow; from: readonly AnyRow[] },
): Promise<UnfinishedMerge> {
  const { trx } = batch;
  const since = await lastEntry(trx);
  const texts = await listTextRows(trx, kind, into.id);
  const images: ItemImage[] = [];
  for (const row of from) images.push(await readImage(trx, kind, row));
  const positions = firstPositions(images);
  const present = await listEventLinks(trx, kind, into.id);
  const linked = new Map(present);
  for (const { row } of images) {
    await deleteItem(trx, kind, row.id);
    if (kind === 'venues') await batch.dialect.locateVenue(trx, row.id, null);
  }
  const earlier = [...positions].filter(([event, position]) => position < (linked.get(event) ?? Infinity));
  await deleteLinks(
    trx,
    kind,
    into.id,
    earlier.flatMap(([event]) => (linked.has(event) ? [event] : [])),
  );
  await insertLinks(batch, kind, into.id, earlier);
  const slugs = [...new Set(images.flatMap((image) => slugsOf(image).open))].filter(
    (slug) => slug !== into['slug'],
  );
  const formerSlugs = await listFormerSlugRows(trx, kind, slugs);
  await putFormerSlugs(
    trx,
    slugs.map((slug) => ({ kind, slug, resource_id: into.id })),
  );
  const redirects = await moveRedirects(trx, kind, images, into.id);
  const gone = new Set(images.map(({ row }) => row.id));
  for (const { row, imported, children } of images) {
    await moveImported(trx, kind, imported, { from: row.id, to: into.id });
    const moved = await moveChildren(
      trx,
      children.filter((child) => !gone.has(child)),
      { from: row.id, to: into.id },
    );
    for (const child of moved) batch.log(changed(actor, 'category', child, 'update'));
    batch.log(changed(actor, loggedAs[kind], row.id, 'delete'));
  }
  if (isCounted(kind)) await recount(batch, kind, [into.id]);
  batch.log(changed(actor, loggedAs[kind], into.id, 'update'));
  await logMoved(batch, actor, [...positions.keys()]);
  const links = present.filter(([event]) => positions.has(event));
  return { kind, into, texts, image: { from: images, links, earlier: redirects, slugs, formerSlugs }, since };
}

/** Returns whether a merge that is done again has made of the item that stays what it has the first time. */
const isAsBefore = (kind: MergedKind, after: AnyRow, first: AnyRow): boolean =>
  Object.entries(first).every(
    ([name, was]) => describedColumn(kind, name)?.traits.bookkeeping || after[name] === was,
  );

/** Returns the item that stays as it is after a merge; where it is as when that was done before, it has that moment again. */
async function resultOf(
  trx: Writing,
  { kind, into }: UnfinishedMerge,
  again: MergesTable | undefined,
): Promise<AnyRow> {
  const after = await findStoredRow(trx, kind, into.id);
  if (!after) throw new Error(`Number ${into.id} of ${kind} vanished while others were merged into it.`);
  const first = again && imageOf(again).stays.after;
  if (!first || (kind !== 'venues' && kind !== 'organizers') || !isAsBefore(kind, after, first)) return after;
  const { modified, modified_utc } = first;
  const moment = { modified: String(modified), modified_utc: String(modified_utc) };
  await trx.updateTable(kind).set(moment).where('id', '=', into.id).execute();
  return { ...after, ...moment };
}

/**
 * Returns the remaining item as it was before and after a merge that is done again. Values that the first merge added and its
 * undo left in place still belong to the merge, so that the next undo removes them.
 */
function staysAgain(
  kind: MergedKind,
  stays: MergeImage['stays'],
  { stays: first, kept = [] }: MergeImage,
): MergeImage['stays'] {
  const keepsTexts = kept.includes('translations');
  const isPicked = (name: string) => kept.includes(name) || (keepsTexts && isTextColumn(kind, name));
  const pick = (row: AnyRow) => Object.fromEntries(Object.entries(row).filter(([name]) => isPicked(name)));
  return {
    before: { ...stays.before, ...pick(first.before) },
    after: { ...stays.after, ...pick(first.after) },
    textsBefore: keepsTexts ? first.textsBefore : stays.textsBefore,
    textsAfter: keepsTexts ? first.textsAfter : stays.textsAfter,
  };
}

/** Returns the image of a merge. Nothing but `keepMerge` writes it. */
export const imageOf = ({ image }: Pick<MergesTable, 'image'>): MergeImage => JSON.parse(image) as MergeImage;

/** Returns the number of the newest entry that tells of a merge and stands; null: the history doesn't reach back to it. */
export async function findMergeEntry(trx: Writing, merge: number): Promise<number | null> {
  const entry = await trx
    .selectFrom('history')
    .select('id')
    .where('merge_id', '=', merge)
    .where('undone_by', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return entry?.id ?? null;
}

/**
 * Ends a merge, when the item that stays was changed, and keeps what takes it back. Returns its ID.
 * @param again the merge that was taken back and is done again by this one
 */
export async function keepMerge(
  batch: WriteBatch,
  { viewer, now }: Actor,
  merge: UnfinishedMerge,
  again?: MergesTable,
): Promise<number> {
  const { trx } = batch;
  const { kind, into, texts, image, since } = merge;
  await batch.flush();
  const after = await resultOf(trx, merge, again);
  const textsAfter = await listTextRows(trx, kind, into.id);
  const stays = { before: into, after, textsBefore: texts, textsAfter };
  const whole: MergeImage = { ...image, stays: again ? staysAgain(kind, stays, imageOf(again)) : stays };
  const id = again?.id ?? (await nextId(trx, 'merge'));
  const done = { at_utc: utcText(now), user_id: viewer?.id ?? null };
  const row = { id, kind, into_id: into.id, ...done, undone_utc: null, image: JSON.stringify(whole) };
  const undoes = again ? await findMergeEntry(trx, id) : null;
  await trx
    .insertInto('merges')
    .values(row)
    .onConflict((same) => same.column('id').doUpdateSet(row))
    .execute();
  await joinEntries(trx, since, {
    kind: loggedAs[kind],
    resource_id: into.id,
    action: again ? 'undone' : 'merged',
    ...done,
    merge_id: id,
    undoes,
  });
  return id;
}
