import { setTimeout as pause } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import { type Actor, changed } from '#api/routing/actor.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Reading } from '#store/db/engine.ts';
import type { SeriesTable } from '#store/db/series-tables.ts';
import type { EventsTable } from '#store/db/tables.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { DATES_AT_ONCE, type DatesOfDays, dayAfter, firstDateOf, firstDatesOf, rowOfDate } from './layout.ts';
import { recurrenceOf } from './present.ts';
import { dayOfNext, laidOutAt } from './rules.ts';
import { closeGap } from './store.ts';

/** Series of one transaction, and the milliseconds after which it takes no further series: others wait for it. */
const SERIES_AT_ONCE = 100;
const WORK_MS = 50;
/** Longest pause between two such transactions, of which each is as long as the work before it. */
const PAUSE_MS = 200;
const DAY = 10;

/** Days are `YYYY-MM-DD` on the clocks of the series. */
export interface Behind {
  /** The last day that is to be laid out; undefined: none is, but for gaps. */
  readonly until?: string | undefined;
  /** Only the series with one of these IDs, or of this zone. */
  readonly id?: number | undefined;
  readonly timezone?: string | undefined;
  /** Past days left out when a series was written to lay out too: those that lists wait for, or all. */
  readonly gaps?: 'short' | 'all' | undefined;
}

/** Its dates go on after those that are laid out; word by word as the index has it, which SQLite else doesn't use. */
const goesOn = sql<boolean>`s.laid_out_until < coalesce(substr(s.last_date, 1, 10), '9999-99-99')`;

/** Extent to which series are laid out. */
export interface Least {
  /** The day up to which all are, those whose last date is apart; undefined: none goes on. */
  readonly day: string | undefined;
  /** True if past days of some series are still to lay out. */
  readonly hasGaps: boolean;
  /** True if lists wait for some of those days. */
  readonly hasShortGaps: boolean;
  /** The calendar's version then. */
  readonly version: number;
}

/** Returns how far series are laid out. */
export async function leastLaidOut(db: Reading): Promise<Least> {
  const { rows } = await sql<{ day: string | null; shortest: number | null; version: number }>`
    select (select min(s.laid_out_until) from series s where ${goesOn}) as day,
      (select min(is_long) from series_gaps) as shortest, version
    from calendar where id = 1`.execute(db);
  const [row] = rows;
  const shortest = row?.shortest ?? undefined;
  return {
    day: row?.day ?? undefined,
    hasGaps: shortest !== undefined,
    hasShortGaps: shortest === 0,
    version: Number(row?.version ?? 0),
  };
}

/** Returns the zones of series whose dates go on after those that are laid out. */
async function listZonesOfSeries(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ timezone: string }>`
    select distinct e.timezone from series s join events e on e.id = s.id where ${goesOn}`.execute(db);
  return rows.map(({ timezone }) => timezone);
}

type BehindRow = Selectable<EventsTable> & Pick<Selectable<SeriesTable>, 'recurrence' | 'laid_out_until'>;

/** Days of a series that are to be laid out. */
interface DaysToLayOut {
  readonly series: BehindRow;
  readonly from: string;
  readonly until: string;
  /** True if the days come before those that are laid out. */
  readonly isGap: boolean;
}

/** Returns the days that some series are to be laid out further: those to come, or where there are none those that were left. */
async function listStretches(db: Reading, behind: Behind): Promise<DaysToLayOut[]> {
  const { until, gaps, id, timezone } = behind;
  const rows = until === undefined ? [] : await listBehind(db, { ...behind, until });
  if (rows.length > 0 || gaps === undefined)
    return rows.map((series) => aheadOf(series, until ?? series.laid_out_until));
  const found = await sql<BehindRow & { from_day: string; to_day: string }>`
    select e.*, s.recurrence, s.laid_out_until, g.from_day, g.to_day
    from series_gaps g join series s on s.id = g.series_id join events e on e.id = g.series_id
    where ${gaps === 'short' ? sql`g.is_long = 0` : sql`g.is_long >= 0`}
      ${id === undefined ? sql`` : sql`and s.id = ${id}`}
      ${timezone === undefined ? sql`` : sql`and e.timezone = ${timezone}`}
    order by g.is_long, g.series_id limit ${SERIES_AT_ONCE}`.execute(db);
  return found.rows.map(({ from_day, to_day, ...series }) => ({
    series,
    from: from_day,
    until: to_day,
    isGap: true,
  }));
}

const aheadOf = (series: BehindRow, until: string): DaysToLayOut => ({
  series,
  from: dayAfter(series.laid_out_until),
  until,
  isGap: false,
});

