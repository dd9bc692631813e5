import type { Actor } from '#api/routing/actor.ts';
import {
  type CheckedAt,
  type CheckedExtent,
  checkRecurrence,
  MOST_YEARS,
  measureRecurrence,
} from '#calendar/recurrence/check.ts';
import { expand, firstDateMade } from '#calendar/recurrence/expand.ts';
import { readRecurrence } from '#calendar/recurrence/read.ts';
import {
  type FirstDate,
  type Recurrence,
  type RecurrenceDate,
  RecurrenceError,
} from '#calendar/recurrence/recurrence.ts';
import { shiftRecurrence } from '#calendar/recurrence/shift.ts';
import { invalidParameters, type Problem } from '#errors.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { SentRecurrence } from './parameters.ts';

/** The extent of a recurrence; dates are wall clocks of its zone. */
export interface SeriesExtent {
  /** null: it doesn't end. */
  readonly count: number | null;
  readonly first_date: string;
  readonly last_date: string | null;
}

const DAY = 10;

/** Returns the present day of a zone, and the last that is laid out (contract R7). */
export function laidOutAt({ services, now }: Pick<Actor, 'services' | 'now'>, timezone: string): CheckedAt {
  const today = Temporal.PlainDate.from(toWall(utcText(now), timezone).slice(0, DAY));
  return { today: today.toString(), horizon: today.add({ days: services.config.horizonDays }).toString() };
}

/** Returns a day that is within the horizon in all zones. */
export const dayWithinHorizon = (
  { horizonDays }: Pick<Actor['services']['config'], 'horizonDays'>,
  now: Temporal.Instant,
): string => daysFrom(utcText(now), horizonDays - 2).slice(0, DAY);

/**
 * Returns the day up to which a series is laid out when it is written: the horizon, or that of its next date where this is
 * farther, at most ten years past today (contract R6, R7).
 */
export function layOutDay(
  actor: Pick<Actor, 'services' | 'now'>,
  recurrence: Recurrence,
  first: FirstDate,
): string {
  const { today, horizon } = laidOutAt(actor, first.timezone);
  const nowUtc = utcText(actor.now);
  const from = `${presentDay(actor, first)} 00:00:00`;
  for (const { start_date, utc_end_date } of expand(recurrence, first, { from, to: lastMoment(today) }))
    if (utc_end_date > nowUtc) return start_date.slice(0, DAY) > horizon ? start_date.slice(0, DAY) : horizon;
  return horizon;
}

/** Returns the first day, on the clock of a series, on which a date may start that has not ended. */
export function presentDay(actor: Pick<Actor, 'services' | 'now'>, first: FirstDate): string {
  const { today } = laidOutAt(actor, first.timezone);
  const { days } = Temporal.PlainDate.from(first.start_date.slice(0, DAY)).until(
    first.end_date.slice(0, DAY),
  );
  return daysFrom(`${today} 00:00:00`, -days - 1).slice(0, DAY);
}

/** Returns the last moment, ten years past a day, up to which dates are laid out. */
export const lastMoment = (today: string): string =>
  `${Temporal.PlainDate.from(today).add({ years: MOST_YEARS }).toString()} 23:59:59`;

/** Returns the day of the first date of a recurrence after a day, at most ten years past today; undefined: none. */
export function dayOfNext(
  actor: Pick<Actor, 'services' | 'now'>,
  recurrence: Recurrence,
  first: FirstDate,
  day: string,
): string | undefined {
  const { today } = laidOutAt(actor, first.timezone);
  const bounds = { from: daysFrom(`${day} 00:00:00`, 1), to: lastMoment(today), limit: 1 };
  const [next] = expand(recurrence, first, bounds);
  return next?.start_date.slice(0, DAY);
}

/** Returns what is wrong with a `recurrence`, as a problem of that parameter (contract R3). */
export const recurrenceProblem = (error: RecurrenceError): Problem => ({
  message: error.userMessage,
  detail: error.code,
});

/**
 * Runs work on a recurrence.
 * @throws KalendsError 400 naming `recurrence` where it is refused
 */
export function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecurrenceError) throw invalidParameters({ recurrence: recurrenceProblem(error) });
    throw error;
  }
}

/** A recurrence with the first date from which its rules count. */
export interface SeriesPattern {
  readonly recurrence: Recurrence;
  readonly first: FirstDate;
}

