import { type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { dayAt, daysBefore, daysFrom, secondsOf } from '#foundation/time/clock.ts';
import { utcSeconds } from '#foundation/time/zone.ts';
import {
  countableMoments,
  dateOf,
  type ExpandableSeries,
  type Moment,
  momentsOf,
  readSeries,
  UNCOUNTED,
} from './expand.ts';
import {
  type FirstDate,
  type Recurrence,
  type RecurrenceDate,
  RecurrenceError,
  type RecurrenceFault,
} from './recurrence.ts';
import type { Rule } from './rule.ts';
import { ruleDates, type Steps } from './rule-dates.ts';

/** The number of dates that a recurrence makes, and the last of them; both null where it doesn't end. */
export interface Extent {
  readonly count: number | null;
  readonly last: RecurrenceDate | null;
}

/** Days `YYYY-MM-DD` on the clock of the event's zone. */
export interface CheckedAt {
  readonly today: string;
  /** The last day that is laid out. */
  readonly horizon: string;
}

const MOST_LAID_OUT = 3000;
const MOST_IN_ALL = 20_000;
/** Years within which a rule has to make a date. */
const PATIENCE = 10;
/** Some 25 ms of work. */
export const MOST_STEPS = 150_000;

/**
 * Returns how far a recurrence goes. Throws a RecurrenceError where it makes too many dates or none (contract R3), after
 * a bounded number of steps, whatever the rule.
 */
export function checkRecurrence(
  recurrence: Recurrence,
  first: FirstDate,
  at: CheckedAt,
  steps: Steps = boundedSteps(),
): Extent {
  const series = readSeries(recurrence, first);
  for (const rule of series.rules) requireDate(rule, series, steps);
  const goesOn = isEndless(series);
  // The first moment of the day after the horizon, on the wall clock.
  const end = secondsAt(daysFrom(`${at.horizon} 00:00:00`, 1));
  const span = { from: Number.NEGATIVE_INFINITY, to: goesOn ? end : Number.POSITIVE_INFINITY };
  const begin = yearBefore(at.today);
  let [count, laidOut] = [0, 0];
  let last: Moment | undefined;
  for (const moment of countableMoments(series, span, steps)) {
    last = moment;
    count += 1;
    if (moment.start >= begin && moment.start < end) laidOut += 1;
    if (laidOut > MOST_LAID_OUT) refuseMany('problem.recurrence_many', MOST_LAID_OUT);
    if (count > MOST_IN_ALL) refuseMany('problem.recurrence_many_in_all', MOST_IN_ALL);
  }
  if (goesOn && !last) last = firstMoment(series, steps);
  if (!last) refuse('rest_no_occurrence', 'exdate', 'problem.recurrence_left_out');
  return goesOn ? { count: null, last: null } : { count, last: dateOf(last, series) };
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

function firstMoment(series: ExpandableSeries, steps: Steps): Moment | undefined {
  for (const moment of momentsOf(series, EVER, steps)) return moment;
  return undefined;
}

const EVER = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Throws where a rule ends before the first date, or makes nothing in the years after it; COUNT doesn't matter. */
function requireDate(rule: Rule, { start, first }: ExpandableSeries, steps: Steps): void {
  const { until } = rule;
  const isPast = (date: number) =>
    until !== undefined && (until.form === 'utc' ? utcSeconds(date, first.timezone) : date) > until.seconds;
  if (isPast(start)) refuse('rest_no_occurrence', 'UNTIL', 'problem.recurrence_until');
  const { year, month, day } = dayAt(Math.floor(start / 86_400));
  const to = (daysBefore(year + PATIENCE, month, day) + 1) * 86_400;
  for (const date of ruleDates(rule, start, { from: start, to }, steps)) {
    if (isPast(date)) break;
    return;
  }
  refuse('rest_no_occurrence', 'rrule', 'problem.recurrence_nothing');
}

/** The beginning of the day a year before. */
function yearBefore(today: string): number {
  const { year, month, day } = dayAt(secondsAt(`${today} 00:00:00`) / 86_400);
  return daysBefore(year - 1, month, day) * 86_400;
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
