import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { layOutBars } from '../layout/bars.ts';
import { capitalized, dayIn, hourIn } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import type { Present } from '../reading/list-days.ts';
import { barLink } from './grid-event.ts';
import { dayClasses, weekNumber } from './month-grid.ts';
import { ticks } from './ribbon.ts';
import { FIRST_HOUR, type WeekDay, weekDay } from './week-day.ts';

/** Lines above the hours for what takes all day or days. */
const MOST_LANES = 8;
/** Ticks that a day of the strip shows. */
const MOST_TICKS = 9;

/** Returns the classes of a day without those of the weekend, of which only Sunday looks different here. */
const headClasses = (day: string, today: string): string =>
  dayClasses(day, today)
    .filter((one) => one === 'sun' || one === 'today')
    .join(' ');

function strip(call: Call, { today }: Present, days: readonly WeekDay[]): Html {
  const { language } = call;
  const items = days.map(
    ({ day, events }) =>
      html`<li class="${headClasses(day, today)}${day === today ? ' sel' : ''}"><a href="#w-${day}"${day === today ? html` aria-current="date"` : ''}><span>${capitalized(language, dayIn(language, 'shortWeekday', day)).slice(0, 2)}</span> <b>${Number(day.slice(8))}</b>${ticks(events, MOST_TICKS)} <span class="vh">${translateText(call, 'page.events', { count: events.length })}</span></a></li>`,
  );
  return html`<nav class="wstrip" aria-label="${translateText(call, 'page.ribbon')}"><ol>${items}</ol></nav>`;
}

function heads(call: Call, { today }: Present, days: readonly WeekDay[]): Html {
  const { language } = call;
  const number = weekNumber(days.map(({ day }) => day));
  const links = days.map(
    ({ day, address }) =>
      html`<a class="${headClasses(day, today)}"${address === undefined ? '' : html` href="${address}"`}${day === today ? html` aria-current="date"` : ''}><span>${capitalized(language, dayIn(language, 'shortWeekday', day))}</span> <b>${Number(day.slice(8))}</b></a>`,
  );
  return html`<div class="whead"><span class="wno">${translateText(call, 'page.week_number', { number })}</span>${links}</div>`;
}

/** Renders what takes all day or several days; what ends within the week are rows where it is a sheet. */
function allDay(call: Call, days: readonly WeekDay[], bars: readonly GridEvent[], more: string): Html {
  const names = days.map(({ day }) => day);
  const last = names.at(-1) ?? '';
  const laid = layOutBars(bars, names, MOST_LANES);
  const inRows = ({ isLong, firstDay, lastDay }: GridEvent) =>
    !isLong && firstDay >= (names[0] ?? '') && lastDay <= last;
  const links = laid.bars.map((bar) => barLink(call, bar, inRows(bar.span) ? 'off-s' : ''));
  const rest =
    laid.left.length > 0
      ? html`<a class="mb mb-th os oe d1 w7 r${MOST_LANES + 1}" href="${more}"><span>${translateText(call, 'page.more', { count: laid.left.length })}</span></a>`
      : '';
  return links.length === 0
    ? html``
    : html`<div class="wall"><span class="wlab">${translateText(call, 'page.all_day')}</span>${links}${rest}</div>`;
}

/** Renders a week: all-day bars, then a column of hours for each day; in a narrow window a sheet of seven days. */
export function weekGrid(
  call: Call,
  site: Site,
  present: Present,
  shown: { readonly days: readonly WeekDay[]; readonly bars: readonly GridEvent[]; readonly more: string },
): Html {
  const { days, bars } = shown;
  const hours = Array.from({ length: 24 - FIRST_HOUR }, (_, at) =>
    hourIn(call.language, site, FIRST_HOUR + at),
  );
  return html`${strip(call, present, days)}<div class="wgrid">${heads(call, present, days)}
${allDay(call, days, bars, shown.more)}
<div class="wbody"><div class="whours" aria-hidden="true">${hours.map((hour) => html`<span>${hour}</span>`)}</div>${days.map((day) => weekDay(call, site, present, day))}</div></div>`;
}
