import { sql } from 'kysely';
import { expand } from '#calendar/recurrence/expand.ts';
import type { Recurrence } from '#calendar/recurrence/recurrence.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import { deleteSetting, findSetting, putSetting } from '#store/db/stored-settings.ts';
import { WriteBatch } from '#store/db/write-batch.ts';
import { firstDateOf, hasOwnTimes, rowOfDate } from './series/layout.ts';
import type { StoredOccurrence } from './series/store.ts';
import type { EventRow } from './store.ts';
import { timesOfStored } from './times/dates.ts';

/** The setting with the version of the zone data by which times in UTC were derived. */
const DERIVED_BY = 'zone_data';
/** While they are derived again: by which version, and the last event done. */
const UNDER_WAY = 'zone_data_under_way';
/** Events and series of one transaction. */
const AT_ONCE = 50;

/** Returns the version of the zone data that this process has, such as `2026c`. */
export const zoneDataVersion = (): string =>
  process.versions['tz'] ?? process.versions['icu'] ?? process.versions.node;

type Times = Pick<StoredOccurrence, 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>;

/** Times to come that are no longer what the zone data make of their clock. */
export interface MovedTimes {
  /** The event whose row has these times; undefined: a date that shows those of its series has them. */
  readonly event?: number;
  /** The date that has these times; undefined: a series, whose first date it is. */
  readonly date?: StoredOccurrence;
  readonly times: Times;
}

/** Times beside their clock; an end never comes before its start. */
function derived(row: Pick<EventRow, 'timezone' | keyof Times>): Times {
  const { start_date, end_date } = row;
  const { utc_start_date, utc_end_date: end } = timesOfStored(row);
  const least = row.utc_end_date < utc_start_date ? utc_start_date : row.utc_end_date;
  const utc_end_date = end < utc_start_date ? least : end;
  return { start_date, end_date, utc_start_date, utc_end_date };
}

const isSame = (a: Times, b: Times): boolean =>
  a.start_date === b.start_date &&
  a.end_date === b.end_date &&
  a.utc_start_date === b.utc_start_date &&
  a.utc_end_date === b.utc_end_date;

/** Returns the dates of a series whose times its recurrence puts elsewhere. */
function movedDates(
  series: EventRow,
  recurrence: Recurrence,
  dates: readonly StoredOccurrence[],
): MovedTimes[] {
  const byId = new Map(dates.filter((date) => !hasOwnTimes(date)).map((date) => [date.recurrence_id, date]));
  const ids = [...byId.keys()].sort();
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const moved: MovedTimes[] = [];
  for (const made of expand(recurrence, firstDateOf(series), { from: first, to: daysFrom(last, 3) })) {
    const date = byId.get(made.recurrence_id);
    if (!date || isSame(date, made)) continue;
    const { days, start_date, end_date, utc_start_date, utc_end_date } = rowOfDate(date.id, series, made);
    const times = { start_date, end_date, utc_start_date, utc_end_date };
    const own = date.event_id === series.id ? {} : { event: date.event_id };
    moved.push({ ...own, date: { ...date, ...times, days }, times });
  }
  return moved;
}

/**
 * Returns the times to come that differ from what the zone data make of their clock, among the next events after an ID;
 * `last` is undefined after the end. What was imported keeps the UTC times it came with.
 */
