import type { RecurrenceFields } from './event-form.ts';

/** A span on one clock, `YYYY-MM-DD HH:MM:SS`. */
export interface WallSpan {
  readonly start_date: string;
  readonly end_date: string;
}

/** Returns the milliseconds of a wall clock, as if it were UTC's. */
export const asMs = (date: string): number => Date.parse(`${date.replace(' ', 'T')}Z`);
/** Returns the wall clock of such milliseconds. */
export const asDate = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Returns whether two spans have a moment in common; those that only touch have none. */
const overlap = (one: WallSpan, other: WallSpan): boolean =>
  one.start_date < other.end_date && other.start_date < one.end_date;

/** Returns a span of the same length that begins at another time. */
export const movedTo = (span: WallSpan, start_date: string): WallSpan => ({
  start_date,
  end_date: asDate(asMs(start_date) + asMs(span.end_date) - asMs(span.start_date)),
});

/** Returns the next span of the same length on the same day that begins as something else ends and overlaps nothing; undefined where there is none. */
export function nextFreeSpan(span: WallSpan, taken: readonly WallSpan[]): WallSpan | undefined {
  const day = span.start_date.slice(0, 10);
  return taken
    .map(({ end_date }) => end_date)
    .filter((end) => end > span.start_date && end.startsWith(day))
    .sort()
    .map((end) => movedTo(span, end))
    .find((free) => !taken.some((one) => overlap(free, one)));
}

/** Returns the day of the date of a series that overlaps something. */
export const dayThatOverlaps = (dates: readonly WallSpan[], taken: WallSpan): string | undefined =>
  dates.find((date) => overlap(date, taken))?.start_date.slice(0, 10);

/** Returns a repetition without a day, or with it again where it was left out. */
export function toggledDay({ rrule, rdate, exdate }: RecurrenceFields, day: string): RecurrenceFields {
  const isOther = (one: string) => !one.startsWith(day);
  if (!exdate.every(isOther)) return { rrule, rdate, exdate: exdate.filter(isOther) };
  if (!rdate.every(isOther)) return { rrule, rdate: rdate.filter(isOther), exdate };
  return { rrule, rdate, exdate: [...exdate, day].sort() };
}
