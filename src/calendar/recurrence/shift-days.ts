import { message } from '#foundation/i18n/catalogue.ts';
import { dayAt } from '#foundation/time/clock.ts';
import { RecurrenceError } from './recurrence.ts';
import { type Rule, type RuleDay, weekdays } from './rule.ts';
import { type FirstDay, firstDayOf, remainder } from './rule-days.ts';

/** New values for parts of a rule. */
export type Changes = Record<string, string>;

/** Changes of a rule, and the months or years by which its periods move; undefined where that makes no difference. */
interface Shift {
  readonly changes: Changes;
  readonly periods?: number;
}

/** Days that every month has; from its end, as many. */
const SURE_DAYS = 28;
const SURE_WEEKS = 52;
const SURE_YEARDAYS = 365;

/** Throws what says that a part of a rule has no value for dates that were moved so. */
export function refuseShift(part: string): never {
  throw new RecurrenceError('rest_invalid_rrule', part, message('problem.recurrence_shift', { part }));
}

/**
 * Returns what changes in a rule whose days all move as its first date does, from one day since 1970 to another. Each has to come as
 * far from where it was in every month and year, so that `BYDAY=2MO` moves by weeks alone, and the 31st not at all:
 * else a RecurrenceError is thrown.
 */
export function shiftDays(rule: Rule, from: number, to: number): Changes {
  if (from === to) return {};
  const { changes, periods } = shiftOf(rule, to - from, firstDayOf(from));
  // Which months or years come in turns is counted from the first date's.
  if (rule.interval > 1 && periods !== undefined && periods !== periodsBetween(rule, from, to))
    refuseShift('INTERVAL');
  return changes;
}

function periodsBetween({ freq }: Rule, from: number, to: number): number {
  const [before, after] = [dayAt(from), dayAt(to)];
  const years = after.year - before.year;
  return freq === 'YEARLY' ? years : years * 12 + after.month - before.month;
}

function shiftOf(rule: Rule, days: number, first: FirstDay): Shift {
  const { freq, interval, byday, bymonth, bymonthday, byyearday, byweekno, bysetpos } = rule;
  if (byday.some(({ ordinal }) => ordinal !== 0)) return shiftNumbered(rule, days);
  if (byweekno.length > 0) return shiftWeeks(rule, days, first);
  const turned: Changes = byday.length > 0 ? { BYDAY: turn(byday, days) } : {};
  if (freq === 'WEEKLY') {
    if (bymonth.length > 0) refuseShift('BYMONTH');
    return { changes: { ...turned, ...turnWeek(rule, days, first) } };
  }
  if (byyearday.length > 0) {
    if (bymonth.length > 0) refuseShift('BYMONTH');
    if (bymonthday.length > 0) refuseShift('BYMONTHDAY');
    const moved = byyearday.map((number) => within(number, days, SURE_YEARDAYS, 'BYYEARDAY'));
    return { changes: { ...turned, BYYEARDAY: moved.join(',') }, periods: 0 };
  }
  const isByMonth = freq === 'MONTHLY' || freq === 'YEARLY';
  if (bymonthday.length > 0 || (isByMonth && byday.length === 0)) {
    const isOfYear = freq === 'YEARLY' && (bymonth.length > 0 || bymonthday.length === 0);
    const { changes, periods } = isOfYear
      ? shiftOfYear(rule, days, first)
      : shiftMonthdays(rule, days, first);
    return { changes: { ...changes, ...turned }, ...(isByMonth ? { periods } : {}) };
  }
  if (bymonth.length > 0) refuseShift('BYMONTH');
  // All Mondays of a month are no Tuesdays of it, but all Mondays are all Tuesdays.
  if (isByMonth && (interval > 1 || bysetpos.length > 0)) refuseShift('BYDAY');
  return { changes: turned };
}

const dayText = ({ ordinal, weekday }: RuleDay) => `${ordinal === 0 ? '' : ordinal}${weekdays[weekday]}`;

const turn = (byday: readonly RuleDay[], days: number): string =>
  byday
    .map(({ ordinal, weekday }) => ({ ordinal, weekday: remainder(weekday + days, 7) }))
    .sort((a, b) => a.weekday - b.weekday)
    .map(dayText)
    .join(',');

