import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { findZone, toWall } from '#foundation/time/zone.ts';
import type { Repair } from '../import-item.ts';
import { readMoment, readTime, type TypedDay, type TypedMoment } from '../moments.ts';
import { repair } from '../named-items.ts';
import type { DateOrder, ReadingSite } from '../source-kind.ts';
import type { TableField } from './fields.ts';

/** The dates of a row: fields of a request, and UTC times where the clock alone is not enough. */
export interface RowTimes {
  readonly sent: {
    readonly start_date: string;
    readonly end_date: string;
    readonly all_day: boolean;
    readonly timezone: string;
  };
  readonly origin: { readonly utc_start_date?: string; readonly utc_end_date?: string };
  readonly repairs: readonly Repair[];
}

/** Order and zones by which the dates of a table are read. */
export interface TimesContext {
  /** Order of day, month and year; undefined: none is known, and a day that depends on it fails. */
  readonly order: DateOrder | undefined;
  /** Zone of rows that name none. */
  readonly timezone: string;
  readonly site: ReadingSite;
}

const SECONDS_PER_DAY = 86_400;

/** Returns a wall clock, from a day and seconds since its midnight, at most 24 hours. */
function wallOf(day: string, seconds: number): string {
  const time = Temporal.PlainTime.from('00:00').add({ seconds }).toString({ smallestUnit: 'second' });
  const wall = `${day} ${time}`;
  return seconds === SECONDS_PER_DAY ? daysFrom(wall, 1) : wall;
}

const dayAfter = (day: string): string => daysFrom(`${day} 00:00:00`, 1).slice(0, 10);

/** A point in time of a row: wall clock in the row's zone, in UTC too where its cell names a zone. */
interface RowMoment {
  readonly wall: string;
  readonly utc?: string;
}

/** Reads the dates of one row. Returns why it has none. @param cell returns the text of a field, '' where there is none */
export function readTimes(
  cell: (field: TableField) => string,
  isAllDay: boolean | undefined,
  { order, timezone: usual, site }: TimesContext,
): RowTimes | Message {
  const repairs: Repair[] = [];
  const named = cell('timezone');
  const timezone = named === '' ? usual : (findZone(named) ?? usual);
  if (named !== '' && !findZone(named)) repairs.push(repair('zone_unknown', 'timezone', named, usual));

  const dayOf = (day: TypedDay | undefined): string | undefined => day?.any ?? (order && day?.[order]);
  const timeOf = (moment: TypedMoment, field: 'start_time' | 'end_time'): number | undefined => {
    if (moment.time !== undefined) return moment.time;
    const text = cell(field);
    const time = text === '' ? undefined : readTime(text);
    if (text !== '' && time === undefined)
      repairs.push(repair('time_unreadable', field === 'start_time' ? 'start_date' : 'end_date', text));
    return time;
  };
  const momentAt = (day: string, seconds: number, zone: string | undefined): RowMoment => {
    const wall = wallOf(day, seconds);
    const now = Temporal.Instant.from(site.now);
    const read = zone === undefined ? undefined : readDate(`${wall} ${zone}`, { now, zone: timezone });
    return read ? { wall: read.wall, utc: read.utc } : { wall };
  };

  const startText = cell('start_date');
  if (startText === '') return message('import.start_missing');
  const start = readMoment(startText);
  if (!start?.day) return message('import.start_unreadable', { value: startText });
  const startDay = dayOf(start.day);
  if (startDay === undefined)
    return order === undefined
      ? message('import.ambiguous_date', { value: startText })
      : message('import.start_unreadable', { value: startText });
  const endText = cell('end_date');
  const end = endText === '' ? undefined : readMoment(endText);
  const endDay = dayOf(end?.day);
  if (endDay === undefined && end?.day && order === undefined)
    return message('import.ambiguous_date', { value: endText });
  if (endText !== '' && endDay === undefined && end?.time === undefined)
    repairs.push(repair('end_unreadable', 'end_date', endText, startDay));

  const startTime = timeOf(start, 'start_time');
  const finish = (from: RowMoment, to: RowMoment, all_day: boolean): RowTimes => {
    const isBefore = from.utc && to.utc ? to.utc < from.utc : to.wall < from.wall;
    const until = isBefore ? from : to;
    if (isBefore) repairs.push(repair('end_before_start', 'end_date', to.wall, from.wall));
    const short = (wall: string) => (all_day ? wall.slice(0, 10) : wall);
    return {
      sent: { start_date: short(from.wall), end_date: short(until.wall), all_day, timezone },
      origin: all_day ? {} : utcOf(cell, { from, until, timezone }),
      repairs,
    };
  };
  if (isAllDay || startTime === undefined)
    return finish({ wall: wallOf(startDay, 0) }, { wall: wallOf(endDay ?? startDay, 0) }, true);

  const from = momentAt(startDay, startTime, start.zone);
  const endTime = timeOf(end ?? {}, 'end_time');
  if (endTime !== undefined) {
    const sameDay = endTime < startTime ? dayAfter(startDay) : startDay;
    return finish(from, momentAt(endDay ?? sameDay, endTime, end?.zone), false);
  }
  // A later day without a time belongs to the event as a whole.
  const lasts = endDay !== undefined && endDay > startDay;
  return finish(
    from,
    lasts ? { wall: `${endDay} 23:59:59` } : endDay === undefined ? from : endOfDay(from, endDay),
    false,
  );
}

/** Returns the start for an end on the same day, else the end of a day before it, which is then repaired. */
const endOfDay = (from: RowMoment, day: string): RowMoment =>
  from.wall.startsWith(day) ? from : { wall: `${day} 23:59:59` };

/** Returns UTC times where a cell names its zone, or our own columns tell which of two equal clock times is meant. */
function utcOf(
  cell: (field: TableField) => string,
  { from, until, timezone }: { from: RowMoment; until: RowMoment; timezone: string },
): RowTimes['origin'] {
  const of = (field: 'utc_start_date' | 'utc_end_date', { wall, utc }: RowMoment): string | undefined => {
    if (utc !== undefined) return utc;
    const written = cell(field);
    return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(written) && toWall(written, timezone) === wall
      ? written
      : undefined;
  };
  const utc_start_date = of('utc_start_date', from);
  const utc_end_date = of('utc_end_date', until);
  return {
    ...(utc_start_date === undefined ? {} : { utc_start_date }),
    ...(utc_end_date === undefined ? {} : { utc_end_date }),
  };
}
