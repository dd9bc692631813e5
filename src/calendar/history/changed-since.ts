import type { Reading } from '#store/db/engine.ts';
import { FIRST_REVISION, findRevision, type RevisedKind } from '#store/db/revisions.ts';
import { isContent, listImages, netImages, type RowImage } from '#store/db/row-images.ts';
import { changedFields } from './changed-fields.ts';
import { type HistoryRow, listEntryIds } from './store.ts';
import { toldImages } from './told-images.ts';

/** Returns the series of a date; undefined: it is none. */
async function seriesOf(db: Reading, id: number): Promise<number | undefined> {
  const date = await db
    .selectFrom('occurrences')
    .select('series_id')
    .where('id', '=', id)
    .where('series_id', '>', 0)
    .executeTakeFirst();
  return date?.series_id;
}

interface EntryOfItem {
  readonly id: number;
  readonly resource_id: number;
  readonly merge_id: number | null;
}

/** Returns the entries that tell of each change of an item since a revision, in their order; undefined: some are missing. */
async function entriesSince(
  db: Reading,
  kind: RevisedKind,
  { id, series, revision }: { id: number; series: number | undefined; revision: number },
): Promise<EntryOfItem[] | undefined> {
  const present = await findRevision(db, kind, id);
  if (revision < FIRST_REVISION || revision >= present) return undefined;
  const rows = await db
    .selectFrom('history')
    .select(['id', 'resource_id', 'merge_id', 'revision'])
    .where('kind', '=', kind)
    .where('resource_id', 'in', series === undefined ? [id] : [id, series])
    .where('revision', '>', 0)
    .orderBy('id', 'desc')
    .execute();
  // What a date adds to the revision of its series, as it was after the entry that is looked at.
  let added = series === undefined ? 0 : present - (await findRevision(db, kind, series));
  const entries: EntryOfItem[] = [];
  const revisions = new Set<number>();
  for (const row of rows) {
    const isOwn = row.resource_id === id;
    const after = isOwn ? row.revision : added + row.revision;
    if (after <= revision || after > present) break;
    revisions.add(after);
    entries.push(row);
    if (isOwn) added -= 1;
  }
  return revisions.size === present - revision ? entries.reverse() : undefined;
}

/** Returns the ID of the event that a row belongs to. */
const eventOf = ({ table, key }: RowImage): unknown =>
  JSON.parse(key)[table === 'translations' || table === 'former_slugs' ? 1 : 0];

/**
 * Returns the names of the fields of an item that differ from what they were at a revision, as the history tells (contract W1):
 * texts in other languages each by itself (`title.de`). Null: the history doesn't go back so far.
 */
export async function changedSince(
  db: Reading,
  kind: RevisedKind,
  { id, revision, site }: { id: number; revision: number; site: string },
): Promise<string[] | null> {
  const series = kind === 'event' ? await seriesOf(db, id) : undefined;
  const entries = await entriesSince(db, kind, { id, series, revision });
  if (!entries) return null;
  const images = await listImages(
    db,
    entries.map((entry) => entry.id),
  );
  const all = entries.flatMap((entry) => toldImages(entry, netImages(images.get(entry.id) ?? [])));
  // Entries of a series hold what became of its other dates, too.
  const own = kind === 'event' ? all.filter((image) => [id, series].includes(Number(eventOf(image)))) : all;
  const net = netImages(own);
  const names = new Set(Object.keys(changedFields(net, site)));
  // The history doesn't tell of passwords, but whoever may edit sees them.
  if (net.some(({ before, after }) => 'password' in { ...before, ...after })) names.add('password');
  return [...names].sort();
}

/**
 * Returns whether an item, or a date of a series, differs from what it was after an entry, as later entries tell. What was changed
 * back since, or undone, is no difference.
 */
export async function isChangedAfter(
  db: Reading,
  { kind, resource_id: id }: Pick<HistoryRow, 'kind' | 'resource_id'>,
  entry: number,
): Promise<boolean> {
  const query = { kind, id, isWithDates: kind === 'event', after: entry, owner: null };
  const later = (await listEntryIds(db, query)).reverse();
  const images = await listImages(db, later);
  const net = netImages(later.flatMap((one) => images.get(one) ?? []));
  return net.some((image) => isContent(image) && image.table !== 'former_slugs');
}
