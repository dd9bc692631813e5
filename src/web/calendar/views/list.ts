import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { samePath } from '#web/html/alternates.ts';
import { html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { inline } from '#web/html/markdown.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';
import { daySection } from '../components/day-section.ts';
import { filterBar, searchField } from '../components/filters.ts';
import { runningSection, soonList } from '../components/longer.ts';
import { nothingFound } from '../components/nothing-found.ts';
import { quickLinks } from '../components/quick-links.ts';
import { ribbon } from '../components/ribbon.ts';
import { smallMonth } from '../components/small-month.ts';
import { shortened } from '../components/social.ts';
import { subscribeMenu } from '../components/subscribe.ts';
import { termHeading } from '../components/term-heading.ts';
import { viewAddress, viewLinks } from '../components/view-links.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { capitalized, dayIn, fullDayNear } from '../reading/day-texts.ts';
import { readFilterChoices } from '../reading/filter-choices.ts';
import { type Present, presentOf, readListDays } from '../reading/list-days.ts';
import { readNearest } from '../reading/nearest.ts';
import { readTermView } from '../reading/term-view.ts';
import { shiftDay } from '../reading/view-days.ts';
import { readViewQuery } from '../reading/view-query.ts';
import { listPartPage } from './list-part.ts';
import { periodPage } from './period.ts';

const isOn = (address: PageAddress): boolean =>
  address.term !== undefined || Object.values(address.filters).some((value) => value !== undefined);

/** Returns the list from a day on, with the filters of the page. */
const listFrom = ({ filters, term }: PageAddress, date: string): PageAddress => ({
  view: 'list',
  date,
  page: 1,
  term,
  filters,
});

/** Returns the page of the list: days from today, or from a chosen one on, beside what is on for longer. */
export async function listPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  if (address.isPast || address.page > 1) return listPartPage(call, address);
  if (address.period) return periodPage(call, address, address.period);
  const { language } = call;
  const present = presentOf(call);
  const first = address.date ?? present.today;
  const { site } = call;
  const [query, choices, calendar, about] = await Promise.all([
    readViewQuery(call, address),
    readFilterChoices(call),
    readCalendarDays(call),
    address.term && readTermView(call, address.term),
  ]);
  const list = query && (await readListDays(call, query, { first, present }));
  const shownDays = new Set(list?.sections.map(({ day }) => day));
  const target = (day: string) => viewAddress(call, { ...listFrom(address, day), view: 'day' });
  // Outside of the calendar there is no page (contract P2).
  const within = (day: string) => (day >= calendar.first && day <= calendar.last ? target(day) : undefined);
  // Of a part of the calendar days without events would be pages without end.
  const hasLink = (day: string) => !isOn(address) || (list?.days.get(day)?.length ?? 0) > 0;
  const isEmpty = !list || list.sections.length + list.running.length + list.soon.length === 0;
  if (isEmpty && !isOn(address) && address.date === undefined) return emptyCalendar(call, present);

  const nearest = isEmpty ? await readNearest(call, address, present) : undefined;
  const views = viewLinks(call, address, { shown: 'list', day: address.date, site });
  const sections = (list?.sections ?? []).map((section) => ({
    day: section.day,
    markup: daySection(call, site, { ...section, more: target(section.day) }, present),
  }));
  const isNow = first === present.today;
  const running = runningSection(call, {
    events: list?.running ?? [],
    total: list?.runningTotal ?? 0,
    isNow,
    present,
    site,
    more: viewAddress(call, { ...listFrom(address, first), view: 'day', date: isNow ? undefined : first }),
  });
  const ofFirst = sections.filter(({ day }) => day <= first).map(({ markup }) => markup);
  const later = sections.filter(({ day }) => day > first).map(({ markup }) => markup);
  const back =
    first > present.today ? viewAddress(call, { ...address, view: undefined, date: undefined }) : undefined;
  const lastDay = list?.sections.at(-1)?.day ?? first;
  const past =
    back === undefined && calendar.first < present.today
      ? html` \u00b7 <a rel="prev" href="${viewAddress(call, { ...address, view: 'list', date: undefined, isPast: true })}">${translateText(call, 'page.past')}</a>`
      : '';
  const before = back
    ? html`<a class="btn btn-quiet" rel="prev" href="${back}">${icon('left')}${translateText(call, 'page.back_to_today')}</a>`
    : html`<span class="muted">${range(call, first, lastDay)}${past}</span>`;
  const after = list?.next
    ? html`<a class="btn btn-quiet" rel="next" href="${viewAddress(call, listFrom(address, list.next))}">${translateText(call, 'page.next_from', { day: fullDayNear(language, list.next, present.today) })} ${icon('right')}</a>`
    : '';
  const pager =
    back || past || after
      ? html`<nav class="pager" aria-label="${translateText(call, 'page.pages')}">${before}${after}</nav>`
      : '';
  const { search } = address.filters;
  const shownTitle = search
    ? translateText(call, nearest ? 'page.none.title' : 'page.search.title', { search })
    : address.date
      ? translateText(call, 'page.list_from', { day: fullDayNear(language, first, present.today) })
      : translateText(call, 'page.list');
  const body = html`<div class="wrap">
<div class="lede">${about ? termHeading(call, about, shownTitle, address.date !== undefined) : html`<h1>${shownTitle}</h1>`}${searchField(call, address)}${subscribeMenu(call, address)}</div>
${
  nearest
    ? ''
    : ribbon(call, {
        first,
        today: present.today,
        days: list?.days ?? new Map(),
        linkTo: (day) =>
          shownDays.has(day) ? `#d-${day}` : (list?.days.get(day)?.length ?? 0) > 0 ? target(day) : undefined,
      })
}
<div class="bar">${quickLinks(call, address, { present, calendar })}${views}${filterBar(call, address, choices)}</div>
<div class="cols${nearest ? ' is-none' : ''}"><div>
${isEmpty ? nothingFound(call, address, choices, { site, nearest }) : html`${ofFirst}${running}${later}${pager}`}
</div><aside class="side" aria-label="${translateText(call, 'page.beside')}"><section class="only-s" id="choose"><h2>${translateText(call, 'page.filters')}</h2>${filterBar(call, address, choices)}${subscribeMenu(call, address)}</section>${soonList(call, list?.soon ?? [], present.today)}${smallMonth(call, site, { month: first.slice(0, 7), today: present.today, linkTo: (day) => (day >= present.today && hasLink(day) ? within(day) : undefined) })}</aside></div></div>`;
  const title = about ? plainText(about.term.name) : shownTitle;
  const description = about ? shortened(plainText(about.term.description)) : '';
  return {
    title,
    mainClass: '',
    current: 'list',
    unlisted: isEmpty,
    description: description || translateText(call, 'page.list.description', { site: site.name }),
    body,
  };
}

/** Returns the days of a page in words: “Thursday to Sunday”. */
function range(call: Call, first: string, last: string): string {
  const { language } = call;
  const isSoon = shiftDay(first, 6) >= last;
  const text = (day: string) => dayIn(language, isSoon ? 'weekday' : 'dayAndMonth', day);
  return first === last
    ? capitalized(language, text(first))
    : capitalized(language, translateText(call, 'page.range', { first: text(first), last: text(last) }));
}

/** Returns the page of a calendar without events: today's sheet, and ways to begin. */
function emptyCalendar(call: Call, { today }: Present): HtmlPage {
  const { language } = call;
  const month = dayIn(language, 'monthAndYear', today);
  const way = (title: 'add' | 'token' | 'seed', link = html``) =>
    html`<li><div><h2>${translateText(call, `page.empty.${title}.title`)}</h2><p>${inline(translateText(call, `page.empty.${title}`))} ${link}</p></div></li>`;
  const docs = html`<a href="${pageAddress(call, 'docs')}#createEvent">${translateText(call, 'page.docs')}</a>`;
  return {
    title: translateText(call, 'page.list'),
    current: 'list',
    paths: samePath('events/'),
    mainClass: 'wrap start',
    body: html`<div class="start-h"><p class="start-n" aria-hidden="true"><span>${capitalized(language, dayIn(language, 'weekday', today))}</span><b>${Number(today.slice(8))}</b><span>${translateText(call, 'page.empty.today', { month })}</span></p><div><h1>${translateText(call, 'page.empty.heading')}</h1><p class="lead">${translateText(call, 'page.empty')}</p></div></div>
<ol class="start-l">${way('add', docs)}${way('token')}${way('seed')}</ol>`,
  };
}
