import type { Insertable } from 'kysely';
import type { FirstDate } from '#calendar/recurrence/recurrence.ts';
import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';
import type { EventsTable } from '#store/db/tables.ts';

/** The times of an event: `start_date`, `end_date` on the clock of `timezone`, `utc_*` in UTC. */
export interface EventTimes {
  timezone: string;
  all_day: boolean;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
}

/**
 * Times with the clock times as they were typed, which a gap of the clock may skip: those that a series repeats (contract R2). Of all
 * else they are those of the event.
 */
export interface PatternedTimes extends EventTimes {
  readonly pattern: Pick<EventTimes, 'start_date' | 'end_date'>;
}

/** Returns the first date of a series with these times, as its rules count from it. */
export const patternOf = ({ pattern, timezone, all_day }: PatternedTimes): FirstDate => ({
  ...pattern,
  timezone,
  all_day,
});

/** The fields of a request that decide an event's times; dates as typed, in English. */
export interface SentTimes {
  start_date?: string | undefined;
  end_date?: string | undefined;
  timezone?: string | undefined;
  all_day?: boolean | undefined;
}

/** The field by which an end came to precede its start. */
export type TimesFault = 'start_date' | 'end_date' | 'timezone';

function faultOf(sent: SentTimes): TimesFault {
  if (sent.end_date !== undefined) return 'end_date';
  if (sent.start_date !== undefined) return 'start_date';
  // An event during an hour that comes twice may end before its start on another zone's clock.
  return sent.timezone ? 'timezone' : 'end_date';
}

/** A moment on the zone's clock and in UTC; of two equal wall clock times only UTC tells which is meant. */
interface EventMoment {
  wall: string;
  utc: string;
  /** It was sent as an instant, with an offset. */
  zoned?: boolean;
  /** Seconds by which a clock time that doesn't exist was moved on. */
  skipped?: number;
}

/** Returns the UTC date stored beside a wall clock; where there is none, or an import stored another time, that of the wall clock. */
export function soundUtc(wall: string, utc: string | undefined, zone: string): string {
  return utc !== undefined && toWall(utc, zone) === wall ? utc : toUtc(wall, zone);
}

/** Returns a moment as sent; one that isn't, or that is where the stored clock time was moved to, as stored. */
function momentOf(
  text: string | undefined,
  before: PatternedTimes | undefined,
  at: {
    name: 'start_date' | 'end_date';
    zone: string;
    now: Temporal.Instant;
    storedUtc: string | undefined;
  },
): EventMoment | undefined {
  const read = text === undefined ? undefined : readDate(text, at);
  const stored = before?.pattern[at.name];
  const isAsShown = before !== undefined && before[at.name] !== stored && read?.wall === before[at.name];
  if (read && !isAsShown) return read;
  if (stored === undefined) return undefined;
  return storedMoment(stored, at.storedUtc, at.zone);
}

const secondsAt = (text: string) => secondsOf(text) ?? Number.NaN;

/** Seconds of the clock time of a moment as it was typed, not moved out of a gap. */
const typedSeconds = ({ wall, skipped = 0 }: EventMoment): number => secondsAt(wall) - skipped;

/**
 * Returns the end of an event: as long after its start as their clock times are apart where it would not come after it only because
 * the clocks change (contract R2). Undefined where it precedes it on the wall clock too, or was sent as an instant.
 */
function resultingEnd(start: EventMoment, end: EventMoment, zone: string): EventMoment | undefined {
  const length = typedSeconds(end) - typedSeconds(start);
  if (end.utc > start.utc || (end.utc === start.utc && !(length > 0))) return end;
  if (end.zoned || !(length >= 0)) return end.utc === start.utc ? end : undefined;
  const utc = textOf(secondsAt(start.utc) + length);
  return { wall: toWall(utc, zone), utc };
}

const dayEdge = (moment: EventMoment, time: string, zone: string): EventMoment => {
  const wall = `${moment.wall.slice(0, 10)} ${time}`;
  return { wall, utc: toUtc(wall, zone) };
};

