import { mayRead } from '#api/access/permissions.ts';
import { SMALL } from '#api/server/answer-size.ts';
import { costTextFor } from '#calendar/events/cost/cost-column.ts';
import { EVERYTHING, PAGE, volumeOf } from '#calendar/events/json/volume.ts';
import { presentEvents } from '#calendar/events/present.ts';
import type { Event } from '#calendar/events/schema.ts';
import { type EventRow, findEventRow, loadEvents, readerOf } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { languagePathsOf } from '#web/html/alternates.ts';
import { type Html, html, jsonScript, trusted, webAddress } from '#web/html/html.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { machineTime, whenText } from './dates.ts';
import { venuesOf } from './event-list.ts';

/** Returns whether the caller may see an event's page at all. */
const isShown = (call: Call, row: EventRow): boolean => row.status !== 'trash' && mayRead(call.viewer, row);

async function present(call: Call, row: EventRow, jsonLd: boolean): Promise<Event | undefined> {
  let isLarge = false;
  const { records, pictures } = await loadEvents(call.deps.db.read, [row.id], readerOf(call), {
    admit: async ([event]) => {
      isLarge = event !== undefined && volumeOf(event.links, { needs: EVERYTHING, closed: true }) > SMALL;
      return isLarge ? PAGE : EVERYTHING;
    },
  });
  const shown = { call, pictures, password: undefined, editing: false, single: true, jsonLd };
  let shownEvent: Event | undefined;
  await presentEvents(records, shown, (event) => {
    shownEvent = event;
  });
  // JSON-LD without the embedded descriptions would differ from the interface's.
  if (isLarge) delete shownEvent?.json_ld;
  return shownEvent;
}

function facts(call: Call, event: Event, cost: string): Html {
  const places = venuesOf(event).map(
    ({ venue, url, address, city, zip, country, stateprovince }) => html`
<dd><a href="${url}">${trusted(venue)}</a>${[address, city, stateprovince, zip, country].filter(Boolean).map((part) => html`, ${part}`)}</dd>`,
  );
  const hosts = event.organizer.map(
    ({ organizer, url }) => html`<dd><a href="${url}">${trusted(organizer)}</a></dd>`,
  );
  const kinds = [...event.categories, ...event.tags].map((term, index) => {
    const page = pageAddress(
      call,
      `${term.taxonomy === 'post_tag' ? 'tag' : 'events/category'}/${term.slug}/`,
    );
    return html`${index > 0 ? ', ' : ''}<a href="${page}">${trusted(term.name)}</a>`;
  });
  const website = webAddress(event.website === event.url ? '' : event.website);
  const fact = (label: Parameters<typeof translateText>[1], content: Html | Html[]) =>
    html`<dt>${translateText(call, label)}</dt>${content}`;
  return html`<dl>
${fact('page.when', html`<dd><time datetime="${machineTime(event)}">${whenText(event, call.language, { days: true })}</time></dd>`)}
${places.length > 0 ? fact('page.where', places) : ''}
${hosts.length > 0 ? fact('page.by', hosts) : ''}
${cost ? fact('page.cost', html`<dd>${cost}</dd>`) : ''}
${kinds.length > 0 ? fact('page.kinds', html`<dd>${kinds}</dd>`) : ''}
${website ? fact('page.website', html`<dd><a href="${website}" rel="noopener">${website}</a></dd>`) : ''}
</dl>`;
}

/**
 * Returns the page of an event, with a note in place of its text if a password protects it; the 404 page if there is
 * none.
 */
export async function eventPage(call: Call, id: number | undefined): Promise<HtmlPage> {
  const row = id === undefined ? undefined : await findEventRow(call.deps.db.read, id);
  if (!row || !isShown(call, row)) return missingPage(call);
  const locked = row.password !== '';
  const event = await present(call, row, !locked);
  if (!event) return missingPage(call);
  const { image } = event;
  const cost = costTextFor(row.cost, call.deps.config.currency, {
    language: call.language,
    free: translateText(call, 'page.free'),
  });
  const head = html`<link rel="canonical" href="${event.url}">${event.json_ld ? jsonScript(event.json_ld) : ''}`;
  const body = locked
    ? html`<h1 lang="${event.language}">${trusted(event.title)}</h1><p>${translateText(call, 'page.protected')}</p>`
    : html`<h1 lang="${event.language}">${trusted(event.title)}</h1>
${facts(call, event, cost)}
${image ? html`<img class="picture" src="${image.url}" width="${image.width}" height="${image.height}" alt="">` : ''}
<div class="text">${trusted(event.description)}</div>`;
  return {
    title: plainText(event.title),
    head,
    body,
    apiRoot: call.links.rest('events', event.id),
    ...(event.url.includes('?')
      ? {}
      : { paths: await languagePathsOf(call, 'events', row, (slug) => `event/${slug}/`) }),
    unlisted: locked || row.status !== 'publish' || row.hide_from_listings === 1,
  };
}