async function listBehind(
  db: Reading,
  { until, id, timezone }: Behind & { readonly until: string },
): Promise<BehindRow[]> {
  const { rows } = await sql<BehindRow>`
    select e.*, s.recurrence, s.laid_out_until from series s join events e on e.id = s.id
    where s.laid_out_until < ${until} and ${goesOn}
      ${id === undefined ? sql`` : sql`and s.id = ${id}`}
      ${timezone === undefined ? sql`` : sql`and e.timezone = ${timezone}`}
    order by s.laid_out_until, s.id limit ${SERIES_AT_ONCE}`.execute(db);
  return rows;
}

/** The dates of a series to add, and the last day up to which its days are laid out with them. */
interface Extension extends DatesOfDays {
  readonly stretch: DaysToLayOut;
}

/** Returns the next dates of a series. */
const nextDates = (stretch: DaysToLayOut, most: number): Extension => ({
  stretch,
  ...firstDatesOf(recurrenceOf(stretch.series), firstDateOf(stretch.series), stretch, most),
});

/** Writes further dates of series. Those whose IDs are known, of former dates, have them again (contract R4). */
async function addDates(batch: WriteBatch, actor: Actor, extensions: readonly Extension[]): Promise<void> {
  const { trx, dialect } = batch;
  const growing = extensions.filter(({ dates }) => dates.length > 0);
  if (growing.length > 0) {
    const ids = growing.map(({ stretch }) => stretch.series.id);
    const since = growing
      .flatMap(({ dates }) => dates[0]?.recurrence_id.slice(0, DAY) ?? [])
      .reduce((a, b) => (a < b ? a : b));
    const keyOf = (series: number, recurrenceId: string) => `${series} ${recurrenceId}`;
    const former = new Map<string, number>();
    for (const row of await trx
      .selectFrom('former_occurrences')
      .selectAll()
      .where('series_id', 'in', ids)
      .where('series_id', '>', 0)
      .where('recurrence_id', '>=', since)
      .execute())
      former.set(keyOf(row.series_id, row.recurrence_id), row.id);
    const back: number[] = [];
    const rows = [];
    for (const { stretch, dates } of growing) {
      const { series } = stretch;
      for (const date of dates) {
        const id = former.get(keyOf(series.id, date.recurrence_id));
        if (id !== undefined) back.push(id);
        rows.push(rowOfDate(id ?? (await batch.postIds.claim()), series, date));
      }
    }
    if (back.length > 0) await trx.deleteFrom('former_occurrences').where('id', 'in', back).execute();
    await dialect.insertRows(trx, 'occurrences', rows);
    for (const id of ids) batch.log(changed(actor, 'event', id, 'update'));
  }
  for (const { stretch, until } of extensions.filter(({ stretch }) => stretch.isGap))
    if (until >= stretch.until) await closeGap(trx, stretch.series.id);
    else
      await trx
        .updateTable('series_gaps')
        .set({ from_day: dayAfter(until) })
        .where('series_id', '=', stretch.series.id)
        .execute();
  const ahead = extensions.filter(({ stretch }) => !stretch.isGap);
  for (const [until, some] of Map.groupBy(ahead, (extension) => extension.until))
    await trx
      .updateTable('series')
      .set({ laid_out_until: until })
      .where(
        'id',
        'in',
        some.map(({ stretch }) => stretch.series.id),
      )
      .execute();
}

/** Lays out what is left of the series that an item is, or belongs to: a write of it needs all dates up to the horizon. */
export async function finishLayout(actor: Actor, itemId: number): Promise<void> {
  const { rows } = await sql<{ id: number; timezone: string }>`
    select s.id, e.timezone from series s join events e on e.id = s.id left join series_gaps g on g.series_id = s.id
    where s.id in (${itemId}, (select series_id from occurrences where id = ${itemId} and series_id > 0))
      and (g.series_id is not null or ${goesOn})`.execute(actor.services.db.read);
  for (const { id, timezone } of rows) {
    const until = laidOutAt(actor, timezone).horizon;
    await layOutBehind({ ...actor, viewer: null }, { until, id, gaps: 'all' }, { isAwaited: true });
  }
}

/**
 * Lays out all series up to the horizon of the present day in their zones (contract R7), then past days that were left.
 * Returns how many dates were added.
 */
export async function layOutToHorizon(actor: Actor, isStopped: () => boolean): Promise<number> {
  let added = 0;
  for (const timezone of await listZonesOfSeries(actor.services.db.read))
    added += await layOutBehind(
      actor,
      { until: laidOutAt(actor, timezone).horizon, timezone },
      { isStopped },
    );
  return added + (await layOutBehind(actor, { gaps: 'all' }, { isStopped }));
}

