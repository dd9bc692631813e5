import { type Selectable, sql } from 'kysely';
import { eventDescription, type LinkField } from '#calendar/events/fields.ts';
import type { Dialect, Reading, Writing } from '#store/db/engine.ts';
import { carryRevisions } from '#store/db/revisions.ts';
import type { SeriesGapsTable, SeriesTable } from '#store/db/series-tables.ts';
import { preparedByIds } from '#store/db/statement.ts';
import type { EventsTable, OccurrencesTable } from '#store/db/tables.ts';
import { uidOf } from '#store/db/uids.ts';

/** A date of an event as it is stored. */
export type StoredOccurrence = Selectable<OccurrencesTable>;

/** A date of a series. */
export interface Occurrence extends Selectable<OccurrencesTable> {
  /** Number of dates of its series that the rule put on the same day before it. */
  ordinal: number;
}

/** The first date of a series that has not ended; dates are wall clocks of its zone unless they say UTC. */
export type NextOccurrence = Pick<
  Occurrence,
  'id' | 'start_date' | 'end_date' | 'utc_end_date' | 'recurrence_id' | 'ordinal'
>;

/** An event that repeats: its recurrence, and what all of its dates show of it. */
export interface Series extends Selectable<SeriesTable> {
  readonly event: Pick<
    Selectable<EventsTable>,
    | 'slug'
    | 'uid'
    | 'sequence'
    | 'modified'
    | 'modified_utc'
    | 'start_date'
    | 'end_date'
    | 'timezone'
    | 'all_day'
  >;
  readonly next: NextOccurrence | undefined;
}

/** The series of an item, and the date of it that the item is; undefined: the item is the series itself. */
export interface Repeating {
  readonly series: Series;
  readonly occurrence: Occurrence | undefined;
}

const ordinal = sql`(select count(*) from occurrences p where p.series_id = o.series_id and p.series_id > 0
  and p.recurrence_id >= substr(o.recurrence_id, 1, 10) and p.recurrence_id < o.recurrence_id)`;

const occurrenceRows = preparedByIds((db, ids) =>
  sql<Occurrence>`select o.*, ${ordinal} as ordinal from occurrences o
    where o.id in (${sql.join([...ids])}) and o.series_id > 0`.compile(db),
);

/** Returns those of these IDs that are dates of series, in any order. */
export async function listOccurrences(db: Reading, ids: readonly number[]): Promise<Occurrence[]> {
  if (ids.length === 0) return [];
  const rows = await occurrenceRows(db, ids);
  return rows.map((row) => ({ ...row, ordinal: Number(row.ordinal) }));
}

type SeriesRow = Selectable<SeriesTable> &
  Series['event'] & {
    [name in keyof NextOccurrence as `next_${name}`]: NextOccurrence[name] | null;
  };

/**
 * Returns series by their IDs, each with the next of its dates.
 * @param nowUtc the moment, UTC, after which that ends
 */
export async function listSeries(
  db: Reading,
  ids: readonly number[],
  nowUtc: string,
): Promise<ReadonlyMap<number, Series>> {
  if (ids.length === 0) return new Map();
  // Dates without values of their own end in the order in which they start; overrides are few.
  const { rows } = await sql<SeriesRow>`
    select s.*, e.slug, e.uid, e.sequence, e.modified, e.modified_utc, e.start_date, e.end_date, e.timezone, e.all_day,
      o.id as next_id, o.start_date as next_start_date, o.end_date as next_end_date,
      o.utc_end_date as next_utc_end_date, o.recurrence_id as next_recurrence_id, ${ordinal} as next_ordinal
    from series s join events e on e.id = s.id
    left join occurrences o on o.id = (select c.id from (
      select * from (select id, utc_start_date from occurrences where series_id = s.id and series_id > 0 and utc_end_date > ${nowUtc}
        and overrides = '' order by utc_end_date limit 1) regular
      union all select id, utc_start_date from occurrences where series_id = s.id and series_id > 0 and utc_end_date > ${nowUtc}
        and overrides <> '' and status <> 'trash') c order by c.utc_start_date, c.id limit 1)
    where s.id in (${sql.join([...ids])})`.execute(db);
  return new Map(rows.map((row) => [row.id, seriesOf(row)]));
}

