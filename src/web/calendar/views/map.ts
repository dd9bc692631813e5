import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { sourceOf } from '#foundation/network/origin.ts';
import { scriptPath } from '#web/assets/assets.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, missingPage, translateText } from '#web/html/page.ts';
import { filterBar, formAddress, searchField } from '../components/filters.ts';
import { mapDrawing } from '../components/map-drawing.ts';
import { mapList } from '../components/map-list.ts';
import { findMapGround } from '../components/map-living.ts';
import { nothingFound } from '../components/nothing-found.ts';
import { placeList } from '../components/place-list.ts';
import { keptFields, viewAddress, viewLinks } from '../components/view-links.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { capitalized, dayIn, fullDay } from '../reading/day-texts.ts';
import { readFilterChoices } from '../reading/filter-choices.ts';
import { presentOf } from '../reading/list-days.ts';
import type { ListedEvent } from '../reading/listed-events.ts';
import { allOf, MAP_DAYS, readMapEvents } from '../reading/map-events.ts';
import type { Position } from '../reading/map-frame.ts';
import { placesOf, positionOf } from '../reading/map-places.ts';
import { shiftDay } from '../reading/view-days.ts';

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
  const days = Array.from({ length: MAP_DAYS }, (_, at) => shiftDay(today, at)).filter((day) => day <= last);
  const label = date === undefined ? week : dayName(call, date, today);
  return html`<details class="menu"><summary class="chip${date === undefined ? '' : ' is-on'}"><span>${label}</span>${icon('down')}</summary><form class="pop" action="${formAddress(call, { ...address, date: undefined })}">${keptFields(address)}<ul class="menulist">${[undefined, ...days].map(option)}</ul></form></details>`;
}

const placeOf = ({ filters }: PageAddress): Position | undefined => {
  const [lat, lng] = [Number(filters.geoloc_lat), Number(filters.geoloc_lng)];
  return filters.geoloc_lat !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : undefined;
};

const isAtVenue = ({ event }: ListedEvent): boolean => [event.venue].flat().length > 0;

/** Renders what tells administrators how this page becomes a map; script shows it to them alone. */
const groundHint = (call: Call): Html =>
  html`<template data-for="settings"><p class="alert pl-n">${icon('map')}<span>${translateText(call, 'page.places.admin')} <a href="/admin/settings#se-map">${translateText(call, 'page.places.settings')}</a></span></p></template>`;

/**
 * Returns the page of the map: the events of the coming week beside the points where they are, or by district where the calendar
 * has no ground on which to show them.
 */
export async function mapPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  if (address.page > 1) return missingPage(call, 'list');
  const present = presentOf(call);
  const { site } = call;
  const ground = findMapGround(call, site);
  const [events, choices, calendar] = await Promise.all([
    readMapEvents(call, address, present, ground ? (one) => positionOf(one) !== undefined : isAtVenue),
    readFilterChoices(call),
    readCalendarDays(call),
  ]);
  const near = placeOf(address);
  const { date } = address;
  const all = allOf(events);
  const moment = { first: date ?? present.today, present, near };
  const named = date === undefined ? '' : fullDay(call.language, date);
  const title = named ? `${translateText(call, 'page.map')}: ${named}` : translateText(call, 'page.map');
  const views = viewLinks(call, address, { shown: 'map', day: date, site });
  const filters = filterBar(call, address, choices, dayMenu(call, address, present.today, calendar.last));
  const page = {
    title,
    current: 'list',
    unlisted: date !== undefined || all.length === 0,
    description: translateText(call, 'page.map.description', { site: site.name }),
    pictures: ground?.tiles ? sourceOf(ground.tiles.replace('{s}', 'a')) : '',
  } as const;
  if (!ground) {
    const days = named ? capitalized(call.language, named) : translateText(call, 'page.places.week');
    const order = near ? html`, ${translateText(call, 'page.places.near')}` : '';
    return {
      ...page,
      mainClass: '',
      body: html`<div class="wrap pls"><div class="lede"><div class="lede-t"><h1>${translateText(call, 'page.places')}</h1><p class="muted">${days}${order}</p></div>${searchField(call, address, formAddress(call, address))}</div>
<div class="bar">${views}${filters}</div>${groundHint(call)}
${all.length > 0 ? placeList(call, site, events, moment, date !== undefined) : nothingFound(call, address, choices, { site })}</div>`,
    };
  }
  const places = placesOf(all);
  const script = scriptPath('map.js');
  const note = named
    ? translateText(call, 'page.map.note_day', { day: named })
    : translateText(call, 'page.map.note');
  const field = searchField(call, address, formAddress(call, address));
  const list = html`<p class="map-n"><b>${translateText(call, 'page.events', { count: all.length })}</b> <span>${note}</span></p>${mapList(call, site, events, moment)}`;
  return {
    ...page,
    isWide: true,
    mainClass: 'map-main',
    head: script ? html`<link rel="modulepreload" href="${script}">` : '',
    body: html`<div class="mapv"><div class="map-l"><div class="map-h"><h1 class="vh">${title}</h1>${views}<div class="mapf">${field}${filters}</div></div>${places.length > 0 ? list : html`<div class="map-0">${nothingFound(call, address, choices, { site })}</div>`}</div>
<div class="map-m${ground.isDrawn ? '' : ' by-script'}">${places.length > 0 || near ? mapDrawing(call, ground, places, { near, nearAddress: viewAddress(call, address) }) : ''}</div></div>`,
  };
}
