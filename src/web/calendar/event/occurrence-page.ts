import { withSeriesLaidOut } from '#calendar/events/list/laid-out.ts';
import { listDatesOn } from '#calendar/events/series/store.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { type HtmlPage, missingPage } from '#web/html/page.ts';
import { eventPage } from './event-page.ts';

/**
 * Returns the page of the date that the rule of a series put on a day, or of a later one that it put there; the 404 page
 * if there is none, with 410 if it was taken out.
 * @param date `number`: its place among those of the day, from 2; empty: the first; `password`: what a form sent
 */
export async function occurrencePage(
  call: Call,
  {
    slug,
    day,
    number,
    password,
  }: {
    readonly slug: string;
    readonly day: string;
    readonly number: string;
    readonly password?: string | undefined;
  },
): Promise<HtmlPage> {
  const { read } = call.services.db;
  const place = number === '' ? 1 : /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 0;
  const series = await findIdBySlug(read, 'events', slug);
  const isDay = /^\d{4}-/.test(day) && secondsOf(`${day} 00:00:00`) !== undefined;
  if (series === undefined) return missingPage(call, 'event');
  const isNamed = isDay && place > 0 && number !== '1';
  const id = !isNamed ? undefined : (await listDatesOn(read, 'occurrences', series, day))[place - 1];
  if (id !== undefined) return eventPage(call, id, { password });
  const shown = await eventPage(call, series);
  if (shown.status !== undefined) return missingPage(call, 'event');
  if (!isNamed) return missingPage(call, 'date');
  const further = await withSeriesLaidOut(call, series, day);
  const added = (await listDatesOn(further.services.db.read, 'occurrences', series, day))[place - 1];
  if (added !== undefined) return eventPage(further, added, { password });
  const former = await listDatesOn(read, 'former_occurrences', series, day);
  return missingPage(call, 'date', former.length > 0 ? 410 : 404);
}
