import { dayAt, LAST } from '#foundation/time/clock.ts';
import type { Rule } from './rule.ts';
import {
  dayFilter,
  daysInWeek,
  daysLookedAt,
  daysOfMonth,
  daysOfWeek,
  daysOfYear,
  type FirstDay,
  firstDayOf,
  remainder,
  weekBegins,
} from './rule-days.ts';

/** Counts the work of an expansion: a period, or a day in one that is looked at, is a step. `take` may throw to end it. */
export interface Steps {
  take(count: number): void;
}

const DAY = 86_400;

/** From which moment to which one, the last not included; seconds on the wall clock. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the clock times that a rule makes by its parts within a span and not before its start, in seconds of the wall clock
 * and in order; neither COUNT nor UNTIL is looked at. `from` costs no walk from the beginning, and nothing lies beyond
 * the year 9999.
 */
export function* ruleDates(rule: Rule, start: number, span: Span, steps: Steps): Generator<number> {
  const earliest = Math.max(start, span.from);
  const end = Math.min(span.to, LAST + 1);
  if (earliest >= end) return;
  let last = Number.NEGATIVE_INFINITY;
  const within = { from: Math.floor(earliest / DAY), to: Math.floor((end - 1) / DAY) };
  const dates = /^(YEARLY|MONTHLY|WEEKLY)$/.test(rule.freq)
    ? datesOfPeriods(rule, start, within, steps)
    : datesOfDays(rule, start, within, steps);
  for (const date of dates) {
    if (date >= end) return;
    // Days that SKIP moves into the next period may be there too.
    if (date < earliest || date <= last) continue;
    last = date;
    yield date;
  }
}

/** The times of day of a rule whose periods are days or longer, in seconds and in order. */
function timesOfDay(rule: Rule, start: number): number[] {
  const { hours, minutes, seconds } = clockOf(rule, start);
  const times: number[] = [];
  for (const hour of hours)
    for (const minute of minutes)
      for (const second of seconds) times.push(hour * 3600 + minute * 60 + second);
  return times;
}

/** Returns the times of day at which a rule may make dates, whatever its interval, in seconds and in order. */
export function timesOfRule(rule: Rule, start: number): number[] {
  const length = LENGTHS[rule.freq];
  if (length === undefined) return timesOfDay(rule, start);
  return [...timesFrom({ ...rule, interval: 1 }, 0, length, timesWithin(rule, start))];
}

/** Hours, minutes and seconds of a rule, where it names none those of the first date. */
function clockOf({ byhour, byminute, bysecond }: Rule, start: number) {
  const time = remainder(start, DAY);
  return {
    hours: byhour.length > 0 ? byhour : [Math.floor(time / 3600)],
    minutes: byminute.length > 0 ? byminute : [Math.floor(time / 60) % 60],
    seconds: bysecond.length > 0 ? bysecond : [time % 60],
  };
}

/** Which members of a set of so many BYSETPOS leaves, in order; undefined for all of them. */
function positions({ bysetpos }: Rule, size: number): number[] | undefined {
  if (bysetpos.length === 0) return undefined;
  const chosen = bysetpos.map((position) => (position > 0 ? position - 1 : size + position));
  return [...new Set(chosen)].filter((index) => index >= 0 && index < size).sort((a, b) => a - b);
}

/** Of periods of days or more; here and below `within` is the first and the last day. */
function* datesOfPeriods(rule: Rule, start: number, within: Span, steps: Steps): Generator<number> {
  const times = timesOfDay(rule, start);
  for (const days of periods(rule, Math.floor(start / DAY), within, steps)) {
    steps.take(days.length);
    const chosen = positions(rule, days.length * times.length);
    if (chosen)
      for (const index of chosen) {
        const day = days[Math.floor(index / times.length)] ?? 0;
        yield day * DAY + (times[index % times.length] ?? 0);
      }
    else for (const day of days) for (const time of times) yield day * DAY + time;
  }
}

/** The days of each year, month or week of a rule, from a little before a day on. */
function* periods(rule: Rule, startDay: number, within: Span, steps: Steps): Generator<number[]> {
  const first = firstDayOf(startDay);
  const [start, from, to] = [dayAt(startDay), dayAt(within.from), dayAt(within.to)];
  /** The first of the numbers that the interval leaves, at or before one. */
  const align = (begin: number, reached: number, step: number) =>
    reached <= begin ? begin : begin + Math.floor((reached - begin) / step) * step;
  const looked = daysLookedAt(rule);
  if (rule.freq === 'YEARLY') {
    // A year's weeks reach into the one before and the one after.
    for (
      let year = align(start.year, from.year - 1, rule.interval);
      year <= to.year + 1;
      year += rule.interval
    ) {
      steps.take(1 + looked);
      yield daysOfYear(rule, year, first);
    }
    return;
  }
  if (rule.freq === 'MONTHLY') {
    const begin = start.year * 12 + start.month - 1;
    // A day that its month lacks may be moved into the next one, or the one before.
    const reached = from.year * 12 + from.month - 2;
    for (let at = align(begin, reached, rule.interval); at <= to.year * 12 + to.month; at += rule.interval)
      yield monthOf(rule, at, first, steps, looked);
    return;
  }
  const inWeek = daysInWeek(rule, first);
  const [begin, reached] = [weekBegins(startDay, rule.wkst), weekBegins(within.from, rule.wkst)];
  for (let at = align(begin, reached, rule.interval * 7); at <= within.to; at += rule.interval * 7) {
    steps.take(1);
    const days = daysOfWeek(rule, at, inWeek);
    if (days.length > 0) yield days;
  }
}

