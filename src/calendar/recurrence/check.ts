import { type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { dayAt, daysBefore, daysFrom, secondsOf } from '#foundation/time/clock.ts';
import { utcSeconds } from '#foundation/time/zone.ts';
import {
  countableMoments,
  dateOf,
  type ExpandableSeries,
  firstMomentOf,
  type Moment,
  readSeries,
} from './expand.ts';
import {
  type FirstDate,
  type Recurrence,
  type RecurrenceDate,
  RecurrenceError,
  type RecurrenceFault,
} from './recurrence.ts';
import type { Rule } from './rule.ts';
import { ruleDates, type Steps, timesNamed, UNCOUNTED } from './rule-dates.ts';

/** The number of dates that a recurrence makes, and the last of them; both null where it doesn't end. */
export interface Extent {
  readonly count: number | null;
  readonly last: RecurrenceDate | null;
}

/** The extent of a recurrence that was checked, and how many of its dates start more than a year before that day. */
export interface CheckedExtent extends Extent {
  readonly past: number;
}

/** Days `YYYY-MM-DD` on the clock of the event's zone. */
export interface CheckedAt {
  readonly today: string;
  /** The last day that is laid out. */
  readonly horizon: string;
}

const MOST_LAID_OUT = 3000;
const MOST_IN_ALL = 20_000;
/** One a minute. */
const MOST_A_DAY = 1440;
/** Years within which a rule has to make a date. */
const PATIENCE = 10;
/** Years past today up to which dates are laid out for whoever asks (contract R7). */
export const MOST_YEARS = 10;
/** Some 20 ms of work. */
export const MOST_STEPS = 100_000;
const DAY = 86_400;

/**
 * Returns how far a recurrence goes. Throws a RecurrenceError where it makes too many dates or none (contract R3), after
 * a bounded number of steps, whatever the rule.
 */
export function checkRecurrence(
  recurrence: Recurrence,
  first: FirstDate,
  at: CheckedAt,
  steps: Steps = boundedSteps(),
): CheckedExtent {
  const series = readSeries(recurrence, first);
  for (const rule of series.rules) {
    if (timesNamed(rule) > MOST_A_DAY) refuseMany('problem.recurrence_many_a_day', MOST_A_DAY);
    requireDate(rule, series, steps);
  }
  const goesOn = isEndless(series);
  // The first moment of the day after the horizon, on the wall clock.
  const end = secondsAt(daysFrom(`${at.horizon} 00:00:00`, 1));
  const farthest = Math.max(end, yearsFrom(at.today, MOST_YEARS) + DAY);
  const span = { from: Number.NEGATIVE_INFINITY, to: goesOn ? farthest : Number.POSITIVE_INFINITY };
  const begin = yearsFrom(at.today, -1);
  let [count, past, laidOut, inDay] = [0, 0, 0, 0];
  let last: Moment | undefined;
  for (const moment of countableMoments(series, span, steps)) {
    inDay = last && dayOf(last.id) === dayOf(moment.id) ? inDay + 1 : 1;
    last = moment;
    count += 1;
    if (moment.start < begin) past += 1;
    else if (moment.start < end) laidOut += 1;
    if (inDay > MOST_A_DAY) refuseMany('problem.recurrence_many_a_day', MOST_A_DAY);
    if (laidOut > MOST_LAID_OUT) refuseMany('problem.recurrence_many', MOST_LAID_OUT);
    if (count > MOST_IN_ALL) refuseMany('problem.recurrence_many_in_all', MOST_IN_ALL);
  }
  if (goesOn && !last) last = firstMomentOf(series, steps);
  if (!last) refuse('rest_no_occurrence', 'exdate', 'problem.recurrence_left_out');
  return goesOn ? { count: null, last: null, past } : { count, last: dateOf(last, series), past };
}

/** Returns how far a recurrence goes that was checked before: as time passes it may come to more dates than a new one may have. */
export function measureRecurrence(recurrence: Recurrence, first: FirstDate): Extent {
  const series = readSeries(recurrence, first);
  if (isEndless(series)) return { count: null, last: null };
  let count = 0;
  let last: Moment | undefined;
  for (const moment of countableMoments(series, EVER, UNCOUNTED)) {
    last = moment;
    count += 1;
  }
  if (!last) refuse('rest_no_occurrence', 'exdate', 'problem.recurrence_left_out');
  return { count, last: dateOf(last, series) };
}

const isEndless = ({ rules }: ExpandableSeries): boolean =>
  rules.some(({ count, until }) => count === undefined && until === undefined);

/** Returns steps of which a check may take so many; one more throws a RecurrenceError. */
export function boundedSteps(most = MOST_STEPS): Steps & { readonly taken: number } {
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(count) {
      taken += count;
      if (taken > most) refuse('rest_too_many_occurrences', 'rrule', 'problem.recurrence_scattered');
    },
  };
}

const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Throws where a rule ends before the first date, or makes nothing in the years after it; COUNT doesn't matter. */
function requireDate(rule: Rule, { start, first }: ExpandableSeries, steps: Steps): void {
  const { until } = rule;
  const isPast = (date: number) =>
    until !== undefined && (until.form === 'utc' ? utcSeconds(date, first.timezone) : date) > until.seconds;
  if (isPast(start)) refuse('rest_no_occurrence', 'UNTIL', 'problem.recurrence_until');
  const { year, month, day } = dayAt(dayOf(start));
  const to = (daysBefore(year + PATIENCE, month, day) + 1) * DAY;
  for (const date of ruleDates(rule, start, { from: start, to }, steps)) {
    if (isPast(date)) break;
    return;
  }
  refuse('rest_no_occurrence', 'rrule', 'problem.recurrence_nothing');
}

const dayOf = (clock: number) => Math.floor(clock / DAY);

/** The beginning of the day so many years later. */
function yearsFrom(today: string, years: number): number {
  const { year, month, day } = dayAt(dayOf(secondsAt(`${today} 00:00:00`)));
  return daysBefore(year + years, month, day) * DAY;
}

function secondsAt(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined) throw new RangeError(`Not a time of the form YYYY-MM-DD HH:MM:SS: ${text}`);
  return seconds;
}

function refuse(code: RecurrenceFault, part: string, key: MessageKey): never {
  throw new RecurrenceError(code, part, message(key));
}

function refuseMany(key: MessageKey, limit: number): never {
  throw new RecurrenceError('rest_too_many_occurrences', 'rrule', message(key, { limit }));
}