/** Keeps the recurrence read from a request, which is read to validate it and again to write it. `today` is of the series' zone. */
const read = new WeakMap<SentRecurrence, SeriesPattern & { readonly today: string }>();
/** Keeps the extent of each recurrence that was checked, for those who write it. */
const extents = new WeakMap<Recurrence, { readonly first: FirstDate; readonly extent: CheckedExtent }>();

const isSameFirst = (a: FirstDate, b: FirstDate): boolean =>
  a.start_date === b.start_date &&
  a.end_date === b.end_date &&
  a.timezone === b.timezone &&
  a.all_day === b.all_day;

/** Whether a pattern has other days than another one, and not only other times of day. */
const hasOtherDays = (one: SeriesPattern, other: SeriesPattern): boolean =>
  one.first.all_day !== other.first.all_day ||
  one.first.start_date.slice(0, DAY) !== other.first.start_date.slice(0, DAY) ||
  JSON.stringify(one.recurrence) !== JSON.stringify(other.recurrence);

/**
 * Reads and checks a recurrence that was sent for an event with these dates; null ends the repeating. What leaves the days of a
 * series as they were is not judged anew: it may have come to more dates than a new one may have.
 * @throws RecurrenceError
 */
export function readSent(
  actor: Pick<Actor, 'services' | 'now'> & {
    readonly language?: Parameters<typeof readRecurrence>[2]['language'];
  },
  sent: SentRecurrence,
  first: FirstDate,
  before?: SeriesPattern,
): Recurrence | null {
  const { now, services } = actor;
  const { today } = laidOutAt(actor, first.timezone);
  const known = read.get(sent);
  if (known && known.today === today && isSameFirst(known.first, first)) return known.recurrence;
  const language = actor.language ?? services.config.language;
  const recurrence = readRecurrence(sent.sent, first, { now, language });
  if (!recurrence) return null;
  if (!before || hasOtherDays(before, { recurrence, first })) judge(actor, recurrence, first);
  read.set(sent, { recurrence, first, today });
  return recurrence;
}

/**
 * Checks how many dates a recurrence makes.
 * @throws RecurrenceError where these are too many or none (contract R3)
 */
function judge(actor: Pick<Actor, 'services' | 'now'>, recurrence: Recurrence, first: FirstDate): void {
  const extent = checkRecurrence(recurrence, first, laidOutAt(actor, first.timezone));
  extents.set(recurrence, { first, extent });
}

/**
 * Returns the recurrence of a series whose first date moves: weekdays, month days and UNTIL move along.
 * @throws RecurrenceError where it can't be said as a rule, or days move and it makes too many dates or none (contract R3, R8)
 */
export function movedRecurrence(
  actor: Pick<Actor, 'services' | 'now'>,
  before: SeriesPattern,
  first: FirstDate,
): Recurrence {
  const { recurrence } = shiftRecurrence(before.recurrence, before.first, first);
  const isOnDays = before.first.start_date.slice(0, DAY) === first.start_date.slice(0, DAY);
  if (!isOnDays || before.first.all_day !== first.all_day) judge(actor, recurrence, first);
  return recurrence;
}

/** Returns how far a recurrence goes that was read or moved here, or is stored. */
export function extentOf(recurrence: Recurrence, first: FirstDate): SeriesExtent {
  const known = extents.get(recurrence);
  const isKnown = known !== undefined && isSameFirst(known.first, first);
  const { count, last } = isKnown ? known.extent : measureRecurrence(recurrence, first);
  const begin = firstDateMade(recurrence, first);
  return {
    count,
    first_date: begin?.start_date ?? first.start_date,
    // Dates that are only counted are not moved out of gaps of the clock.
    last_date: last && (first.all_day ? last.start_date : toWall(last.utc_start_date, first.timezone)),
  };
}

/** More past dates than lists wait for. */
const LONG_PAST = 2000;

/** Returns whether a recurrence that was read here has so many past dates that lists don't wait until they are laid out. */
export const hasLongPast = (recurrence: Recurrence): boolean =>
  (extents.get(recurrence)?.extent.past ?? 0) > LONG_PAST;

/** Returns the dates of a recurrence up to a day, which is included. */
export function datesUntil(recurrence: Recurrence, first: FirstDate, day: string): Iterable<RecurrenceDate> {
  const end = Temporal.PlainDate.from(day).add({ days: 1 });
  return expand(recurrence, first, { to: `${end.toString()} 00:00:00` });
}
