import { listDatesOn } from '#calendar/events/series/store.ts';
import { findIdBySlug } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { type HtmlPage, missingPage } from '#web/html/page.ts';
import { eventPage } from './event.ts';

/**
 * Returns the page of the date that the rule of a series put on a day, or of a later one that it put there; the 404 page
 * if there is none, with 410 if it was taken out.
 * @param number its place among those of the day, from 2; empty: the first
 */
export async function occurrencePage(
  call: Call,
  slug: string,
  day: string,
  number: string,
): Promise<HtmlPage> {
  const { read } = call.deps.db;
  const place = number === '' ? 1 : /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 0;
  const series = await findIdBySlug(read, 'events', slug);
  if (series === undefined || !/^\d{4}-\d\d-\d\d$/.test(day) || place === 0 || number === '1')
    return missingPage(call);
  const id = (await listDatesOn(read, 'occurrences', series, day))[place - 1];
  if (id !== undefined) return eventPage(call, id, 1);
  const shown = await eventPage(call, series, 1);
  if (shown.status !== undefined) return missingPage(call);
  const former = await listDatesOn(read, 'former_occurrences', series, day);
  return missingPage(call, former.length > 0 ? 410 : 404);
}
