import { dayAt, daysBefore, LAST } from '#foundation/time/clock.ts';
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

/**
 * Counts the work of an expansion: a period, a day in one that is looked at, and a candidate time, also one that is left out, are
 * a step each. `take` may throw to end it.
 */
export interface Steps {
  take(count: number): void;
}

/** Steps that nobody counts. */
export const UNCOUNTED: Steps = { take: () => {} };

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
  const within = { from: Math.floor(earliest / DAY), to: Math.floor((end - 1) / DAY), earliest };
  const dates = /^(YEARLY|MONTHLY|WEEKLY)$/.test(rule.freq)
    ? datesOfPeriods(rule, start, within, steps)
    : datesOfDays(rule, start, within, steps);
  for (const date of dates) {
    steps.take(1);
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
  const inPeriod = timesWithin(rule, start);
  return [...timesFrom({ ...rule, interval: 1 }, { from: 0, since: 0 }, { length, inPeriod }, UNCOUNTED)];
}

/** Returns how many times of a day, or of a period within one, the lists of a rule name. */
export const timesNamed = ({ byhour, byminute, bysecond }: Rule): number =>
  Math.max(byhour.length, 1) * Math.max(byminute.length, 1) * Math.max(bysecond.length, 1);

/** Hours, minutes and seconds of a rule, where it names none those of the first date. */
function clockOf({ byhour, byminute, bysecond }: Rule, start: number) {
  const time = remainder(start, DAY);
  return {
    hours: byhour.length > 0 ? byhour : [Math.floor(time / 3600)],
    minutes: byminute.length > 0 ? byminute : [Math.floor(time / 60) % 60],
    seconds: bysecond.length > 0 ? bysecond : [time % 60],
  };
}

/** Returns what gives the members of a set of so many that BYSETPOS leaves, in order; undefined for all of them. */
function positionsOf({ bysetpos }: Rule): (size: number) => readonly number[] | undefined {
  if (bysetpos.length === 0) return () => undefined;
  const known = new Map<number, readonly number[]>();
  return (size) => {
    const chosen =
      known.get(size) ??
      [...new Set(bysetpos.map((position) => (position > 0 ? position - 1 : size + position)))]
        .filter((index) => index >= 0 && index < size)
        .sort((a, b) => a - b);
    known.set(size, chosen);
    return chosen;
  };
}

/** Returns those members of a list that BYSETPOS leaves. */
const positioned = (rule: Rule, list: readonly number[]): readonly number[] =>
  positionsOf(rule)(list.length)?.map((index) => list[index] ?? 0) ?? list;

/** The first and the last day that are asked for, and a moment of the first before which nothing is. */
interface Within extends Span {
  readonly earliest: number;
}

