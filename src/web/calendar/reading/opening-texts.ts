import type { Site } from '#api/settings/site-settings.ts';
import type { Event } from '#calendar/events/schema.ts';
import { closedDates, openStateAt } from '#calendar/events/visitors/opening-hours.ts';
import { type OpeningLine, openingLines } from '#calendar/events/visitors/opening-lines.ts';
import type { Call } from '#context.ts';
import { toWall } from '#foundation/time/zone.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn, timeIn } from './day-texts.ts';
import type { Present } from './list-days.ts';

/** Whether something is open, in words. */
export interface OpenNow {
  readonly isOpen: boolean;
  readonly text: string;
}

/** Returns whether an event that runs is open now, on its own clock; undefined where it doesn't run, or has no opening hours. */
export function openNow(
  call: Call,
  site: Pick<Site, 'hour_cycle'>,
  event: Event,
  { utc }: Present,
): OpenNow | undefined {
  const isOff = event.event_status === 'canceled' || event.event_status === 'postponed';
  if (isOff || event.utc_start_date > utc || event.utc_end_date <= utc) return undefined;
  const wall = toWall(utc, event.timezone);
  const state = openStateAt(event.opening_hours, wall);
  if (!state) return undefined;
  const { isOpen, changes } = state;
  // What ends sooner closes with its end.
  const moment = changes !== undefined && changes > event.end_date ? event.end_date : changes;
  if (moment === undefined)
    return { isOpen, text: translateText(call, isOpen ? 'page.opening.open' : 'page.opening.closed') };
  const time = timeIn(call.language, site, moment);
  return {
    isOpen,
    text: translateText(call, isOpen ? 'page.opening.open_until' : 'page.opening.opens_at', { time }),
  };
}

/** Returns the opening hours of an event in words, by the site's clock. */
export const openingTexts = (
  call: Call,
  site: Pick<Site, 'hour_cycle'>,
  { opening_hours }: Event,
): OpeningLine[] =>
  openingLines(opening_hours, {
    daily: translateText(call, 'page.opening.daily'),
    weekday: (day) => capitalized(call.language, dayIn(call.language, 'shortWeekday', day)),
    time: (time) => timeIn(call.language, site, `2024-01-01 ${time}:00`),
  });

/** Dates on which something is closed that a page names at most. */
const MOST_CLOSED = 6;

/** Returns in words when an event is closed from a day on; '' where it never is. */
export function closedText(call: Call, { opening_hours }: Event, today: string): string {
  const dates = closedDates(opening_hours)
    .filter((date) => date >= today)
    .slice(0, MOST_CLOSED)
    .map((date) => dayIn(call.language, 'dayAndMonth', date));
  if (dates.length === 0) return '';
  const named = new Intl.ListFormat(call.language).format(dates);
  return translateText(call, 'page.opening.closed_on', { dates: named });
}
