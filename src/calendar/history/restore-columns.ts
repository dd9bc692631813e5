import type { Actor } from '#api/routing/actor.ts';
import type { HeldValue } from '#api/routing/field-description.ts';
import { timeColumns } from '#calendar/events/rules.ts';
import { type EventRow, isBelow } from '#calendar/events/store.ts';
import { type EventTimes, eventTimes, soundUtc } from '#calendar/events/times/dates.ts';
import { describedColumn, groupColumns } from '#calendar/posts/described-columns.ts';
import { restoredSlug, trashedSlug } from '#calendar/posts/rules.ts';
import type { TermKind } from '#calendar/terms/kind.ts';
import { descendantCategories, isSlugTaken } from '#calendar/terms/store.ts';
import { KalendsError } from '#errors.ts';
import { uniqueSlug } from '#foundation/text/slug.ts';
import { isWebsite } from '#foundation/text/website.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Columns, RowImage } from '#store/db/row-images.ts';
import type { PostTable, TranslatedKind } from '#store/db/tables.ts';
import { fieldOfColumn } from './changed-fields.ts';
import { isThere, type Restoration } from './restoration.ts';

/** Returns whether a column follows from others, or a part of the restoration of its own brings it back. */
function isElsewhere(table: string, name: string): boolean {
  const column = describedColumn(table, name);
  if (!column) return false;
  return !column.isValue || column.traits.undone === 'apart' || column.traits.translated === true;
}

/**
 * Returns the columns of a row to which an undo gives the values from before a write: those that still have the value that it
 * gave them.
 * @param without columns that stay
 */
export function columnsBefore(
  restoration: Restoration,
  { table, before, after, key }: RowImage,
  present: object,
  without: readonly string[] = [],
): Record<string, Columns[string]> {
  const columns: Record<string, Columns[string]> = {};
  if (!before || !after) return columns;
  const names = Object.keys(before).filter((name) => !isElsewhere(table, name) && !without.includes(name));
  for (const group of groupColumns(table, names)) {
    const fields = group.map((name) => fieldOfColumn({ table, key }, name));
    if (!restoration.isWanted(...fields)) continue;
    const isIn = (side: Columns, name: string) => Reflect.get(present, name) === side[name];
    const decisive = group.filter((name) => describedColumn(table, name)?.traits.undone !== 'along');
    if (decisive.every((name) => isIn(before, name))) continue;
    const changed = decisive.filter((name) => !isIn(before, name) && !isIn(after, name));
    if (changed.length > 0)
      restoration.keep('changed_since', ...changed.map((name) => fieldOfColumn({ table, key }, name)));
    else for (const name of group) columns[name] = before[name] ?? null;
  }
  return columns;
}

type ValueCheck = (value: Columns[string]) => Promise<boolean>;

/** Returns the checks of whether a write of an item could set a column to a value now, by what the column holds. */
function checksOf(restoration: Restoration, id: number): Readonly<Record<HeldValue, ValueCheck>> {
  const { batch } = restoration;
  return {
    user: async (user) => user === 0 || isThere(restoration, 'users', user),
    picture: async (image) => image === null || isThere(restoration, 'media', image),
    address: async (value) => value === null || value === '' || isWebsite(String(value)),
    event: async (parent) =>
      parent === 0 ||
      ((await isThere(restoration, 'events', parent)) && !(await isBelow(batch.trx, Number(parent), id))),
    category: async (parent) =>
      parent === 0 ||
      ((await isThere(restoration, 'categories', parent)) &&
        !(await descendantCategories(batch.trx, [id])).includes(Number(parent))),
    async uid(uid) {
      try {
        await batch.uids.claim(String(uid), id);
        return true;
      } catch (error) {
        if (error instanceof KalendsError) return false;
        throw error;
      }
    },
  };
}

