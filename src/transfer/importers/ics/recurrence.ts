import { boundedSteps, checkRecurrence } from '#calendar/recurrence/check.ts';
import { expand, momentsOf, readSeries } from '#calendar/recurrence/expand.ts';
import {
  type FirstDate,
  MOST_DATES,
  MOST_RULES,
  type Recurrence,
  RecurrenceError,
} from '#calendar/recurrence/recurrence.ts';
import { readRule, ruleText } from '#calendar/recurrence/rule.ts';
import { ruleDates, UNCOUNTED } from '#calendar/recurrence/rule-dates.ts';
import { daysFrom, secondsOf, textOf } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import type { Repair } from '../import-item.ts';
import { repair } from '../named-items.ts';
import { type Component, findAll } from './component.ts';
import { readLength, readMoment } from './moment.ts';
import { type CalendarTimes, dayOf, type Stamp, stampOf } from './times.ts';
import type { ZoneFinder } from './zones.ts';

const MIDNIGHT = '00:00:00';
/** Steps of expanding a rule that is refused; more are given up. */
const MOST_STEPS = 2_000_000;
/** Dates left out that are counted. */
const MOST_COUNTED = 20_000;
const RULE_PARTS =
  /^(?:FREQ|INTERVAL|COUNT|UNTIL|BYDAY|WKST|RSCALE|SKIP|BYSECOND|BYMINUTE|BYHOUR|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYMONTH|BYSETPOS)$/;

/** A series as iCalendar has it, before its overrides are looked at. */
export interface ReadSeries {
  /** null: it has no date beside the first one. */
  readonly recurrence: Recurrence | null;
  readonly first: FirstDate;
  /** Wall clocks at which dates of RDATE end that have a length of their own, by their `recurrence_id`. */
  readonly periods: ReadonlyMap<string, string>;
  /** Whether EXDATE and EXRULE leave no date at all. */
  readonly isEmpty: boolean;
}

/** Days `YYYY-MM-DD` between which refused rules are expanded. */
export interface ExpansionDays {
  readonly today: string;
  readonly horizon: string;
}

/** Reads what repeats an event. */
export interface RecurrenceReading {
  readonly zones: ZoneFinder;
  readonly days: ExpansionDays;
  readonly repairs: Repair[];
}

/** Returns the first date of a series with these times. */
export const firstDateOf = ({ start_date, end_date, timezone, isAllDay }: CalendarTimes): FirstDate => ({
  start_date,
  end_date,
  timezone,
  all_day: isAllDay,
});

/** Returns whether a component says that it repeats. */
export const repeats = (component: Component): boolean =>
  component.properties.some(
    ({ name, values }) => (name === 'rrule' || name === 'rdate') && values.some(Boolean),
  );

/** Returns UNTIL as the rules of an event have it. */
function untilIn(text: string, { all_day }: FirstDate, zones: ZoneFinder): string | undefined {
  const moment = readMoment(text);
  if (!moment) return undefined;
  const digits = moment.day.replaceAll('-', '');
  if (moment.time === undefined) return digits;
  if (all_day) {
    const stamp = stampOf(text, { parameters: {} }, zones);
    const local = stamp?.utc === undefined ? '' : toWall(stamp.utc, zones.floating);
    // In UTC it is the day at whose midnight it lies in the file's zone (contract I8).
    return moment.offset !== undefined && local.endsWith(MIDNIGHT)
      ? local.slice(0, 10).replaceAll('-', '')
      : digits;
  }
  const time = moment.time.replaceAll(':', '');
  return `${digits}T${time}${moment.offset === 0 ? 'Z' : ''}`;
}

/** Returns a rule as ours are written; undefined where it cannot be one. */
function cleanRule(
  text: string,
  first: FirstDate,
  { zones, repairs }: RecurrenceReading,
): string | undefined {
  const parts = new Map<string, string>();
  for (const piece of text.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    const [name = '', value = ''] = piece.split('=');
    if (RULE_PARTS.test(name) && value !== '' && !parts.has(name)) parts.set(name, value);
  }
  const until = parts.get('UNTIL');
  if (until !== undefined) {
    const own = untilIn(until, first, zones);
    if (own === undefined) parts.delete('UNTIL');
    else parts.set('UNTIL', own);
  }
  if (parts.has('COUNT') && parts.has('UNTIL')) {
    repairs.push(repair('count_and_until', 'recurrence', text, `UNTIL=${parts.get('UNTIL')}`));
    parts.delete('COUNT');
  }
  const count = parts.get('COUNT');
  if (count !== undefined && !/^0*[1-9]\d*$/.test(count)) parts.delete('COUNT');
  const before = [...parts].map((part) => part.join('=')).join(';');
  // Ordinals stand where RFC 5545 §3.3.10 forbids them, and mean nothing there.
  if (/^(?:DAILY|WEEKLY)$/.test(parts.get('FREQ') ?? ''))
    parts.set('BYDAY', (parts.get('BYDAY') ?? '').replaceAll(/[+-]?\d+(?=[A-Z])/g, ''));
  if (parts.get('BYDAY') === '') parts.delete('BYDAY');
  // In all-day events parts smaller than a day say nothing.
  if (first.all_day) for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND']) parts.delete(name);
  const rule = [...parts].map((part) => part.join('=')).join(';');
  try {
    const read = ruleText(readRule(rule, first.all_day));
    if (rule !== before) repairs.push(repair('rule_mended', 'recurrence', text, read));
    return read;
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    repairs.push(repair('rule_dropped', 'recurrence', text));
    return undefined;
  }
}