/** Where it matters which days are one week, weeks begin as much later. */
function turnWeek({ byday, interval, bysetpos, wkst }: Rule, days: number, first: FirstDay): Changes {
  const isAny = byday.every(({ weekday }) => weekday === first.weekday);
  if (bysetpos.length === 0 && (interval === 1 || isAny)) return {};
  return { WKST: weekdays[remainder(wkst + days, 7)] ?? '' };
}

/** A number so much higher that counts from the same side, of those that there are always. */
function within(number: number, more: number, most: number, part: string): number {
  const moved = number + more;
  const isSure = Math.abs(number) <= most && Math.abs(moved) <= most;
  return isSure && Math.sign(moved) === Math.sign(number) ? moved : refuseShift(part);
}

/** The second Monday: a week later it's the third one. */
function shiftNumbered(rule: Rule, days: number): Shift {
  const { freq, bymonth, bymonthday, byyearday, bysetpos, byday } = rule;
  const isAlone = bymonthday.length + byyearday.length + bysetpos.length === 0;
  if (days % 7 !== 0 || !isAlone || byday.some(({ ordinal }) => ordinal === 0)) refuseShift('BYDAY');
  const most = freq === 'YEARLY' && bymonth.length === 0 ? SURE_WEEKS : SURE_DAYS / 7;
  const moved = byday.map(({ ordinal, weekday }) =>
    dayText({ ordinal: within(ordinal, days / 7, most, 'BYDAY'), weekday }),
  );
  return { changes: { BYDAY: moved.join(',') }, periods: 0 };
}

/** Days of numbered weeks, as long as all of them come into the same week. */
function shiftWeeks(rule: Rule, days: number, first: FirstDay): Shift {
  const { byweekno, byday, bymonth, bymonthday, byyearday, bysetpos, wkst } = rule;
  if (bymonth.length + bymonthday.length + byyearday.length + bysetpos.length > 0) refuseShift('BYWEEKNO');
  const named = byday.length > 0 ? byday.map(({ weekday }) => weekday) : [first.weekday];
  const weeks = new Set(named.map((weekday) => Math.floor((remainder(weekday - wkst, 7) + days) / 7)));
  const [week = 0] = weeks;
  if (weeks.size > 1) refuseShift('BYWEEKNO');
  // Weeks 53 stay as they are where their days stay in them.
  const numbers =
    week === 0 ? byweekno : byweekno.map((number) => within(number, week, SURE_WEEKS, 'BYWEEKNO'));
  const turned = byday.length > 0 ? { BYDAY: turn(byday, days) } : {};
  return { changes: { ...turned, BYWEEKNO: numbers.join(',') }, periods: 0 };
}

/** A day of a month, which may be counted from its end, so many days later; and how many months later that is. */
function monthdayLater(number: number, days: number): { number: number; months: number } {
  const moved = number + days;
  if (Math.abs(number) > SURE_DAYS) refuseShift('BYMONTHDAY');
  // Day 0 is the last one of the month before, or the first one of the month after.
  if (number > 0 && moved <= 0 && moved > -SURE_DAYS) return { number: moved - 1, months: -1 };
  if (number < 0 && moved >= 0 && moved < SURE_DAYS) return { number: moved + 1, months: 1 };
  return { number: within(number, days, SURE_DAYS, 'BYMONTHDAY'), months: 0 };
}

const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