/** Takes those columns out that no write could set now, which are kept as conflicts. */
export async function withoutConflicts<C extends Record<string, Columns[string]>>(
  restoration: Restoration,
  { table, id }: { table: TranslatedKind; id: number },
  columns: C,
): Promise<C> {
  const checks = checksOf(restoration, id);
  for (const [name, value] of Object.entries(columns)) {
    const holds = describedColumn(table, name)?.traits.holds;
    if (!holds || (await checks[holds](value))) continue;
    restoration.keep('conflict', fieldOfColumn({ table, key: '[]' }, name));
    delete columns[name];
  }
  return columns;
}

/** What decides about the slug of a post. */
interface Slugged {
  readonly id: number;
  readonly slug: string;
  readonly status: string;
}

const isUnpublished = (status: string) => status === 'draft' || status === 'pending';

/**
 * Returns the slug and the status of a post that gets others by an undo, as a write would give them (reference 5.4): marked in the
 * trash, free where it is published, and `future` or `publish` by its date.
 * @param made returns a slug made of the title
 */
export async function settled<R extends Slugged & { readonly date_utc: string }>(
  restoration: Restoration,
  table: PostTable,
  { before, row, made }: { before: Slugged; row: R; made: () => string },
): Promise<R> {
  const { batch, actor } = restoration;
  if (row.slug === before.slug && row.status === before.status) return row;
  const isPublic = row.status === 'publish' || row.status === 'future';
  const status = isPublic ? (row.date_utc > utcText(actor.now) ? 'future' : 'publish') : row.status;
  if (status === 'trash') return { ...row, slug: trashedSlug(row.slug) };
  const wanted = restoredSlug(row.slug);
  // Drafts hold no slug, and what is pending may have none.
  if (isUnpublished(status) && (table === 'events' || wanted === '')) return { ...row, status, slug: wanted };
  const free = await batch.slugs.free(table, wanted || made(), row.id);
  if (free === wanted) return { ...row, status, slug: wanted };
  restoration.keep('conflict', 'slug');
  const isOwn = before.slug !== '' && before.status !== 'trash' && !isUnpublished(before.status);
  return { ...row, status, slug: isOwn ? before.slug : free };
}

/** Returns whether nothing else of a kind has a slug, in any language. */
export async function isFreeSlug(
  { batch }: Restoration,
  table: TranslatedKind,
  { id, slug }: { id: number; slug: string },
): Promise<boolean> {
  if (slug === '') return true;
  if (isTerm(table)) return !(await isSlugTaken(batch.trx, slug, { kinds: [table], ownId: id }));
  return (await batch.slugs.free(table, slug, id)) === slug;
}

/** Returns the slug of a term that comes back, or another that is free. */
export const freeTermSlug = (
  { batch }: Restoration,
  kind: TermKind,
  { id, slug }: { id: number; slug: string },
): Promise<string> =>
  uniqueSlug(slug, (tried) => isSlugTaken(batch.trx, tried, { kinds: [kind], ownId: id }));

/** Returns whether a table is one of terms. */
export const isTerm = (table: string): table is TermKind => table === 'categories' || table === 'tags';

/**
 * Returns the columns of the times of an event whose dates an undo brings back, with those in UTC derived anew; undefined: it would
 * end before it starts.
 * @param were the columns before the write: of two equal wall clocks they tell which was meant
 */
export function timesBefore(
  { now, services }: Actor,
  row: Pick<EventRow, 'id' | 'series_id' | keyof EventTimes>,
  were: Columns | null | undefined,
): ReturnType<typeof timeColumns> | undefined {
  const { start_date, end_date, timezone } = row;
  const pattern = { start_date, end_date };
  const utcOf = (name: 'utc_start_date' | 'utc_end_date') => String(were?.[name] ?? row[name]);
  const before = {
    ...pattern,
    pattern,
    timezone,
    all_day: row.all_day === 1,
    utc_start_date: soundUtc(start_date, utcOf('utc_start_date'), timezone),
    utc_end_date: soundUtc(end_date, utcOf('utc_end_date'), timezone),
  };
  const times = eventTimes({ all_day: before.all_day }, { now, siteZone: services.config.timezone, before });
  return 'fault' in times ? undefined : timeColumns(times, row.series_id === row.id);
}