/** Returns the wall clock of a date beside a series, in its zone: for all-day series of its day. */
export function wallOf(stamp: Stamp, first: FirstDate, { floating }: ZoneFinder): string {
  const { moment, utc } = stamp;
  if (first.all_day) return `${dayOf(stamp, floating)} ${first.start_date.slice(11)}`;
  if (utc === undefined) return `${moment.day} ${first.start_date.slice(11)}`;
  if (moment.offset === undefined && (!stamp.isZoned || stamp.found.zone === first.timezone))
    return `${moment.day} ${moment.time}`;
  return toWall(utc, first.timezone);
}

/** Returns whether a date is of another type or zone than those of its series, so that it had to be matched. */
const isOther = ({ utc, moment, found, isZoned }: Stamp, first: FirstDate): boolean =>
  first.all_day
    ? utc !== undefined
    : utc === undefined || (isZoned && moment.offset === undefined && found.zone !== first.timezone);

/** Returns the dates of EXDATE: wall clocks, or days of which no date is left. */
function leftOut(component: Component, first: FirstDate, { zones, repairs }: RecurrenceReading): string[] {
  const dates: string[] = [];
  let matched: Repair | undefined;
  for (const property of findAll(component, 'exdate'))
    for (const value of property.values) {
      const stamp = stampOf(value, property, zones);
      if (!stamp) continue;
      const wall = wallOf(stamp, first, zones);
      const isMidnight = wall.endsWith(MIDNIGHT) && !first.start_date.endsWith(MIDNIGHT);
      const isDay = !first.all_day && (stamp.utc === undefined || isMidnight);
      if (isOther(stamp, first) || isDay)
        matched ??= repair('exdate_matched', 'recurrence', value, isDay ? wall.slice(0, 10) : wall);
      dates.push(isDay ? wall.slice(0, 10) : wall);
    }
  if (matched) repairs.push(matched);
  return dates;
}

/** Returns the dates of RDATE, and the ends of those that have a length of their own. */
function added(
  component: Component,
  first: FirstDate,
  { zones, repairs }: RecurrenceReading,
): { dates: string[]; periods: Map<string, string> } {
  const dates: string[] = [];
  const periods = new Map<string, string>();
  for (const property of findAll(component, 'rdate'))
    for (const value of property.values) {
      const [begin = '', end] = value.split('/');
      const stamp = stampOf(begin, property, zones);
      if (!stamp) continue;
      const wall = wallOf(stamp, first, zones);
      if (wall < first.start_date) {
        repairs.push(repair('rdate_before_start', 'recurrence', value));
        continue;
      }
      dates.push(wall);
      const closing = end === undefined ? undefined : periodEnd(stamp, end, property, first, zones);
      if (closing !== undefined) periods.set(wall, closing);
    }
  return { dates, periods };
}

/** Returns the wall clock at which a PERIOD ends. */
function periodEnd(
  begin: Stamp,
  end: string,
  property: Parameters<typeof stampOf>[1],
  first: FirstDate,
  zones: ZoneFinder,
): string | undefined {
  if (first.all_day || begin.utc === undefined) return undefined;
  const stamp = stampOf(end, property, zones);
  if (stamp?.utc !== undefined) return stamp.utc > begin.utc ? toWall(stamp.utc, first.timezone) : undefined;
  const length = readLength(end);
  if (!length) return undefined;
  const seconds = length.days * 86_400 + length.seconds;
  const utc = textOf((secondsOf(begin.utc) ?? 0) + seconds);
  return seconds > 0 ? toWall(utc, first.timezone) : undefined;
}

/** Returns dates that a recurrence makes from a day on up to another, at most so many, and how many it makes beyond those. */
function datesWithin(
  recurrence: Recurrence,
  first: FirstDate,
  { today, horizon }: ExpansionDays,
): { dates: string[]; more: number } {
  const dates: string[] = [];
  let more = 0;
  const bounds = { from: `${today} ${MIDNIGHT}`, to: daysFrom(`${horizon} ${MIDNIGHT}`, 1) };
  try {
    for (const { recurrence_id } of expand(recurrence, first, bounds, boundedSteps(MOST_STEPS))) {
      if (dates.length < MOST_DATES) dates.push(recurrence_id);
      else if (++more >= MOST_COUNTED) break;
    }
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
  }
  return { dates, more };
}

