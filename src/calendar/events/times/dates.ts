import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';

/** The times of an event: `start_date`, `end_date` on the clock of `timezone`, `utc_*` in UTC. */
export interface EventTimes {
  timezone: string;
  all_day: boolean;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
}

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

function momentOf(
  text: string | undefined,
  stored: string | undefined,
  at: { zone: string; now: Temporal.Instant; storedUtc: string | undefined },
): EventMoment | undefined {
  const read = text === undefined ? undefined : readDate(text, at);
  if (read) return read;
  if (stored === undefined) return undefined;
  const utc = soundUtc(stored, at.storedUtc, at.zone);
  // Another zone may skip the stored time.
  const wall = toWall(utc, at.zone);
  return { wall, utc, skipped: secondsAt(wall) - secondsAt(stored) };
}

const secondsAt = (text: string) => secondsOf(text) ?? Number.NaN;

/**
 * Returns an end that is as long after the start as their wall clocks are apart, for one that precedes the start only
 * because the clocks change (contract R2); undefined where it precedes it on the wall clock too, or was sent as an instant.
 */
function endOfSameLength(start: EventMoment, end: EventMoment, zone: string): EventMoment | undefined {
  const clock = ({ wall, skipped = 0 }: EventMoment) => secondsAt(wall) - skipped;
  const length = clock(end) - clock(start);
  if (end.zoned || !(length >= 0)) return undefined;
  const utc = textOf(secondsAt(start.utc) + length);
  return { wall: toWall(utc, zone), utc };
}

const dayEdge = (moment: EventMoment, time: string, zone: string): EventMoment => {
  const wall = `${moment.wall.slice(0, 10)} ${time}`;
  return { wall, utc: toUtc(wall, zone) };
};

/**
 * Returns the times of an event after a write (reference 5.5, D1, D13, D14): fields that aren't sent stay as `before`; a
 * zone alone keeps the wall clock and moves the instants; all-day events run from 00:00:00 to 23:59:59. Where the clocks
 * change, an event keeps its length rather than ending before its start (R2). Returns the field at fault where the end
 * would precede the start (D2) or a date can't be read.
 */
export function eventTimes(
  sent: SentTimes,
  at: { now: Temporal.Instant; siteZone: string; before?: EventTimes },
): EventTimes | { fault: TimesFault } {
  const { before } = at;
  const isTouched = [sent.start_date, sent.end_date, sent.timezone || undefined, sent.all_day].some(
    (value) => value !== undefined,
  );
  if (before && !isTouched) return before;
  const timezone = sent.timezone || before?.timezone || at.siteZone;
  const all_day = sent.all_day ?? before?.all_day ?? false;
  const stored = before?.timezone === timezone ? before : undefined;
  let start = momentOf(sent.start_date, before?.start_date, {
    zone: timezone,
    now: at.now,
    storedUtc: stored?.utc_start_date,
  });
  let end = momentOf(sent.end_date, before?.end_date, {
    zone: timezone,
    now: at.now,
    storedUtc: stored?.utc_end_date,
  });
  if (!start) return { fault: 'start_date' };
  if (!end) return { fault: 'end_date' };
  if (all_day) {
    start = dayEdge(start, '00:00:00', timezone);
    end = dayEdge(end, '23:59:59', timezone);
  }
  if (end.utc < start.utc) end = endOfSameLength(start, end, timezone);
  if (!end) return { fault: faultOf(sent) };
  return {
    timezone,
    all_day,
    start_date: start.wall,
    end_date: end.wall,
    utc_start_date: start.utc,
    utc_end_date: end.utc,
  };
}
