import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { daysFrom, secondsOf, textOf } from '#foundation/time/clock.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';
import type { Repair } from '../import-item.ts';
import { repair } from '../named-items.ts';
import { type Component, find, firstValue, type Property } from './component.ts';
import { readLength, readMoment, type WrittenMoment } from './moment.ts';
import type { FoundZone, ZoneFinder } from './zones.ts';

const DAY = 86_400;
const MIDNIGHT = '00:00:00';

/** A date or time of a component, as its own words have it. */
export interface Stamp {
  readonly moment: WrittenMoment;
  /** Text as written, for reports. */
  readonly text: string;
  /** The zone that it names, or that of floating times; of a date alone that of floating times. */
  readonly found: FoundZone;
  /** Whether a TZID names the zone. */
  readonly isZoned: boolean;
  /** The instant, `YYYY-MM-DD HH:MM:SS`; undefined: a date alone. */
  readonly utc: string | undefined;
}

/** Times of an event: wall clocks of its zone, `YYYY-MM-DD HH:MM:SS`. Those of an all-day event are days, both included. */
export interface CalendarTimes {
  readonly isAllDay: boolean;
  readonly timezone: string;
  readonly start_date: string;
  readonly end_date: string;
  /** Instants; undefined: all-day. */
  readonly utc_start_date: string | undefined;
  readonly utc_end_date: string | undefined;
}

/** Returns the TZIDs that a component's properties name. */
export const zonesNamed = ({ properties }: Component): string[] =>
  properties.flatMap(({ parameters }) => parameters['tzid'] || []);

/** Returns a value of a property as a date or time; undefined for none. */
export function stampOf(
  text: string,
  { parameters }: Pick<Property, 'parameters'>,
  zones: ZoneFinder,
): Stamp | undefined {
  const moment = readMoment(text);
  if (!moment) return undefined;
  const tzid = parameters['tzid'];
  const { day, time, offset } = moment;
  const wall = `${day} ${time ?? MIDNIGHT}`;
  const floating = { zone: zones.floating };
  const found = tzid ? zones.zoneAt(tzid, wall) : floating;
  const stamp = { moment, text, found, isZoned: tzid !== undefined && tzid !== '' };
  if (time === undefined) return { ...stamp, found: floating, utc: undefined };
  if (offset !== undefined) return { ...stamp, utc: textOf((secondsOf(wall) ?? 0) - offset) };
  return { ...stamp, utc: toUtc(wall, found.zone) };
}

/** Returns the day of a stamp in an all-day series: its own, or that of its instant where it is in UTC. */
export function dayOf({ moment: { day, time, offset }, utc }: Stamp, zone: string): string {
  // Writers put dates of all-day series as midnights of UTC, or of a zone.
  if (time === undefined || offset === undefined || time === MIDNIGHT || utc === undefined) return day;
  return toWall(utc, zone).slice(0, 10);
}

const isTrue = (component: Component, name: string) => /^true$/i.test(firstValue(component, name));

/** Returns whether times that Microsoft's programs write are those of an all-day event. */
function isDisguisedDay(
  component: Component,
  start: Stamp,
  end: Stamp | undefined,
  isMicrosoft: boolean,
): boolean {
  if (isTrue(component, 'x-microsoft-cdo-alldayevent')) return true;
  if (!isMicrosoft || !end || start.utc === undefined || end.utc === undefined) return false;
  const local = (stamp: Stamp) =>
    stamp.moment.offset === undefined
      ? `${stamp.moment.day} ${stamp.moment.time}`
      : toWall(stamp.utc ?? '', stamp.found.zone);
  return local(start).endsWith(MIDNIGHT) && local(end).endsWith(MIDNIGHT) && end.utc > start.utc;
}

const dayAfter = (day: string, days: number) => daysFrom(`${day} ${MIDNIGHT}`, days).slice(0, 10);

