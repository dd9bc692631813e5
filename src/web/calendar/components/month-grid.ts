import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { layOutBars } from '../layout/bars.ts';
import { capitalized, dayIn, fullDay, weekdayOf } from '../reading/day-texts.ts';
import type { GridEvent } from '../reading/grid-events.ts';
import { dayPopover } from './day-popover.ts';
import { langOf } from './event-row.ts';
import { barLink, markOf, startTime } from './grid-event.ts';

/** The events of the weeks of a month, and the addresses that its cells lead to. */
export interface MonthContent {
  readonly month: string;
  readonly today: string;
  readonly weeks: readonly (readonly string[])[];
  /** Events by the day on which they begin, what takes more than two weeks apart. */
  readonly days: ReadonlyMap<string, readonly GridEvent[]>;
  /** Events that take several days. */
  readonly bars: readonly GridEvent[];
  readonly dayAddress: (day: string) => string | undefined;
  readonly weekAddress: (day: string) => string | undefined;
}

/** Lines of bars above a week's events, for which the sheet has classes. */
const MOST_LANES = 6;
const FEWEST_LANES = 3;
/** Events that a cell shows. */
const MOST = 4;

/** Returns the number of a week by ISO 8601, that of its Thursday. */
export function weekNumber(days: readonly string[]): number {
  const thursday = days.find((day) => weekdayOf(day) === 4) ?? days[0] ?? '';
  return Temporal.PlainDate.from(thursday).weekOfYear ?? 0;
}

/** Returns the classes of a day by its weekday and the present. */
export function dayClasses(day: string, today: string): string[] {
  const weekday = weekdayOf(day);
  return [
    weekday > 5 ? 'we' : '',
    weekday === 7 ? 'sun' : '',
    day === today ? 'today' : '',
    day < today ? 'gone' : '',
  ];
}

function row(call: Call, site: Site, event: GridEvent): Html {
  const look = [
    event.isAllDay || event.isBar ? 'mad' : '',
    `c-${event.color}`,
    event.status === 'canceled' ? 'is-x' : '',
  ].filter(Boolean);
  const time = startTime(call, site, event);
  return html`<li><a href="${event.url}" class="${look.join(' ')}">${markOf(event)}${time && html`<i class="ml-t">${time} </i>`}<span${langOf(call, event.language)}>${event.title}</span></a></li>`;
}

function cell(
  call: Call,
  site: Site,
  content: MonthContent,
  { day, at, left }: { day: string; at: number; left: readonly GridEvent[] },
): Html {
  const { month, today } = content;
  const { language } = call;
  const begun = content.days.get(day) ?? [];
  const single = begun.filter(({ isBar }) => !isBar);
  const over = left.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day);
  const rows = [...over, ...single];
  const shown = rows.length > MOST ? rows.slice(0, MOST - 1) : rows;
  const address = content.dayAddress(day);
  const all = [...over.filter((event) => !begun.includes(event)), ...begun];
  const more =
    rows.length > shown.length
      ? html`<li class="mm"><button type="button" class="mbtn" popovertarget="p-${day}" aria-label="${translateText(call, 'page.more_on', { count: rows.length - shown.length, weekday: fullDay(language, day) })}">${translateText(call, 'page.more', { count: rows.length - shown.length })}</button>${dayPopover(call, site, { day, events: all, page: address })}</li>`
      : '';
  const classes = ['mc', `d${at + 1}`, ...dayClasses(day, today), day.startsWith(month) ? '' : 'out'];
  const label = translateText(call, 'page.day_events', {
    day: fullDay(language, day),
    events: translateText(call, 'page.events', { count: begun.length }),
  });
  const monthName = day.endsWith('-01')
    ? html`<b aria-hidden="true">${capitalized(language, dayIn(language, 'shortMonth', day))}</b>`
    : '';
  const link = address === undefined ? '' : html` href="${address}"`;
  const current = day === today ? html` aria-current="date"` : '';
  return html`<section class="${classes.filter(Boolean).join(' ')}" aria-labelledby="m-${day}"><h2 id="m-${day}"><a${link}${current}><span aria-hidden="true">${Number(day.slice(8))}</span>${monthName}<span class="vh">${label}</span></a></h2>${shown.length > 0 ? html`<ul class="ml">${shown.map((event) => row(call, site, event))}${more}</ul>` : ''}</section>
`;
}

function week(call: Call, site: Site, content: MonthContent, days: readonly string[]): Html {
  const { bars, left } = layOutBars(content.bars, days, MOST_LANES);
  const lanes = Math.max(FEWEST_LANES, ...bars.map(({ lane }) => lane));
  const number = weekNumber(days);
  const address = content.weekAddress(days[0] ?? '');
  const link = address
    ? html`<a class="wk" href="${address}" aria-label="${translateText(call, 'page.week_number', { number })}">${number}</a>`
    : html`<span class="wk" aria-hidden="true">${number}</span>`;
  // Bars come before the cells, which they would push down where these are painted first.
  const cells = days.map((day, at) => cell(call, site, content, { day, at, left }));
  return html`<div class="mweek lanes-${lanes}${days.includes(content.today) ? ' mweek-now' : ''}">${link}${bars.map((bar) => barLink(call, bar))}${cells}</div>
`;
}

/** Renders a month as weeks of days: bars, then up to four events a day, and all others in a popover. */
export function monthGrid(call: Call, site: Site, content: MonthContent): Html {
  const { language } = call;
  const heads = (content.weeks[0] ?? []).map((day) => {
    const look = dayClasses(day, '').filter(Boolean).join(' ');
    return html`<span class="${look}">${capitalized(language, dayIn(language, 'weekday', day))}</span>`;
  });
  return html`<div class="mgrid" role="group" aria-label="${dayIn(language, 'monthAndYear', `${content.month}-01`)}"><div class="mhead" aria-hidden="true"><span></span>${heads}</div>
${content.weeks.map((days) => week(call, site, content, days))}</div>`;
}
