import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { daysFrom, secondsOf, textOf as textOfSeconds } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { findZone, offsetAt, toUtc, toWall, utcSeconds } from '#foundation/time/zone.ts';
import type { Repair } from '../import-item.ts';
import { readMoment, type TypedMoment } from '../moments.ts';
import { repair } from '../named-items.ts';
import { type DateOrder, dateOrders } from '../source-kind.ts';
import { type Thing, textOf } from './things.ts';

/** The dates of an event on a page: fields of a request, and UTC times where its texts name an instant. */
export interface NodeTimes {
  readonly start_date: string;
  readonly end_date: string;
  readonly all_day: boolean;
  readonly timezone: string;
  readonly utc_start_date?: string | undefined;
  readonly utc_end_date?: string | undefined;
}

/** Zones from which that of an event is chosen, and the order of its days. */
export interface ZoneContext {
  readonly now: Temporal.Instant;
  /** Zone that the event names itself. */
  readonly own: string | undefined;
  /** Returns the zone of its place at an instant in Unix seconds; undefined: it is unknown or there are several. */
  placeAt(instant: number): string | undefined;
  /** Zone of the option. */
  readonly option: string | undefined;
  readonly site: string;
  readonly order: DateOrder | undefined;
}

const SECONDS_PER_DAY = 86_400;
const UTC = /^(?:Z|UTC|GMT|[+-]00:?00|[+-]00)$/;

/** A point in time as a text names it. */
interface NamedTime {
  readonly day: string;
  /** Seconds since midnight; undefined: the whole day. */
  readonly time: number | undefined;
  /** Unix seconds, where the text names a zone or offset. */
  readonly instant: number | undefined;
  /** Offset in seconds that the text names; undefined: none, or UTC, which says nothing of the place. */
  readonly offset: number | undefined;
}

