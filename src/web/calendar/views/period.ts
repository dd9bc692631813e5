import type { PageAddress, PagePeriod } from '#api/http/page-address.ts';
import { writePageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { EVENING, periodDays } from '#foundation/time/period.ts';
import { html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';
import { daySection } from '../components/day-section.ts';
import { filterBar, searchField } from '../components/filters.ts';
import { runningSection } from '../components/longer.ts';
import { nothingFound } from '../components/nothing-found.ts';
import { quickLinks } from '../components/quick-links.ts';
import { ribbon } from '../components/ribbon.ts';
import { smallMonth } from '../components/small-month.ts';
import { subscribeMenu } from '../components/subscribe.ts';
import { termHeading } from '../components/term-heading.ts';
import { viewAddress, viewLinks } from '../components/view-links.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { capitalized, dayRange, fullDay, timeIn, weekdayOf } from '../reading/day-texts.ts';
import { readFilterChoices } from '../reading/filter-choices.ts';
import { presentOf, RIBBON_DAYS } from '../reading/list-days.ts';
import { readNearest } from '../reading/nearest.ts';
import { readPeriodEvents } from '../reading/period-events.ts';
import { readTermView } from '../reading/term-view.ts';
import { readViewDays, shiftDay } from '../reading/view-days.ts';
import { readViewQuery } from '../reading/view-query.ts';

/** Returns the page of a period as one list: the evening, or the weekend with the evening before it. */
export async function periodPage(call: Call, address: PageAddress, period: PagePeriod): Promise<HtmlPage> {
  const { language } = call;
  const { term, filters } = address;
  const present = presentOf(call);
  const { today } = present;
  const days = periodDays(period, present.wall);
  const { first, last } = days;
  const { site } = call;
  const [query, choices, calendar, about] = await Promise.all([
    readViewQuery(call, address),
    readFilterChoices(call),
    readCalendarDays(call),
    term && readTermView(call, term),
  ]);
  const [list, around] = await Promise.all([
    query && readPeriodEvents(call, query, days),
    query && readViewDays(call, query, { first: today, last: shiftDay(today, RIBBON_DAYS - 1) }),
  ]);
  const dayAddress = (day: string) =>
    day >= calendar.first && day <= calendar.last
      ? viewAddress(call, { view: 'day', date: day, page: 1, term, filters })
      : undefined;
  const isShown = (day: string) => list?.sections.some((section) => section.day === day) === true;
  // Once it has come, the evening counts from the present.
  const isAhead = (period === 'tonight' || weekdayOf(first) < 6) && days.from === `${first} ${EVENING}`;
  const evening = timeIn(language, site, `${first} ${EVENING}`);
  const sections = (list?.sections ?? []).map((section) =>
    daySection(
      call,
      site,
      {
        ...section,
        more: dayAddress(section.day),
        ...(isAhead && section.day === first ? { from: evening } : {}),
      },
      present,
    ),
  );
  const running = runningSection(call, {
    events: list?.running ?? [],
    total: list?.running.length ?? 0,
    isNow: first === today,
    present,
    site,
  });
  const title = translateText(call, `page.${period}`);
  const dates =
    first === last
      ? translateText(call, 'page.day_from', { day: fullDay(language, first), time: evening })
      : dayRange(language, first, last);
  const isEmpty = sections.length === 0 && running === '';
  const nearest = isEmpty ? await readNearest(call, address, present) : undefined;
  const named = html`<div class="lede-t"><h1>${title}</h1><p class="muted">${capitalized(language, dates)}</p></div>`;
  const views = viewLinks(call, address, {
    shown: 'list',
    day: first === today ? undefined : first,
    site,
  });
  const all = viewAddress(call, { page: 1, term, filters });
  const file = pageAddress(call, writePageAddress(address).replace(/\/(?=\?|$)/, '.ics'));
  return {
    title: `${title}, ${dates}`,
    mainClass: '',
    current: 'list',
    unlisted: isEmpty,
    description: translateText(call, `page.${period}.description`, { site: site.name }),
    head: html`<link rel="alternate" type="text/calendar" title="${title}" href="${file}">`,
    body: html`<div class="wrap">
<div class="lede">${about ? termHeading(call, about, `${title}, ${dates}`, true) : named}${searchField(call, address)}${subscribeMenu(call, address)}</div>
${ribbon(call, {
  first: today,
  today,
  days: around?.days ?? new Map(),
  isChosen: (day) => day >= first && day <= last,
  linkTo: (day) =>
    isShown(day) ? `#d-${day}` : (around?.days.get(day)?.length ?? 0) > 0 ? dayAddress(day) : undefined,
})}
<div class="bar">${quickLinks(call, address, { present, calendar })}${views}${filterBar(call, address, choices)}</div>
<div class="cols"><div>
${
  isEmpty
    ? nothingFound(call, address, choices, { site, nearest })
    : html`${first === today ? [sections[0] ?? '', running, sections.slice(1)] : [sections, running]}
<nav class="pager" aria-label="${translateText(call, 'page.pages')}"><a class="btn btn-quiet" href="${all}">${icon('left')}${translateText(call, 'page.back_to_today')}</a></nav>`
}
</div><aside class="side" aria-label="${translateText(call, 'page.beside')}"><section class="only-s" id="choose"><h2>${translateText(call, 'page.filters')}</h2>${filterBar(call, address, choices)}${subscribeMenu(call, address)}</section>${smallMonth(call, site, { month: first.slice(0, 7), today, linkTo: (day) => (day >= today && (!term || (around?.days.get(day)?.length ?? 0) > 0) ? dayAddress(day) : undefined) })}</aside></div></div>`,
  };
}
