import { mayRead } from '#api/access/permissions.ts';
import { SMALL } from '#api/server/answer-size.ts';
import { costTextFor } from '#calendar/events/cost/cost-column.ts';
import { EVERYTHING, PAGE, volumeOf } from '#calendar/events/json/volume.ts';
import { presentEvents } from '#calendar/events/present.ts';
import type { Event } from '#calendar/events/schema.ts';
import { isFormerOccurrence } from '#calendar/events/series/store.ts';
import { type EventRow, findEventRow, findItemRow, loadEvents, readerOf } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type LanguagePaths, languagePathsOf } from '#web/html/alternates.ts';
import { type Html, html, jsonScript, trusted, webAddress } from '#web/html/html.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { machineTime, whenText } from './dates.ts';
import { eventList, noUpcomingEvents, venuesOf } from './event-list.ts';
import { upcomingEvents } from './upcoming-events.ts';

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
${event.recurrence ? fact('page.repeats', html`<dd>${event.recurrence.text}</dd>`) : ''}
${places.length > 0 ? fact('page.where', places) : ''}
${hosts.length > 0 ? fact('page.by', hosts) : ''}
${cost ? fact('page.cost', html`<dd>${cost}</dd>`) : ''}
${kinds.length > 0 ? fact('page.kinds', html`<dd>${kinds}</dd>`) : ''}
${website ? fact('page.website', html`<dd><a href="${website}" rel="noopener">${website}</a></dd>`) : ''}
</dl>`;
}

/** Returns the upcoming dates of a series, and on the page of one of its dates a link to that of the series. */
async function dates(call: Call, event: Event, page: number): Promise<Html | ''> {
  const { recurrence, recurrence_id } = event;
  if (!recurrence) return '';
  const address = seriesAddress(event);
  if (recurrence_id !== null)
    return html`<p><a href="${address}">${translateText(call, 'page.dates')}</a></p>`;
  const upcoming = await upcomingEvents(call, { post_parent: recurrence.series }, page);
  return eventList(call, address, upcoming, noUpcomingEvents(call));
}

/** Returns the address of the page of a series, from that of one of its dates. */
const seriesAddress = ({ url, recurrence_id }: Event): string =>
  recurrence_id === null ? url : url.replace(DATE_PATH, '/');
const DATE_PATH = /\/\d{4}-\d\d-\d\d\/(?:\d+\/)?$/;

/** Returns the paths of an event's page in each language; those of a date have the slug of its series. */
async function pathsOf(call: Call, row: EventRow, event: Event): Promise<LanguagePaths> {
  const { recurrence, recurrence_id, url } = event;
  const series =
    recurrence_id === null ? row : await findEventRow(call.deps.db.read, recurrence?.series ?? 0);
  const [date = '/'] = recurrence_id === null ? [] : (DATE_PATH.exec(url) ?? []);
  return languagePathsOf(call, 'events', series ?? row, (slug) => `event/${slug}${date}`);
}

/**
 * Returns the page of an event, with a note in place of its text if a password protects it; the 404 page if there is
 * none.
 */
export async function eventPage(call: Call, id: number | undefined, page: number): Promise<HtmlPage> {
  const { read } = call.deps.db;
  const row = id === undefined ? undefined : await findItemRow(read, id);
  if (id !== undefined && !row && (await isFormerOccurrence(read, id))) return missingPage(call, 410);
  if (!row || !isShown(call, row)) return missingPage(call);
  const locked = row.password !== '';
  const event = await present(call, row, !locked);
  if (!event) return missingPage(call);
  const { image } = event;
  const cost = costTextFor(row.cost, call.deps.config.currency, {
    language: call.language,
    free: translateText(call, 'page.free'),
  });
  const head = html`${event.json_ld ? jsonScript(event.json_ld) : ''}`;
  const body = locked
    ? html`<h1 lang="${event.language}">${trusted(event.title)}</h1><p>${translateText(call, 'page.protected')}</p>`
    : html`<h1 lang="${event.language}">${trusted(event.title)}</h1>
${facts(call, event, cost)}
${image ? html`<img class="picture" src="${image.url}" width="${image.width}" height="${image.height}" alt="">` : ''}
<div class="text">${trusted(event.description)}</div>
${await dates(call, event, page)}`;
  return {
    title: plainText(event.title),
    head,
    body,
    apiRoot: call.links.rest('events', event.id),
    ...(event.url.includes('?') ? {} : { paths: await pathsOf(call, row, event) }),
    unlisted: locked || row.status !== 'publish' || row.hide_from_listings === 1,
  };
}
