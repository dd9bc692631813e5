// Rules read as RFC 5545 §3.3.10 says them: a moment is one of a rule's where each part holds for it. Nothing is computed
// ahead; every day is looked at. Knows neither COUNT, UNTIL nor SKIP.
import type { FirstDate } from '#calendar/recurrence/recurrence.ts';
import { dayAt, daysBefore, daysInMonth, secondsOf, textOf } from '#foundation/time/clock.ts';

const DAY = 86_400;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A rule with its first date, in seconds of the wall clock. */
interface LiteralRule {
  readonly freq: string;
  readonly interval: number;
  readonly wkst: number;
  readonly start: number;
  /** Members of a part; undefined where it isn't there. */
  readonly numbers: (part: string) => readonly number[] | undefined;
  readonly byday: readonly string[] | undefined;
}

function literal(rule: string, { start_date }: FirstDate): LiteralRule {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const lists = new Map([...parts].map(([part, text]) => [part, text.split(',').map(Number)]));
  return {
    freq: parts.get('FREQ') ?? '',
    interval: Number(parts.get('INTERVAL') ?? 1),
    wkst: WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'),
    start: secondsOf(start_date) ?? Number.NaN,
    numbers: (part) => lists.get(part),
    byday: parts.get('BYDAY')?.split(','),
  };
}

const weekdayAt = (day: number) => (((day + 3) % 7) + 7) % 7;

/** Whether a place in a row is listed, by its number from the beginning or from the end. */
const isListed = (list: readonly number[], number: number, of: number) =>
  list.includes(number) || list.includes(number - of - 1);

/** The year that a day's week belongs to, the number of the week, and how many that year has. */
function weekOf(day: number, wkst: number): { year: number; week: number; weeks: number } {
  // “Week number one of the calendar year is the first week that contains at least four (4) days in that calendar year”.
  const begin = (of: number) => of - ((weekdayAt(of) - wkst + 7) % 7);
  const first = (year: number) => begin(daysBefore(year, 1, 4));
  const { year } = dayAt(begin(day) + 3);
  return {
    year,
    week: (begin(day) - first(year)) / 7 + 1,
    weeks: (first(year + 1) - first(year)) / 7,
  };
}

/** Which one of its weekday a day is within a span, from the beginning and from the end. */
const places = (day: number, begins: number, length: number) => [
  Math.floor((day - begins) / 7) + 1,
  -Math.floor((begins + length - 1 - day) / 7) - 1,
];

function isWeekday({ freq, numbers }: LiteralRule, byday: readonly string[], day: number): boolean {
  const { year, month } = dayAt(day);
  // “an offset within the month when the BYMONTH rule part is present”, else within the year.
  const inYear = freq === 'YEARLY' && !numbers('BYMONTH');
  const begins = daysBefore(year, inYear ? 1 : month, 1);
  const length = inYear ? daysBefore(year + 1, 1, 1) - begins : daysInMonth(year, month);
  return byday.some((member) => {
    if (WEEKDAYS[weekdayAt(day)] !== member.slice(-2)) return false;
    return member.length === 2 || places(day, begins, length).includes(Number(member.slice(0, -2)));
  });
}

/** The parts that a day breaks; `DTSTART` where it isn't the first date's day that a rule leaves open. */
function brokenByDay(rule: LiteralRule, day: number): string[] {
  const { freq, numbers, byday, start, wkst } = rule;
  const { year, month, day: monthday } = dayAt(day);
  const broken: string[] = [];
  const judge = (part: string, place: () => readonly [number: number, of: number]) => {
    const list = numbers(part);
    if (list && !isListed(list, ...place())) broken.push(part);
  };
  judge('BYMONTH', () => [month, 12]);
  judge('BYWEEKNO', () => {
    const { week, weeks } = weekOf(day, wkst);
    return [week, weeks];
  });
  const begins = daysBefore(year, 1, 1);
  judge('BYYEARDAY', () => [day - begins + 1, daysBefore(year + 1, 1, 1) - begins]);
  judge('BYMONTHDAY', () => [monthday, daysInMonth(year, month)]);
  if (byday && !isWeekday(rule, byday, day)) broken.push('BYDAY');
  if (byday || numbers('BYMONTHDAY') || numbers('BYYEARDAY')) return broken;
  // “If BYDAY, BYMONTHDAY… are missing, the appropriate … would be retrieved from the "DTSTART" property”.
  const first = dayAt(Math.floor(start / DAY));
  const isOpen = {
    YEARLY: numbers('BYWEEKNO')
      ? weekdayAt(day) === weekdayAt(Math.floor(start / DAY))
      : monthday === first.day && (month === first.month || numbers('BYMONTH') !== undefined),
    MONTHLY: monthday === first.day,
    WEEKLY: weekdayAt(day) === weekdayAt(Math.floor(start / DAY)),
  }[freq];
  return isOpen === false ? [...broken, 'DTSTART'] : broken;
}

