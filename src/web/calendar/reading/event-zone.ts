import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { toUtc, toWall } from '#foundation/time/zone.ts';
import { zoneName } from '#foundation/time/zone-names.ts';

const minutesOf = (text: string): number => Math.round(Date.parse(`${text.replace(' ', 'T')}Z`) / 60_000);

/**
 * Returns a moment for `<time datetime>` (HTML §2.3.5.7): the event's own wall clock with its offset from UTC, by which
 * visitors elsewhere are told theirs.
 * @param wall `YYYY-MM-DD HH:MM:SS` on the event's clock
 * @param utc the same in UTC
 */
export function zonedMoment(wall: string, utc: string): string {
  const offset = minutesOf(wall) - minutesOf(utc);
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${wall.slice(0, 16).replace(' ', 'T')}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * Returns what an event's zone is called where its clock isn't the site's as it begins or ends; '' where it is, and for whole
 * days.
 */
export function zoneIn(
  call: Call,
  event: Pick<Event, 'all_day' | 'start_date' | 'utc_start_date' | 'end_date' | 'utc_end_date' | 'timezone'>,
): string {
  const { timezone } = call.services.config;
  if (event.all_day || event.timezone === timezone) return '';
  const isHere =
    toWall(event.utc_start_date, timezone) === event.start_date &&
    toWall(event.utc_end_date, timezone) === event.end_date;
  return isHere ? '' : zoneName(event.utc_start_date, event.timezone, call.language);
}

/** Returns the name of an event's zone, as `zoneIn` does, on another of its dates. @param start, end wall clocks of the event */
export const zoneAt = (
  call: Call,
  { all_day, timezone }: Pick<Event, 'all_day' | 'timezone'>,
  { start, end }: { readonly start: string; readonly end: string },
): string =>
  zoneIn(call, {
    all_day,
    timezone,
    start_date: start,
    utc_start_date: toUtc(start, timezone),
    end_date: end,
    utc_end_date: toUtc(end, timezone),
  });