function monthOf(rule: Rule, at: number, first: FirstDay, steps: Steps, looked: number): number[] {
  const month = remainder(at, 12) + 1;
  const isNamed = rule.bymonth.length === 0 || rule.bymonth.includes(month);
  steps.take(isNamed ? 1 + looked : 1);
  if (!isNamed) return [];
  return daysOfMonth(rule, Math.floor(at / 12), month, first);
}

function* datesOfDays(rule: Rule, start: number, within: Span, steps: Steps): Generator<number> {
  const timesOn = timesByDay(rule, start);
  const daysOf = dayFilter(rule);
  const isSparse = rule.byyearday.length > 0 && rule.bymonthday.length === 0;
  const [from, to] = [dayAt(within.from), dayAt(within.to)];
  for (let at = from.year * 12 + from.month - 1; at < to.year * 12 + to.month; at++) {
    const days = daysOf(Math.floor(at / 12), (at % 12) + 1);
    // A day that is looked at and left out takes an eighth of one that stays.
    steps.take(1 + days.length + (isSparse ? 4 : 0));
    for (const day of days) {
      if (day < within.from) continue;
      for (const time of timesOn(day)) yield day * DAY + time;
    }
  }
}

/** Seconds of the periods that are shorter than a day. */
const LENGTHS: Readonly<Partial<Record<Rule['freq'], number>>> = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 };

/** The times that a rule of days, hours, minutes or seconds makes on a day that its other parts leave. */
function timesByDay(rule: Rule, start: number): (day: number) => Iterable<number> {
  const length = LENGTHS[rule.freq];
  if (length !== undefined) return timesByPeriod(rule, start, length);
  const whole = timesOfDay(rule, start);
  const times = positions(rule, whole.length)?.map((index) => whole[index] ?? 0) ?? whole;
  const startDay = Math.floor(start / DAY);
  return (day) => (remainder(day - startDay, rule.interval) === 0 ? times : NONE);
}

const NONE: readonly number[] = [];

/**
 * Returns the times of a day where periods are so many seconds long. Which ones of a day the interval leaves depends on the
 * day's remainder by it; those of a remainder are found once.
 */
function timesByPeriod(rule: Rule, start: number, length: number): (day: number) => Iterable<number> {
  const within = timesWithin(rule, start);
  const inPeriod = positions(rule, within.length)?.map((index) => within[index] ?? 0) ?? within;
  const startPeriod = Math.floor(start / length);
  const count = DAY / length;
  const known = new Map<number, readonly number[]>();
  const isFree = rule.byhour.length + rule.byminute.length + rule.bysecond.length === 0;
  return (day) => {
    const key = remainder(startPeriod - day * count, rule.interval);
    if (key >= count) return NONE;
    // Nobody waits for 86,400 seconds to be put into a list of which one is asked for.
    if (isFree) return timesFrom(rule, key, length, inPeriod);
    const times = known.get(key) ?? [...timesFrom(rule, key, length, inPeriod)];
    known.set(key, times);
    return times;
  };
}

/** The times of those periods of a day that the interval and BYHOUR, BYMINUTE, BYSECOND leave, counted from one of them. */
function* timesFrom(
  rule: Rule,
  from: number,
  length: number,
  inPeriod: readonly number[],
): Generator<number> {
  for (let begins = from * length; begins < DAY; begins += rule.interval * length)
    if (isAllowed(rule, begins)) for (const time of inPeriod) yield begins + time;
}

/** The moments of an hour, minute or second, in seconds from its beginning. */
function timesWithin(rule: Rule, start: number): number[] {
  const { minutes, seconds } = clockOf(rule, start);
  if (rule.freq === 'HOURLY')
    return minutes.flatMap((minute) => seconds.map((second) => minute * 60 + second));
  return rule.freq === 'MINUTELY' ? [...seconds] : [0];
}

/** Whether BYHOUR, BYMINUTE and BYSECOND leave the period that begins at a second of the day. */
function isAllowed({ freq, byhour, byminute, bysecond }: Rule, second: number): boolean {
  const isIn = (list: readonly number[], value: number) => list.length === 0 || list.includes(value);
  if (!isIn(byhour, Math.floor(second / 3600))) return false;
  if (freq === 'HOURLY') return true;
  if (!isIn(byminute, Math.floor(second / 60) % 60)) return false;
  return freq === 'MINUTELY' || isIn(bysecond, second % 60);
}
