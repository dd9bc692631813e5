import { secondsOf, textOf } from '#foundation/time/clock.ts';
import { readDate } from '#foundation/time/typed.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';

/** When an event is: `start_date`, `end_date` on the clock of `timezone`, `utc_*` in UTC. */
export interface EventTimes {
  timezone: string;
  all_day: boolean;
  start_date: string;
  end_date: string;
  utc_start_date: string;
  utc_end_date: string;
}

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
  // What goes through an hour that comes twice may end before its start on another zone's clock.
  return sent.timezone ? 'timezone' : 'end_date';
}

/** A moment on the zone's clock and in UTC. Only a typed date itself tells which of two equal clock times is meant. */
interface Moment {
  wall: string;
  utc: string;
  /** Whether it was told as an instant. */
  zoned?: boolean;
  /** Seconds by which a clock time that doesn't exist was moved on. */
  skipped?: number;
}

/** The UTC date kept beside a wall clock; that of the wall clock where there is none, or (imported so) one of another time. */
export function soundUtc(wall: string, utc: string | undefined, zone: string): string {
  return utc !== undefined && toWall(utc, zone) === wall ? utc : toUtc(wall, zone);
}

function momentOf(
  text: string | undefined,
  kept: string | undefined,
  at: { zone: string; now: Temporal.Instant; keptUtc: string | undefined },
): Moment | undefined {
  const read = text === undefined ? undefined : readDate(text, at);
  if (read) return read;
  if (kept === undefined) return undefined;
  const utc = soundUtc(kept, at.keptUtc, at.zone);
  // Another zone may skip the time that is kept.
  const wall = toWall(utc, at.zone);
  return { wall, utc, skipped: secondsAt(wall) - secondsAt(kept) };
}

const secondsAt = (text: string) => secondsOf(text) ?? Number.NaN;

/**
 * An end that lies before its start only because a change of the clocks moved one of them: as long after the start as
 * the clock times are apart (contract R2). Undefined where it lies before it on the clock too, or is an instant.
 */
function endOfSameLength(start: Moment, end: Moment, zone: string): Moment | undefined {
  const clock = ({ wall, skipped = 0 }: Moment) => secondsAt(wall) - skipped;
  const length = clock(end) - clock(start);
  if (end.zoned || !(length >= 0)) return undefined;
  const utc = textOf(secondsAt(start.utc) + length);
  return { wall: toWall(utc, zone), utc };
}

const dayEdge = (moment: Moment, time: string, zone: string): Moment => {
  const wall = `${moment.wall.slice(0, 10)} ${time}`;
  return { wall, utc: toUtc(wall, zone) };
};

/**
 * The times of an event after a write (reference 5.5, D1, D13, D14): what isn't sent stays as `before`; a zone alone
 * keeps the wall clock and moves the instants; all-day events run from 00:00:00 to 23:59:59. Where the clocks change,
 * an event keeps its length rather than ending before its start (R2). Gives the name of the field at fault where the
 * end would precede the start (D2) or a date can't be read.
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
  const kept = before?.timezone === timezone ? before : undefined;
  let start = momentOf(sent.start_date, before?.start_date, {
    zone: timezone,
    now: at.now,
    keptUtc: kept?.utc_start_date,
  });
  let end = momentOf(sent.end_date, before?.end_date, {
    zone: timezone,
    now: at.now,
    keptUtc: kept?.utc_end_date,
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
