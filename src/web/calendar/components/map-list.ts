import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { dayIn, fullDay, timeIn } from '../reading/day-texts.ts';
import { zonedMoment, zoneIn } from '../reading/event-zone.ts';
import type { Present } from '../reading/list-days.ts';
import type { ListedEvent } from '../reading/listed-events.ts';
import type { MapEvents } from '../reading/map-events.ts';
import { metresBetween, type Position } from '../reading/map-frame.ts';
import { positionOf } from '../reading/map-places.ts';
import { openNow } from '../reading/opening-texts.ts';
import { langOf } from './event-row.ts';
import { distanceText } from './map-drawing.ts';

/** Pixels of the picture on the card of an event, on screens with two for one. */
const CARD_WIDTH = 208;

/** The first day that a map shows, the present, and the visitor's place where it is known. */
export interface MapMoment {
  readonly first: string;
  readonly present: Present;
  readonly near: Position | undefined;
}

const shortDay = (call: Call, day: string): string =>
  `${dayIn(call.language, 'shortWeekday', day)} ${Number(day.slice(8))}`;

/** Renders when an event is: a time on the first day that is shown, else its day with it; of what runs its last day. */
function when(call: Call, site: Site, { event }: ListedEvent, first: string, isRunning: boolean): Html {
  const { language } = call;
  const day = event.start_date.slice(0, 10);
  if (isRunning) {
    const until = event.end_date.slice(0, 10);
    return html`<time datetime="${until}"><small>${translateText(call, 'page.until', { day: dayIn(call.language, 'shortDay', until) })}</small></time>`;
  }
  const named = day === first ? '' : html`<small>${shortDay(call, day)}</small>`;
  if (event.all_day)
    return html`<time datetime="${day}">${named || html`<small>${translateText(call, 'page.all_day')}</small>`}</time>`;
  const zone = zoneIn(call, event);
  return html`<time datetime="${zonedMoment(event.start_date, event.utc_start_date)}">${timeIn(language, site, event.start_date)}${zone ? html`<small class="tz">${zone}</small>` : ''}${named}</time>`;
}

/** Returns in words when an event is, for the card on the map. */
function moment(call: Call, site: Site, { event }: ListedEvent, { today }: Present): string {
  const day = event.start_date.slice(0, 10);
  const named = day <= today ? translateText(call, 'page.today') : shortDay(call, day);
  if (day < today || event.all_day) return named;
  return [named, timeIn(call.language, site, event.start_date), zoneIn(call, event)]
    .filter(Boolean)
    .join(' ');
}

function row(
  call: Call,
  site: Site,
  listed: ListedEvent,
  { present, first, near }: MapMoment,
  isRunning: boolean,
): Html {
  const { event } = listed;
  const [category] = event.categories;
  const [venue] = [event.venue].flat();
  const position = positionOf(listed);
  const distance = near && position ? distanceText(call, metresBetween(near, position)) : '';
  const file = listed.picture?.files.find(({ width }) => width >= CARD_WIDTH) ?? listed.picture?.files.at(-1);
  const isOff = event.event_status === 'canceled';
  const open = isRunning && first === present.today ? openNow(call, site, event, present) : undefined;
  return html`<li class="mp${isOff ? ' is-off' : ''}" id="e-${event.id}" data-place="${venue?.id}"${position ? html` data-at="${position.lat},${position.lng}"` : ''} data-when="${moment(call, site, listed, present)}"${file ? html` data-picture="${file.url}"` : ''}>${when(call, site, listed, first, isRunning)}<div><h3><a href="${event.url}"${langOf(call, event.language)}>${category?.color && category.mark ? mark(category.mark, category.color) : ''}${trusted(event.title)}</a></h3><p><span${venue ? langOf(call, venue.language) : ''}>${trusted(venue?.venue ?? '')}</span>${distance ? html` <span class="num">${distance}</span>` : ''}</p>${open ? html`<p class="run-o${open.isOpen ? ' is-open' : ''}">${open.text}</p>` : ''}${isOff ? html`<p><span class="badge b-bad">${icon('x')}${translateText(call, 'page.canceled')}</span></p>` : ''}</div></li>`;
}

/** Renders the list beside a map: the first day, then what is on now, then the other days. */
export function mapList(call: Call, site: Site, events: MapEvents, moment: MapMoment): Html {
  const isToday = moment.first === moment.present.today;
  const part = (name: string, listed: readonly ListedEvent[], isRunning = false): Html | '' =>
    listed.length === 0
      ? ''
      : html`<section class="mps-g${isRunning ? ' on-now' : ''}"><h2>${name}</h2><ul>${listed.map((one) => row(call, site, one, moment, isRunning))}</ul></section>`;
  return html`<div class="mps">${part(isToday ? translateText(call, 'page.today') : fullDay(call.language, moment.first), events.first)}${part(translateText(call, isToday ? 'page.on_now' : 'page.longer'), events.running, true)}${part(translateText(call, 'page.map.later'), events.later)}</div>`;
}
