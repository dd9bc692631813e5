import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { mark } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { dayIn } from '../reading/day-texts.ts';
import type { Present } from '../reading/list-days.ts';
import type { ListedEvent } from '../reading/listed-events.ts';
import { openNow } from '../reading/opening-texts.ts';
import { langOf } from './event-row.ts';

const DAY = 10;
const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from.slice(0, DAY)).until(Temporal.PlainDate.from(to.slice(0, DAY))).days;

/** Days from which what is left is said in weeks, and those up to which it is said at all. */
const IN_WEEKS = 14;
const SAID = 31;

/** Returns how long something is on yet; '' where that is long, or it hasn't begun. */
function leftText(call: Call, { event }: ListedEvent, today: string): string {
  const left = daysBetween(today, event.end_date) + 1;
  if (left < 1 || left > SAID || event.start_date.slice(0, DAY) > today) return '';
  if (left === 1) return translateText(call, 'page.last_day');
  if (left < IN_WEEKS) return translateText(call, 'page.days_left', { count: left });
  return translateText(call, 'page.weeks_left', { count: Math.ceil(left / 7) });
}

/** Renders the time from the first day to the last as a line, with a point for today. */
function track(call: Call, { event }: ListedEvent, today: string): Html {
  const all = Math.max(1, daysBetween(event.start_date, event.end_date));
  const share = Math.round((100 * Math.min(all, Math.max(0, daysBetween(event.start_date, today)))) / all);
  return html`<div class="run-s"><span>${dayIn(call.language, 'shortDay', event.start_date)}</span><svg aria-hidden="true"><path d="M.75 0v9" stroke="currentColor" stroke-width="1.5"/><rect y="4" width="100%" height="1" fill="currentColor" opacity=".5"/><rect y="3" width="${share}%" height="3" fill="currentColor"/><circle cx="${share}%" cy="4.5" r="4.5" fill="currentColor"/></svg><span>${dayIn(call.language, 'shortDay', event.end_date)}</span></div>`;
}

function item(
  call: Call,
  listed: ListedEvent,
  today: string,
  { level, open }: { readonly level: 3 | 4; readonly open?: ReturnType<typeof openNow> },
): Html {
  const { event } = listed;
  const [category] = event.categories;
  const look = category?.color && category.mark ? mark(category.mark, category.color) : '';
  const [venue] = [event.venue].flat();
  const left = leftText(call, listed, today);
  const place = venue
    ? html`<span${langOf(call, venue.language)}>${trusted(venue.venue)}</span>`
    : event.is_virtual
      ? translateText(call, 'page.online')
      : '';
  const cancelled =
    event.event_status === 'canceled'
      ? html`<span class="badge b-bad">${translateText(call, 'page.canceled')}</span> `
      : '';
  const title = html`${look}<a href="${event.url}"${langOf(call, event.language)}>${trusted(event.title)}</a>`;
  return html`<li class="c-${category?.color ?? 'slate'}">${level === 3 ? html`<h3>${title}</h3>` : html`<h4>${title}</h4>`}<p>${cancelled}${place}${place && left ? ', ' : ''}${left}</p>${open ? html`<p class="run-o${open.isOpen ? ' is-open' : ''}">${open.text}</p>` : ''}${track(call, listed, today)}</li>`;
}

/** Renders what begins soon and is on for longer, beside the days, which it would bury. */
export function soonList(call: Call, events: readonly ListedEvent[], today: string): Html | '' {
  if (events.length === 0) return '';
  const items = events.map((listed) => item(call, listed, today, { level: 3 }));
  return html`<section><h2>${translateText(call, 'page.longer.soon')}</h2><ul class="runs">${items}</ul></section>`;
}

/** Events that run, for the section of a view that shows them together. */
export interface RunningEvents {
  readonly events: readonly ListedEvent[];
  /** All that run, more than `events` where they are many. */
  readonly total: number;
  /** Whether the view shows the present day, on which they are on now. */
  readonly isNow: boolean;
  readonly present: Present;
  readonly site: Pick<Site, 'hour_cycle'>;
  /** Address of the page that shows all of them; undefined: this one. */
  readonly more?: string | undefined;
}

/** Renders what runs for days or weeks as a section among the days; nothing where nothing runs. */
export function runningSection(
  call: Call,
  { events, total, isNow, present, site, more }: RunningEvents,
  level: 2 | 3 = 2,
): Html | '' {
  if (events.length === 0) return '';
  const title = html`<span class="day-wd">${translateText(call, isNow ? 'page.on_now' : 'page.longer')}</span>`;
  const items = events.map((listed) => {
    const open = isNow ? openNow(call, site, listed.event, present) : undefined;
    return item(call, listed, present.today, { level: level === 2 ? 3 : 4, open });
  });
  const rest =
    more !== undefined && total > events.length
      ? html`<a class="more-day" href="${more}">${translateText(call, 'page.more', { count: total - events.length })}</a>`
      : '';
  return html`<section class="day on-now" aria-labelledby="h-running"><div class="day-r">${level === 2 ? html`<h2 id="h-running">${title}</h2>` : html`<h3 id="h-running">${title}</h3>`}<p class="day-c">${translateText(call, 'page.events', { count: total })}</p></div>
<div class="day-e"><ul class="runs">${items}</ul>${rest}</div></section>
`;
}
