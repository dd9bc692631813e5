import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import type { MonthCell, MonthWeek } from '../layout/month-cells.ts';
import { capitalized, dayIn, fullDay, weekdayOf } from '../reading/day-texts.ts';
import type { GridEvent, GridSpan } from '../reading/grid-events.ts';
import { dayPopover } from './day-popover.ts';
import { langOf } from './event-row.ts';
import { barLink, markOf, startTime } from './grid-event.ts';

/** The weeks of a month, the events that they show, and the addresses that its cells lead to. */
export interface MonthContent {
  readonly month: string;
  readonly today: string;
  readonly weeks: readonly MonthWeek<GridSpan>[];
  /** By ID. */
  readonly events: ReadonlyMap<number, GridEvent>;
  readonly dayAddress: (day: string) => string | undefined;
  readonly weekAddress: (day: string) => string | undefined;
}

const FEWEST_LANES = 3;
const NOON = '12';

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
  { at, laidOut }: { at: number; laidOut: MonthCell<GridSpan> },
): Html {
  const { month, today, events } = content;
  const { language } = call;
  const { day, begun, hidden, popover } = laidOut;
  const known = (spans: readonly GridSpan[]) => spans.flatMap(({ id }) => events.get(id) ?? []);
  const shown = known(laidOut.shown);
  const address = content.dayAddress(day);
  const held = popover && {
    day,
    events: known(popover.shown),
    total: popover.all.length,
    late: popover.all.filter(({ start, isBar }) => !isBar && start.slice(11, 13) >= NOON).length,
    page: address,
  };
  const more = held
    ? html`<li class="mm"><button type="button" class="mbtn" popovertarget="p-${day}" aria-label="${translateText(call, 'page.more_on', { count: hidden, weekday: fullDay(language, day) })}">${translateText(call, 'page.more', { count: hidden })}</button>${dayPopover(call, site, held)}</li>`
    : '';
  const classes = ['mc', `d${at + 1}`, ...dayClasses(day, today), day.startsWith(month) ? '' : 'out'];
  const label = translateText(call, 'page.day_events', {
    day: fullDay(language, day),
    events: translateText(call, 'page.events', { count: begun }),
  });
  const monthName = day.endsWith('-01')
    ? html`<b aria-hidden="true">${capitalized(language, dayIn(language, 'shortMonth', day))}</b>`
    : '';
  const link = address === undefined ? '' : html` href="${address}"`;
  const current = day === today ? html` aria-current="date"` : '';
  return html`<section class="${classes.filter(Boolean).join(' ')}" aria-labelledby="m-${day}"><h2 id="m-${day}"><a${link}${current}><span aria-hidden="true">${Number(day.slice(8))}</span>${monthName}<span class="vh">${label}</span></a></h2>${shown.length > 0 ? html`<ul class="ml">${shown.map((event) => row(call, site, event))}${more}</ul>` : ''}</section>
`;
}

function week(
  call: Call,
  site: Site,
  content: MonthContent,
  { days, bars, cells }: MonthWeek<GridSpan>,
): Html {
  const lanes = Math.max(FEWEST_LANES, ...bars.map(({ lane }) => lane));
  const number = weekNumber(days);
  const address = content.weekAddress(days[0] ?? '');
  const link = address
    ? html`<a class="wk" href="${address}" aria-label="${translateText(call, 'page.week_number', { number })}">${number}</a>`
    : html`<span class="wk" aria-hidden="true">${number}</span>`;
  const links = bars.flatMap((bar) => {
    const span = content.events.get(bar.span.id);
    return span ? barLink(call, { ...bar, span }) : [];
  });
  // Bars come before the cells, which they would push down where these are painted first.
  return html`<div class="mweek lanes-${lanes}${days.includes(content.today) ? ' mweek-now' : ''}">${link}${links}${cells.map((laidOut, at) => cell(call, site, content, { at, laidOut }))}</div>
`;
}

/** Renders a month as weeks of days: bars, then up to four events a day, and all others in a popover. */
export function monthGrid(call: Call, site: Site, content: MonthContent): Html {
  const { language } = call;
  const heads = (content.weeks[0]?.days ?? []).map((day) => {
    const look = dayClasses(day, '').filter(Boolean).join(' ');
    return html`<span class="${look}">${capitalized(language, dayIn(language, 'weekday', day))}</span>`;
  });
  return html`<div class="mgrid" role="group" aria-label="${dayIn(language, 'monthAndYear', `${content.month}-01`)}"><div class="mhead" aria-hidden="true"><span></span>${heads}</div>
${content.weeks.map((one) => week(call, site, content, one))}</div>`;
}
