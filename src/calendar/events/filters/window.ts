import { daysBefore, daysFrom, daysInMonth, textOf } from '#foundation/time/clock.ts';
import type { PeriodDays } from '#foundation/time/period.ts';
import { type ReadAt, readDate, readDay } from '#foundation/time/typed.ts';
import { toUtc } from '#foundation/time/zone.ts';

/** The parameters of a window. */
export const windowNames = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;
/** The name of a parameter of a window. */
export type WindowName = (typeof windowNames)[number];
/** The parameters of a window that were sent, as English dates. */
export type SentWindow = { readonly [K in WindowName]?: string | undefined };

/** A comparison in a list's window: an event's start or end with a moment, both on the wall clock or both in UTC. */
export interface Bound {
  column: 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date';
  operator: '>=' | '<=' | '>' | '<';
  moment: string;
}

/**
 * Returns the bound on the start, on the event's own clock, that follows from another bound, so that a scan by start knows
 * where to begin and stop. An event starts no later than it ends; no clock is a full day from UTC.
 */
export function startBound({
  column,
  operator,
  moment,
}: Bound): Pick<Bound, 'operator' | 'moment'> | undefined {
  const isUpper = operator === '<' || operator === '<=';
  if (column === 'end_date') return isUpper ? { operator: '<=', moment } : undefined;
  if (column === 'utc_end_date') return isUpper ? { operator: '<=', moment: daysFrom(moment, 1) } : undefined;
  if (column === 'utc_start_date')
    return isUpper
      ? { operator: '<=', moment: daysFrom(moment, 1) }
      : { operator: '>=', moment: daysFrom(moment, -1) };
  return undefined;
}

/** The window of a list. `shown`: the effective values, on the site's clock, for the list's address. */
export interface Window {
  bounds: Bound[];
  shown: { [K in WindowName]?: string };
}

const COMPARISONS = {
  start_date: { side: 'start_date', operator: '>=', time: '00:00:00' },
  end_date: { side: 'end_date', operator: '<=', time: '23:59:59' },
  starts_after: { side: 'start_date', operator: '>', time: '23:59:59' },
  starts_before: { side: 'start_date', operator: '<', time: '23:59:59' },
  ends_after: { side: 'end_date', operator: '>', time: '23:59:59' },
  ends_before: { side: 'end_date', operator: '<', time: '23:59:59' },
} as const;

/** Returns 00:00:00 of yesterday in the site's zone (D12). @param today `YYYY-MM-DD` there */
export function defaultStart(today: string): string {
  return daysFrom(`${today} 00:00:00`, -1);
}

/** Returns 23:59:59 of the day 24 months ahead in the site's zone (D12). @param today `YYYY-MM-DD` there */
export function defaultEnd(today: string): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const days = daysBefore(year + 2, month, Math.min(day, daysInMonth(year + 2, month)));
  return `${textOf(days * 86_400).slice(0, 10)} 23:59:59`;
}

/** Days for which a feed without dates still has what has ended. */
const FEED_PAST_DAYS = 31;

/**
 * Returns the window of a feed without dates: what ends after 00:00 of the day 31 days ago and starts by the end of the
 * horizon's day (contract F2). @param today `YYYY-MM-DD` in the site's zone
 */
export const feedBounds = (today: string, horizonDays: number): { start: Bound; end: Bound } => ({
  start: { column: 'end_date', operator: '>', moment: daysFrom(`${today} 00:00:00`, -FEED_PAST_DAYS) },
  end: { column: 'start_date', operator: '<=', moment: daysFrom(`${today} 23:59:59`, horizonDays) },
});

/** The clock by which a window is read, and whether strictly. */
export interface WindowAt extends ReadAt {
  /** `YYYY-MM-DD` in the zone. */
  readonly today: string;
  readonly strict: boolean;
  /** The bounds that stand for dates which weren't sent, instead of those of the list (contract F2). */
  readonly feed?: ((today: string) => { readonly start: Bound; readonly end: Bound }) | undefined;
  /** The days that a period names, in place of the defaults; dates beside it narrow them. */
  readonly period?: PeriodDays | undefined;
}

/** Returns the bounds of a period, on the events' own clocks; its filter leaves out what ends as it begins. */
const periodBounds = ({ from, last }: PeriodDays): Bound[] => [
  { column: 'end_date', operator: '>=', moment: from },
  { column: 'start_date', operator: '<=', moment: `${last} 23:59:59` },
];

/**
 * Returns the window of a list of events (reference 4.2, 4.3; D11, D12). Not strict: calendar days of the site's zone, compared
 * with the event's own wall clock. Strict: instants, compared in UTC. `starts_*` and `ends_*` switch the defaults off;
 * `starts_after` stands for `start_date` and `ends_before` for `end_date` where both are sent.
 */
export function listWindow(sent: SentWindow, at: WindowAt): Window {
  const open = sent.starts_before ?? sent.starts_after ?? sent.ends_before ?? sent.ends_after;
  const hasDefaults = open === undefined && !at.feed && !at.period;
  const values: { [K in WindowName]?: string | undefined } = {
    ...sent,
    start_date: sent.start_date ?? (hasDefaults ? defaultStart(at.today) : undefined),
    end_date: sent.end_date ?? (hasDefaults ? defaultEnd(at.today) : undefined),
  };
  const window: Window = { bounds: at.period ? periodBounds(at.period) : [], shown: {} };
  if (at.feed && open === undefined && !at.period) {
    if (sent.start_date === undefined) window.bounds.push(at.feed(at.today).start);
    if (sent.end_date === undefined) window.bounds.push(at.feed(at.today).end);
  }
  for (const name of windowNames) {
    const text = values[name];
    if (text === undefined) continue;
    const { side, operator, time } = COMPARISONS[name];
    const replaced =
      (name === 'start_date' && sent.starts_after !== undefined) ||
      (name === 'end_date' && sent.ends_before !== undefined);
    if (at.strict) {
      const read = readDate(text, at);
      if (!read) continue;
      const moment = read.utc;
      window.shown[name] = toUtc(read.wall, at.zone) === moment ? read.wall : withOffset(read.wall, moment);
      if (!replaced) window.bounds.push({ column: `utc_${side}`, operator, moment });
    } else {
      const day = readDay(text, at);
      if (!day) continue;
      const moment = `${day} ${time}`;
      // The epoch, and moments beyond the readable years, aren't readable dates though their day may be.
      window.shown[name] = readDay(moment, at) === day ? moment : text;
      if (!replaced) window.bounds.push({ column: side, operator, moment });
    }
  }
  return window;
}

/** Returns a clock time that comes twice with the offset that decides which one is meant. */
function withOffset(wall: string, utc: string): string {
  const minutes = plain(utc).until(plain(wall)).total('minutes');
  // Offsets with seconds, from before standard time, can't be typed.
  if (!Number.isInteger(minutes)) return `${utc}Z`;
  const two = (n: number) => String(n).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const plain = (text: string) => Temporal.PlainDateTime.from(text.replace(' ', 'T'));