/** Of periods of days or more. */
function* datesOfPeriods(rule: Rule, start: number, within: Within, steps: Steps): Generator<number> {
  const times = timesOfDay(rule, start);
  const positions = positionsOf(rule);
  for (const days of periods(rule, Math.floor(start / DAY), within, steps)) {
    steps.take(days.length);
    const chosen = positions(days.length * times.length);
    if (chosen)
      for (const index of chosen) {
        const day = days[Math.floor(index / times.length)] ?? 0;
        yield day * DAY + (times[index % times.length] ?? 0);
      }
    else
      for (const day of days) {
        if (day < within.from) continue;
        const left = day === within.from ? timesSince(times, within.earliest - day * DAY) : times;
        for (const time of left) yield day * DAY + time;
      }
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

const timesSince = (times: readonly number[], second: number): readonly number[] =>
  second > 0 ? times.filter((time) => time >= second) : times;

function* datesOfDays(rule: Rule, start: number, within: Within, steps: Steps): Generator<number> {
  const timesOn = timesByDay(rule, start, steps);
  const daysOf = dayFilter(rule, Math.floor(start / DAY));
  const { bymonth } = rule;
  const looked = Math.ceil((rule.bymonthday.length || 31) / 4);
  const isFiltered = rule.byday.length + rule.byyearday.length + rule.bymonthday.length > 0;
  const [from, to] = [dayAt(within.from), dayAt(within.to)];
  const monthAfter = laterMonths(rule, start);
  const reached = from.year * 12 + from.month - 1;
  for (let at = monthAfter(reached - 1); at < to.year * 12 + to.month; at = monthAfter(at)) {
    const month = (at % 12) + 1;
    const days = daysOf(Math.floor(at / 12), month);
    // A day that is looked at and left out takes a quarter of one that stays.
    const isLookedAt = isFiltered && (bymonth.length === 0 || bymonth.includes(month));
    steps.take(1 + days.length + (isLookedAt ? looked : 0));
    for (const day of days) {
      if (day < within.from) continue;
      for (const time of timesOn(day, within.earliest - day * DAY)) yield day * DAY + time;
    }
  }
}

const LONGEST_MONTH = 31 * DAY;

/** Returns what gives the month after another one, counted from year 0, in which a period of a rule of days or less begins. */
function laterMonths({ freq, interval }: Rule, start: number): (month: number) => number {
  const length = LENGTHS[freq] ?? DAY;
  const apart = interval * length;
  if (apart <= LONGEST_MONTH) return (month) => month + 1;
  const begins = Math.floor(start / length) * length;
  return (month) => {
    const reached = daysBefore(0, month + 2, 1) * DAY;
    const next = begins + Math.max(Math.ceil((reached - begins) / apart), 0) * apart;
    if (next > LAST) return Number.POSITIVE_INFINITY;
    const date = dayAt(Math.floor(next / DAY));
    return date.year * 12 + date.month - 1;
  };
}

/** Seconds of the periods that are shorter than a day. */
const LENGTHS: Readonly<Partial<Record<Rule['freq'], number>>> = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 };

/** The times of a day, which may leave out those before a second of it. */
type TimesOn = (day: number, since: number) => Iterable<number>;

/** The times that a rule of days, hours, minutes or seconds makes on a day that its other parts leave. */
function timesByDay(rule: Rule, start: number, steps: Steps): TimesOn {
  const length = LENGTHS[rule.freq];
  if (length !== undefined) return timesByPeriod(rule, { start, length }, steps);
  const times = positioned(rule, timesOfDay(rule, start));
  return (_, since) => timesSince(times, since);
}

const NONE: readonly number[] = [];

/**
 * Returns the times of a day where periods are so many seconds long. Which ones of a day the interval leaves depends on the
 * day's remainder by it; those of a remainder are found once.
 */
function timesByPeriod(
  rule: Rule,
  { start, length }: { start: number; length: number },
  steps: Steps,
): TimesOn {
  const inPeriod = positioned(rule, timesWithin(rule, start));
  const startPeriod = Math.floor(start / length);
  const count = DAY / length;
  const known = new Map<number, readonly number[]>();
  const isFree = rule.byhour.length + rule.byminute.length + rule.bysecond.length === 0;
  return (day, since) => {
    const key = remainder(startPeriod - day * count, rule.interval);
    if (key >= count) return NONE;
    // Nobody waits for 86,400 seconds to be put into a list of which one is asked for.
    if (isFree) return timesFrom(rule, { from: key, since }, { length, inPeriod }, steps);
    const times = known.get(key) ?? [
      ...timesFrom(rule, { from: key, since: 0 }, { length, inPeriod }, steps),
    ];
    known.set(key, times);
    return timesSince(times, since);
  };
}

/**
 * The times of those periods of a day that the interval and BYHOUR, BYMINUTE, BYSECOND leave, counted from one of them; none of
 * periods that are over before a second of the day. Those in an hour or a minute that is left out are passed over at once.
 */
function* timesFrom(
  rule: Rule,
  { from, since }: { from: number; since: number },
  { length, inPeriod }: { length: number; inPeriod: readonly number[] },
  steps: Steps,
): Generator<number> {
  const apart = rule.interval * length;
  const first = from * length;
  for (let begins = first + Math.max(Math.floor((since - first) / apart), 0) * apart; begins < DAY; ) {
    steps.take(1);
    const left = secondsLeftOut(rule, begins);
    if (left === 0) for (const time of inPeriod) yield begins + time;
    begins += Math.max(Math.ceil(left / apart), 1) * apart;
  }
}

/** The moments of an hour, minute or second, in seconds from its beginning. */
function timesWithin(rule: Rule, start: number): number[] {
  const { minutes, seconds } = clockOf(rule, start);
  if (rule.freq === 'HOURLY')
    return minutes.flatMap((minute) => seconds.map((second) => minute * 60 + second));
  return rule.freq === 'MINUTELY' ? [...seconds] : [0];
}

/**
 * Returns for how many seconds from a second of the day on BYHOUR, BYMINUTE and BYSECOND leave out all periods; 0 where they leave
 * the one that begins then.
 */
function secondsLeftOut({ freq, byhour, byminute, bysecond }: Rule, second: number): number {
  const hours = until(byhour, Math.floor(second / 3600), 24);
  if (hours > 0) return hours * 3600 - (second % 3600);
  if (freq === 'HOURLY') return 0;
  const minutes = until(byminute, Math.floor(second / 60) % 60, 60);
  if (minutes > 0) return minutes * 60 - (second % 60);
  return freq === 'MINUTELY' ? 0 : until(bysecond, second % 60, 60);
}

/** How far the next member of a sorted list, or the end, is from a number; 0 where the list has it or is empty. */
const until = (list: readonly number[], number: number, end: number): number =>
  list.length === 0 ? 0 : (list.find((member) => member >= number) ?? end) - number;
