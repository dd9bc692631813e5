import Type, { type Static } from 'typebox';
import { listOf } from '#api/http/coercion.ts';
import { LIST_LIMIT, type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { daysFrom, secondsOf } from '#foundation/time/clock.ts';
import { type WeekdayName, weekdays } from '#foundation/time/weekdays.ts';

const timeOfDay = (example: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: [example] });

/** The time of day at which an event is open on some days of the week; it closes on the next day where `closes` isn't later. */
export const OpeningTimes = Type.Object({
  days: Type.Array(Type.Enum([...weekdays])),
  opens: timeOfDay('10:00'),
  closes: timeOfDay('18:00'),
});
/** The opening of an event on some days of the week. */
export type OpeningTimes = Static<typeof OpeningTimes>;

/** Dates on which an event is closed, whatever its openings say. */
export const ClosedDates = Type.Object({
  closed: Type.Array(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', examples: ['2027-12-24'] })),
});

/** Opening hours as stored and answered, on the event's clock: openings, then the dates on which it is closed. */
export const OpeningHours = Type.Array(Type.Union([OpeningTimes, ClosedDates]));
/** Opening hours as stored and answered. */
export type OpeningHours = Static<typeof OpeningHours>;

/** Dates on which an event is closed, at most. */
const MOST_CLOSED = 366;
const MIDNIGHT = '00:00';
const TIME = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d)?$/;

function readTime(value: unknown): string | undefined {
  return typeof value === 'string' ? TIME.exec(value.trim())?.[1] : undefined;
}

/** Reads days by their English names, whole or shortened to three or two letters; all where none are named. */
function readDays(value: unknown): WeekdayName[] | undefined {
  if (value === undefined || value === null) return [...weekdays];
  const named = listOf(value);
  if (!named || named.length === 0) return undefined;
  const days = new Set<WeekdayName>();
  for (const one of named) {
    const name = typeof one === 'string' ? one.trim().toLowerCase() : '';
    const day = weekdays.find((day) => [day, day.slice(0, 3), day.slice(0, 2)].includes(name));
    if (!day) return undefined;
    days.add(day);
  }
  return weekdays.filter((day) => days.has(day));
}

function readOpening({ days: named, opens: from, closes: to }: Readonly<Record<string, unknown>>) {
  const days = readDays(named);
  const opens = readTime(from);
  const closes = to === '24:00' ? MIDNIGHT : readTime(to);
  if (!days || opens === undefined || closes === undefined) return undefined;
  // From midnight to midnight is the whole day; any other moment is no time.
  return opens === closes && opens !== MIDNIGHT ? undefined : { days, opens, closes };
}

function readClosed(value: unknown): string[] | undefined {
  const dates = listOf(value);
  const isDate = (one: unknown): one is string =>
    typeof one === 'string' && /^\d{4}-\d\d-\d\d$/.test(one) && secondsOf(`${one} 00:00:00`) !== undefined;
  return dates?.every(isDate) ? dates : undefined;
}

/** Reads opening hours: openings in the order sent, and all dates on which it is closed in one list. */
function readOpeningHours(value: readonly unknown[]): OpeningHours | undefined {
  const openings: OpeningTimes[] = [];
  const closed = new Set<string>();
  for (const one of value) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return undefined;
    const entry = one as Readonly<Record<string, unknown>>;
    const isOpening = 'opens' in entry || 'closes' in entry || 'days' in entry;
    if (!isOpening && !('closed' in entry)) return undefined;
    const opening = isOpening ? readOpening(entry) : undefined;
    const dates = 'closed' in entry ? readClosed(entry['closed']) : [];
    if ((isOpening && !opening) || !dates) return undefined;
    if (opening) openings.push(opening);
    for (const date of dates) closed.add(date);
  }
  if (closed.size > MOST_CLOSED) return undefined;
  return closed.size > 0 ? [...openings, { closed: [...closed].sort() }] : openings;
}

