import { memoizeBy } from '#foundation/memoize/memoize.ts';
import { dayAt, daysBefore, FIRST, LAST, secondsOf, textOf, utcText } from './clock.ts';
import { type Phrase, readPhrase, type TypedZone } from './phrase.ts';
import { offsetAt, utcSeconds } from './zone.ts';

/** A date that somebody typed. `wall` is for showing; with a time that comes twice only `utc` tells which. */
export type TypedDate = {
  /** `YYYY-MM-DD HH:MM:SS` on the clock of the zone in which it was read. */
  wall: string;
  /** The moment in UTC, `YYYY-MM-DD HH:MM:SS`. */
  utc: string;
  /** Whether the text named its own zone or offset, or was a timestamp. */
  zoned: boolean;
  /** Seconds by which a clock time that the zone skipped was moved on; absent where it wasn't. */
  skipped?: number;
};

/** When and where a text is read: relative words count from `now` on the clock of `zone`, a name that `findZone` accepts. */
export type ReadAt = {
  /** Asked for only where the text's meaning depends on it. */
  readonly now: Temporal.Instant;
  readonly zone: string;
};

/** Characters of the longest text that is read as a date. */
export const LONGEST_DATE = 200;
const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
// Digits that are a calendar day for everybody but a computer: as a timestamp they would lie in 1970 or beyond 9999.
const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_IN_DIGITS =
  /^(?:19|20|21)\d\d(?:\.(?:[0-2]\d\d|3[0-6]\d)|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{6})?)$/;

/**
 * Returns the date that a text or number means, read as PHP's strtotime does (reference 4.3); its own zone or offset
 * is respected, numbers are Unix seconds (contract D13). Undefined if it means none, or the epoch itself, or lies
 * outside the years 0001-9999. Never throws for a value of any kind.
 */
export function readDate(value: unknown, at: ReadAt): TypedDate | undefined {
  if (typeof value === 'number') return typedDate(Math.trunc(value), at.zone, true);
  if (typeof value !== 'string' || value.length > LONGEST_DATE) return undefined;
  // Programs send this form nearly always, and the rules take five times as long.
  const known = plainDate(value, at.zone);
  if (known) return known.date;
  const text = value.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return undefined;
  if (NUMERIC.test(text) && !DAY_IN_DIGITS.test(text)) {
    return typedDate(Math.trunc(Number(text)), at.zone, true);
  }
  const plain = text === value ? undefined : plainDate(text, at.zone);
  if (plain !== undefined) return plain.date;
  const phrase = readPhrase(text);
  if (phrase === undefined) return undefined;
  const zone = phrase.zone ?? { name: at.zone };
  const { instant, clock } = isWhole(phrase) ? wholeMomentOf(phrase, zone) : momentOf(phrase, zone, at.now);
  return typedDate(instant, at.zone, phrase.zone !== undefined, clock);
}

interface PlainDate {
  readonly date: TypedDate | undefined;
}

/** Reads a date written in digits alone; undefined: the text has another form. One request asks for the same text several times. */
const plainDate = memoizeBy(
  (text: string, zone: string) => `${zone}\n${text}`,
  (text, zone): PlainDate | undefined => {
    const seconds = secondsOf(text.length === 10 && DAY.test(text) ? `${text} 00:00:00` : text);
    if (seconds === undefined) return undefined;
    return { date: typedDate(utcSeconds(seconds, zone), zone, false, seconds) };
  },
  { maxEntries: 2_000 },
);

/** The calendar day `YYYY-MM-DD` in `at.zone` that a text means; for filters by whole days (contract D11). As `readDate`. */
export function readDay(value: unknown, at: ReadAt): string | undefined {
  return readDate(value, at)?.wall.slice(0, 10);
}

/** @param clock the wall clock that was typed, in seconds, unless the text is about an instant */
function typedDate(instant: number, zone: string, zoned: boolean, clock?: number): TypedDate | undefined {
  if (!within(instant) || instant === 0) return undefined;
  const wall = instant + offsetAt(instant, zone);
  if (!within(wall)) return undefined;
  const date = { wall: textOf(wall), utc: textOf(instant), zoned };
  return zoned || clock === undefined || wall === clock ? date : { ...date, skipped: wall - clock };
}

function within(seconds: number): boolean {
  return seconds >= FIRST && seconds <= LAST;
}

