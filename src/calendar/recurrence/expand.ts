import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { offsetAt, utcSeconds } from '#foundation/time/zone.ts';
import type { FirstDate, Recurrence, RecurrenceDate } from './recurrence.ts';
import { type Rule, readRule } from './rule.ts';
import { ruleDates, type Span, type Steps, UNCOUNTED } from './rule-dates.ts';

/** Bounds of an expansion, on the wall clock of the event's zone. */
export interface Bounds {
  /** `YYYY-MM-DD HH:MM:SS`: leaves out what starts before. */
  readonly from?: string;
  /** `YYYY-MM-DD HH:MM:SS`: leaves out what starts then or later. */
  readonly to?: string;
  /** The most dates to give. */
  readonly limit?: number;
}

const DAY = 86_400;
const YEAR = 366 * DAY;
/** Seconds, more than any clock was ever set forward by: what starts later was put there by no rule before. */
export const LONGEST_GAP = 2 * DAY;
/** Before then no clock was ever set forward: the first zone left its local mean time in 1835 (IANA). On any wall clock. */
const GAPS_SINCE = secondsOf('1835-01-01 00:00:00') ?? 0;
/** Since then clocks are set forward by hours; before, zones changed sides of the date line. On any wall clock. */
const SHORT_GAPS_SINCE = (secondsOf('2030-01-01 00:00:00') ?? 0) - DAY;
const SHORT_GAP = 6 * 3600;

/**
 * Returns the dates that a recurrence makes, in order of their instants, each once, made as they are asked for
 * (contract R2). A recurrence without end goes on to the year 9999. Without a recurrence it is the first date alone.
 * Throws a RecurrenceError for what `readRecurrence` wouldn't have given, a RangeError for dates or zones that are none.
 */
export function* expand(
  recurrence: Recurrence | null,
  first: FirstDate,
  { from, to, limit = Number.POSITIVE_INFINITY }: Bounds = {},
  steps: Steps = UNCOUNTED,
): Generator<RecurrenceDate, void> {
  const earliest = from === undefined ? Number.NEGATIVE_INFINITY : getSeconds(from);
  const end = to === undefined ? Number.POSITIVE_INFINITY : getSeconds(to);
  const series = readSeries(recurrence, first);
  let left = limit;
  if (left <= 0) return;
  for (const moment of momentsOf(series, { from: earliest - LONGEST_GAP, to: end }, steps)) {
    if (moment.start < earliest || moment.start >= end) continue;
    yield dateOf(moment, series);
    left -= 1;
    if (left <= 0) return;
  }
}

/** Returns the first date that a recurrence makes; undefined: it leaves out all of them. Throws as `expand`. */
export function firstDateMade(recurrence: Recurrence, first: FirstDate): RecurrenceDate | undefined {
  const series = readSeries(recurrence, first);
  const moment = firstMomentOf(series, UNCOUNTED);
  return moment && dateOf(moment, series);
}

/** Years within which most recurrences make their first date, and all others where those don't. */
const LOOKED_AHEAD = [1, 10, 100, 1000, Number.POSITIVE_INFINITY];

/**
 * Returns the first date of a series. Looks a little farther at a time: of several rules one may make nothing for ages, which nobody
 * has to wait for where another makes the first.
 */
export function firstMomentOf(series: ExpandableSeries, steps: Steps): Moment | undefined {
  for (const years of LOOKED_AHEAD) {
    const span = { from: Number.NEGATIVE_INFINITY, to: series.start + years * YEAR };
    for (const moment of momentsOf(series, span, steps)) return moment;
  }
  return undefined;
}

/** A recurrence with its first date, read for expanding. Moments are seconds on the wall clock. */
export interface ExpandableSeries {
  readonly rules: readonly Rule[];
  readonly start: number;
  readonly rdate: readonly number[];
  readonly isLeftOut: (id: number) => boolean;
  readonly first: FirstDate;
  /** Seconds from start to end of the first date, on the clock and elapsed; those of the clock where a change of it leaves none. */
  readonly length: number;
  readonly elapsed: number;
}