const storedMoment = (wall: string, utc: string | undefined, zone: string): EventMoment => {
  const sound = soundUtc(wall, utc, zone);
  // A zone may skip the stored time: another zone, or of a series its own.
  const now = toWall(sound, zone);
  return { wall: now, utc: sound, skipped: secondsAt(now) - secondsAt(wall) };
};

/**
 * Returns the times of stored clock times, which a gap of the clock may skip, as the zone data have them now; those in UTC are kept
 * where they fit.
 */
export function timesOfStored({
  timezone,
  ...stored
}: Omit<EventTimes, 'all_day'>): Omit<EventTimes, 'all_day' | 'timezone'> {
  const start = storedMoment(stored.start_date, stored.utc_start_date, timezone);
  const asStored = storedMoment(stored.end_date, stored.utc_end_date, timezone);
  const end = resultingEnd(start, asStored, timezone) ?? asStored;
  return {
    start_date: start.wall,
    end_date: end.wall,
    utc_start_date: start.utc,
    utc_end_date: end.utc,
  };
}

/**
 * Returns the times of an event after a write (reference 5.5, D1, D13, D14): fields that aren't sent stay as `before`; a
 * zone alone keeps the wall clock and moves the instants; all-day events run from 00:00:00 to 23:59:59. Where the clocks
 * change, an event keeps its length rather than ending before its start (R2). Returns the field at fault where the end
 * would precede the start (D2) or a date can't be read.
 */
export function eventTimes(
  sent: SentTimes,
  at: { now: Temporal.Instant; siteZone: string; before?: PatternedTimes },
): PatternedTimes | { fault: TimesFault } {
  const { before } = at;
  const isTouched = [sent.start_date, sent.end_date, sent.timezone || undefined, sent.all_day].some(
    (value) => value !== undefined,
  );
  if (before && !isTouched) return before;
  const timezone = sent.timezone || before?.timezone || at.siteZone;
  const all_day = sent.all_day ?? before?.all_day ?? false;
  const stored = before?.timezone === timezone ? before : undefined;
  const moment = (name: 'start_date' | 'end_date') =>
    momentOf(sent[name], before, {
      name,
      zone: timezone,
      now: at.now,
      storedUtc: stored?.[`utc_${name}`],
    });
  let start = moment('start_date');
  let end = moment('end_date');
  if (!start) return { fault: 'start_date' };
  if (!end) return { fault: 'end_date' };
  if (all_day) {
    start = dayEdge(start, '00:00:00', timezone);
    end = dayEdge(end, '23:59:59', timezone);
  }
  const pattern = { start_date: textOf(typedSeconds(start)), end_date: textOf(typedSeconds(end)) };
  end = resultingEnd(start, end, timezone);
  if (!end) return { fault: faultOf(sent) };
  return {
    pattern,
    timezone,
    all_day,
    start_date: start.wall,
    end_date: end.wall,
    utc_start_date: start.utc,
    utc_end_date: end.utc,
  };
}

/** Returns the row of an event's occurrence. */
export function occurrenceOf(row: Insertable<EventsTable>) {
  const [first, last] = [row.start_date.slice(0, 10), row.end_date.slice(0, 10)];
  return {
    id: row.id,
    event_id: row.id,
    start_date: row.start_date,
    end_date: row.end_date,
    // Lists go by the wall clock where an import brought other UTC dates.
    utc_start_date: soundUtc(row.start_date, row.utc_start_date, row.timezone),
    utc_end_date: soundUtc(row.end_date, row.utc_end_date, row.timezone),
    status: row.status,
    date: row.date,
    hide_from_listings: row.hide_from_listings,
    days: first === last ? 0 : Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last)).days,
  };
}

/** Returns the row of a new event's only date, with all columns. */
export const newOccurrenceOf = (row: Insertable<EventsTable>) => ({
  ...occurrenceOf(row),
  series_id: 0,
  recurrence_id: '',
  overrides: '',
});