/** A series that goes on has to have a date that ends so many minutes after now: it is looked for every ten. */
const MINUTES_AHEAD = 15;

/** Returns up to 100 series after an ID that go on, and of whose dates that are laid out none ends after the next minutes. */
async function listWithoutNext(db: Reading, now: Temporal.Instant, after: number): Promise<BehindRow[]> {
  const soonUtc = utcText(now.add({ minutes: MINUTES_AHEAD }));
  const { rows } = await sql<BehindRow>`
    select e.*, s.recurrence, s.laid_out_until from series s join events e on e.id = s.id
    where s.id > ${after} and ${goesOn} and not exists (select 1 from occurrences o where o.series_id = s.id
      and o.series_id > 0 and o.utc_end_date > ${soonUtc} and (o.overrides = '' or o.status <> 'trash'))
    order by s.id limit ${SERIES_AT_ONCE}`.execute(db);
  return rows;
}

/** Lays out series up to their next dates beyond what is laid out. Returns how many dates were added. */
async function layOutNext(batch: WriteBatch, actor: Actor, behind: readonly BehindRow[]): Promise<number> {
  const extensions = behind.flatMap((series) => {
    const until = dayOfNext(actor, recurrenceOf(series), firstDateOf(series), series.laid_out_until);
    return until === undefined ? [] : nextDates(aheadOf(series, until), Number.POSITIVE_INFINITY);
  });
  await addDates(batch, actor, extensions);
  return extensions.reduce((sum, { dates }) => sum + dates.length, 0);
}

/**
 * Lays out the next date of each series that would have none otherwise, some series in a transaction (contract R6).
 * Returns how many dates were added.
 */
export async function layOutAllNext(actor: Actor, isStopped: () => boolean): Promise<number> {
  const { db } = actor.services;
  let added = 0;
  for (let after = 0; !isStopped(); ) {
    const found = await listWithoutNext(db.read, actor.now, after);
    const last = found.at(-1)?.id;
    if (last === undefined) break;
    added += await writeBatch(db, async (batch) => {
      const again = await listWithoutNext(batch.trx, actor.now, after);
      return layOutNext(
        batch,
        actor,
        again.filter(({ id }) => id <= last),
      );
    });
    after = last;
  }
  return added;
}

/** Counts of what a transaction has laid out, and whether more may be left. */
interface LaidOut {
  readonly series: number;
  readonly dates: number;
  readonly more: boolean;
}

/** Lays out further dates of some series that are behind, in one transaction that others needn't wait for long. */
async function layOutSome(actor: Actor, behind: Behind): Promise<LaidOut> {
  const { db } = actor.services;
  // Nobody waits for a write that has nothing to do.
  if ((await listStretches(db.read, behind)).length === 0) return { series: 0, dates: 0, more: false };
  return writeBatch(db, async (batch) => {
    const beganMs = performance.now();
    const found = await listStretches(batch.trx, behind);
    const extensions: Extension[] = [];
    let dates = 0;
    for (const stretch of found) {
      const extension = nextDates(stretch, DATES_AT_ONCE - dates);
      extensions.push(extension);
      dates += extension.dates.length;
      if (dates >= DATES_AT_ONCE || performance.now() - beganMs > WORK_MS) break;
    }
    await addDates(batch, actor, extensions);
    const isCut = extensions.some(({ stretch, until }) => until < stretch.until);
    const areGapsLeft = behind.gaps !== undefined && found.some(({ isGap }) => !isGap);
    const more = isCut || areGapsLeft || extensions.length < found.length || found.length === SERIES_AT_ONCE;
    return { series: extensions.length, dates, more };
  });
}

/**
 * Lays out all dates of series that are behind, transaction by transaction, and leaves others half of the time: whoever
 * brings this about, readers and writers are hardly slower. Returns how many dates were added.
 * @param options.isAwaited leaves others no more than their turns, where somebody waits for little
 */
export async function layOutBehind(
  actor: Actor,
  behind: Behind,
  {
    isStopped = () => false,
    isAwaited = false,
  }: { isStopped?: (() => boolean) | undefined; isAwaited?: boolean | undefined } = {},
): Promise<number> {
  let added = 0;
  while (!isStopped()) {
    const beganMs = performance.now();
    const { dates, more } = await layOutSome(actor, behind);
    added += dates;
    if (!more) break;
    await pause(isAwaited ? 0 : Math.min(performance.now() - beganMs, PAUSE_MS));
  }
  return added;
}
