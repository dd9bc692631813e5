import { type PageAddress, type PageQuery, readPublicPage } from '#api/http/page-address.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { OutlineEntry } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { langOf } from '#web/calendar/components/event-row.ts';
import { ticks } from '#web/calendar/components/ribbon.ts';
import { feedAddress } from '#web/calendar/components/subscribe.ts';
import { viewAddress } from '#web/calendar/components/view-links.ts';
import { readCalendarDays } from '#web/calendar/reading/calendar-days.ts';
import { capitalized, dayIn, timeIn, weekdayOf } from '#web/calendar/reading/day-texts.ts';
import { zoneIn } from '#web/calendar/reading/event-zone.ts';
import { presentOf } from '#web/calendar/reading/list-days.ts';
import { type ListedEvent, loadListedEvents } from '#web/calendar/reading/listed-events.ts';
import { readViewDays, shiftDay } from '#web/calendar/reading/view-days.ts';
import { readViewQuery } from '#web/calendar/reading/view-query.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';

const DAYS = 7;
/** Events that a day and the whole of an embedded calendar show at most. */
const MOST_OF_A_DAY = 4;
const MOST = 9;
const MOST_TICKS = 10;

/** Returns the scheme that an embedding page asks for; undefined: that of the visitor. */
export const schemeOf = (query: PageQuery): 'light' | 'dark' | undefined =>
  query['theme'] === 'light' || query['theme'] === 'dark' ? query['theme'] : undefined;

/** Returns the filters that an embedding page asks for, as the list has them. */
export function embeddedAddress(query: PageQuery): PageAddress {
  const named = readPublicPage('/events/', query);
  const { filters } = named?.kind === 'calendar' ? named.address : { filters: {} };
  return { view: 'list', page: 1, filters };
}

/** Returns the address of an embedded calendar. @param day the first one, today if absent */
export function calendarFrameAddress(
  call: Call,
  { filters }: PageAddress,
  options: { readonly day?: string; readonly theme?: string | undefined; readonly view?: string } = {},
): string {
  const query = new URLSearchParams(Object.entries(filters));
  if (options.day !== undefined) query.set('from', options.day);
  if (options.theme) query.set('theme', options.theme);
  if (options.view === 'list') query.set('show', 'list');
  const text = query.toString().replaceAll('%2C', ',');
  return pageAddress(call, `embed/calendar/${text ? `?${text}` : ''}`);
}

/** Returns the first day that is asked for; undefined where that is no day. */
function dayOf({ from }: PageQuery): string | undefined {
  const isDay =
    typeof from === 'string' && /^\d{4}-\d\d-\d\d$/.test(from) && secondsOf(`${from} 00:00:00`) !== undefined;
  return isDay ? from : undefined;
}

function eventItem(call: Call, site: Site, { event }: ListedEvent): Html {
  const [category] = event.categories;
  const [venue] = [event.venue].flat();
  const look = category?.color && category.mark ? mark(category.mark, category.color) : '';
  const place = venue
    ? html`<b class="k-v"${langOf(call, venue.language)}>${trusted(venue.venue)}</b>`
    : event.is_virtual
      ? translateText(call, 'page.online')
      : '';
  const state =
    event.event_status === 'canceled'
      ? html`<span class="badge b-bad">${icon('x')}${translateText(call, 'page.canceled')}</span>`
      : '';
  const zone = zoneIn(call, event);
  const time = event.all_day
    ? html`<small>${translateText(call, 'page.all_day')}</small>`
    : html`<b>${timeIn(call.language, site, event.start_date)}</b>${zone ? html` <small class="tz">${zone}</small>` : ''}`;
  return html`<li class="k-e${state ? ' is-off' : ''}"><time datetime="${event.start_date.slice(0, 10)}">${time}</time><div><a href="${event.url}"${langOf(call, event.language)}>${trusted(event.title)}</a><span>${look}${place}</span> ${state}</div></li>`;
}