const offsetSeconds = (zone: string): number | undefined => {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined
    ? undefined
    : (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
};

/** Returns the day that a moment names; only one that can be no other day without an order. */
function dayOf({ day = {} }: TypedMoment, order: DateOrder | undefined): string | undefined {
  if (day.any !== undefined) return day.any;
  const days = new Set(dateOrders.flatMap((one) => day[one] ?? []));
  return order === undefined ? (days.size === 1 ? [...days][0] : undefined) : day[order];
}

/** Reads a date and time of a page; undefined if it is none. */
export function readNamedTime(
  text: string,
  { now, order }: Pick<ZoneContext, 'now' | 'order'>,
): NamedTime | undefined {
  const moment = readMoment(text);
  const day = moment && dayOf(moment, order);
  if (!moment || day === undefined) return undefined;
  const { time, zone } = moment;
  const wall = secondsOf(`${day} 00:00:00`);
  if (wall === undefined) return undefined;
  if (time === undefined || zone === undefined) return { day, time, instant: undefined, offset: undefined };
  const seconds = offsetSeconds(zone);
  const read =
    seconds === undefined
      ? readDate(`${textOfSeconds(wall + time)} ${zone}`, { now, zone: 'UTC' })
      : undefined;
  const instant = seconds === undefined ? secondsOf(read?.utc ?? '') : wall + time - seconds;
  return {
    day,
    time,
    instant,
    offset: instant === undefined || UTC.test(zone) ? undefined : wall + time - instant,
  };
}

/** Returns the zone of an event and whether it was concluded from an offset (contract I5). */
function zoneOf(start: NamedTime, context: ZoneContext): { zone: string; isConcluded: boolean } {
  const { own, option, site } = context;
  const wall = (secondsOf(`${start.day} 00:00:00`) ?? 0) + (start.time ?? 0);
  const place = own === undefined ? context.placeAt(start.instant ?? wall) : undefined;
  const [usual = site] = [own, place, option].filter((zone) => zone !== undefined);
  const { instant, offset } = start;
  if (instant === undefined) return { zone: usual, isConcluded: false };
  // UTC is an instant and says nothing of the clock there.
  if (offset === undefined) return { zone: usual, isConcluded: own === undefined };
  const fitting = [own, place, option, site].find(
    (zone) => zone !== undefined && offsetAt(instant, zone) === offset,
  );
  if (fitting !== undefined) return { zone: fitting, isConcluded: fitting !== own };
  const minutes = Math.abs(offset) / 60;
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const fixed = `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return { zone: findZone(fixed) ?? usual, isConcluded: true };
}

const wallOf = ({ day, time = 0 }: NamedTime): string =>
  textOfSeconds((secondsOf(`${day} 00:00:00`) ?? 0) + time);

/** Returns the wall clock of a time in a zone. */
const wallIn = (time: NamedTime, zone: string): string =>
  time.instant === undefined ? wallOf(time) : toWall(textOfSeconds(time.instant), zone);

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** Returns the seconds of an ISO 8601 duration without months and years; undefined for anything else. */
export function durationSeconds(text: string): number | undefined {
  const parts = DURATION.exec(text.trim());
  if (!parts || text.trim().length < 3) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  return weeks * 7 * SECONDS_PER_DAY + days * SECONDS_PER_DAY + hours * 3600 + minutes * 60 + seconds;
}

const END_OF_DAY = [86_340, 86_399, SECONDS_PER_DAY];

/** Reads the dates of an event. Returns why it has none. */
export function readNodeTimes(node: Thing, context: ZoneContext, repairs: Repair[]): NodeTimes | Message {
  const startText = textOf(node, 'startDate');
  if (startText === '') return message('import.start_missing');
  const start = readNamedTime(startText, context);
  if (!start) return message('import.start_unreadable', { value: startText.slice(0, 100) });
  const { zone: timezone, isConcluded } = zoneOf(start, context);
  if (isConcluded) repairs.push(repair('zone_from_offset', 'timezone', startText, timezone));
  const endText = textOf(node, 'endDate');
  const end = endText === '' ? undefined : readNamedTime(endText, context);
  if (endText !== '' && !end) repairs.push(repair('end_unreadable', 'end_date', endText));
  const length = durationSeconds(textOf(node, 'duration'));

  // Many pages write whole days as 00:00 to 23:59 on the clock there.
  const isWholeDays =
    start.time === 0 && end?.time !== undefined && END_OF_DAY.includes(end.time) && end.day >= start.day;
  if (start.time === undefined || isWholeDays) {
    const days = length === undefined ? 1 : Math.ceil(length / SECONDS_PER_DAY);
    const last = end?.day ?? daysFrom(`${start.day} 00:00:00`, Math.max(0, days - 1)).slice(0, 10);
    if (last < start.day) repairs.push(repair('end_before_start', 'end_date', last, start.day));
    return { start_date: start.day, end_date: last < start.day ? start.day : last, all_day: true, timezone };
  }
  const from = wallIn(start, timezone);
  const fromUtc = start.instant === undefined ? undefined : textOfSeconds(start.instant);
  const until = endOf({ from, start, end, length, timezone });
  const utcFrom = fromUtc ?? toUtc(from, timezone);
  const utcUntil = until.utc ?? toUtc(until.wall, timezone);
  const isBefore = utcUntil < utcFrom;
  if (isBefore) repairs.push(repair('end_before_start', 'end_date', until.wall, from));
  return {
    start_date: from,
    end_date: isBefore ? from : until.wall,
    all_day: false,
    timezone,
    ...(fromUtc === undefined ? {} : { utc_start_date: fromUtc }),
    ...(isBefore
      ? fromUtc === undefined
        ? {}
        : { utc_end_date: fromUtc }
      : until.utc === undefined
        ? {}
        : { utc_end_date: until.utc }),
  };
}

/** Returns the end of an event with a time: its own, that of its length, or its start. */
function endOf({
  from,
  start,
  end,
  length,
  timezone,
}: {
  from: string;
  start: NamedTime;
  end: NamedTime | undefined;
  length: number | undefined;
  timezone: string;
}): { wall: string; utc?: string | undefined } {
  const startUtc = start.instant === undefined ? undefined : textOfSeconds(start.instant);
  if (end?.time !== undefined) {
    // An end without an offset, beside a start with one, is on the same clock.
    return {
      wall: wallIn(end, timezone),
      utc: end.instant === undefined ? undefined : textOfSeconds(end.instant),
    };
  }
  if (end && end.day > from.slice(0, 10)) return { wall: `${end.day} 23:59:59` };
  if (end && end.day < from.slice(0, 10)) return { wall: `${end.day} 00:00:00` };
  if (length !== undefined) {
    const utc = textOfSeconds((start.instant ?? utcSeconds(secondsOf(from) ?? 0, timezone)) + length);
    return { wall: toWall(utc, timezone), utc };
  }
  return { wall: from, utc: startUtc };
}
