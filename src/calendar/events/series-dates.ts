import type { Selectable } from 'kysely';
import { type Actor, changed } from '#api/routing/actor.ts';
import { firstDateMade } from '#calendar/recurrence/expand.ts';
import type { FirstDate, Recurrence, RecurrenceDate } from '#calendar/recurrence/recurrence.ts';
import { shiftRecurrence } from '#calendar/recurrence/shift.ts';
import { KalendsError } from '#errors.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import type { SeriesGapsTable } from '#store/db/series-tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { removeOverride } from './overrides.ts';
import {
  DATES_AT_ONCE,
  dayAfter,
  firstDateOf,
  firstDatesOf,
  type Layout,
  layOutDates,
  rowOfDate,
  showDates,
} from './series/layout.ts';
import type { SentRecurrence } from './series/parameters.ts';
import {
  datesUntil,
  extentOf,
  hasLongPast,
  layOutDay,
  movedRecurrence,
  presentDay,
  readSent,
  refusing,
} from './series/rules.ts';
import {
  closeGap,
  endSeries,
  findSeries,
  type Split,
  type StoredOccurrence,
  writeSeries,
} from './series/store.ts';
import type { EventRow } from './store.ts';
import { newOccurrenceOf, occurrenceOf } from './times/dates.ts';

/** Characters of a day. */
const DAY = 10;

const isMoved = (a: FirstDate, b: FirstDate): boolean =>
  a.start_date !== b.start_date ||
  a.end_date !== b.end_date ||
  a.timezone !== b.timezone ||
  a.all_day !== b.all_day;

/**
 * Returns the recurrence of a series after a write: the one that was sent, else its own, moved with its dates; null where the
 * repeating ends.
 * @throws RecurrenceError where it is refused (contract R3, R8)
 */
export function resultingRecurrence(
  actor: Parameters<typeof readSent>[0],
  {
    old,
    before,
    first,
    sent,
  }: {
    old: Recurrence;
    before: FirstDate;
    first: FirstDate;
    sent: SentRecurrence | undefined;
  },
): Recurrence | null {
  const pattern = { recurrence: old, first: before };
  if (sent) return readSent(actor, sent, first, pattern);
  return isMoved(before, first) ? movedRecurrence(actor, pattern, first) : old;
}

/**
 * Writes the new values of an event's row and of its dates: of the one that it has, or of all that its recurrence makes.
 * Returns the overrides that stay; their rows are to be written by `writeOverrides` once texts and links are.
 * @throws KalendsError 400 naming `recurrence` where that is refused (contract R3, R8)
 */
export async function replaceDates(
  batch: WriteBatch,
  actor: Actor,
  {
    before,
    row,
    sent,
    ids,
    isWhole,
  }: {
    before: EventRow;
    row: EventRow;
    sent?: SentRecurrence | undefined;
    ids?: Layout['ids'];
    /** True to write all dates at once when an event begins to repeat. */
    isWhole?: boolean;
  },
): Promise<readonly StoredOccurrence[]> {
  if (before.series_id !== before.id) {
    const recurrence = sent && refusing(() => readSent(actor, sent, firstDateOf(row)));
    if (recurrence) {
      const series = { ...row, series_id: row.id };
      batch.update('events', series, 'id');
      await batch.flush();
      await batch.trx.deleteFrom('occurrences').where('id', '=', row.id).execute();
      await layOutNew(batch, actor, series, { recurrence, ids, isWhole });
      await batch.flush();
    } else {
      batch.update('events', row, 'id');
      batch.update('occurrences', occurrenceOf(row), 'id');
    }
    return [];
  }
  const stored = await findSeries(batch.trx, row.id);
  if (!stored) throw new KalendsError('rest-event-not-found');
  const old: Recurrence = JSON.parse(stored.recurrence);
  const [was, first] = [firstDateOf(before), firstDateOf(row)];
  const moved = isMoved(was, first);
  const recurrence = refusing(() => resultingRecurrence(actor, { old, before: was, first, sent }));
  if (!recurrence) {
    const begin = firstDateMade(old, was);
    for (const id of [stored.continues, stored.continued_by])
      if (id !== null) batch.log(changed(actor, 'event', id, 'update'));
    await stopRepeating(batch, actor, moved || !begin ? row : { ...row, ...datesOf(begin) });
    return [];
  }
  batch.update('events', row, 'id');
  await batch.flush();
  if (!sent && !moved) return showDates(batch, row);
  const shiftId = moved ? shiftOf({ old, before: was, first, sent }) : undefined;
  return layOut(batch, actor, row, { recurrence, split: stored, ids, ...(shiftId ? { shiftId } : {}) });
}

const wallDifference = (from: string, to: string): number => (secondsOf(to) ?? 0) - (secondsOf(from) ?? 0);
const movedBy = (wall: string, seconds: number): string => textOf((secondsOf(wall) ?? 0) + seconds);

/** Returns how the ids of dates follow a series that moves: beside a new recurrence they go with its first date. */
function shiftOf({
  old,
  before,
  first,
  sent,
}: {
  old: Recurrence;
  before: FirstDate;
  first: FirstDate;
  sent: SentRecurrence | undefined;
}): ((recurrenceId: string) => string) | undefined {
  if (!sent) return shiftRecurrence(old, before, first).shiftId;
  const begin = firstDateMade(old, before);
  const by = wallDifference(begin?.recurrence_id ?? before.start_date, first.start_date);
  return by === 0 ? undefined : (id) => movedBy(id, by);
}