function shiftMonthdays(rule: Rule, days: number, first: FirstDay): Shift {
  const { freq, bymonth, bymonthday, interval, bysetpos } = rule;
  const numbers = bymonthday.length > 0 ? bymonthday : [first.monthday];
  const moved = numbers.map((number) => monthdayLater(number, days));
  const months = new Set(moved.map((day) => day.months));
  const [later = 0] = months;
  // Where months come in turns or are named, days of one must not come into two; nor days of a year.
  const isByPeriod = (freq === 'MONTHLY' || freq === 'YEARLY') && (interval > 1 || bysetpos.length > 0);
  if (months.size > 1 && (isByPeriod || bymonth.length > 0)) refuseShift('BYMONTHDAY');
  if (later !== 0 && isByPeriod && freq === 'YEARLY') refuseShift('BYMONTHDAY');
  const movedDays = inOrder(moved.map((day) => day.number));
  // The day that the first date stands for moves with it, unless it's counted from the month's end now.
  const isNamed = bymonthday.length > 0 || movedDays.some((number) => number < 0);
  const movedMonths = inOrder(bymonth.map((month) => remainder(month - 1 + later, 12) + 1));
  return {
    changes: {
      ...(isNamed ? { BYMONTHDAY: movedDays.join(',') } : {}),
      ...(bymonth.length > 0 ? { BYMONTH: movedMonths.join(',') } : {}),
    },
    periods: freq === 'YEARLY' ? 0 : later,
  };
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface DayOfYear {
  readonly year: number;
  readonly month: number;
  readonly monthday: number;
  /** Counted from the end of the month. */
  readonly fromEnd: number;
}

/** A day of a common year or a leap year so many days later; undefined where leap days of the years beside it matter. */
function dayOfYearLater(
  month: number,
  monthday: number,
  days: number,
  isLeap: boolean,
): DayOfYear | undefined {
  const lengths = MONTHS.map((length, index) => (isLeap && index === 1 ? 29 : length));
  const total = isLeap ? 366 : 365;
  const before = lengths.slice(0, month - 1).reduce((sum, length) => sum + length, 0);
  const index = before + (monthday > 0 ? monthday - 1 : (lengths[month - 1] ?? 0) + monthday) + days;
  const year = Math.floor(index / total);
  // The year before is known back to March, the one after to the end of February.
  let left = year === 0 ? index : index - year * (year > 0 ? total : 365);
  if (Math.abs(year) > 1 || (year < 0 && left < 59) || (year > 0 && left >= 59)) return undefined;
  for (const [at, usual] of MONTHS.entries()) {
    const length = year === 0 ? (lengths[at] ?? usual) : usual;
    if (left < length) return { year, month: at + 1, monthday: left + 1, fromEnd: left - length };
    left -= length;
  }
  return undefined;
}

/** A day of a year so many days later, as long as it comes to the same day in common years and in leap years. */
function dayOfYearShifted(
  month: number,
  number: number,
  days: number,
): { year: number; month: number; monthday: number } {
  const common = dayOfYearLater(month, number, days, false);
  const leap = dayOfYearLater(month, number, days, true);
  const isSure = (MONTHS[month - 1] ?? 0) >= Math.abs(number);
  if (!isSure || !common || !leap || common.month !== leap.month || common.year !== leap.year)
    return refuseShift('BYMONTHDAY');
  const { year } = common;
  if (common.monthday === leap.monthday) return { year, month: common.month, monthday: common.monthday };
  if (common.fromEnd !== leap.fromEnd) refuseShift('BYMONTHDAY');
  return { year, month: common.month, monthday: common.fromEnd };
}

/** Days of a year's months. */
function shiftOfYear({ bymonth, bymonthday }: Rule, days: number, first: FirstDay): Shift {
  const months = bymonth.length > 0 ? bymonth : [first.month];
  const numbers = bymonthday.length > 0 ? bymonthday : [first.monthday];
  const moved = months.flatMap((month) => numbers.map((number) => dayOfYearShifted(month, number, days)));
  const movedMonths = inOrder(moved.map(({ month }) => month));
  const movedDays = inOrder(moved.map(({ monthday }) => monthday));
  const [year = 0] = moved.map((day) => day.year);
  const isOneYear = moved.every((day) => day.year === year);
  const count = new Set(moved.map(({ month, monthday }) => `${month} ${monthday}`)).size;
  if (!isOneYear || movedMonths.length * movedDays.length !== count) refuseShift('BYMONTH');
  const isNamed = bymonth.length + bymonthday.length > 0 || movedDays.some((number) => number < 0);
  return {
    changes: isNamed ? { BYMONTH: movedMonths.join(','), BYMONTHDAY: movedDays.join(',') } : {},
    periods: year,
  };
}
