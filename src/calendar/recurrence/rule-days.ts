import { dayAt, daysBefore, daysInMonth } from '#foundation/time/clock.ts';
import type { Rule } from './rule.ts';

/** Days since 1970-01-01, a Thursday; 0 is Monday. */
export const weekdayAt = (day: number): number => remainder(day + 3, 7);

/** The remainder of a division that is never below 0. */
export const remainder = (value: number, by: number): number => ((value % by) + by) % by;

/** The day of the month and the month of the first date, which stand for what a rule leaves open. */
export interface FirstDay {
  readonly month: number;
  readonly monthday: number;
  readonly weekday: number;
}

/** Returns what a rule takes from the day of the first date. */
export function firstDayOf(day: number): FirstDay {
  const { month, day: monthday } = dayAt(day);
  return { month, monthday, weekday: weekdayAt(day) };
}

/** Returns the days that a year's period of a rule has, in order. With BYWEEKNO its weeks may reach into the years beside it. */
export function daysOfYear(rule: Rule, year: number, first: FirstDay): number[] {
  const months = rule.bymonth.length > 0 ? rule.bymonth : undefined;
  const begins = daysBefore(year, 1, 1);
  const length = daysBefore(year + 1, 1, 1) - begins;
  if (rule.byweekno.length > 0) {
    return daysOfWeeks(rule, year, weekdaysOf(rule, first)).filter((day) => passes(rule, day));
  }
  if (rule.byyearday.length > 0) {
    const days = sorted(numberedDays(rule, rule.byyearday, begins, length)).filter((day) =>
      passes(rule, day),
    );
    if (!months) return ofWeekdays(rule, days, begins, length);
    // Beside BYMONTH the weekdays are numbered in the month.
    const byMonth = Map.groupBy(days, (day) => dayAt(day).month);
    return months.flatMap((month) =>
      ofWeekdays(rule, byMonth.get(month) ?? [], daysBefore(year, month, 1), daysInMonth(year, month)),
    );
  }
  if (months) return sorted(months.flatMap((month) => daysOfMonth(rule, year, month, first)));
  if (rule.bymonthday.length > 0) {
    const days = ALL_MONTHS.flatMap((month) => monthdays(rule, year, month, rule.bymonthday));
    // Without BYMONTH the weekdays are numbered in the year.
    return ofWeekdays(rule, sorted(days), begins, length);
  }
  return rule.byday.length > 0
    ? weekdaysWithin(rule, begins, length)
    : monthdays(rule, year, first.month, [first.monthday]);
}

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The weekdays that a rule of weeks of a year looks at, 0 being Monday. */
function weekdaysOf({ byday, bymonthday, byyearday }: Rule, first: FirstDay): readonly number[] {
  if (byday.length > 0) return [...new Set(byday.map(({ weekday }) => weekday))];
  return bymonthday.length + byyearday.length > 0 ? WEEK : [first.weekday];
}

/** Returns how many days of a year or a month are looked at for a rule beside those that it has. */
export function daysLookedAt({ freq, bymonth, byweekno, byyearday, bymonthday, byday }: Rule): number {
  const months = freq === 'YEARLY' ? bymonth.length || 12 : 1;
  if (byweekno.length > 0) return byweekno.length * Math.min(byday.length || 7, 7);
  const weekdays = byday.length * (bymonth.length > 0 ? months : 1);
  return weekdays + (byyearday.length > 0 ? byyearday.length : bymonthday.length * months);
}

/** Returns the days that a month's period of a rule has, in order; BYMONTH isn't looked at. */
export function daysOfMonth(rule: Rule, year: number, month: number, first: FirstDay): number[] {
  const begins = daysBefore(year, month, 1);
  const length = daysInMonth(year, month);
  if (rule.bymonthday.length === 0 && rule.byday.length > 0) return weekdaysWithin(rule, begins, length);
  const named = rule.bymonthday.length > 0 ? rule.bymonthday : [first.monthday];
  return ofWeekdays(rule, sorted(monthdays(rule, year, month, named)), begins, length);
}