/** Whether a phrase names its day in full, so that the present makes no difference. */
const isWhole = (phrase: Phrase) =>
  phrase.year !== undefined &&
  phrase.month !== undefined &&
  phrase.day !== undefined &&
  (phrase.time !== undefined || phrase.hasDate);

/** The meaning of a phrase: Unix seconds, and the wall clock in its zone if it names that and not an instant. */
interface PhraseMoment {
  instant: number;
  clock?: number;
}

const NONE: PhraseMoment = { instant: Number.NaN };

function onClock(wall: number, zone: TypedZone, { add }: Phrase): PhraseMoment {
  if (!within(wall)) return NONE;
  const instant = 'name' in zone ? utcSeconds(wall, zone.name) : wall - zone.offset;
  return add.seconds === 0 ? { instant, clock: wall } : { instant: instant + add.seconds };
}

/** The moment of a phrase that names its day in full; NaN as `momentOf`. */
const wholeMomentOf = (phrase: Phrase, zone: TypedZone): PhraseMoment =>
  onClock(dayOf(phrase, NO_DAY) * 86_400 + (phrase.time ?? 0), zone, phrase);

const NO_DAY = { year: 1970, month: 1, day: 1 };

/** The moment of a phrase; its instant is NaN if a part of the way leads out of the years that can be told. */
function momentOf(phrase: Phrase, zone: TypedZone, now: Temporal.Instant): PhraseMoment {
  const nowUtc = secondsOf(utcText(now)) ?? Number.NaN;
  const nowWall = nowUtc + ('name' in zone ? offsetAt(nowUtc, zone.name) : zone.offset);
  const today = dayAt(Math.floor(nowWall / 86_400));
  const time = phrase.time ?? (phrase.hasDate ? 0 : nowWall - Math.floor(nowWall / 86_400) * 86_400);
  const wall = dayOf(phrase, today) * 86_400 + time;
  // In the hour that comes twice, `now` and `+10 minutes` count from the instant and not from its clock.
  return wall === nowWall ? { instant: nowUtc + phrase.add.seconds } : onClock(wall, zone, phrase);
}

/** Days since 1970-01-01. The order of the steps is PHP's: month, weekday, what is added, first or last day, working days. */
function dayOf(phrase: Phrase, today: { year: number; month: number; day: number }): number {
  const { add, edge, monthOf } = phrase;
  let { year, month, day } = {
    year: phrase.year ?? today.year,
    month: phrase.month ?? today.month,
    day: phrase.day ?? today.day,
  };
  let addMonths = add.months;
  if (monthOf !== undefined) {
    day = 1;
    month += addMonths + (monthOf === 'ended' ? 1 : 0);
    addMonths = 0;
  }
  if (edge !== undefined) day = 1;
  ({ year, month, day } = dayAt(towardsWeekday(daysBefore(year, month, day), phrase)));
  month += addMonths;
  year += add.years;
  day += add.days;
  if (edge !== undefined) day = edge === 'first' ? 1 : 0;
  if (edge === 'last') month += 1;
  const days = daysBefore(year, month, day);
  if (phrase.workdays === undefined) return days;
  return within(days * 86_400) ? addWorkdays(days, phrase.workdays) : Number.NaN;
}

/** 0-6, Sunday being 0. 1970-01-01 was a Thursday. */
function weekdayOf(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

function towardsWeekday(days: number, { weekday, weekdayCounts, add }: Phrase): number {
  if (weekday === undefined) return days;
  const current = weekdayOf(days);
  if (weekdayCounts === 'week') {
    // Weeks end with Sunday.
    const fromMonday = (day: number) => (day + 6) % 7;
    return days - fromMonday(current) + fromMonday(weekday);
  }
  if (weekday < 0) return days - (7 - (Math.abs(weekday) - current));
  const distance = weekday - current;
  const passed = add.days < 0 ? distance < 0 : distance <= (weekdayCounts === 'from' ? -1 : 0);
  return days + distance + (passed ? 7 : 0);
}

function addWorkdays(days: number, amount: number): number {
  const direction = amount > 0 ? 1 : -1;
  const isFree = (day: number) => weekdayOf(day) === 0 || weekdayOf(day) === 6;
  let reached = days;
  // From a weekend the count starts at the last working day, so that one on from Saturday is Monday. None on is Monday too.
  while (isFree(reached)) reached -= direction;
  const weeks = Math.trunc(amount / 5);
  reached += weeks * 7;
  for (let left = Math.abs(amount - weeks * 5); left > 0; left--) {
    do reached += direction;
    while (isFree(reached));
  }
  return reached;
}