/** Returns a recurrence read for expanding. Throws as `expand`. */
export function readSeries(recurrence: Recurrence | null, first: FirstDate): ExpandableSeries {
  const { timezone } = first;
  const [start, end] = [getSeconds(first.start_date), getSeconds(first.end_date)];
  const elapsed = utcSeconds(end, timezone) - utcSeconds(start, timezone);
  return {
    rules: (recurrence?.rrule ?? []).map((text) => readRule(text, first.all_day)),
    start,
    rdate: (recurrence?.rdate ?? []).map(getSeconds),
    isLeftOut: exclusion(recurrence?.exdate ?? [], timezone),
    first,
    length: end - start,
    elapsed: elapsed > 0 ? elapsed : Math.max(end - start, 0),
  };
}

/**
 * Tells whether `exdate` names a clock time. Both it and the date may be moved out of a gap, so that instants are compared; the
 * zone is asked about those near a date alone.
 */
function exclusion(exdate: readonly string[], timezone: string): (id: number) => boolean {
  const days = new Set<number>();
  /** Moments by the days near them, and the instants of those of a day, once they are asked for. */
  const near = new Map<number, number[]>();
  const instants = new Map<number, ReadonlySet<number>>();
  for (const text of exdate) {
    const moment = getSeconds(isDay(text) ? `${text} 00:00:00` : text);
    if (isDay(text)) days.add(dayOf(moment));
    for (const away of [-2, -1, 0, 1]) {
      const moments = near.get(dayOf(moment) + away) ?? [];
      if (!isDay(text)) moments.push(moment);
      near.set(dayOf(moment) + away, moments);
    }
  }
  return (id) => {
    const day = dayOf(id);
    const moments = near.get(day);
    if (!moments) return false;
    if (days.has(day)) return true;
    const known = instants.get(day) ?? new Set(moments.map((moment) => utcSeconds(moment, timezone)));
    instants.set(day, known);
    const instant = utcSeconds(id, timezone);
    if (known.has(instant)) return true;
    return days.size > 0 && days.has(dayOf(instant + offsetAt(instant, timezone)));
  };
}

const dayOf = (clock: number) => Math.floor(clock / DAY);

/** Whether a member of `exdate` is a whole day. */
export const isDay = (text: string): boolean => text.length === 10;

function getSeconds(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === undefined) throw new RangeError(`Not a time of the form YYYY-MM-DD HH:MM:SS: ${text}`);
  return seconds;
}

/** A date of a series, in seconds of the wall clock: where the rule put it, and where it starts. */
export interface Moment {
  readonly id: number;
  readonly start: number;
}

/** Yields the dates of a series in order of their instants, each once: all whose clock times, before they are moved, lie in a span. */
export function* momentsOf(series: ExpandableSeries, span: Span, steps: Steps): Generator<Moment> {
  yield* settled(series, merged(sourcesOf(series, span, steps)), steps, () => true);
}

/**
 * Yields as many dates as `momentsOf`, but asks the zone only about those so close to others that a change of the clock may make
 * them one: far ahead each question takes ten times as long as all else. Each takes one that isn't needed yet from the rules.
 */
export function* countableMoments(series: ExpandableSeries, span: Span, steps: Steps): Generator<Moment> {
  let [before, next] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const apart = (id: number) => (id < SHORT_GAPS_SINCE ? LONGEST_GAP : SHORT_GAP);
  const isNear = (id: number) =>
    id >= GAPS_SINCE &&
    (id - before < apart(id) || next - id < apart(id) || (series.first.all_day && id < SHORT_GAPS_SINCE));
  function* ids() {
    const source = merged(sourcesOf(series, span, steps));
    for (let id = nextOf(source); id !== undefined; ) {
      const following = nextOf(source);
      next = following ?? Number.POSITIVE_INFINITY;
      yield id;
      before = id;
      id = following;
    }
  }
  yield* settled(series, ids(), steps, isNear);
}