/** Times of the day that BYHOUR, BYMINUTE and BYSECOND leave, in seconds and in order. */
function timesOf({ freq, numbers, start }: LiteralRule): number[] {
  const sizes = [
    ['BYHOUR', 3600, 24, freq === 'HOURLY' || freq === 'MINUTELY'],
    ['BYMINUTE', 60, 60, freq === 'MINUTELY'],
    ['BYSECOND', 1, 60, false],
  ] as const;
  let times = [0];
  for (const [part, size, count, isEach] of sizes) {
    const each = Array.from({ length: count }, (_, number) => number);
    const open = isEach ? each : [Math.floor(start / size) % count];
    const chosen = each.filter((number) => (numbers(part) ?? open).includes(number));
    times = times.flatMap((time) => chosen.map((number) => time + number * size));
  }
  return times;
}

/** Gives the number of the period of a moment of a day: year, month, week, day, hour or minute. */
function periods({ freq, numbers, wkst }: LiteralRule, day: number): (moment: number) => number {
  const small = { HOURLY: 3600, MINUTELY: 60 }[freq];
  if (small) return (moment) => Math.floor(moment / small);
  const { year, month } = dayAt(day);
  const yearly = freq === 'YEARLY' && numbers('BYWEEKNO') ? weekOf(day, wkst).year : year;
  const monthly = year * 12 + month;
  const weekly = Math.floor((day + 3 - wkst) / 7);
  const period = { YEARLY: yearly, MONTHLY: monthly, WEEKLY: weekly }[freq] ?? day;
  return () => period;
}

/** Returns the period of a rule in which a clock time is: the number of its year, month, week, day, hour or minute. */
export function periodOf(text: string, first: FirstDate, clock: string): number {
  const moment = secondsOf(clock) ?? Number.NaN;
  return periods(literal(text, first), Math.floor(moment / DAY))(moment);
}

/** Returns the parts of a rule that a clock time of the first date's zone breaks, INTERVAL and BYSETPOS not looked at. */
export function brokenParts(text: string, first: FirstDate, clock: string): string[] {
  const rule = literal(text, first);
  const moment = secondsOf(clock) ?? Number.NaN;
  const isTime = timesOf(rule).includes(moment - Math.floor(moment / DAY) * DAY);
  return [...brokenByDay(rule, Math.floor(moment / DAY)), ...(isTime ? [] : ['BYHOUR'])];
}

/** Returns the first clock times of a rule before a moment, from the first date on, which is among them only if the rule makes it. */
export function literalDates(text: string, first: FirstDate, to: string, most: number): string[] {
  const rule = literal(text, first);
  const { start, interval, freq } = rule;
  const positions = rule.numbers('BYSETPOS');
  const times = timesOf(rule);
  const startDay = Math.floor(start / DAY);
  // The period of the first date is that of its own year, whichever year its week belongs to.
  const begin = freq === 'YEARLY' ? dayAt(startDay).year : periods(rule, startDay)(start);
  const end = secondsOf(to) ?? Number.NaN;
  const dates: number[] = [];
  let [set, last]: [number[], number] = [[], Number.NaN];
  const close = () => {
    const chosen = positions ? set.filter((_, index) => isListed(positions, index + 1, set.length)) : set;
    dates.push(...chosen.filter((moment) => moment >= start && moment < end));
    set = [];
  };
  // A year's first week begins in the year before. Sets of which positions are chosen are whole ones.
  const [from, until] = positions
    ? [daysBefore(dayAt(startDay).year, 1, 1) - 7, end / DAY + 373]
    : [startDay, end / DAY];
  for (let day = from; day < until && dates.length < most; day++) {
    if (brokenByDay(rule, day).length > 0) continue;
    const period = periods(rule, day);
    for (const time of times) {
      const at = period(day * DAY + time);
      if (at < begin || (at - begin) % interval !== 0) continue;
      if (at !== last) close();
      last = at;
      set.push(day * DAY + time);
    }
  }
  // What is cut off isn't a whole set.
  if (!positions || dates.length < most) close();
  return dates.slice(0, most).map((moment) => textOf(moment));
}
