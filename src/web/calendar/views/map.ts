import type { PageAddress } from '#api/http/page-address.ts';
import { type Site, siteSettings } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { sourceOf } from '#foundation/network/origin.ts';
import { scriptPath } from '#web/assets/assets.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { type HtmlPage, missingPage, translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { filterBar, formAddress } from '../components/filters.ts';
import { distanceText, mapDrawing } from '../components/map-drawing.ts';
import { isTiled } from '../components/map-living.ts';
import { nothingFound } from '../components/nothing-found.ts';
import { keptFields, viewAddress, viewLinks } from '../components/view-links.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { capitalized, dayIn, fullDay, timeIn } from '../reading/day-texts.ts';
import { zonedMoment, zoneIn } from '../reading/event-zone.ts';
import { readFilterChoices } from '../reading/filter-choices.ts';
import { type Present, presentOf } from '../reading/list-days.ts';
import { type ListedEvent, loadListedEvents } from '../reading/listed-events.ts';
import { metresBetween, type Position } from '../reading/map-frame.ts';
import { placesOf, positionOf } from '../reading/map-places.ts';
import { readViewDays, shiftDay } from '../reading/view-days.ts';
import { readViewQuery } from '../reading/view-query.ts';
import { viewNames } from './registered-views.ts';

/** Days that the map shows, today with them, and events at most. */
const DAYS = 7;
const MOST = 120;
/** Pixels of the picture on the card of an event, on screens with two for one. */
const CARD_WIDTH = 208;

/** Returns the events of the coming days, or of the day of the page, that are at a known position, in date order, what is on for longer last. */
async function readMapEvents(call: Call, address: PageAddress, present: Present): Promise<ListedEvent[]> {
  const query = await readViewQuery(call, address);
  if (!query) return [];
  const first = address.date ?? present.today;
  const last = address.date ?? shiftDay(first, DAYS - 1);
  const { days, running } = await readViewDays(call, query, { first, last });
  const coming = [...days.keys()].sort().flatMap((day) => days.get(day) ?? []);
  const shown = [...coming, ...running].filter(
    ({ end_date }) => first < present.today || end_date > present.wall,
  );
  const ids = shown.map(({ id }) => id);
  const listed = await loadListedEvents(call, ids.slice(0, MOST * 2));
  return ids
    .flatMap((id) => listed.get(id) ?? [])
    .filter((one) => positionOf(one) !== undefined)
    .slice(0, MOST);
}

/** Renders when an event is: a time on the first day that is shown, else its day with it. */
function when(call: Call, site: Site, { event }: ListedEvent, today: string): Html {
  const { language } = call;
  const day = event.start_date.slice(0, 10);
  if (day < today) return html`<time datetime="${day}"></time>`;
  const named =
    day === today ? '' : html`<small>${dayIn(language, 'shortWeekday', day)} ${Number(day.slice(8))}</small>`;
  if (event.all_day)
    return html`<time datetime="${day}">${named || html`<small>${translateText(call, 'page.all_day')}</small>`}</time>`;
  const zone = zoneIn(call, event);
  return html`<time datetime="${zonedMoment(event.start_date, event.utc_start_date)}">${timeIn(language, site, event.start_date)}${zone ? html`<small class="tz">${zone}</small>` : ''}${named}</time>`;
}

/** Returns in words when an event is, for the card on the map. */
function moment(call: Call, site: Site, { event }: ListedEvent, { today }: Present): string {
  const { language } = call;
  const day = event.start_date.slice(0, 10);
  const named =
    day <= today
      ? translateText(call, 'page.today')
      : `${dayIn(language, 'shortWeekday', day)} ${Number(day.slice(8))}`;
  if (day < today || event.all_day) return named;
  return [named, timeIn(language, site, event.start_date), zoneIn(call, event)].filter(Boolean).join(' ');
}

/** Returns the name of a day near the present one. */
function dayName(call: Call, day: string, today: string): string {
  if (day === today) return translateText(call, 'page.today');
  if (day === shiftDay(today, 1)) return translateText(call, 'page.tomorrow');
  const { language } = call;
  return capitalized(language, `${dayIn(language, 'shortWeekday', day)} ${dayIn(language, 'shortDay', day)}`);
}

