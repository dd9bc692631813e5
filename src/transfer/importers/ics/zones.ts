import { expand } from '#calendar/recurrence/expand.ts';
import { daysBefore, secondsOf, textOf } from '#foundation/time/clock.ts';
import { clockChanges, findZone, offsetAt, zoneId } from '#foundation/time/zone.ts';
import type { Repair } from '../import-item.ts';
import { repair } from '../named-items.ts';
import { type Component, find, findAll, firstValue } from './component.ts';
import type { Calendar } from './document.ts';
import { readMoment } from './moment.ts';

const DAY = 86_400;
/** Years between which VTIMEZONEs are compared: rules of zones begin in 1601. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];
/** Changes of one observance, at most: two centuries of two a year are 400. */
const MOST_CHANGES = 2000;

/** A change of a zone's clock, at an instant in Unix seconds. */
interface ZoneChange {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The clock of a VTIMEZONE through some years, in Unix seconds. */
export interface ForeignClock {
  readonly from: number;
  readonly until: number;
  /** Seconds ahead of UTC before the first change. */
  readonly initial: number;
  /** Those that change the offset, in order. */
  readonly changes: readonly ZoneChange[];
}

/** Returns the seconds of an offset such as `+0200` or `-053000`. */
function offsetOf(text: string): number | undefined {
  const [, sign, hours, minutes, seconds = '00'] =
    /^([+-]?)(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -size : size;
}

const two = (value: number) => String(value).padStart(2, '0');

/** Returns the fixed zone of an offset in seconds; undefined where there is none. */
export function fixedZone(offset: number): string | undefined {
  const size = Math.abs(offset);
  const name = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}`;
  return offset === 0 ? 'UTC' : size % 60 === 0 ? findZone(`UTC${name}`) : undefined;
}

/** Yields the changes that an observance makes in some years. */
function* changesOf(observance: Component, from: number, until: number): Generator<ZoneChange> {
  const before = offsetOf(firstValue(observance, 'tzoffsetfrom'));
  const after = offsetOf(firstValue(observance, 'tzoffsetto'));
  const start = readMoment(firstValue(observance, 'dtstart'));
  if (before === undefined || after === undefined || start === undefined) return;
  const first = `${start.day} ${start.time ?? '00:00:00'}`;
  const change = (wall: string): ZoneChange => ({
    at: (secondsOf(wall) ?? 0) - before,
    from: before,
    to: after,
  });
  const rrule = findAll(observance, 'rrule').flatMap(({ values }) => values);
  const rdate = findAll(observance, 'rdate').flatMap(({ values }) =>
    values.flatMap((value) => {
      const date = readMoment(value);
      const wall = date && `${date.day} ${date.time ?? first.slice(11)}`;
      return wall !== undefined && wall > first ? wall : [];
    }),
  );
  if (rrule.length === 0 && rdate.length === 0) {
    yield change(first);
    return;
  }
  // UNTIL is in UTC, and the rule on the clock that holds before it.
  const timezone = fixedZone(before) ?? 'UTC';
  const pattern = { start_date: first, end_date: first, timezone, all_day: false };
  // The change that holds when they begin may be a year ago.
  const bounds = { from: textOf(from - 400 * DAY), to: textOf(until + 2 * DAY), limit: MOST_CHANGES };
  yield change(first);
  try {
    for (const { recurrence_id } of expand({ rrule, rdate: rdate.sort(), exdate: [] }, pattern, bounds))
      yield change(recurrence_id);
  } catch {
    // A rule that is none leaves the observance with its first date.
  }
}

/** Returns the clock of a VTIMEZONE through some years; undefined where it has none. */
export function clockOfComponent(
  zone: Component,
  [first, last]: Calendar['years'],
): ForeignClock | undefined {
  const from = daysBefore(Math.max(FIRST_YEAR, first), 1, 1) * DAY;
  const until = daysBefore(Math.min(LAST_YEAR, last) + 1, 1, 1) * DAY;
  const all = zone.parts
    .flatMap((observance) => [...changesOf(observance, from, until)])
    .sort((one, other) => one.at - other.at);
  const [earliest] = all;
  if (!earliest) return undefined;
  let offset = earliest.from;
  let initial = offset;
  const changes: ZoneChange[] = [];
  for (const { at, to } of all) {
    if (at <= from) initial = to;
    else if (at < until && to !== offset) changes.push({ at, from: offset, to });
    offset = to;
  }
  return { from, until, initial, changes };
}

/** Returns the offset at a wall clock, both in seconds: of two the first, and in a gap the one before it. */
function offsetAtWall({ initial, changes }: ForeignClock, wall: number): number {
  let offset = initial;
  for (const change of changes) {
    if (wall - offset < change.at || wall - change.to < change.at) return offset;
    offset = change.to;
  }
  return offset;
}

/** Returns whether a zone's clock changes as that of a VTIMEZONE, within some seconds. */
function isAlike(name: string, { from, until, initial, changes }: ForeignClock, tolerance: number): boolean {
  if (offsetAt(from, name) !== initial) return false;
  const last = changes.at(-1);
  if (last && offsetAt(last.at + tolerance, name) !== last.to) return false;
  const own = clockChanges(name, from, until).filter(
    (change) => change.at > from && change.from !== change.to,
  );
  if (own.length !== changes.length) return false;
  return own.every(({ at, to }, n) => {
    const other = changes[n];
    return other !== undefined && other.to === to && Math.abs(other.at - at) <= tolerance;
  });
}

/** Seconds: some writers put a change an hour before or after it. */
const HOUR = 3600;

/** Returns the zone with the clock of a VTIMEZONE, the first of equal ones; undefined: none has it. */
export function matchZone(clock: ForeignClock, preferred: readonly string[]): string | undefined {
  const names = [...preferred.filter((name) => findZone(name)), ...Intl.supportedValuesOf('timeZone')];
  return names.find((name) => isAlike(name, clock, 0)) ?? names.find((name) => isAlike(name, clock, HOUR));
}

/** Returns the zone that a TZID names, also behind a prefix such as that of Olson or of Microsoft. */
function namedZone(tzid: string): string | undefined {
  const parts = tzid.replaceAll('"', '').trim().split('/');
  for (let at = 0; at < parts.length; at++) {
    const name = parts.slice(at).join('/').replaceAll(' ', '_');
    // A prefix has no zones of its own; a single letter is one of the military.
    if (name.length > 1 && findZone(name) !== undefined) return zoneId(name);
  }
  return undefined;
}

/** A zone for times, and the repair that led to it. */
export interface FoundZone {
  readonly zone: string;
  readonly repair?: Repair | undefined;
}

/** Names of Microsoft's zones by their IANA zones. */
type WindowsZones = (name: string) => string | undefined;

/** Finds the zones of a calendar's times (contract I3, I8). */
export class ZoneFinder {
  readonly #calendar: Calendar;
  readonly #site: string;
  readonly #windows: WindowsZones;
  readonly #read: (part: { from: number; to: number }) => Promise<Component | undefined>;
  readonly #found = new Map<string, FoundZone | ForeignClock>();
  readonly #until: number;
  /** The zone of floating times and of all-day events. */
  readonly floating: string;

  constructor(
    calendar: Calendar,
    settings: {
      readonly option: string | undefined;
      readonly site: string;
      /** The year up to which rules without an end are laid out. */
      readonly horizonYear: number;
      readonly windows: WindowsZones;
      read(part: { from: number; to: number }): Promise<Component | undefined>;
    },
  ) {
    this.#calendar = calendar;
    this.#windows = settings.windows;
    this.#read = settings.read;
    this.#until = settings.horizonYear;
    const own = calendar.properties.get('X-WR-TIMEZONE');
    const named = own ? (namedZone(own) ?? this.#windowsZone(own)) : undefined;
    this.#site = settings.site;
    this.floating = named ?? settings.option ?? settings.site;
  }

  #windowsZone(tzid: string): string | undefined {
    const name = tzid.replaceAll('"', '').trim();
    // Outlook numbers the zones of a file.
    return this.#windows(name) ?? this.#windows(name.replace(/ \d+$/, ''));
  }

  /** Reads the zones that a calendar's times name, before `zoneAt` is asked for them. */
  async prepare(tzids: Iterable<string>): Promise<void> {
    for (const tzid of tzids) if (!this.#found.has(tzid)) this.#found.set(tzid, await this.#look(tzid));
  }

  async #look(tzid: string): Promise<FoundZone | ForeignClock> {
    const named = namedZone(tzid) ?? this.#windowsZone(tzid);
    if (named !== undefined) return { zone: named };
    const part = this.#calendar.zones.get(tzid);
    const component = part && (await this.#read(part));
    const unknown = { zone: this.floating, repair: repair('zone_unknown', 'timezone', tzid, this.floating) };
    if (!component) return unknown;
    const location = namedZone(find(component, 'x-lic-location')?.values[0] ?? '');
    if (location !== undefined) return { zone: location };
    const [from, until] = this.#calendar.years;
    const clock = clockOfComponent(component, [
      from,
      this.#calendar.hasRules ? Math.max(until, this.#until) : until,
    ]);
    if (!clock) return unknown;
    const matched = matchZone(clock, [this.#site, this.floating]);
    return matched === undefined
      ? clock
      : { zone: matched, repair: repair('zone_matched', 'timezone', tzid, matched) };
  }

  /** Returns the zone of a time by its TZID; of one that only the file knows that of its offset at the wall clock. */
  zoneAt(tzid: string, wall: string): FoundZone {
    const found = this.#found.get(tzid);
    if (found === undefined) throw new Error(`The zone ${tzid} was not prepared.`);
    if ('zone' in found) return found;
    const zone = fixedZone(offsetAtWall(found, secondsOf(wall) ?? 0)) ?? this.floating;
    return { zone, repair: repair('zone_unknown', 'timezone', tzid, zone) };
  }
}
