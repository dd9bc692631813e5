import { memoize } from '#foundation/memoize/memoize.ts';
import { daysBefore, daysInMonth, FIRST, textOf } from '#foundation/time/clock.ts';
import { abbreviation, type ClockChange, clockChanges, offsetAt, zoneId } from '#foundation/time/zone.ts';
import { contentLine, moment, textValue } from './line.ts';

const DAY = 86_400;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Changes are listed up to this year; rules that hold until then hold for good. */
const LAST_YEAR = 2100;
/** A rule is one only where both of its changes have happened in so many years. */
const LEAST_YEARS = 3;
/** Days after which a clock that was set forward isn't set back to standard time, but has a new one. */
const SUMMER_DAYS = 300;

/** The first year that a clock text can show: zones from there on are right for every date. */
export const FIRST_YEAR = 1;

/** A change of a clock, with the wall clock that it had until then. */
interface Onset extends ClockChange {
  readonly wall: number;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
}

function onsetOf(change: ClockChange): Onset {
  const wall = change.at + change.from;
  const text = textOf(wall);
  const [year = 1, month = 1, dayOfMonth = 1] = text.slice(0, 10).split('-').map(Number);
  const days = Math.floor(wall / DAY);
  return { ...change, wall, year, month, day: dayOfMonth, weekday: (((days + 4) % 7) + 7) % 7 };
}

/** Returns what changes that follow one rule have in common: offsets, month, weekday and time of day. */
const kindOf = ({ from, to, month, weekday, wall }: Onset): string =>
  `${from} ${to} ${month} ${weekday} ${((wall % DAY) + DAY) % DAY}`;

/** Returns the day part of a yearly rule that makes these changes, all of one kind; undefined: none does. */
function dayRule(onsets: readonly Onset[]): string | undefined {
  const [{ month, weekday } = { month: 1, weekday: 0 }] = onsets;
  const name = WEEKDAYS[weekday];
  if (onsets.every(({ year, day }) => day > daysInMonth(year, month) - 7)) return `BYDAY=-1${name}`;
  const days = onsets.map(({ day }) => day);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  if (most - least > 6) return undefined;
  const week = Math.ceil(most / 7);
  if (Math.ceil(least / 7) === week) return `BYDAY=${week}${name}`;
  const range = Array.from({ length: 7 }, (_, at) => Math.max(1, most - 6) + at);
  return `BYMONTHDAY=${range.join(',')};BYDAY=${name}`;
}

/** Returns from which of some changes on two yearly rules make all the others; their number: none do. */
function ruledFrom(onsets: readonly Onset[]): number {
  let first = onsets.length;
  const kinds = new Map<string, Onset[]>();
  for (let at = onsets.length - 1; at >= 0; at--) {
    const onset = onsets[at];
    if (!onset) break;
    const kind = kindOf(onset);
    const next = kinds.get(kind);
    const lastYear = LAST_YEAR - 1;
    if (next ? next[0]?.year !== onset.year + 1 : onset.year < lastYear || kinds.size === 2) break;
    const together = [onset, ...(next ?? [])];
    if (dayRule(together) === undefined) break;
    kinds.set(kind, together);
    first = at;
  }
  const ruled = onsets.length - first;
  return kinds.size === 2 && ruled >= 2 * LEAST_YEARS ? first : onsets.length;
}

const offset = (seconds: number): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(seconds);
  const rest = size % 60 === 0 ? '' : two(size % 60);
  return `${seconds < 0 ? '-' : '+'}${two(Math.floor(size / 3600))}${two(Math.floor(size / 60) % 60)}${rest}`;
};

/** Returns an observance: the time that begins with some changes, all from one offset to another. */
function observance(
  zone: string,
  onsets: readonly Onset[],
  { isSummer, rule }: { isSummer: boolean; rule?: string },
): string {
  const [first] = onsets;
  if (!first) return '';
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
  // Common readers drop the DTSTART of an observance that has RDATE.
  const listed = onsets.length > 1 ? onsets.map(({ wall }) => `RDATE:${moment(textOf(wall))}`) : [];
  return [
    `BEGIN:${kind}`,
    `DTSTART:${moment(textOf(first.wall))}`,
    `TZOFFSETFROM:${offset(first.from)}`,
    `TZOFFSETTO:${offset(first.to)}`,
    `TZNAME:${textValue(abbreviation(textOf(first.at), zone))}`,
    ...(rule === undefined ? listed : [`RRULE:FREQ=YEARLY;BYMONTH=${first.month};${rule}`]),
    `END:${kind}`,
  ]
    .map(contentLine)
    .join('');
}

function observances(zone: string, fromYear: number): string {
  // A day more than any clock is from UTC.
  const from = Math.max(daysBefore(fromYear, 1, 1) * DAY - DAY, FIRST + DAY);
  const onsets = clockChanges(zone, from, daysBefore(LAST_YEAR + 1, 1, 1) * DAY).map(onsetOf);
  const isSummer = (at: number) => {
    const [onset, next] = [onsets[at], onsets[at + 1]];
    if (!onset || onset.to <= onset.from) return false;
    return next !== undefined && next.to < next.from && next.at - onset.at < SUMMER_DAYS * DAY;
  };
  const ruled = ruledFrom(onsets);
  /** Changes that no rule makes, by the time that they begin. */
  const listed = new Map<string, { onsets: Onset[]; isSummer: boolean }>();
  if (onsets[0] === undefined || onsets[0].at > from) {
    const steady = offsetAt(from, zone);
    const start = onsetOf({ at: from, from: steady, to: steady });
    listed.set('start', { onsets: [start], isSummer: false });
  }
  for (const [at, onset] of onsets.slice(0, ruled).entries()) {
    const name = abbreviation(textOf(onset.at), zone);
    const key = `${onset.from} ${onset.to} ${name} ${isSummer(at)}`;
    const known = listed.get(key);
    if (known) known.onsets.push(onset);
    else listed.set(key, { onsets: [onset], isSummer: isSummer(at) });
  }
  let text = '';
  for (const one of listed.values()) text += observance(zone, one.onsets, one);
  for (const at of [ruled, ruled + 1]) {
    const first = onsets[at];
    if (!first) continue;
    const alike = onsets.slice(ruled).filter((onset) => kindOf(onset) === kindOf(first));
    const rule = dayRule(alike);
    if (rule) text += observance(zone, [first], { isSummer: first.to > first.from, rule });
  }
  return text;
}

const rendered = memoize(
  (key) => {
    const [year = '', zone = ''] = key.split(' ');
    const head = `BEGIN:VTIMEZONE\r\n${contentLine(`TZID:${textValue(zoneId(zone))}`)}`;
    return `${head}${observances(zone, Number(year))}END:VTIMEZONE\r\n`;
  },
  { maxEntries: 1000 },
);

/**
 * Returns the VTIMEZONE of a zone (RFC 5545 §3.6.5), made of the same changes of its clock as the instants of its events, and
 * right from the first day of a year on.
 */
export const timezoneComponent = (zone: string, fromYear: number): string => rendered(`${fromYear} ${zone}`);

/** Returns whether a zone's clock always shows UTC, so that its times are written with `Z`. */
export const isUtc = (zone: string): boolean => /^(Etc\/)?(UTC|UCT|Universal|Zulu)$/.test(zoneId(zone));