/** Renders a menu of the coming days within the calendar, whose buttons crawlers don't follow. */
function dayMenu(call: Call, address: PageAddress, today: string, last: string): Html {
  const { date, term } = address;
  const week = translateText(call, 'page.map.week');
  const option = (day: string | undefined) => {
    const target = viewAddress(call, { view: 'map', date: day, page: 1, term, filters: {} });
    const name = day === undefined ? week : dayName(call, day, today);
    return html`<li><button formaction="${target}"${day === date ? html` aria-current="true"` : ''}>${name}</button></li>`;
  };
  const days = Array.from({ length: DAYS }, (_, at) => shiftDay(today, at)).filter((day) => day <= last);
  const label = date === undefined ? week : dayName(call, date, today);
  return html`<details class="menu"><summary class="chip${date === undefined ? '' : ' is-on'}"><span>${label}</span>${icon('down')}</summary><form class="pop" action="${formAddress(call, { ...address, date: undefined })}">${keptFields(address)}<ul class="menulist">${[undefined, ...days].map(option)}</ul></form></details>`;
}

function row(
  call: Call,
  site: Site,
  listed: ListedEvent,
  { present, first, near }: { present: Present; first: string; near: Position | undefined },
): Html {
  const { event } = listed;
  const [category] = event.categories;
  const [venue] = [event.venue].flat();
  const position = positionOf(listed);
  const distance = near && position ? distanceText(call, metresBetween(near, position)) : '';
  const file = listed.picture?.files.find(({ width }) => width >= CARD_WIDTH) ?? listed.picture?.files.at(-1);
  const isOff = event.event_status === 'canceled';
  return html`<li class="mp${isOff ? ' is-off' : ''}" id="e-${event.id}" data-place="${venue?.id}"${position ? html` data-at="${position.lat},${position.lng}"` : ''} data-when="${moment(call, site, listed, present)}"${file ? html` data-picture="${file.url}"` : ''}>${when(call, site, listed, first)}<div><h2><a href="${event.url}"${langOf(call, event.language)}>${category?.color && category.mark ? mark(category.mark, category.color) : ''}${trusted(event.title)}</a></h2><p><span${venue ? langOf(call, venue.language) : ''}>${trusted(venue?.venue ?? '')}</span>${distance ? html`<span class="num">${distance}</span>` : ''}</p>${isOff ? html`<p><span class="badge b-bad">${icon('x')}${translateText(call, 'page.canceled')}</span></p>` : ''}</div></li>`;
}

const placeOf = ({ filters }: PageAddress): Position | undefined => {
  const [lat, lng] = [Number(filters.geoloc_lat), Number(filters.geoloc_lng)];
  return filters.geoloc_lat !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : undefined;
};

/** Returns the page of the map: the events of the coming week beside the points where they are. */
export async function mapPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  if (address.page > 1) return missingPage(call, 'list');
  const present = presentOf(call);
  const [site, events, choices, calendar] = await Promise.all([
    siteSettings(call),
    readMapEvents(call, address, present),
    readFilterChoices(call),
    readCalendarDays(call),
  ]);
  const near = placeOf(address);
  const places = placesOf(events);
  const { search = '' } = address.filters;
  const { date } = address;
  const script = scriptPath('map.js');
  const named = date === undefined ? '' : fullDay(call.language, date);
  const title = named ? `${translateText(call, 'page.map')}: ${named}` : translateText(call, 'page.map');
  const note = named
    ? translateText(call, 'page.map.note_day', { day: named })
    : translateText(call, 'page.map.note');
  const first = date ?? present.today;
  const views = viewLinks(call, address, { views: viewNames(), shown: 'map', day: date, site });
  const field = html`<form class="field-f" role="search" action="${formAddress(call, address)}">${keptFields(address, 'search')}<label class="field-s">${icon('search')}<span class="vh">${translateText(call, 'page.search')}</span><input type="search" name="search" dir="auto" value="${search}" placeholder="${translateText(call, 'page.search.hint')}"></label></form>`;
  const list = html`<p class="map-n"><b>${translateText(call, 'page.events', { count: events.length })}</b> <span>${note}</span></p><ul class="mps">${events.map((listed) => row(call, site, listed, { present, first, near }))}</ul>`;
  return {
    title,
    current: 'list',
    isWide: true,
    mainClass: 'map-main',
    head: script ? html`<link rel="modulepreload" href="${script}">` : '',
    unlisted: date !== undefined || events.length === 0,
    description: translateText(call, 'page.map.description', { site: site.name }),
    pictures: isTiled(site) ? sourceOf(site.map_tiles.replace('{s}', 'a')) : '',
    body: html`<div class="mapv"><div class="map-l"><div class="map-h"><h1 class="vh">${title}</h1>${views}<div class="mapf">${field}${filterBar(call, address, choices, dayMenu(call, address, present.today, calendar.last))}</div></div>${places.length > 0 ? list : html`<div class="map-0">${nothingFound(call, address, choices, { site })}</div>`}</div>
<div class="map-m">${places.length > 0 || near ? mapDrawing(call, site, places, { near, nearAddress: viewAddress(call, address) }) : ''}</div></div>`,
  };
}