/** Returns the last day of an all-day event. DTEND is the day after it; one that is not after the first day is none (contract I8). */
function lastDay(
  component: Component,
  first: string,
  end: Stamp | undefined,
  { floating }: ZoneFinder,
  repairs: Repair[],
): string {
  const length = end ? undefined : readLength(firstValue(component, 'duration'));
  let after = dayAfter(first, 1);
  if (end) {
    const day = dayOf(end, floating);
    const isWithin =
      end.moment.time !== undefined && end.moment.time !== MIDNIGHT && end.moment.offset === undefined;
    after = isWithin ? dayAfter(day, 1) : day;
  } else if (length) after = dayAfter(first, length.days + Math.ceil(length.seconds / DAY));
  if (after < first) repairs.push(repair('end_before_start', 'end_date', end?.text ?? null, first));
  return after <= first ? first : dayAfter(after, -1);
}

/** Choices for reading the times of a component. */
export interface TimesOptions {
  readonly zones: ZoneFinder;
  readonly isMicrosoft: boolean;
  /** Whether it repeats: then it keeps the zone in which it is written. */
  readonly isSeries: boolean;
  /** Replaces DTSTART where a date of a series has none. */
  readonly otherwise?: Property | undefined;
}

/** Returns the times of a component, or the reason why it has none; adds what was repaired. */
export function readTimes(
  component: Component,
  { zones, isMicrosoft, isSeries, otherwise }: TimesOptions,
  repairs: Repair[],
): CalendarTimes | Message {
  const given = find(component, 'dtstart') ?? otherwise;
  if (!given) return message('import.start_missing');
  const start = stampOf(given.values[0] ?? '', given, zones);
  if (!start) return message('import.start_unreadable', { value: (given.values[0] ?? '').slice(0, 60) });
  if (start.found.repair) repairs.push(start.found.repair);
  const endProperty = find(component, 'dtend');
  const end = endProperty && stampOf(endProperty.values[0] ?? '', endProperty, zones);
  if (endProperty && !end) repairs.push(repair('end_unreadable', 'end_date', endProperty.values[0] ?? null));
  if (start.utc === undefined || isDisguisedDay(component, start, end, isMicrosoft)) {
    const isOwn = start.moment.offset === undefined;
    const day = isOwn ? start.moment.day : dayOf(start, zones.floating);
    return {
      isAllDay: true,
      timezone: start.utc === undefined || !start.isZoned ? zones.floating : start.found.zone,
      start_date: `${day} ${MIDNIGHT}`,
      end_date: `${lastDay(component, day, end, zones, repairs)} 23:59:59`,
      utc_start_date: undefined,
      utc_end_date: undefined,
    };
  }
  const isUtc = start.moment.offset !== undefined && !start.isZoned;
  const timezone = isUtc && isSeries ? 'UTC' : start.found.zone;
  const utcEnd = endOf(component, start, end, timezone);
  const isBefore = utcEnd < start.utc;
  if (isBefore)
    repairs.push(
      repair(
        'end_before_start',
        'end_date',
        end?.text ?? firstValue(component, 'duration'),
        given.values[0] ?? null,
      ),
    );
  const utc_end_date = isBefore ? start.utc : utcEnd;
  const wall =
    start.moment.offset === undefined
      ? `${start.moment.day} ${start.moment.time}`
      : toWall(start.utc, timezone);
  return {
    isAllDay: false,
    timezone,
    start_date: wall,
    end_date: isBefore ? wall : wallEnd(end, utc_end_date, timezone),
    utc_start_date: start.utc,
    utc_end_date,
  };
}

/** Returns the wall clock of an end: as written where it is on the start's clock, which may have it twice or not at all. */
function wallEnd(end: Stamp | undefined, utc: string, zone: string): string {
  if (end && end.utc !== undefined && end.moment.offset === undefined && end.found.zone === zone)
    return `${end.moment.day} ${end.moment.time}`;
  return toWall(utc, zone);
}

function endOf(component: Component, start: Stamp, end: Stamp | undefined, zone: string): string {
  const begin = start.utc ?? '';
  // A date as the end of a time is the beginning of that day.
  if (end) return end.utc ?? toUtc(`${end.moment.day} ${MIDNIGHT}`, zone);
  const length = readLength(firstValue(component, 'duration'));
  if (!length) return begin;
  // Days are those of the clock, everything smaller passes (RFC 5545 §3.3.6).
  const later = length.days === 0 ? begin : toUtc(daysFrom(toWall(begin, zone), length.days), zone);
  return textOf((secondsOf(later) ?? 0) + length.seconds);
}
