import { memoize } from '#foundation/memoize/memoize.ts';
import { secondsOf, textOf } from './clock.ts';
import { abbreviationAt } from './zone-abbreviations.ts';

/** `pieces` are the spans of pieces of time, by the piece's number since 1970. */
type NamedZone = { kind: 'named'; id: string; pieces: Map<number, readonly OffsetSpan[]> };

type Zone =
  | NamedZone
  /** `label` is what stands for the abbreviation. */
  | { kind: 'fixed'; offset: number; label: string };

/**
 * A time through which a zone keeps its offset, in Unix seconds: from the first to before the second. It ends where the clock
 * changes, and begins there or with the piece of time that it is remembered for.
 */
interface OffsetSpan {
  from: number;
  to: number;
  offset: number;
}

/** Seconds, more than any clock on Earth is ahead of UTC or behind it, or ever was (Manila: -15:56:08). */
const FARTHEST = 16 * 3600;

/** Seconds, somewhat more than a year: spans are remembered by such pieces of time, of a zone at most so many. */
const PIECE = 2 ** 25;
const PIECES_REMEMBERED = 1000;
/**
 * Seconds of 400 years, after which the calendar's days and weekdays come again, and with them the changes of clocks: since
 * 2400-01-01 they all follow yearly rules. Lists of single changes end in 2087 (Morocco, in the tz database).
 */
const CYCLE = 146_097 * 86_400;
const CYCLES_BEGIN = 13_569_465_600;
/** Characters of a zone's name. */
const NAME_MAX = 64;

const EARLIEST = -12 * 3600;
const LATEST = 14 * 3600;

/**
 * The name as given if it names a zone that we accept: IANA's names and links in any case, `Z`, and fixed
 * offsets from -12:00 to +14:00 such as `UTC+2`, `UTC-5.5`, `UTC+5:30`, `+02:00`, `-0530` (contract D14).
 */
export function findZone(name: string): string | undefined {
  return zoneOf(name) === undefined ? undefined : name;
}

/**
 * Wall clock in a zone to UTC, both `YYYY-MM-DD HH:MM:SS`. A time in a gap moves on by the gap's length, one that
 * comes twice is the first (RFC 5545 §3.3.5, contract R2; not as reference 5.5, which takes the second east of
 * Greenwich). Throws a RangeError for other texts or zones.
 */
export function toUtc(wall: string, zone: string): string {
  return textOf(utcSeconds(getSeconds(wall), zone));
}

/** UTC to wall clock in a zone, both `YYYY-MM-DD HH:MM:SS`. Throws a RangeError for other texts or zones. */
export function toWall(utc: string, zone: string): string {
  const seconds = getSeconds(utc);
  return textOf(seconds + offsetAt(seconds, zone));
}

/** `toUtc` for seconds since 1970-01-01 00:00:00 of the wall clock; gives Unix seconds. */
export function utcSeconds(wall: number, zone: string): number {
  const known = getZone(zone);
  if (known.kind === 'fixed') return wall - known.offset;
  let span = spanOf(wall - FARTHEST, known);
  while (true) {
    // Spans follow one another, so that the first one which has the time has the first of two.
    const instant = wall - span.offset;
    if (instant < span.to) return instant;
    const next = spanOf(span.to, known);
    // The next one begins later than this time on its clock: it lies in the gap between them.
    if (wall - next.offset < next.from) return instant;
    span = next;
  }
}

/** Seconds that a zone's clock is ahead of UTC at an instant in Unix seconds. Throws a RangeError for unknown zones. */
export function offsetAt(instant: number, name: string): number {
  const zone = getZone(name);
  return zone.kind === 'fixed' ? zone.offset : spanOf(instant, zone).offset;
}

/** Clocks were set back by no more since they go by zones, in seconds. */
const FARTHEST_BACK = 3 * 3600;

/** Returns whether a wall clock `YYYY-MM-DD HH:MM:SS` comes twice in a zone, because its clock is set back. RangeError as `toUtc`. */
export function comesTwice(wall: string, zone: string): boolean {
  const seconds = getSeconds(wall);
  const first = utcSeconds(seconds, zone);
  const later = offsetAt(first + FARTHEST_BACK, zone);
  const second = seconds - later;
  return second > first && offsetAt(second, zone) === later;
}

