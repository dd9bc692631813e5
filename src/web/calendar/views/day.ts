import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { html } from '#web/html/html.ts';
import { type HtmlPage, translateText } from '#web/html/page.ts';
import { cutNotice } from '../components/cut-notice.ts';
import { runningSection } from '../components/longer.ts';
import { feedAddress } from '../components/subscribe.ts';
import { dayBars, isOfNightBefore, timetable } from '../components/timetable.ts';
import { viewBar, viewTools } from '../components/view-bar.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { capitalized, fullDay } from '../reading/day-texts.ts';
import { readChosenParts, readFilterChoices, titleWith } from '../reading/filter-choices.ts';
import { type GridEvent, readGridDays } from '../reading/grid-events.ts';
import { presentOf } from '../reading/list-days.ts';
import { loadListedEvents } from '../reading/listed-events.ts';
import { shiftDay } from '../reading/view-days.ts';
import { readViewQuery } from '../reading/view-query.ts';

/** Returns the page of a day: what takes days above, then places down and hours across. */
export async function dayPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  const { language } = call;
  const today = call.validity.today(call.services.config.timezone);
  const day = address.date ?? (address.period === 'tomorrow' ? shiftDay(today, 1) : today);
  const present = day === today ? presentOf(call) : undefined;
  const { site } = call;
  const [query, choices, calendar] = await Promise.all([
    readViewQuery(call, address),
    readFilterChoices(call),
    readCalendarDays(call),
  ]);
  const view = query && (await readGridDays(call, query, { first: day, last: day }));
  const begun = view?.days.get(day) ?? [];
  const shown = [...(view?.running ?? []), ...begun];
  const isAbove = (event: GridEvent) => event.isBar || event.isAllDay || isOfNightBefore(event, day);
  const long = shown.filter(({ isLong }) => isLong);
  const bars = shown.filter((event) => isAbove(event) && !event.isLong);
  const timed = shown.filter((event) => !isAbove(event));
  const listed = await loadListedEvents(
    call,
    long.map(({ id }) => id),
  );
  const running = long.flatMap(({ id }) => listed.get(id) ?? []);
  const near = (days: -1 | 1) => {
    const date = shiftDay(day, days);
    const isThere = date >= calendar.first && date <= calendar.last;
    return isThere ? { text: fullDay(language, date), date } : undefined;
  };
  const name = capitalized(language, fullDay(language, day));
  const year = day.slice(0, 4);
  const parts = await readChosenParts(call, address, choices);
  const head = viewBar(call, address, {
    view: 'day',
    site,
    day,
    heading: html`${name} <span>${year}</span>`,
    parts,
    previous: near(-1),
    next: near(1),
    choices,
    count: shown.length,
  });
  const said =
    long.length > 0
      ? translateText(call, 'page.only_running', { count: long.length })
      : translateText(call, 'page.nothing_on_day');
  const nothing = bars.length === 0 ? html`<p class="muted">${said}</p>` : '';
  return {
    title: titleWith(parts, `${name} ${year}`),
    mainClass: '',
    isWide: true,
    current: 'list',
    unlisted: shown.length === 0,
    description: translateText(call, 'page.week.description', {
      days: `${name} ${year}`,
      site: titleWith(parts, site.name),
    }),
    head: html`<link rel="alternate" type="text/calendar" title="${site.name}" href="${feedAddress(call, address, 'ics')}">`,
    body: html`<div class="wrap wide">${head}${cutNotice(call, address, view)}
${dayBars(call, site, bars, day)}${timed.length > 0 ? timetable(call, site, { day, total: begun.length, events: timed, present }) : nothing}
${runningSection(call, { events: running, total: running.length, isNow: day === today, present: presentOf(call), site })}${viewTools(call, address, choices)}</div>`,
  };
}