/** Clock times as dates: moved out of gaps, in order of their instants, each once. */
function* settled(
  { first: { timezone, all_day }, isLeftOut }: ExpandableSeries,
  ids: Iterable<number>,
  steps: Steps,
  isExact: (id: number) => boolean,
): Generator<Moment> {
  /** Moved out of a gap, and not yet passed by others. */
  const moved: Moment[] = [];
  for (const id of ids) {
    steps.take(1);
    if (isLeftOut(id)) continue;
    const start = isExact(id) ? existing(id, timezone) : id;
    if (all_day) {
      // A day that the zone skipped is none; a midnight that it skipped is the day's nevertheless.
      if (Math.floor(start / DAY) === Math.floor(id / DAY)) yield { id, start: id };
      continue;
    }
    if (start !== id) {
      moved.push({ id, start });
      continue;
    }
    for (let next = moved[0]; next && next.start <= start; next = moved[0]) {
      moved.shift();
      // Of two that coincide the one that wasn't moved stays.
      if (next.start < start) yield next;
    }
    yield { id, start };
  }
  yield* moved;
}

/** The clock time itself, or the one to which a gap moves it. */
function existing(clock: number, timezone: string): number {
  const utc = utcSeconds(clock, timezone);
  return utc + offsetAt(utc, timezone);
}

/** The clock times that each part of a recurrence makes, in order. */
function sourcesOf(
  { start, rules, rdate, first }: ExpandableSeries,
  span: Span,
  steps: Steps,
): Iterator<number>[] {
  const single = [start, ...rdate].filter((id) => id >= span.from && id < span.to).sort((a, b) => a - b);
  return [single.values(), ...rules.map((rule) => instancesOf(rule, start, first.timezone, span, steps))];
}

/**
 * Returns the clock times that a rule makes within COUNT and UNTIL and a span, in order, in seconds of the wall clock. The first
 * date is one that COUNT counts, whether the rule makes it or not, and isn't among them.
 */
export function* instancesOf(
  rule: Rule,
  start: number,
  timezone: string,
  { from, to }: Span,
  steps: Steps,
): Generator<number> {
  let left = (rule.count ?? Number.POSITIVE_INFINITY) - 1;
  if (left <= 0) return;
  const span = { from: rule.count === undefined ? from : start, to: Math.min(to, endOf(rule)) };
  for (const date of ruleDates(rule, start, span, steps)) {
    if (date === start || !isByUntil(rule, date, timezone)) continue;
    if (date >= from) yield date;
    left -= 1;
    if (left <= 0) return;
  }
}

/** The moment from which on a rule makes nothing. */
function endOf({ until }: Rule): number {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  // UTC is less than a day away, and clock times around a change of the clock stand in another order than their instants.
  return until.seconds + (until.form === 'utc' ? LONGEST_GAP : 1);
}

const isByUntil = ({ until }: Rule, date: number, timezone: string): boolean =>
  until?.form !== 'utc' ||
  // Asking the zone takes ten times as long as all else, and matters to the last ones alone.
  date < until.seconds - LONGEST_GAP ||
  utcSeconds(date, timezone) <= until.seconds;

/** Several sources as one, in order, each value once. */
function* merged(sources: readonly Iterator<number>[]): Generator<number> {
  const heads = sources.map((source) => ({ source, value: nextOf(source) }));
  while (true) {
    let least: number | undefined;
    for (const { value } of heads)
      if (value !== undefined && !(least !== undefined && least <= value)) least = value;
    if (least === undefined) return;
    yield least;
    for (const head of heads)
      while (head.value !== undefined && head.value <= least) head.value = nextOf(head.source);
  }
}

function nextOf(source: Iterator<number>): number | undefined {
  const next = source.next();
  return next.done ? undefined : next.value;
}

/**
 * Returns a date with its end: the first date's plus the same days and clock time. Where that lies before its start, or leaves a date
 * without the length that it has on the clock, it is as long as the first one.
 */
export function dateOf({ id }: Moment, { first, length, elapsed }: ExpandableSeries): RecurrenceDate {
  const utc = utcSeconds(id, first.timezone);
  const utcEnd = utcSeconds(id + length, first.timezone);
  const isCut = utcEnd < utc || (utcEnd === utc && length > 0);
  const endsAt = isCut ? utc + elapsed : utcEnd;
  const end = first.all_day && !isCut ? id + length : endsAt + offsetAt(endsAt, first.timezone);
  return {
    recurrence_id: textOf(id),
    start_date: textOf(first.all_day ? id : utc + offsetAt(utc, first.timezone)),
    end_date: textOf(end),
    utc_start_date: textOf(utc),
    utc_end_date: textOf(endsAt),
  };
}
