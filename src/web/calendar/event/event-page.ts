import type { Site } from '#api/settings/site-settings.ts';
import { hasLocation } from '#calendar/events/json/jsonld.ts';
import type { Event } from '#calendar/events/schema.ts';
import { isFormerOccurrence } from '#calendar/events/series/store.ts';
import { type EventRow, findEventRow, findItemRow } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type LanguagePaths, languagePathsOf } from '#web/html/alternates.ts';
import { authored } from '#web/html/authored.ts';
import { type Html, html, jsonScript, trusted } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { type HtmlPage, missingPage, pageAddress, translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { crumb, hero } from '../components/hero.ts';
import { lockForm, receivePassword, refusal, type SentPassword } from '../components/lock.ts';
import { placeDrawing } from '../components/map-drawing.ts';
import { findMapGround } from '../components/map-living.ts';
import { addressLines, mapAddress, venuePosition } from '../components/place.ts';
import { shortened, socialHead } from '../components/social.ts';
import { fullDay, timeIn } from '../reading/day-texts.ts';
import { zoneAt } from '../reading/event-zone.ts';
import { addMenu, shareMenu } from './actions.ts';
import { band, venuesOf } from './band.ts';
import { type EventView, isShown, readEventView } from './event-view.ts';
import { notices } from './notice.ts';
import { datePathOf, otherDates } from './other-dates.ts';
import { relatedEvents } from './related.ts';
import { access, openingHours, organizers } from './side.ts';
import { mainAction, ticketList } from './tickets.ts';

/** Returns the paths of an event's page in each language; those of a date have the slug of its series. */
async function pathsOf(call: Call, row: EventRow, event: Event): Promise<LanguagePaths> {
  const { recurrence, recurrence_id } = event;
  const series =
    recurrence_id === null ? row : await findEventRow(call.services.db.read, recurrence?.series ?? 0);
  return languagePathsOf(call, 'events', series ?? row, (slug) => `event/${slug}${datePathOf(event)}`);
}

/** Renders what stands above the title: categories, and what sets the event apart. */
function kicker(call: Call, { event, isLocked }: EventView): Html | '' {
  const categories = event.categories.map(
    ({ name, slug, color, mark: shape, language }) =>
      html`<span class="cat">${color && shape ? mark(shape, color) : ''}<a data-in-place href="${pageAddress(call, `events/category/${slug}/`)}"${langOf(call, language)}>${trusted(name)}</a></span> `,
  );
  const locked = isLocked
    ? html`<span class="badge">${icon('lock')}${translateText(call, 'page.lock.badge')}</span> `
    : '';
  const online = event.is_virtual
    ? html`<span class="badge">${icon('screen')}${translateText(call, 'page.online')}</span>`
    : '';
  return categories.length > 0 || locked !== '' || online !== '' ? html`${categories}${locked}${online}` : '';
}

/** Returns the text below the band; '' where the sentence below the title has said it already. */
const textOf = ({ description, excerpt }: Event): string =>
  plainText(description).trim() === plainText(excerpt).trim() ? '' : description;

/** Renders the text of an event with its tags. */
function prose(call: Call, event: Event): Html | '' {
  const { tags, language } = event;
  const description = textOf(event);
  if (description === '' && tags.length === 0) return '';
  const linked = tags.map(
    ({ name, slug, language: own }) =>
      html`<a data-in-place href="${pageAddress(call, `events/tag/${slug}/`)}"${langOf(call, own)}>${trusted(name)}</a> `,
  );
  return html`<div class="prose">${authored(description, langOf(call, language))}${linked.length > 0 ? html`<p class="tags">${linked}</p>` : ''}</div>`;
}

/** Renders the main action at the foot of a phone, where it is the only one. */
function stick(call: Call, main: Html | ''): Html | '' {
  if (main === '') return '';
  return html`<div class="stick">${main}<a class="ibtn" href="#add" aria-label="${translateText(call, 'page.event.add')}">${icon('calplus')}</a></div>`;
}

const looks = {
  scheduled: '',
  canceled: ' s-cancelled',
  postponed: ' s-postponed',
  rescheduled: ' s-postponed',
  'moved-online': '',
} as const;

async function openBody(call: Call, site: Site, shown: EventView, page: number): Promise<Html> {
  const { event, isPast } = shown;
  const [dates, related] = await Promise.all([
    otherDates(call, site, event, page),
    event.status === 'publish' ? relatedEvents(call, site, shown) : '',
  ]);
  const main = isPast ? '' : mainAction(call, event);
  const isOff = isPast || event.event_status === 'canceled' || event.status !== 'publish';
  const actions = html`${main}${isOff ? '' : addMenu(call, shown)}${shareMenu(call, { title: plainText(event.title), url: event.url })}`;
  const tickets = isPast || event.event_status === 'canceled' ? '' : ticketList(call, site, event);
  const side = html`${tickets}${openingHours(call, site, event)}${dates}${organizers(call, event)}${access(call, event)}`;
  const text = prose(call, event);
  const aside = side.markup
    ? html`<aside class="ev-side" aria-label="${translateText(call, 'page.event.beside')}">${side}</aside>`
    : '';
  // Beside a text that isn't there they would stand beside nothing.
  const layout = textOf(event) === '' ? 'ev-wide' : 'ev-cols';
  const columns = text || aside ? html`<div class="${layout}">${text}${aside}</div>` : '';
  return html`${band(call, site, shown, actions)}
${columns}
${isPast || event.event_status === 'canceled' ? '' : wayThere(call, site, event)}
${related}
${stick(call, isOff ? '' : main)}`;
}

/** Returns a line about an event for search engines: its first sentences, or when it is. */
function descriptionOf(call: Call, site: Site, { event, start, end, isLocked }: EventView): string {
  const text = isLocked ? '' : plainText(event.excerpt || event.description).trim();
  if (text) return shortened(text);
  const day = `${plainText(event.title)}: ${fullDay(call.language, start)}`;
  if (event.all_day !== false) return shortened(day);
  const time = [timeIn(call.language, site, start), zoneAt(call, event, { start, end })];
  return shortened(`${day}, ${time.filter(Boolean).join(' ')}`);
}

/** Returns the title of an event's page, of a date of a series with its day. */
function titleOf(call: Call, { event, start }: EventView): string {
  const title = plainText(event.title);
  return event.recurrence_id === null ? title : `${title}, ${fullDay(call.language, start)}`;
}

/** Parameters of the page of an event. */
export interface AskedEventPage {
  /** Of the other dates of a series; the first if absent. */
  readonly page?: number | undefined;
  /** The password that a form sent. */
  readonly password?: string | undefined;
  /** Whether somebody who may write the event looks at it before it is saved: no password hides it from them. */
  readonly isPreview?: boolean;
}

/**
 * Returns the page of an event, a series or a date of one, with a form in place of its text if a password protects it; the
 * 404 page if there is none.
 */
export async function eventPage(
  call: Call,
  id: number | undefined,
  { page = 1, password, isPreview = false }: AskedEventPage = {},
): Promise<HtmlPage> {
  const { read } = call.services.db;
  const row = id === undefined ? undefined : await findItemRow(read, id);
  if (id !== undefined && !row && (await isFormerOccurrence(read, id))) return missingPage(call, 'date', 410);
  if (!row || !isShown(call, row)) return missingPage(call, 'event');
  const sent: SentPassword | undefined =
    password === undefined || row.password === ''
      ? undefined
      : await receivePassword(call, 'events', row.id, password);
  const given = isPreview ? row.password : sent?.password;
  const { site } = call;
  const shown = await readEventView(call, row, given);
  if (!shown) return missingPage(call, 'event');
  const { event, isLocked, isPast } = shown;
  const look = `${looks[event.event_status]}${isPast ? ' s-over' : ''}${isLocked ? ' s-locked' : ''}`;
  const top = html`${crumb(pageAddress(call, 'events/'), translateText(call, 'page.programme'))}
${notices(call, shown)}
${hero({
  kicker: kicker(call, shown),
  title: html`<h1 lang="${event.language}" dir="auto">${trusted(event.title)}</h1>`,
  lead: event.excerpt ? authored(event.excerpt, langOf(call, event.language)) : '',
  image: shown.picture,
})}`;
  const rest = isLocked
    ? html`${band(call, site, shown, '')}${lockForm(call, translateText(call, 'page.protected'), sent)}`
    : await openBody(call, site, shown, page);
  const isPublic = row.status === 'publish' && !event.url.includes('?');
  return {
    title: titleOf(call, shown),
    mainClass: '',
    description: descriptionOf(call, site, shown),
    head: html`${isPublic ? html`<link rel="alternate" type="application/json+oembed" title="${titleOf(call, shown)}" href="${call.links.origin}/oembed?url=${encodeURIComponent(event.url)}">` : ''}${socialHead(event.image)}${event.json_ld && hasLocation(event) ? jsonScript(event.json_ld) : ''}`,
    body: html`<article class="wrap event${look}">${top}
${rest}</article>`,
    apiRoot: call.links.rest('events', event.id),
    ...(event.url.includes('?') ? {} : { paths: await pathsOf(call, row, event) }),
    isPreview,
    unlisted: row.password !== '' || row.status !== 'publish' || row.hide_from_listings === 1,
    ...(sent && isLocked ? refusal(sent) : {}),
  };
}

/** Renders how to get to the first venue of an event. */
function wayThere(call: Call, site: Site, event: Event): Html | '' {
  const [venue] = venuesOf(event);
  if (!venue) return '';
  const lines = addressLines(venue);
  const map = venue.show_map_link === false ? undefined : mapAddress(venue);
  if (lines.length === 0 && map === undefined) return '';
  const link = map
    ? html`<p class="btns"><a class="btn btn-quiet" href="${map}" rel="noopener">${icon('ext')}${translateText(call, 'page.event.map')}</a></p>`
    : '';
  const position = venue.show_map === false ? undefined : venuePosition(venue);
  const ground = position && findMapGround(call, site);
  const drawing =
    position && ground
      ? html`<div class="ev-mapc${ground.isDrawn ? '' : ' by-script'}">${placeDrawing(call, ground, position, venue.district ?? '')}</div>`
      : '';
  return html`<section class="ev-map"><div><h2>${translateText(call, 'page.event.way')}</h2><p><b${langOf(call, venue.language)}>${trusted(venue.venue)}</b>${lines.map((line) => html`<br><bdi>${line}</bdi>`)}</p>${link}</div>${drawing}</section>`;
}
