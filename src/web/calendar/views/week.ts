import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { html } from '#web/html/html.ts';
import { type HtmlPage, translateText } from '#web/html/page.ts';
import { cutNotice } from '../components/cut-notice.ts';
import { feedAddress } from '../components/subscribe.ts';
import { viewBar, viewTools } from '../components/view-bar.ts';
import { dayLinks, viewAddress } from '../components/view-links.ts';
import { weekGrid } from '../components/week-grid.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { dayRange } from '../reading/day-texts.ts';
import { readChosenParts, readFilterChoices, titleWith } from '../reading/filter-choices.ts';
import { readGridDays } from '../reading/grid-events.ts';
import { presentOf } from '../reading/list-days.ts';
import { shiftDay } from '../reading/view-days.ts';
import { readViewQuery } from '../reading/view-query.ts';
import { firstOfWeek } from '../reading/weeks.ts';

/** Returns the page of the week in which a day lies, as the site begins its weeks. */
export async function weekPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  const { language } = call;
  const present = presentOf(call);
  const { site } = call;
  const [query, choices, calendar] = await Promise.all([
    readViewQuery(call, address),
    readFilterChoices(call),
    readCalendarDays(call),
  ]);
  const first = firstOfWeek(address.date ?? present.today, site);
  const names = Array.from({ length: 7 }, (_, at) => shiftDay(first, at));
  const last = shiftDay(first, 6);
  const view = query && (await readGridDays(call, query, { first, last }));
  const shown = [...(view?.days.values() ?? []), view?.running ?? []].flat();
  const { dayAddress } = dayLinks(call, address, calendar);
  const days = names.map((day) => ({
    day,
    events: view?.days.get(day) ?? [],
    address: dayAddress(day),
  }));
  const near = (weeks: -1 | 1) => {
    const date = shiftDay(first, 7 * weeks);
    const isThere = date <= calendar.last && shiftDay(date, 6) >= calendar.first;
    const text = translateText(call, weeks < 0 ? 'page.previous_week' : 'page.next_week');
    return isThere ? { text, date } : undefined;
  };
  const range = dayRange(language, first, last);
  const day = names.includes(present.today)
    ? present.today
    : (names.find((one) => one >= calendar.first) ?? first);
  const parts = await readChosenParts(call, address, choices);
  const head = viewBar(call, address, {
    view: 'week',
    site,
    day,
    heading: html`${range} <span>${last.slice(0, 4)}</span>`,
    parts,
    previous: near(-1),
    next: near(1),
    choices,
    count: shown.length,
  });
  const { term, filters } = address;
  return {
    title: titleWith(parts, `${range} ${last.slice(0, 4)}`),
    mainClass: '',
    isWide: true,
    current: 'list',
    unlisted: shown.length === 0,
    description: translateText(call, 'page.week.description', {
      days: range,
      site: titleWith(parts, site.name),
    }),
    head: html`<link rel="alternate" type="text/calendar" title="${site.name}" href="${feedAddress(call, address, 'ics')}">`,
    body: html`<div class="wrap wide">${head}${cutNotice(call, address, view, dayAddress)}
${weekGrid(call, site, present, {
  days,
  bars: shown.filter(({ isBar, isAllDay }) => isBar || isAllDay),
  more: viewAddress(call, { view: 'list', date: day, page: 1, term, filters }),
})}
${viewTools(call, address, choices)}</div>`,
  };
}