function seriesOf(row: SeriesRow): Series {
  const { next_id, next_start_date, next_end_date, next_utc_end_date, next_recurrence_id, next_ordinal } =
    row;
  const { id, recurrence, count, first_date, last_date, laid_out_until, continues, continued_by } = row;
  const { slug, sequence, modified, modified_utc, start_date, end_date, timezone, all_day } = row;
  const hasNext =
    next_id !== null &&
    next_start_date !== null &&
    next_end_date !== null &&
    next_utc_end_date !== null &&
    next_recurrence_id !== null;
  return {
    id,
    recurrence,
    count,
    first_date,
    last_date,
    laid_out_until,
    continues,
    continued_by,
    event: {
      slug,
      uid: uidOf(row),
      sequence,
      modified,
      modified_utc,
      start_date,
      end_date,
      timezone,
      all_day,
    },
    next: hasNext
      ? {
          id: next_id,
          start_date: next_start_date,
          end_date: next_end_date,
          utc_end_date: next_utc_end_date,
          recurrence_id: next_recurrence_id,
          ordinal: Number(next_ordinal),
        }
      : undefined,
  };
}

/** Returns whether an ID was that of a date that its series no longer has. */
export async function isFormerOccurrence(db: Reading, id: number): Promise<boolean> {
  const row = await db.selectFrom('former_occurrences').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns the ID of the first date that the rule of a series put on a day, or at a wall clock of its zone; undefined: none. */
export async function findOccurrenceAt(
  db: Reading,
  seriesId: number,
  at: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('occurrences')
    .select('id')
    .where('series_id', '=', seriesId)
    .where('series_id', '>', 0)
    .where('recurrence_id', '>=', at)
    .where('recurrence_id', '<=', at.length === 10 ? `${at} 23:59:59` : at)
    .orderBy('recurrence_id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the IDs of the dates that the rule of a series puts on a day, or of those that were taken out of it, in order. */
export async function listDatesOn(
  db: Reading,
  table: 'occurrences' | 'former_occurrences',
  seriesId: number,
  day: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('series_id', '=', seriesId)
    .where('series_id', '>', 0)
    .where('recurrence_id', '>=', `${day} 00:00:00`)
    .where('recurrence_id', '<=', `${day} 23:59:59`)
    .orderBy('recurrence_id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives an event the links of another, and no others. */
export async function copyLinks(
  trx: Writing,
  field: LinkField,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { table, column, isOrdered } = eventDescription[field].linked;
  const names = sql.join((isOrdered ? [column, 'position'] : [column]).map((name) => sql.ref(name)));
  await sql`delete from ${sql.table(table)} where event_id = ${to}`.execute(trx);
  await sql`insert into ${sql.table(table)} (event_id, ${names})
    select ${sql.lit(to)}, ${names} from ${sql.table(table)} where event_id = ${from}`.execute(trx);
}

/** The parts that a series was split into, and up to which day its dates are laid out. */
export type Split = Pick<Selectable<SeriesTable>, 'continues' | 'continued_by' | 'laid_out_until'>;

/** Returns the recurrence of a series as it is stored. */
export async function findSeries(db: Reading, id: number): Promise<Selectable<SeriesTable> | undefined> {
  return db.selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the days of a series that are still to be laid out before those that are. */
export async function findGap(db: Reading, id: number): Promise<Selectable<SeriesGapsTable> | undefined> {
  return db.selectFrom('series_gaps').selectAll().where('series_id', '=', id).executeTakeFirst();
}

/** Notes that a series has all dates before those that are laid out. */
export async function closeGap(trx: Writing, id: number): Promise<void> {
  await trx.deleteFrom('series_gaps').where('series_id', '=', id).execute();
}

/** Writes the recurrence of a series, a new or a changed one. */
export async function writeSeries(
  trx: Writing,
  dialect: Dialect,
  row: Selectable<SeriesTable>,
): Promise<void> {
  await dialect.insertRows(trx, 'series', [row], ['id']);
}

/** Removes all dates of a series and its recurrence; their IDs are never given again. Returns the IDs of its overrides. */
export async function endSeries(trx: Writing, dialect: Dialect, id: number): Promise<number[]> {
  const dates = await trx
    .selectFrom('occurrences')
    .select(['id', 'event_id', 'recurrence_id'])
    .where('series_id', '=', id)
    .where('series_id', '>', 0)
    .execute();
  await trx
    .updateTable('former_occurrences')
    .set({ series_id: 0 })
    .where('series_id', '=', id)
    .where('series_id', '>', 0)
    .execute();
  await dialect.insertRows(
    trx,
    'former_occurrences',
    dates.map((row) => ({ id: row.id, series_id: 0, recurrence_id: row.recurrence_id })),
  );
  await trx.deleteFrom('occurrences').where('series_id', '=', id).where('series_id', '>', 0).execute();
  await trx.updateTable('series').set({ continues: null }).where('continues', '=', id).execute();
  await trx.updateTable('series').set({ continued_by: null }).where('continued_by', '=', id).execute();
  await trx.deleteFrom('series').where('id', '=', id).execute();
  return dates.flatMap((row) => (row.event_id === id ? [] : row.id));
}

/** Gives the dates of a series from one on, and the IDs of former ones, to another series. */
export async function moveDates(
  trx: Writing,
  { from, to, since }: { from: number; to: number; since: string },
): Promise<void> {
  const dates = sql`series_id = ${from} and series_id > 0 and recurrence_id >= ${since}`;
  await carryRevisions(trx, { from, to, dates });
  await sql`update events set series_id = ${to} where series_id = ${from} and series_id > 0 and id in (
    select event_id from occurrences where series_id = ${from} and series_id > 0 and event_id <> ${from}
      and recurrence_id >= ${since})`.execute(trx);
  await sql`update occurrences set series_id = ${to},
    event_id = case when event_id = ${from} then ${to} else event_id end
    where series_id = ${from} and series_id > 0 and recurrence_id >= ${since}`.execute(trx);
  await sql`update former_occurrences set series_id = ${to}
    where series_id = ${from} and series_id > 0 and recurrence_id >= ${since}`.execute(trx);
}

/** Removes dates by their IDs. */
export async function deleteDates(trx: Writing, dialect: Dialect, ids: readonly number[]): Promise<void> {
  await sql`delete from occurrences where id ${dialect.among(ids)}`.execute(trx);
}

/** Makes a series continue another one than before, which was split off between them. */
export async function continueFrom(trx: Writing, id: number, from: number): Promise<void> {
  await trx.updateTable('series').set({ continues: from }).where('id', '=', id).execute();
}

/** Returns a date of a series as it is stored, by its ID. */
export async function findStoredOccurrence(db: Reading, id: number): Promise<StoredOccurrence | undefined> {
  return db
    .selectFrom('occurrences')
    .selectAll()
    .where('id', '=', id)
    .where('series_id', '>', 0)
    .executeTakeFirst();
}

/** Returns all stored dates of a series in the order in which its rule put them. */
export async function listDates(db: Reading, id: number): Promise<StoredOccurrence[]> {
  return db
    .selectFrom('occurrences')
    .selectAll()
    .where('series_id', '=', id)
    .where('series_id', '>', 0)
    .orderBy('recurrence_id')
    .execute();
}

/** Returns the stored dates of a series that have values of their own. */
export async function listOverrides(
  db: Reading,
  id: number,
): Promise<Pick<StoredOccurrence, 'id' | 'recurrence_id'>[]> {
  return db
    .selectFrom('occurrences')
    .select(['id', 'recurrence_id'])
    .where('series_id', '=', id)
    .where('series_id', '>', 0)
    .where('overrides', '<>', '')
    .execute();
}

/** Sets whose values a date shows, and which fields it sets itself. */
export async function setOverrides(
  trx: Writing,
  id: number,
  row: Pick<StoredOccurrence, 'event_id' | 'overrides'>,
): Promise<void> {
  await trx.updateTable('occurrences').set(row).where('id', '=', id).execute();
}