/** Returns a calendar for pages of others: seven days as a strip, and their first events. */
export async function calendarFrame(call: Call, query: PageQuery): Promise<HtmlPage> {
  const { language } = call;
  const address = embeddedAddress(query);
  const present = presentOf(call);
  const { site } = call;
  const [events, calendar] = await Promise.all([readViewQuery(call, address), readCalendarDays(call)]);
  const from = dayOf(query);
  // Before today and beyond the calendar there is nothing to turn to (contract P2).
  const first = from !== undefined && from > present.today && from <= calendar.last ? from : present.today;
  const last = shiftDay(first, DAYS - 1);
  const view = events && (await readViewDays(call, events, { first, last }));
  const days = view?.days ?? new Map<string, readonly OutlineEntry[]>();
  const isLeft = ({ end_date }: OutlineEntry) => end_date > present.wall;
  const shown: { day: string; ids: number[] }[] = [];
  let count = 0;
  for (const day of [...days.keys()].sort()) {
    const left = (days.get(day) ?? []).filter(isLeft).slice(0, Math.min(MOST_OF_A_DAY, MOST - count));
    if (left.length > 0) shown.push({ day, ids: left.map(({ id }) => id) });
    count += left.length;
  }
  const running = count > 0 ? [] : (view?.running ?? []).filter(isLeft).slice(0, MOST_OF_A_DAY);
  const ids = [...shown.flatMap((one) => one.ids), ...running.map(({ id }) => id)];
  const listed = await loadListedEvents(call, ids);
  const items = (own: readonly number[]) =>
    own.flatMap((id) => listed.get(id) ?? []).map((one) => eventItem(call, site, one));
  const theme = schemeOf(query);
  const step = (day: string, key: 'page.embed.earlier' | 'page.embed.later', name: 'left' | 'right') =>
    html`<a class="ibtn ibtn-s" target="_self" href="${calendarFrameAddress(call, address, { day, theme })}" aria-label="${translateText(call, key)}">${icon(name)}</a>`;
  const earlier = shiftDay(first, -DAYS);
  const later = shiftDay(first, DAYS);
  const strip = Array.from({ length: DAYS }, (_, at) => {
    const day = shiftDay(first, at);
    const own = days.get(day) ?? [];
    const isShown = shown.some((one) => one.day === day);
    const classes = [
      day === present.today ? 'today' : '',
      day === shown[0]?.day ? 'sel' : '',
      weekdayOf(day) === 7 ? 'sun' : '',
    ].filter(Boolean);
    const target = isShown
      ? html` target="_self" href="#k-${day}"`
      : own.length > 0
        ? html` href="${viewAddress(call, { ...address, date: day })}"`
        : '';
    return html`<li class="${classes.join(' ')}"><a${target}><span>${capitalized(language, dayIn(language, 'shortWeekday', day))}</span> <b>${Number(day.slice(8))}</b>${ticks(own, MOST_TICKS)} <span class="vh">${translateText(call, 'page.events', { count: own.length })}</span></a></li>`;
  });
  const sections = shown.map(({ day, ids: own }) => {
    const weekday = dayIn(language, 'weekday', day);
    const named =
      day === present.today
        ? translateText(call, 'page.today_named', { weekday })
        : capitalized(language, weekday);
    return html`<section class="k-day" id="k-${day}"><h2><b>${Number(day.slice(8))}</b> ${named}</h2><ul>${items(own)}</ul></section>`;
  });
  const longer =
    running.length > 0
      ? html`<section class="k-day"><h2>${translateText(call, first === present.today ? 'page.on_now' : 'page.longer')}</h2><ul>${items(running.map(({ id }) => id))}</ul></section>`
      : '';
  const nothing = ids.length === 0 ? html`<p class="k-day">${translateText(call, 'page.none')}</p>` : '';
  const title = translateText(call, 'page.embed.title', { site: site.name });
  return {
    title,
    embedded: true,
    unlisted: true,
    ...(theme ? { scheme: theme } : {}),
    body: html`<section class="kalends-embed" aria-label="${title}"><header class="k-h"><h1>${title}</h1><nav aria-label="${translateText(call, 'page.pages')}">${first > present.today ? step(earlier > present.today ? earlier : present.today, 'page.embed.earlier', 'left') : ''}${later <= calendar.last ? step(later, 'page.embed.later', 'right') : ''}</nav></header>
${query['show'] === 'list' ? '' : html`<ol class="k-strip">${strip}</ol>`}
${sections}${longer}${nothing}
<footer class="k-f"><a href="${viewAddress(call, { ...address, view: undefined })}">${translateText(call, 'page.embed.all')}</a><a href="${feedAddress(call, address, 'ics').replace(/^https?:/, 'webcal:')}">${icon('calplus')}${translateText(call, 'page.subscribe')}</a></footer></section>`,
  };
}
