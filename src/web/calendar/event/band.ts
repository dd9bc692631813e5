import type { Site } from '#api/settings/site-settings.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { langOf } from '../components/event-row.ts';
import { capitalized, dayIn, fullDayNear, timeIn } from '../reading/day-texts.ts';
import { zoneAt, zonedMoment } from '../reading/event-zone.ts';
import type { EventView } from './event-view.ts';
import { isSoldOut } from './tickets.ts';

const DAY = 10;
const dayOf = (text: string): string => text.slice(0, DAY);
const daysFrom = (start: string, end: string): number =>
  Temporal.PlainDate.from(dayOf(start)).until(Temporal.PlainDate.from(dayOf(end))).days + 1;

/** Returns the moment of a wall clock of an event for `<time datetime>`: on that clock with the offset, or only the day (HTML §4.5.14). */
export function machineTime({ all_day, timezone }: Event, text: string): string {
  if (all_day || all_day === null) return dayOf(text);
  return zonedMoment(text, toUtc(text, timezone));
}

/** Renders the day of an event as a sheet: weekday, numeral, month and year, with the day that it was moved from above. */
export function dateSheet(call: Call, { event, start }: EventView): Html {
  const { language } = call;
  const { previous_start_date: previous, event_status } = event;
  const old =
    previous && dayOf(previous) !== dayOf(start)
      ? html`<span class="bd-o"><span class="vh">${translateText(call, 'page.event.before')}</span> <s>${dayIn(language, 'shortWeekday', previous)}, ${dayIn(language, 'dayAndMonth', previous)}</s></span> `
      : '';
  const struck = event_status === 'canceled' ? ' struck' : '';
  return html`<time class="band-d" datetime="${dayOf(start)}">${old}<span class="bd-w">${capitalized(language, dayIn(language, 'weekday', start))}</span> <span class="bd-n${struck}">${Number(start.slice(8, DAY))}</span> <span class="bd-m">${dayIn(language, 'monthAndYear', start)}</span></time>`;
}

const clock = (call: Call, time: string): string => translateText(call, 'page.clock', { time });

/** Renders the times of a date on its own clock, or its days. */
function times(call: Call, site: Site, { event, start, end }: EventView): Html {
  const { language } = call;
  const days = daysFrom(start, end);
  const until = translateText(call, 'page.until', { day: fullDayNear(language, end, start) });
  if (event.all_day)
    return days === 1
      ? html`<b>${icon('allday')}${translateText(call, 'page.all_day')}</b>`
      : html`<b>${icon('span')}${translateText(call, 'page.days', { count: days })}</b><span>${until}</span>`;
  const time = (text: string) =>
    html`<time datetime="${machineTime(event, text)}">${timeIn(language, site, text)}</time>`;
  const around = clock(call, '\n').split('\n');
  // What doesn't take place then is struck; a night's mark is too small for the line.
  const isOff = event.event_status === 'canceled' || event.event_status === 'postponed';
  const said = (content: Html) => {
    const text = html`${around[0]}${content}${around[1]}`;
    return isOff ? html`<s>${text}</s>` : text;
  };
  if (start === end) return html`<b>${said(time(start))}</b>`;
  const isNight = days === 2 && end.slice(DAY) < start.slice(DAY);
  if (days === 1 || isNight)
    return html`<b>${said(html`${time(start)}\u2013${time(end)}`)}${isNight ? html`<sup class="nx">+1</sup>` : ''}</b>`;
  return html`<b>${said(time(start))}</b><span>${until}, ${said(time(end))}</span>`;
}

function fact(label: string, content: Html): Html {
  return html`<div class="fact"><dt>${label}</dt><dd>${content}</dd></div>`;
}

function when(call: Call, site: Site, shown: EventView): Html {
  const { event } = shown;
  const { language } = call;
  const told = times(call, site, shown);
  const zone = zoneAt(call, event, shown);
  const doors = event.door_time
    ? html`<span>${translateText(call, 'page.event.doors', { time: clock(call, timeIn(language, site, `${dayOf(shown.start)} ${event.door_time}:00`)) })}</span>`
    : '';
  // Dates without a rule stand beside the text, each by itself.
  const repeats = event.recurrence?.rrule.length
    ? html`<span>${icon('repeat')}${event.recurrence.text}</span>`
    : '';
  return html`${told}${zone ? html`<span>${zone}</span>` : ''}${doors}${repeats}`;
}

/** Returns an event's venues as a list, whether the answer has one object or several. */
export const venuesOf = (event: Event) => [event.venue].flat();

function where(call: Call, event: Event): Html | '' {
  const places = venuesOf(event).map(({ venue, url, address, district, city, language }) => {
    const line = [address, district || city].filter(Boolean).join(', ');
    return html`<b><a href="${url}"${langOf(call, language)}>${trusted(venue)}</a></b>${line ? html`<span dir="auto">${line}</span>` : ''}`;
  });
  const link =
    event.virtual_url === '' ? html`<span>${translateText(call, 'page.event.link_later')}</span>` : '';
  const online = event.is_virtual ? html`<b>${translateText(call, 'page.online')}</b>${link}` : '';
  return places.length > 0 || online !== '' ? html`${places}${online}` : '';
}

function price(call: Call, { event, cost }: EventView): Html | '' {
  const isFree = cost === translateText(call, 'page.free');
  const isOff = event.event_status === 'canceled';
  const told = cost
    ? html`<b${isFree ? html` class="free"` : ''}>${isOff ? html`<s>${cost}</s>` : cost}</b>`
    : '';
  const soldOut = isSoldOut(event)
    ? html`<span><span class="badge b-warn">${icon('ticket')}${translateText(call, 'page.event.sold_out')}</span></span>`
    : '';
  return told !== '' || soldOut !== '' ? html`${told}${soldOut}` : '';
}

/** Renders the band of an event: its day, when, where and for what, and what one can do. */
export function band(call: Call, site: Site, shown: EventView, actions: Html | ''): Html {
  const { event, isLocked } = shown;
  const place = isLocked ? '' : where(call, event);
  const cost = price(call, shown);
  return html`<section class="band" aria-label="${translateText(call, 'page.event.facts')}">${dateSheet(call, shown)}<dl>${fact(translateText(call, 'page.when'), when(call, site, shown))}${place ? fact(translateText(call, 'page.where'), place) : ''}${cost ? fact(translateText(call, 'page.event.price'), cost) : ''}</dl><div class="band-a">${actions}</div></section>`;
}