/** `opening_hours` of a write: a list of openings and of dates on which the event is closed; `[]` or `''` for none. */
export const openingHoursField: Parameter<OpeningHours, false> = parameter<OpeningHours>(
  { ...OpeningHours, maxItems: LIST_LIMIT },
  (value) => {
    if (value === '') return { value: [] };
    const hours = Array.isArray(value) && value.length <= LIST_LIMIT ? readOpeningHours(value) : undefined;
    return hours ? { value: hours } : refuse('problem.opening_hours');
  },
);

/** Returns the openings of opening hours. */
export const openingsIn = (hours: OpeningHours): OpeningTimes[] =>
  hours.flatMap((entry) => ('opens' in entry ? [entry] : []));

/** Returns the dates on which an event is closed, `YYYY-MM-DD`. */
export const closedDates = (hours: OpeningHours): string[] =>
  hours.flatMap((entry) => ('closed' in entry ? entry.closed : []));

/** A time at which an event is open: wall clocks `YYYY-MM-DD HH:MM:SS`, the end not included. */
interface OpenTime {
  readonly from: string;
  readonly to: string;
}

const shifted = (day: string, days: number): string => daysFrom(`${day} 00:00:00`, days).slice(0, 10);

/** Returns the times at which an event opens on a day, in their order. */
function openTimesOn(hours: OpeningHours, day: string): OpenTime[] {
  if (closedDates(hours).includes(day)) return [];
  const weekday = weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1];
  return openingsIn(hours)
    .filter(({ days }) => days.some((one) => one === weekday))
    .map(({ opens, closes }) => ({
      from: `${day} ${opens}:00`,
      to: `${closes > opens ? day : shifted(day, 1)} ${closes}:00`,
    }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Days for which opening hours are looked through: they repeat each week. */
const MOST_DAYS = 8;

/** Returns the times of some days at which an event is open, from the night before on. */
function openTimes(hours: OpeningHours, first: string, days: number): OpenTime[] {
  return Array.from({ length: days + 1 }, (_, at) => openTimesOn(hours, shifted(first, at - 1))).flat();
}

/** Returns whether an event is open at some moment between two wall clocks, the latter not included; one without openings always is. */
export function isOpenBetween(hours: OpeningHours, from: string, to: string): boolean {
  if (openingsIn(hours).length === 0) return !isClosedThrough(hours, from, to);
  const first = from.slice(0, 10);
  const days = Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(to.slice(0, 10))).days + 1;
  return openTimes(hours, first, Math.min(days, MOST_DAYS)).some((time) => time.from < to && time.to > from);
}

/** Returns whether all days between two wall clocks are ones on which an event is closed. */
function isClosedThrough(hours: OpeningHours, from: string, to: string): boolean {
  const closed = closedDates(hours);
  for (let day = from.slice(0, 10); day < to.slice(0, 10) || `${day} 00:00:00` < to; day = shifted(day, 1))
    if (!closed.includes(day)) return false;
  return true;
}

/** Whether an event is open at a moment, and what comes next. */
export interface OpenState {
  readonly isOpen: boolean;
  /** Wall clock at which it closes, or opens later on that day; undefined: not before a week, or not on that day. */
  readonly changes: string | undefined;
}

/** Returns whether an event is open at a wall clock of its own; undefined where it has no opening hours. */
export function openStateAt(hours: OpeningHours, wall: string): OpenState | undefined {
  const day = wall.slice(0, 10);
  if (openingsIn(hours).length === 0)
    return closedDates(hours).includes(day) ? { isOpen: false, changes: undefined } : undefined;
  const times = openTimes(hours, day, MOST_DAYS);
  let until = times.find(({ from, to }) => from <= wall && to > wall)?.to;
  if (until === undefined) {
    const next = times.find(({ from }) => from > wall && from.startsWith(day));
    return { isOpen: false, changes: next?.from };
  }
  // An opening that begins as another ends continues it.
  for (const { from, to } of times) if (from <= until && to > until) until = to;
  return { isOpen: true, changes: until.slice(0, 10) > shifted(day, MOST_DAYS - 2) ? undefined : until };
}