/** Returns a recurrence that is refused as its dates within the horizon (contract I3). */
export function expanded(
  recurrence: Recurrence,
  first: FirstDate,
  { days, repairs }: Pick<RecurrenceReading, 'days' | 'repairs'>,
): Recurrence | null {
  const { dates, more } = datesWithin(recurrence, first, days);
  const isLeftOut = recurrence.exdate.some((date) => first.start_date.startsWith(date));
  const later = dates.filter((date) => date > first.start_date);
  const rdate = later.slice(0, isLeftOut ? MOST_DATES - 1 : MOST_DATES);
  const without = String(more + later.length - rdate.length);
  repairs.push(repair('rule_expanded', 'recurrence', recurrence.rrule.join(' ') || null, without));
  if (rdate.length === 0) return null;
  return { rrule: [], rdate, exdate: isLeftOut ? [first.start_date] : [] };
}

/** Adds to EXDATE the dates of EXRULE up to the horizon. */
function withExrules(
  component: Component,
  recurrence: Recurrence,
  first: FirstDate,
  reading: RecurrenceReading,
): Recurrence {
  const exdate = [...recurrence.exdate];
  for (const text of findAll(component, 'exrule').flatMap(({ values }) => values)) {
    const rule = cleanRule(text, first, reading);
    if (rule === undefined) continue;
    const made = { rrule: [rule], rdate: [], exdate: [] };
    const all = datesWithin(made, first, { ...reading.days, today: first.start_date.slice(0, 10) });
    const own = new Set(
      instantsOf({ ...recurrence, exdate: [] }, first, all.dates.at(-1) ?? first.start_date),
    );
    const left = all.dates.filter(
      (date) => own.has(date) && (date !== first.start_date || makesFirst(rule, first)),
    );
    exdate.push(...left);
    reading.repairs.push(repair('exrule_expanded', 'recurrence', text, String(left.length)));
  }
  return { ...recurrence, exdate };
}

/** Returns whether a rule makes the first date by its parts: a series has it anyway. */
function makesFirst(rule: string, first: FirstDate): boolean {
  const start = secondsOf(first.start_date) ?? 0;
  const span = { from: start, to: start + 1 };
  const [made] = ruleDates(readRule(rule, first.all_day), start, span, UNCOUNTED);
  return made === start;
}

/** Returns the wall clocks at which a recurrence puts its dates, up to one of them, included. */
export function instantsOf(recurrence: Recurrence | null, first: FirstDate, last: string): string[] {
  const series = readSeries(recurrence, first);
  const ids: string[] = [];
  const to = (secondsOf(last) ?? 0) + 1;
  try {
    const span = { from: Number.NEGATIVE_INFINITY, to };
    for (const { id } of momentsOf(series, span, boundedSteps(MOST_STEPS))) ids.push(textOf(id));
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
  }
  return ids;
}

/** Returns how a component repeats: rules that ours refuse as their dates, and none at all where it has but one date. */
export function readRecurrenceOf(
  component: Component,
  times: CalendarTimes,
  reading: RecurrenceReading,
): ReadSeries {
  const first = firstDateOf(times);
  const rules = findAll(component, 'rrule')
    .flatMap(({ values }) => values)
    .flatMap((text) => cleanRule(text, first, reading) ?? []);
  const { dates, periods } = added(component, first, reading);
  const plain: Recurrence = {
    rrule: [...new Set(rules)],
    rdate: [...new Set(dates)].filter((date) => date !== first.start_date).sort(),
    exdate: [...new Set(leftOut(component, first, reading))].sort(),
  };
  const own = withExrules(component, plain, first, reading);
  const recurrence = { ...own, exdate: [...new Set(own.exdate)].sort() };
  if (recurrence.rrule.length === 0 && recurrence.rdate.length === 0)
    return { recurrence: null, first, periods, isEmpty: false };
  const allowed = checked(recurrence, first, reading);
  const isLeftOut = recurrence.exdate.some((date) => first.start_date.startsWith(date));
  return { recurrence: allowed, first, periods, isEmpty: allowed === null && isLeftOut };
}

/** Returns a recurrence if ours allow it, else its dates. */
export function checked(
  recurrence: Recurrence,
  first: FirstDate,
  reading: Pick<RecurrenceReading, 'days' | 'repairs'>,
): Recurrence | null {
  const { rrule, rdate, exdate } = recurrence;
  if (rrule.length === 0 && rdate.length === 0) return null;
  if (rrule.length > MOST_RULES || rdate.length + exdate.length > MOST_DATES)
    return expanded(recurrence, first, reading);
  try {
    checkRecurrence(recurrence, first, reading.days);
    return recurrence;
  } catch (error) {
    if (!(error instanceof RecurrenceError)) throw error;
    return expanded(recurrence, first, reading);
  }
}
