import { daysFrom, secondsOf } from '#foundation/time/clock.ts';
import { weekdays } from '#foundation/time/weekdays.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { readMoment } from '../moments.ts';
import { plainName, type Thing, textOf, textsOf } from './things.ts';
import { durationSeconds } from './times.ts';

/** A schedule of schema.org: the first date, and the rule by which it repeats. */
export interface NodeSchedule {
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
  readonly timezone: string;
  /** undefined: it takes place once. */
  readonly recurrence: { readonly rrule: readonly string[]; readonly exdate: readonly string[] } | undefined;
}

/** Values of an event that its schedule may leave out. */
export interface ScheduleDefaults {
  readonly timezone: string;
  readonly start: string;
  readonly end: string;
  readonly all_day: boolean;
}

const FREQUENCIES: Readonly<Record<string, string>> = { D: 'DAILY', W: 'WEEKLY', M: 'MONTHLY', Y: 'YEARLY' };
const NAMED: Readonly<Record<string, string>> = {
  daily: 'P1D',
  weekly: 'P1W',
  biweekly: 'P2W',
  fortnightly: 'P2W',
  monthly: 'P1M',
  quarterly: 'P3M',
  yearly: 'P1Y',
  annually: 'P1Y',
};
const LATEST_FIRST_DAYS = 1500;

const HOURS: Readonly<Record<string, string>> = { H: 'HOURLY', M: 'MINUTELY' };

/** Returns frequency and interval of a rule; undefined where the schedule names none that rules have. */
function frequencyOf(text: string): { frequency: string; interval: number } | undefined {
  const duration = NAMED[text.toLowerCase()] ?? text.toUpperCase();
  const [, many, part = ''] = /^PT(\d{1,3})([HM])$/.exec(duration) ?? [];
  const shorter = HOURS[part];
  if (shorter !== undefined && Number(many) > 0) return { frequency: shorter, interval: Number(many) };
  const [, number, unit = ''] = /^P(\d{1,3})([DWMY])$/.exec(duration) ?? [];
  const frequency = FREQUENCIES[unit];
  const interval = Number(number);
  if (frequency === undefined || interval < 1) return undefined;
  return unit === 'D' && interval % 7 === 0
    ? { frequency: 'WEEKLY', interval: interval / 7 }
    : { frequency, interval };
}

/** Returns the days of the week, as rules name them: `MO`, `1MO`. */
function daysOf(schedule: Thing): string[] | undefined {
  const days = textsOf(schedule, 'byDay')
    .flatMap((text) => text.split(/[\s,]+/))
    .map((text) => {
      const [, place = '', name = ''] = /^([+-]?\d)?(\p{L}+)$/u.exec(plainName(text)) ?? [];
      const day = weekdays.find(
        (one) => one === name.toLowerCase() || one.slice(0, 2) === name.toLowerCase(),
      );
      return day === undefined ? undefined : place + day.slice(0, 2).toUpperCase();
    });
  return days.every((day) => day !== undefined) ? days : undefined;
}

const numbersOf = (schedule: Thing, name: string): number[] =>
  textsOf(schedule, name)
    .flatMap((text) => text.split(/[\s,]+/))
    .map(Number)
    .filter(Number.isInteger);

/** Days that a rule allows, for finding its first date. */
interface DayLimits {
  readonly days: readonly string[];
  readonly months: readonly number[];
  readonly monthDays: readonly number[];
}

function fits(day: string, { days, months, monthDays }: DayLimits): boolean {
  const date = Temporal.PlainDate.from(day);
  const name = weekdays[date.dayOfWeek - 1]?.slice(0, 2).toUpperCase() ?? '';
  const fromEnd = date.daysInMonth - date.day + 1;
  const place = Math.ceil(date.day / 7);
  const names = [name, `${place}${name}`, `+${place}${name}`, `-${Math.ceil(fromEnd / 7)}${name}`];
  return (
    (days.length === 0 || days.some((one) => names.includes(one))) &&
    (months.length === 0 || months.includes(date.month)) &&
    (monthDays.length === 0 || monthDays.includes(date.day) || monthDays.includes(-fromEnd))
  );
}

/** Returns the first day from one on that fits; undefined if there is none within some years. */
function firstDay(from: string, limits: DayLimits): string | undefined {
  for (let day = from, left = LATEST_FIRST_DAYS; left > 0; left--) {
    if (fits(day, limits)) return day;
    day = daysFrom(`${day} 00:00:00`, 1).slice(0, 10);
  }
  return undefined;
}