/** A change of a zone's clock, at an instant in Unix seconds; offsets are seconds that the clock is ahead of UTC. */
export interface ClockChange {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the changes of a zone's clock from the last one at or before an instant on, up to another, in Unix seconds and in
 * order. A fixed offset has none. RangeError for unknown zones.
 */
export function clockChanges(name: string, from: number, until: number): ClockChange[] {
  const zone = getZone(name);
  if (zone.kind === 'fixed') return [];
  const changes: ClockChange[] = [];
  const last = zonedAt(from, zone.id).add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  for (let at = last ? last.epochMilliseconds / 1000 : spanOf(from, zone).to; at < until; ) {
    const span = spanOf(at, zone);
    changes.push({ at, from: spanOf(at - 1, zone).offset, to: span.offset });
    at = span.to;
  }
  return changes;
}

/** Returns a zone's name for other programs: as the tz database spells it, fixed offsets as `UTC+0530`. RangeError for unknown zones. */
export function zoneId(name: string): string {
  const zone = getZone(name);
  if (zone.kind === 'named') return zone.id;
  if (zone.offset === 0) return 'UTC';
  const minutes = Math.abs(zone.offset) / 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${zone.offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

function spanOf(instant: number, { id, pieces }: NamedZone): OffsetSpan {
  const cycles = Math.max(0, Math.floor((instant - CYCLES_BEGIN) / CYCLE)) * CYCLE;
  const piece = Math.floor((instant - cycles) / PIECE);
  let spans = pieces.get(piece);
  if (spans === undefined) {
    spans = spansOf(piece * PIECE, id);
    if (pieces.size >= PIECES_REMEMBERED) pieces.clear();
    pieces.set(piece, spans);
  }
  for (const span of spans)
    if (instant - cycles < span.to)
      return cycles === 0 ? span : { from: span.from + cycles, to: span.to + cycles, offset: span.offset };
  throw new RangeError(`Not a time that clocks have: ${instant}`);
}

/** Returns the spans of a piece of time, in order; the last one ends behind it. */
function spansOf(start: number, id: string): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  for (let at = zonedAt(start, id), from = start; from < start + PIECE; ) {
    const next = at.getTimeZoneTransition('next');
    const to = next ? next.epochMilliseconds / 1000 : Number.POSITIVE_INFINITY;
    spans.push({ from, to, offset: at.offsetNanoseconds / 1e9 });
    if (next === null) break;
    [at, from] = [next, to];
  }
  return spans;
}

const zonedAt = (instant: number, id: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(id);

/**
 * The letters for a zone's time at a UTC text, as the tz database has them (`EST`, `CEST`, `-03`, `+0545`).
 * Of fixed offsets: the name itself, or `GMT+0200` for `+02:00` (reference 5.5). RangeError as `toWall`.
 */
export function abbreviation(utc: string, name: string): string {
  const zone = getZone(name);
  if (zone.kind === 'fixed') return zone.label;
  const seconds = getSeconds(utc);
  return abbreviationAt(zone.id, seconds, offsetAt(seconds, name));
}

/** Whether a name is a fixed offset (`UTC+2`, `+02:00`, `Z`). RangeError for unknown zones. */
export const isFixedOffset = (name: string): boolean => getZone(name).kind === 'fixed';

function getSeconds(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined) throw new RangeError(`Not a time of the form YYYY-MM-DD HH:MM:SS: ${text}`);
  return seconds;
}

function getZone(name: string): Zone {
  const zone = zoneOf(name);
  if (zone === undefined) throw new RangeError(`Not a time zone: ${name}`);
  return zone;
}

const zoneOf = memoize(
  (name): Zone | undefined => (name.length > NAME_MAX ? undefined : (readOffset(name) ?? readName(name))),
  { maxEntries: 2000, maxLength: NAME_MAX },
);

function readName(name: string): Zone | undefined {
  if (/^z$/i.test(name)) return { kind: 'fixed', offset: 0, label: name };
  // Temporal would also take an offset or a whole date with a zone here.
  if (!/^[a-z][a-z0-9_+/-]+$/i.test(name)) return undefined;
  try {
    return { kind: 'named', id: new Temporal.ZonedDateTime(0n, name).timeZoneId, pieces: new Map() };
  } catch {
    return undefined;
  }
}

const UTC_OFFSET = /^utc([+-])(\d{1,2})(?::?([0-5]\d)|\.(\d{1,4}))?$/i;
const PLAIN_OFFSET = /^([+-])(\d{1,2})(?::?([0-5]\d))?$/;

function readOffset(name: string): Zone | undefined {
  const parts = UTC_OFFSET.exec(name) ?? PLAIN_OFFSET.exec(name);
  if (parts === null) return undefined;
  const [, sign, hours, minutes = '0', fraction = '0'] = parts;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(`0.${fraction}`) * 3600;
  const offset = sign === '-' ? -size : size;
  if (offset < EARLIEST || offset > LATEST || size % 60 !== 0) return undefined;
  const two = (value: number) => String(value).padStart(2, '0');
  const digits = two(Math.floor(size / 3600)) + two(Math.floor(size / 60) % 60);
  return { kind: 'fixed', offset: offset || 0, label: /^u/i.test(name) ? name : `GMT${sign}${digits}` };
}