/** Returns what gives the days of a month that a rule of days, hours or less may have, in order, counted from its first one. */
export function dayFilter(rule: Rule, startDay: number): (year: number, month: number) => number[] {
  const { bymonth, bymonthday, byday, byyearday } = rule;
  const apart = rule.freq === 'DAILY' ? rule.interval : 1;
  const isOnWeekday = WEEK.map(
    (weekday) => byday.length === 0 || byday.some((day) => day.weekday === weekday),
  );
  /** The days that BYMONTHDAY leaves, counted from 0, by the length of a month. */
  const indexes = [28, 29, 30, 31].map((length) =>
    sorted(numberedDays({ skip: 'OMIT' }, bymonthday, 0, length)),
  );
  return (year, month) => {
    if (bymonth.length > 0 && !bymonth.includes(month)) return [];
    const begins = daysBefore(year, month, 1);
    const length = daysInMonth(year, month);
    const days: number[] = [];
    if (bymonthday.length > 0)
      for (const index of indexes[length - 28] ?? []) {
        const day = begins + index;
        if (remainder(day - startDay, apart) === 0) days.push(day);
      }
    else
      for (let day = begins + remainder(startDay - begins, apart); day < begins + length; day += apart)
        days.push(day);
    const left = byday.length > 0 ? days.filter((day) => isOnWeekday[weekdayAt(day)]) : days;
    if (byyearday.length === 0) return left;
    const yearBegins = daysBefore(year, 1, 1);
    const yearLength = daysBefore(year + 1, 1, 1) - yearBegins;
    return left.filter((day) => isListed(byyearday, day - yearBegins + 1, yearLength));
  };
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** Returns how many days after a week's first one the days of a weekly rule are, in order. */
export function daysInWeek({ byday, wkst }: Rule, first: FirstDay): number[] {
  const named = byday.length > 0 ? byday.map(({ weekday }) => weekday) : [first.weekday];
  return sorted(named.map((weekday) => remainder(weekday - wkst, 7)));
}

/** Returns the days of a week's period of a rule, in order. */
export function daysOfWeek({ bymonth }: Rule, begins: number, inWeek: readonly number[]): number[] {
  const days = inWeek.map((index) => begins + index);
  return bymonth.length > 0 ? days.filter((day) => bymonth.includes(dayAt(day).month)) : days;
}

/** Returns the first day of the week that a day is in. */
export const weekBegins = (day: number, wkst: number): number => day - remainder(weekdayAt(day) - wkst, 7);

/** The day on which a year's first week begins: the first one with four days in the year (RFC 5545 §3.3.10). */
const firstWeek = (year: number, wkst: number) => weekBegins(daysBefore(year, 1, 4), wkst);

function daysOfWeeks({ byweekno, wkst }: Rule, year: number, weekdays: readonly number[]): number[] {
  const begins = firstWeek(year, wkst);
  const weeks = (firstWeek(year + 1, wkst) - begins) / 7;
  const numbers = byweekno.map((number) => (number > 0 ? number - 1 : weeks + number));
  const inWeek = sorted(weekdays.map((weekday) => remainder(weekday - wkst, 7)));
  return sorted(numbers.filter((week) => week >= 0 && week < weeks)).flatMap((week) =>
    inWeek.map((day) => begins + week * 7 + day),
  );
}

/** The members of lists: BYYEARDAY may have 732, and each day asks. */
const members = new WeakMap<readonly number[], ReadonlySet<number>>();

/** Whether a number stands in a list, counted from the beginning or from the end of so many. */
function isListed(list: readonly number[], number: number, of: number): boolean {
  const known = members.get(list) ?? new Set(list);
  members.set(list, known);
  return known.has(number) || known.has(number - of - 1);
}

function isInYear(byyearday: readonly number[], day: number, year: number): boolean {
  const begins = daysBefore(year, 1, 1);
  return isListed(byyearday, day - begins + 1, daysBefore(year + 1, 1, 1) - begins);
}

/** Whether a day is one that BYMONTH, BYMONTHDAY and BYDAY without numbers leave, and BYYEARDAY among weeks. */
function passes(rule: Rule, day: number): boolean {
  const { year, month, day: monthday } = dayAt(day);
  if (rule.bymonth.length > 0 && !rule.bymonth.includes(month)) return false;
  if (rule.byweekno.length > 0 && rule.byyearday.length > 0 && !isInYear(rule.byyearday, day, year))
    return false;
  if (rule.bymonthday.length > 0 && !isListed(rule.bymonthday, monthday, daysInMonth(year, month)))
    return false;
  if (rule.byday.length === 0 || rule.byday.some(({ ordinal }) => ordinal !== 0)) return true;
  return rule.byday.some(({ weekday }) => weekday === weekdayAt(day));
}

/** The days of a month by their numbers, with those that it lacks as SKIP has them. */
function monthdays(rule: Rule, year: number, month: number, numbers: readonly number[]): number[] {
  return numberedDays(rule, numbers, daysBefore(year, month, 1), daysInMonth(year, month));
}

/** The days of a month or a year by their numbers; for those that it lacks none, the day before or the day after (RFC 7529 §4.1). */
function numberedDays(
  { skip }: Pick<Rule, 'skip'>,
  numbers: readonly number[],
  begins: number,
  length: number,
): number[] {
  return numbers.flatMap((number) => {
    const index = number > 0 ? number - 1 : length + number;
    if (index >= 0 && index < length) return [begins + index];
    if (skip === 'OMIT') return [];
    if (index < 0) return [skip === 'BACKWARD' ? begins - 1 : begins];
    return [skip === 'BACKWARD' ? begins + length - 1 : begins + length];
  });
}

/** The weekdays of BYDAY in a month or a year, by their numbers in it or all of them. */
function weekdaysWithin(rule: Rule, begins: number, length: number): number[] {
  const days = rule.byday.flatMap(({ ordinal, weekday }) => {
    const earliest = begins + remainder(weekday - weekdayAt(begins), 7);
    const count = Math.ceil((begins + length - earliest) / 7);
    if (ordinal === 0) return Array.from({ length: count }, (_, week) => earliest + week * 7);
    const week = ordinal > 0 ? ordinal - 1 : count + ordinal;
    return week >= 0 && week < count ? [earliest + week * 7] : [];
  });
  return sorted(days);
}

/** Returns the days that BYDAY leaves, in a month or a year in which its weekdays are numbered. */
function ofWeekdays({ byday }: Rule, days: readonly number[], begins: number, length: number): number[] {
  if (byday.length === 0) return [...days];
  const isNumbered = byday.some(({ ordinal }) => ordinal !== 0);
  return days.filter((day) => {
    const [before, after] = [day - begins, begins + length - 1 - day];
    // SKIP may move a day out of its month, where it has no number.
    if (isNumbered && (before < 0 || after < 0)) return false;
    const ordinals = [0, 1 + Math.floor(before / 7), -1 - Math.floor(after / 7)];
    return byday.some(({ ordinal, weekday }) => weekday === weekdayAt(day) && ordinals.includes(ordinal));
  });
}

/** In order, each once. */
function sorted(days: readonly number[]): number[] {
  if (days.length < 2) return [...days];
  return [...new Set(days)].sort((a, b) => a - b);
}
