import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { toWall } from '#foundation/time/zone.ts';
import { zoneName } from '#foundation/time/zone-names.ts';

/** Returns what an event's zone is called where its clock isn't the site's then; '' where it is, and for whole days. */
export function zoneIn(
  call: Call,
  event: Pick<Event, 'all_day' | 'start_date' | 'utc_start_date' | 'timezone'>,
): string {
  const { timezone } = call.deps.config;
  if (event.all_day || toWall(event.utc_start_date, timezone) === event.start_date) return '';
  return zoneName(event.utc_start_date, event.timezone, call.language);
}
