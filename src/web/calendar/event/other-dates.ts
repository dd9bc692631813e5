import type { Site } from '#api/settings/site-settings.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { capitalized, dayIn, timeIn } from '../reading/day-texts.ts';
import { zoneIn } from '../reading/event-zone.ts';
import { presentOf } from '../reading/list-days.ts';
import { type UpcomingEvents, upcomingEvents } from '../reading/upcoming-events.ts';

/** Dates that the page of one of them shows. */
const SHOWN = 6;
const DATE_PATH = /\/\d{4}-\d\d-\d\d\/(?:\d+\/)?$/;

/** Returns the address of the page of a series, from that of one of its dates. */
export const seriesAddress = ({ url, recurrence_id }: Event): string =>
  recurrence_id === null ? url : url.replace(DATE_PATH, '/');

/** Returns the end of the address of a date's page, behind the slug of its series; '/' of what is none. */
export const datePathOf = ({ url, recurrence_id }: Event): string =>
  (recurrence_id === null ? undefined : DATE_PATH.exec(url)?.[0]) ?? '/';

/** Returns the time of day that most dates have. */
function usualTime(events: readonly Event[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { start_date } of events) {
    const time = start_date.slice(11);
    counts.set(time, (counts.get(time) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Returns the dates that the page of one shows: with it those around it that are to come. */
function around(event: Event, upcoming: readonly Event[]): readonly Event[] {
  const at = upcoming.findIndex(({ id }) => id === event.id);
  if (at < 0) return [event, ...upcoming.slice(0, SHOWN - 1)];
  const first = Math.max(0, Math.min(at, upcoming.length - SHOWN));
  return upcoming.slice(first, first + SHOWN);
}

/** Renders dates as sheets of weekday, numeral, month and time: the shown one filled, a differing time marked, a cancelled one struck. */
function sheets(call: Call, site: Site, dates: readonly Event[], shownId: number): Html {
  const { language } = call;
  const usual = usualTime(dates);
  const thisYear = presentOf(call).today.slice(0, 4);
  const items = dates.map((date) => {
    const { id, url, start_date, all_day, event_status } = date;
    const isOff = event_status === 'canceled';
    const classes = [
      id === shownId ? 'cur' : '',
      !all_day && start_date.slice(11) !== usual ? 'odd' : '',
      isOff ? 'off' : '',
    ].filter(Boolean);
    const month = dayIn(language, 'shortMonth', start_date);
    const year = start_date.startsWith(thisYear) ? '' : ` ${start_date.slice(0, 4)}`;
    const time = all_day
      ? ''
      : html` <span class="dt-t">${[timeIn(language, site, start_date), zoneIn(call, date)].filter(Boolean).join(' ')}</span>`;
    const current = id === shownId ? html` aria-current="date"` : '';
    const off = isOff ? html` <span class="vh">${translateText(call, 'page.canceled')}</span>` : '';
    return html`<li${classes.length > 0 ? html` class="${classes.join(' ')}"` : ''}><a href="${url}"${current}><span class="dt-w">${capitalized(language, dayIn(language, 'shortWeekday', start_date))}</span> <span class="dt-n">${Number(start_date.slice(8, 10))}</span> <span class="dt-m">${month}${year}</span>${time}${off}</a></li>`;
  });
  return html`<ol class="dates">${items}</ol>`;
}

function pager(call: Call, address: string, { page, more }: UpcomingEvents): Html | '' {
  if (page === 1 && !more) return '';
  const link = (to: number, rel: 'prev' | 'next') =>
    html`<a class="btn btn-quiet btn-s" rel="${rel}" href="${to === 1 ? address : `${address}?page=${to}`}">${rel === 'prev' ? icon('left') : ''}${translateText(call, rel === 'prev' ? 'page.event.earlier_dates' : 'page.event.later_dates')}${rel === 'next' ? icon('right') : ''}</a>`;
  return html`<nav class="btns" aria-label="${translateText(call, 'page.pages')}">${page > 1 ? link(page - 1, 'prev') : ''}${more ? link(page + 1, 'next') : ''}</nav>`;
}

/** Renders the dates of a series that are to come: on the page of a date some with a link to all, on that of the series a page of them. */
export async function otherDates(call: Call, site: Site, event: Event, page: number): Promise<Html | ''> {
  const { recurrence, recurrence_id } = event;
  if (!recurrence) return '';
  const address = seriesAddress(event);
  const upcoming = await upcomingEvents(call, { post_parent: recurrence.series }, page);
  if (recurrence_id === null) {
    const none = html`<p>${translateText(call, 'page.none')}</p>`;
    const list = upcoming.events.length > 0 ? sheets(call, site, upcoming.events, 0) : none;
    return html`<section><h2>${translateText(call, 'page.dates')}</h2>${list}${pager(call, address, upcoming)}</section>`;
  }
  const all =
    recurrence.count === null
      ? translateText(call, 'page.dates')
      : translateText(call, 'page.event.all_dates', { count: recurrence.count });
  return html`<section><h2>${translateText(call, 'page.event.other_dates')}</h2>${sheets(call, site, around(event, upcoming.events), event.id)}<p><a href="${address}">${all}</a></p></section>`;
}