export async function listMovedTimes(
  db: Reading,
  nowUtc: string,
  after: number,
): Promise<{ moved: MovedTimes[]; last: number | undefined }> {
  const { rows } = await sql<EventRow>`select e.* from events e
    where e.id > ${after} and (e.series_id = e.id or e.utc_end_date > ${nowUtc})
      and (e.series_id > 0 or e.global_id is null)
    order by e.id limit ${AT_ONCE}`.execute(db);
  const last = rows.at(-1)?.id;
  if (last === undefined) return { moved: [], last };
  const seriesIds = rows.flatMap((row) => (row.series_id === row.id ? row.id : []));
  const recurrences = new Map(
    seriesIds.length === 0
      ? []
      : (
          await db.selectFrom('series').select(['id', 'recurrence']).where('id', 'in', seriesIds).execute()
        ).map(({ id, recurrence }) => [id, recurrence]),
  );
  const coming = db.selectFrom('occurrences').selectAll().where('utc_end_date', '>', nowUtc);
  // Apart from each other: with `or` an engine would go through all dates to come.
  const own = rows.flatMap(({ id, series_id }) => (series_id === id ? [] : id));
  const [alone, ofSeries] = await Promise.all([
    own.length === 0 ? [] : coming.where('id', 'in', own).execute(),
    seriesIds.length === 0
      ? []
      : coming.where('series_id', 'in', seriesIds).where('series_id', '>', 0).execute(),
  ]);
  const dates = [...new Map([...alone, ...ofSeries].map((date) => [date.id, date])).values()];
  const byId = new Map(dates.map((date) => [date.id, date]));
  const bySeries = Map.groupBy(dates, ({ series_id }) => series_id);
  const moved: MovedTimes[] = [];
  for (const row of rows) {
    const recurrence = recurrences.get(row.id);
    if (recurrence !== undefined)
      moved.push(...movedDates(row, JSON.parse(recurrence), bySeries.get(row.id) ?? []));
    const date = byId.get(row.id);
    if (row.utc_end_date <= nowUtc || (row.series_id !== row.id && !date)) continue;
    // An override that has the times of its series is found there.
    if (date && row.series_id !== 0 && !hasOwnTimes(date)) continue;
    const times = derived(row);
    if (isSame(row, times)) continue;
    moved.push({
      event: row.id,
      times,
      ...(date && row.series_id !== row.id ? { date: { ...date, ...times } } : {}),
    });
  }
  return { moved, last };
}

async function writeTimes(batch: WriteBatch, moved: readonly MovedTimes[], nowUtc: string): Promise<void> {
  const { trx, dialect } = batch;
  const dates = moved.flatMap(({ date }) => date ?? []);
  await dialect.insertRows(trx, 'occurrences', dates, ['id']);
  for (const { event, times } of moved)
    if (event !== undefined) await trx.updateTable('events').set(times).where('id', '=', event).execute();
  for (const id of new Set(moved.flatMap(({ event, date }) => event ?? date?.event_id ?? [])))
    batch.log({ kind: 'event', resource_id: id, action: 'update', at_utc: nowUtc, user_id: null });
}

/**
 * Derives the UTC times to come of events and series again where they were derived by other zone data (contract R11). A calendar
 * that doesn't say by which takes the present ones for it. Reads some events at a time and writes only what has moved, each time
 * in a transaction of its own, so that others may write in between and any process continues where one was interrupted.
 * Returns how many times have moved.
 */
export async function renewZoneTimes(db: Database, now: Temporal.Instant): Promise<number> {
  const version = zoneDataVersion();
  const nowUtc = utcText(now);
  const known = await findSetting(db.read, DERIVED_BY);
  if (known === version) return 0;
  if (known === undefined) {
    await db.write((trx) => putSetting(trx, DERIVED_BY, version));
    return 0;
  }
  const [by, done] = ((await findSetting(db.read, UNDER_WAY)) ?? '').split(' ');
  let count = 0;
  for (let after = by === version ? Number(done) : 0; ; ) {
    const { moved, last } = await listMovedTimes(db.read, nowUtc, after);
    if (last === undefined) break;
    if (moved.length > 0) count += await renewFrom(db, { after, version, nowUtc });
    after = last;
  }
  await db.write(async (trx) => {
    await deleteSetting(trx, UNDER_WAY);
    await putSetting(trx, DERIVED_BY, version);
  });
  return count;
}

/** Writes the moved times of the next events after an ID, as they are within the transaction. Returns how many there were. */
function renewFrom(
  db: Database,
  { after, version, nowUtc }: { after: number; version: string; nowUtc: string },
): Promise<number> {
  return db.write(async (trx) => {
    const { moved, last } = await listMovedTimes(trx, nowUtc, after);
    const batch = new WriteBatch(trx, db.dialect);
    await writeTimes(batch, moved, nowUtc);
    await batch.finish();
    await putSetting(trx, UNDER_WAY, `${version} ${last ?? after}`);
    return moved.length;
  });
}