const compact = (wall: string) => wall.replaceAll(/[-:]/g, '').replace(' ', 'T');
const dayIn = (text: string): string | undefined => readMoment(text)?.day?.any;
const timeIn = (text: string): string | undefined => {
  const time = text === '' ? undefined : readMoment(text)?.time;
  return time === undefined
    ? undefined
    : Temporal.PlainTime.from('00:00').add({ seconds: time }).toString({ smallestUnit: 'second' });
};

/** Reads a schedule; undefined if it cannot be said as a rule, or says no day. */
export function readSchedule(
  schedule: Thing,
  usual: ScheduleDefaults & { zoneNamed(name: string): string | undefined },
): NodeSchedule | undefined {
  const timezone = usual.zoneNamed(textOf(schedule, 'scheduleTimezone')) ?? usual.timezone;
  const from = dayIn(textOf(schedule, 'startDate')) ?? (usual.start.slice(0, 10) || undefined);
  if (from === undefined) return undefined;
  const startTime =
    timeIn(textOf(schedule, 'startTime')) ??
    timeIn(textOf(schedule, 'startDate')) ??
    (usual.all_day ? undefined : usual.start.slice(11) || undefined);
  const days = daysOf(schedule);
  const months = numbersOf(schedule, 'byMonth');
  const monthDays = numbersOf(schedule, 'byMonthDay');
  const weeks = numbersOf(schedule, 'byMonthWeek');
  if (!days) return undefined;
  const placed = weeks.length === 0 ? days : weeks.flatMap((week) => days.map((day) => `${week}${day}`));
  const repeat = textOf(schedule, 'repeatFrequency');
  const rate = frequencyOf(repeat);
  if (repeat !== '' && !rate) return undefined;
  const limits = { days: placed, months, monthDays };
  const first = rate ? firstDay(from, limits) : from;
  if (first === undefined) return undefined;
  const all_day = startTime === undefined;
  const start = all_day ? first : `${first} ${startTime}`;
  const until = dayIn(textOf(schedule, 'endDate'));
  const common = {
    start_date: start,
    end_date: endOf(schedule, { start, all_day, usual }),
    all_day,
    timezone,
  };
  if (!rate) return { ...common, recurrence: undefined };
  const count = numbersOf(schedule, 'repeatCount').find((number) => number > 0);
  const rule = [
    `FREQ=${rate.frequency}`,
    rate.interval > 1 ? `INTERVAL=${rate.interval}` : '',
    placed.length > 0 ? `BYDAY=${placed.join(',')}` : '',
    months.length > 0 ? `BYMONTH=${months.join(',')}` : '',
    monthDays.length > 0 ? `BYMONTHDAY=${monthDays.join(',')}` : '',
    // The number of times and an end may both be there; then the end is the safer one.
    until === undefined
      ? count === undefined
        ? ''
        : `COUNT=${count}`
      : `UNTIL=${untilOf(until, all_day, timezone)}`,
  ].filter((part) => part !== '');
  const exdate = textsOf(schedule, 'exceptDate').flatMap((text) => dayIn(text) ?? []);
  return { ...common, recurrence: { rrule: [rule.join(';')], exdate } };
}

const untilOf = (day: string, all_day: boolean, timezone: string): string =>
  all_day ? day.replaceAll('-', '') : `${compact(toUtc(`${day} 23:59:59`, timezone))}Z`;

/** Returns the end of the first date: by its end time, its length, or that of the event. */
function endOf(
  schedule: Thing,
  { start, all_day, usual }: { start: string; all_day: boolean; usual: ScheduleDefaults },
): string {
  if (all_day) return start;
  const endTime = timeIn(textOf(schedule, 'endTime'));
  const day = start.slice(0, 10);
  if (endTime !== undefined)
    return `${endTime < start.slice(11) ? daysFrom(start, 1).slice(0, 10) : day} ${endTime}`;
  const seconds = durationSeconds(textOf(schedule, 'duration')) ?? lengthOf(usual);
  const wall = secondsOf(start);
  return wall === undefined || seconds === undefined
    ? start
    : Temporal.PlainDateTime.from(start.replace(' ', 'T'))
        .add({ seconds })
        .toString({ smallestUnit: 'second' })
        .replace('T', ' ');
}

/** Returns the length of an event that ends on the day on which it starts, in seconds. */
function lengthOf({ start, end, all_day }: ScheduleDefaults): number | undefined {
  const from = secondsOf(start);
  const to = secondsOf(end);
  return all_day || from === undefined || to === undefined || to - from >= 86_400 ? undefined : to - from;
}