/** Ends the repeating of a series: it keeps its first date, and the IDs of its dates never come back (contract R1). */
async function stopRepeating(batch: WriteBatch, actor: Actor, row: EventRow): Promise<void> {
  const single = { ...row, series_id: 0 };
  for (const id of await endSeries(batch.trx, batch.dialect, row.id)) {
    await removeOverride(batch, id);
    batch.log(changed(actor, 'event', id, 'delete'));
  }
  batch.update('events', single, 'id');
  batch.insert('occurrences', newOccurrenceOf(single));
}

/** The dates of a new series that are written with it, how far it is laid out then, and the days before that are left. */
interface FirstLayout {
  readonly dates: Iterable<RecurrenceDate>;
  readonly until: string;
  readonly gap?: Pick<Selectable<SeriesGapsTable>, 'from_day' | 'to_day'> | undefined;
}

/**
 * Returns the first dates of a series, where it has passed ones the first that have not ended: the others are laid out by
 * `layOutBehind`, since a write of some thousand takes long.
 */
function firstLayout(
  { recurrence, first, until }: { recurrence: Recurrence; first: FirstDate; until: string },
  { begin, present }: { begin: string; present: string },
): FirstLayout {
  const oldest = firstDatesOf(recurrence, first, { until }, DATES_AT_ONCE);
  if (oldest.until === until || present <= begin) return oldest;
  const to_day = dayAfter(present, -1);
  const next = firstDatesOf(recurrence, first, { from: present, until }, DATES_AT_ONCE);
  if (next.dates.length > 0) return { ...next, gap: { from_day: begin, to_day } };
  return { ...oldest, until, gap: { from_day: dayAfter(oldest.until), to_day } };
}

/**
 * Adds the first dates of a new series and its recurrence to a batch, without asking for what is stored of it.
 * @param options.ids the IDs that its dates get where nothing has them, by `recurrence_id`; those after them are not laid out
 * @param options.isWhole whether all of its dates are added, for writes that change some of them
 * @throws KalendsError 400 naming `recurrence` where that makes too many dates or none
 */
export async function layOutNew(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  {
    recurrence,
    ids = {},
    isWhole = false,
  }: { recurrence: Recurrence; ids?: Layout['ids']; isWhole?: boolean | undefined },
): Promise<void> {
  const first = firstDateOf(series);
  const extent = refusing(() => extentOf(recurrence, first));
  // IDs for dates after those known may be wanted by what an import brings later.
  const lastKnown = Object.keys(ids)
    .reduce((a, b) => (a > b ? a : b), '')
    .slice(0, DAY);
  const until = lastKnown || layOutDay(actor, recurrence, first);
  const given = new Set(Object.values(ids));
  if (lastKnown) await batch.postIds.prefetch([...given].flatMap((id) => [id, id + 1]));
  const layout: FirstLayout =
    isWhole || lastKnown
      ? { dates: datesUntil(recurrence, first, until), until }
      : firstLayout(
          { recurrence, first, until },
          { begin: extent.first_date.slice(0, DAY), present: presentDay(actor, first) },
        );
  let before = 0;
  for (const date of layout.dates) {
    // A date that the source doesn't show has the number after the one before it there, most likely.
    const guessed = lastKnown && before > 0 && !given.has(before + 1) ? before + 1 : undefined;
    before = await batch.postIds.claim(ids[date.recurrence_id] || guessed);
    batch.insert('occurrences', rowOfDate(before, series, date));
  }
  batch.insert('series', {
    id: series.id,
    recurrence: JSON.stringify(recurrence),
    ...extent,
    laid_out_until: layout.until,
    continues: null,
    continued_by: null,
  });
  if (layout.gap)
    batch.insert('series_gaps', {
      series_id: series.id,
      ...layout.gap,
      is_long: hasLongPast(recurrence) ? 1 : 0,
    });
}

const datesOf = ({ start_date, end_date, utc_start_date, utc_end_date }: RecurrenceDate) => ({
  start_date,
  end_date,
  utc_start_date,
  utc_end_date,
});

/**
 * Lays out the dates of a series whose row among events is written, and keeps its recurrence. Returns the overrides that stay;
 * their rows are to be written by `writeOverrides`.
 * @throws KalendsError 400 naming `recurrence` where that makes too many dates or none
 */
export async function layOut(
  batch: WriteBatch,
  actor: Actor,
  series: EventRow,
  { recurrence, split, shiftId, ids }: Omit<Layout, 'until'> & { split?: Split },
): Promise<readonly StoredOccurrence[]> {
  const first: FirstDate = firstDateOf(series);
  const extent = refusing(() => extentOf(recurrence, first));
  const least = layOutDay(actor, recurrence, first);
  // What was laid out stays so, however far it moves: its IDs are known.
  const laidOut =
    split && (shiftId?.(`${split.laid_out_until} 00:00:00`) ?? split.laid_out_until).slice(0, DAY);
  const until = laidOut && laidOut > least ? laidOut : least;
  const { removed, kept } = await layOutDates(batch, series, {
    recurrence,
    until,
    ids,
    ...(shiftId ? { shiftId } : {}),
  });
  for (const { id } of removed) {
    await removeOverride(batch, id);
    batch.log(changed(actor, 'event', id, 'delete'));
  }
  await closeGap(batch.trx, series.id);
  await writeSeries(batch.trx, batch.dialect, {
    id: series.id,
    recurrence: JSON.stringify(recurrence),
    ...extent,
    laid_out_until: until,
    continues: split?.continues ?? null,
    continued_by: split?.continued_by ?? null,
  });
  return kept;
}
