import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { dayText, machineTime, whenText } from './dates.ts';
import type { UpcomingEvents } from './reading/upcoming-events.ts';

/** Returns an event's venues as a list, whether the answer has one object or several. */
export const venuesOf = (event: Event) => [event.venue].flat();

function smallPicture({ image }: Event): Html | '' {
  if (!image) return '';
  const { url, width, height } = image.sizes?.['thumbnail'] ?? image;
  return html`<img src="${url}" width="${width}" height="${height}" alt="" loading="lazy">`;
}

function item(call: Call, event: Event): Html {
  const when = whenText(event, call.language, { days: false }) || translateText(call, 'page.all_day');
  const venues = venuesOf(event).map(({ venue }, index) => html`${index > 0 ? ', ' : ''}${trusted(venue)}`);
  return html`
<li>${smallPicture(event)}<div><h3 lang="${event.language}"><a href="${event.url}">${trusted(event.title)}</a></h3>
<p><time datetime="${machineTime(event)}">${when}</time>${venues.length > 0 ? html` · ${venues}` : ''}${event.recurrence ? html` · ${event.recurrence.text}` : ''}</p></div></li>`;
}

function pager(call: Call, address: string, { page, more }: UpcomingEvents): Html | '' {
  if (page === 1 && !more) return '';
  const link = (n: number, rel: string, text: string) =>
    html`<li><a rel="${rel}" href="${n === 1 ? address : `${address}?page=${n}`}">${text}</a></li>`;
  return html`<nav aria-label="${translateText(call, 'page.pages')}"><ul class="pages">${page > 1 ? link(page - 1, 'prev', translateText(call, 'page.previous')) : ''}${more ? link(page + 1, 'next', translateText(call, 'page.next')) : ''}</ul></nav>`;
}

/**
 * Renders events under the days on which they start, with links to the previous and next page.
 * @param empty shown if there are no events
 */
export function eventList(call: Call, address: string, upcoming: UpcomingEvents, empty: Html): Html {
  if (upcoming.events.length === 0) return empty;
  const days: { day: string; events: Event[] }[] = [];
  for (const event of upcoming.events) {
    const day = event.start_date.slice(0, 10);
    const last = days.at(-1);
    if (last?.day === day) last.events.push(event);
    else days.push({ day, events: [event] });
  }
  const sections = days.map(
    ({ day, events }) => html`
<section aria-labelledby="day-${day}"><h2 id="day-${day}">${dayText(call.language, `${day} 00:00:00`)}</h2>
<ul class="events">${events.map((event) => item(call, event))}
</ul></section>`,
  );
  return html`${sections}${pager(call, address, upcoming)}`;
}

/** Returns the note that a venue, organizer, category or tag has no upcoming events. */
export const noUpcomingEvents = (call: Call): Html => html`<p>${translateText(call, 'page.none')}</p>`;
