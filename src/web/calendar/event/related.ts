import type { Site } from '#api/settings/site-settings.ts';
import { listEventIdsAndMore } from '#calendar/events/list/list.ts';
import { listOutline } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { eventRow } from '../components/event-row.ts';
import { presentOf } from '../reading/list-days.ts';
import { loadListedEvents } from '../reading/listed-events.ts';
import { readViewQuery, startingWithin } from '../reading/view-query.ts';
import type { EventView } from './event-view.ts';

/** Other events that a page offers, and those of which they are chosen. */
const OFFERED = 3;
const LOOKED_AT = 60;
/** Hour from which a day is an evening. */
const EVENING = '17';

const minutesOf = (text: string): number => Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16));

/** Returns the heading of other events, and the filters and days by which they are found. */
function choice({ event, isPast, start }: EventView, today: string) {
  const [category] = event.categories;
  const alike = category ? { categories: String(category.id) } : {};
  if (event.event_status === 'canceled' && !isPast)
    return { key: 'page.event.instead', filters: alike, first: start.slice(0, 10) } as const;
  if (isPast) return { key: 'page.event.coming', filters: alike, first: today } as const;
  const day = start.slice(0, 10);
  const isEvening = !event.all_day && start.slice(11, 13) >= EVENING;
  return {
    key: isEvening ? 'page.event.also_evening' : 'page.event.also_day',
    filters: {},
    first: day,
    last: day,
  } as const;
}

/** Renders other events: what is on that day at about the same time; in place of what is cancelled or over what is like it. */
export async function relatedEvents(call: Call, site: Site, shown: EventView): Promise<Html | ''> {
  const { event, start } = shown;
  const present = presentOf(call);
  const chosen = choice(shown, present.today);
  const query = await readViewQuery(call, { filters: chosen.filters });
  if (!query) return '';
  const first = chosen.first < present.today ? present.today : chosen.first;
  const last = 'last' in chosen ? chosen.last : undefined;
  const { read } = call.services.db;
  const { ids } = await listEventIdsAndMore(call.services, startingWithin(query, first, last), {
    page: 1,
    per_page: LOOKED_AT,
  });
  const others = (await listOutline(read, ids)).filter(
    ({ id, end_date, days }) => id !== event.id && days <= 1 && end_date > present.wall,
  );
  const nearest =
    last === undefined
      ? others
      : others.toSorted(
          (a, b) =>
            Math.abs(minutesOf(a.start_date) - minutesOf(start)) -
            Math.abs(minutesOf(b.start_date) - minutesOf(start)),
        );
  const candidates = nearest.slice(0, 2 * OFFERED).map(({ id }) => id);
  const listed = await loadListedEvents(call, candidates);
  const series = event.recurrence?.series;
  const offered = candidates
    .flatMap((id) => listed.get(id) ?? [])
    .filter((one) => series === undefined || one.event.recurrence?.series !== series)
    .slice(0, OFFERED)
    .sort((a, b) => (a.event.utc_start_date < b.event.utc_start_date ? -1 : 1));
  if (offered.length === 0) return '';
  const hasDay = last === undefined;
  return html`<section class="ev-rel"><h2>${translateText(call, chosen.key)}</h2><ul class="evs">${offered.map((one) => eventRow(call, site, one, { hasDay }))}</ul></section>`;
}
