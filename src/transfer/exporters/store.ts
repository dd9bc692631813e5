import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { LinkedRow, LinkedTable } from '#calendar/linked/store.ts';
import { type TermRow, termColumns } from '#calendar/terms/store.ts';
import { KalendsError } from '#errors.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { addSetting, findSetting } from '#store/db/stored-settings.ts';
import type { MergedKind, TranslatedKind } from '#store/db/tables.ts';

const CALENDAR_NAME = 'calendar';

/** Returns the IDs of all pictures, also of those that nothing shows. */
export async function listPictureIds(db: Reading): Promise<number[]> {
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('width', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns how many items of a kind an export contains; the trash does not count. */
export async function countExported(
  db: Reading,
  table: 'events' | LinkedTable | 'categories' | 'tags',
): Promise<number> {
  const own = table === 'events' ? sql`and series_id in (0, id)` : sql``;
  const condition = table === 'categories' || table === 'tags' ? sql`` : sql`where status <> 'trash' ${own}`;
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(table)} ${condition}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Returns the IDs of events and series after one, ascending, without the trash; overrides go with their series. */
export async function listEventIdsAfter(db: Reading, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where('id', '>', after)
    .where('status', '<>', 'trash')
    .where((eb) => eb.or([eb('series_id', '=', 0), eb('series_id', '=', eb.ref('id'))]))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the next venues or organizers after the ID `after`, ascending, without the trash. */
export async function listLinkedAfter<T extends LinkedTable>(
  db: Reading,
  table: T,
  after: number,
  limit: number,
): Promise<LinkedRow<T>[]> {
  const { rows } = await sql<LinkedRow<T>>`select * from ${sql.table(table)}
    where id > ${after} and status <> 'trash' order by id limit ${limit}`.execute(db);
  return rows;
}

/** Returns the next categories or tags after the ID `after`, ascending. */
export async function listTermsAfter(
  db: Reading,
  kind: 'categories' | 'tags',
  after: number,
  limit: number,
): Promise<TermRow[]> {
  const { rows } = await sql<TermRow>`select ${termColumns(kind)} from ${sql.table(kind)} t
    where t.id > ${after} order by t.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns this calendar's unique name; undefined before an export, a backup or a move has needed one. */
export const findCalendarName = (db: Reading): Promise<string | undefined> => findSetting(db, CALENDAR_NAME);

/** Returns this calendar's unique name, a UUID that is created on first use. */
export async function calendarName(db: Database): Promise<string> {
  const known = await findCalendarName(db.read);
  if (known !== undefined) return known;
  const name = randomUUID();
  try {
    // A calendar of an older version may lack tables that an ordinary write needs.
    return await db.alone(async (trx) => {
      const meanwhile = await findCalendarName(trx);
      if (meanwhile !== undefined) return meanwhile;
      await addSetting(trx, CALENDAR_NAME, name);
      return name;
    });
  } catch (error) {
    // One that was never served, on a disk that can only be read.
    if (error instanceof KalendsError && error.code === 'rest_read_only') return name;
    throw error;
  }
}

/** A date of a series as an export has it. */
export interface ExportedDate {
  readonly id: number;
  readonly recurrence_id: string;
  /** The names of the fields that it sets itself, as JSON; empty: none. */
  readonly overrides: string;
}

/** Returns the dates of a series, in order. */
export function listDates(db: Reading, series: number): Promise<ExportedDate[]> {
  return db
    .selectFrom('occurrences')
    .select(['id', 'recurrence_id', 'overrides'])
    .where('series_id', '=', series)
    .where('series_id', '>', 0)
    .orderBy('recurrence_id')
    .execute();
}

/** Returns the next IDs of former dates after the ID `after`, ascending, each with its series; 0: none that it could come back to. */
export async function listFormerDatesAfter(
  db: Reading,
  after: number,
  limit: number,
): Promise<{ id: number; series: number; recurrence_id: string }[]> {
  const rows = await db
    .selectFrom('former_occurrences')
    .select(['id', 'series_id', 'recurrence_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, series_id: series, recurrence_id }) => ({ id, series, recurrence_id }));
}

/** An item that was merged into another, with the slugs that it had. */
export interface MergedItemRow {
  readonly kind: MergedKind;
  readonly id: number;
  readonly into: number;
  readonly slugs: readonly string[];
}

/** Returns the next merged items after one, ascending by kind and ID; undefined: the first. */
export async function listMergedAfter(
  db: Reading,
  after: Pick<MergedItemRow, 'kind' | 'id'> | undefined,
  limit: number,
): Promise<MergedItemRow[]> {
  const rows = await db
    .selectFrom('merged_items')
    .selectAll()
    .$if(after !== undefined, (some) =>
      some.where(sql<boolean>`(kind, id) > (${after?.kind ?? ''}, ${after?.id ?? 0})`),
    )
    .orderBy('kind')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const slugs = await db
    .selectFrom('merged_slugs')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('slug')
    .execute();
  return rows.map(({ kind, id, into_id: into }) => ({
    kind,
    id,
    into,
    slugs: slugs.filter((one) => one.kind === kind && one.id === id).map(({ slug }) => slug),
  }));
}

/** A slug by which an item was public before. */
export interface FormerSlugRow {
  readonly kind: TranslatedKind;
  readonly slug: string;
  readonly id: number;
}

/** Returns the next former slugs after one, ascending by kind and slug; undefined: the first. */
export async function listFormerSlugsAfter(
  db: Reading,
  after: FormerSlugRow | undefined,
  limit: number,
): Promise<FormerSlugRow[]> {
  const rows = await db
    .selectFrom('former_slugs')
    .select(['kind', 'slug', 'resource_id'])
    .$if(after !== undefined, (rows) =>
      rows.where(sql<boolean>`(kind, slug) > (${after?.kind ?? ''}, ${after?.slug ?? ''})`),
    )
    .orderBy('kind')
    .orderBy('slug')
    .limit(limit)
    .execute();
  return rows.map(({ kind, slug, resource_id: id }) => ({ kind, slug, id }));
}
