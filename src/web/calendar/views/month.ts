import type { PageAddress } from '#api/http/page-address.ts';
import { listOutline } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { type HtmlPage, translateText } from '#web/html/page.ts';
import { cutNotice } from '../components/cut-notice.ts';
import { daySection } from '../components/day-section.ts';
import { langOf } from '../components/event-row.ts';
import { monthGrid } from '../components/month-grid.ts';
import { monthSheet, ticked } from '../components/month-sheet.ts';
import { weeksOf } from '../components/small-month.ts';
import { viewBar, viewTools } from '../components/view-bar.ts';
import { dayLinks } from '../components/view-links.ts';
import { layOutMonth, shownIn } from '../layout/month-cells.ts';
import { readCalendarDays } from '../reading/calendar-days.ts';
import { capitalized, dayIn } from '../reading/day-texts.ts';
import { readChosenParts, readFilterChoices, titleWith } from '../reading/filter-choices.ts';
import { type GridEvent, type GridSpan, readGridEvents, readGridSpans } from '../reading/grid-events.ts';
import { chooseOfDay, presentOf } from '../reading/list-days.ts';
import { loadListedEvents } from '../reading/listed-events.ts';
import { readViewQuery } from '../reading/view-query.ts';

/** Events of all weeks of a month. */
const MOST = 4_000;
/** Events that the list below a small month shows. */
const MOST_OF_DAY = 6;
/** Names of what else is on that day. */
const MOST_NAMED = 2;

const monthAfter = (month: string, months: number): string =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

/** Returns what runs on a day besides the events that begin on it. */
const runningOn = (bars: readonly GridSpan[], day: string): GridSpan[] =>
  bars.filter(
    ({ firstDay, lastDay, isLong }) => (isLong || firstDay < day) && firstDay <= day && lastDay >= day,
  );

/** Renders what runs on a day, the first of them by their names. */
function alsoOn(
  call: Call,
  running: readonly GridSpan[],
  {
    events,
    isEmpty,
    address,
  }: { events: ReadonlyMap<number, GridEvent>; isEmpty: boolean; address: string | undefined },
): Html | '' {
  if (running.length === 0)
    return isEmpty ? html`<p class="also">${translateText(call, 'page.nothing_on_day')}</p>` : '';
  const named = running
    .slice(0, MOST_NAMED)
    .flatMap(({ id }) => events.get(id) ?? [])
    .map(
      ({ title, language }, at) => html`${at > 0 ? ', ' : ''}<span${langOf(call, language)}>${title}</span>`,
    );
  const others = running.length - MOST_NAMED;
  const more = others > 0 ? html`, ${translateText(call, 'page.others', { count: others })}` : '';
  // The names are markup, which the text of the catalogue can't hold.
  const [before = '', after = ''] = translateText(call, isEmpty ? 'page.running_names' : 'page.also', {
    names: '\u0000',
  }).split('\u0000');
  const text = html`${before}${named}${more}${after}`;
  return html`<p class="also">${address === undefined ? text : html`<a href="${address}">${text}</a>`}</p>`;
}

/** Returns the page of a month: its weeks, and for phones a small one above the list of a day. */
export async function monthPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  const { language } = call;
  const present = presentOf(call);
  const { today } = present;
  const month = address.date ?? today.slice(0, 7);
  const { site } = call;
  const [query, choices, calendar] = await Promise.all([
    readViewQuery(call, address),
    readFilterChoices(call),
    readCalendarDays(call),
  ]);
  const weekDays = weeksOf(month, site);
  const first = weekDays[0]?.[0] ?? '';
  const last = weekDays.at(-1)?.at(-1) ?? '';
  const view = query && (await readGridSpans(call, query, { first, last, most: MOST }));
  const days = view?.days ?? new Map<string, readonly GridSpan[]>();
  const all = [...days.values(), view?.running ?? []].flat();
  const bars = all.filter(({ isBar }) => isBar);

  // The weeks at both ends have days of other months.
  const hasEvents = all.some(
    ({ firstDay, lastDay }) => firstDay.slice(0, 7) <= month && lastDay.slice(0, 7) >= month,
  );

  const { dayAddress, weekAddress } = dayLinks(call, address, calendar);
  const withEvents = [...days.keys()].filter((day) => day.startsWith(month)).sort();
  // A search is to show what it finds: today only where it finds something then.
  const chosen =
    today.startsWith(month) && (address.filters.search === undefined || days.has(today))
      ? today
      : (withEvents.find((day) => day >= today) ?? withEvents[0] ?? `${month}-01`);
  const ofDay = days.get(chosen) ?? [];
  const running = runningOn(bars, chosen);
  const weeks = layOutMonth(weekDays, days, bars);
  const named = [
    ...weeks.flatMap(shownIn),
    ...[...days.values()].flatMap(ticked),
    ...running.slice(0, MOST_NAMED),
  ];
  const reading = view?.call ?? call;
  const [events, outline] = await Promise.all([
    readGridEvents(reading, [...new Set(named.map(({ id }) => id))]),
    listOutline(
      reading.services.db.read,
      ofDay.map(({ id }) => id),
    ),
  ]);
  const shown = chooseOfDay(outline, MOST_OF_DAY);
  const leads = shown.filter(({ changed, featured }) => changed === 1 || featured === 1).map(({ id }) => id);
  const [listed, texts] = await Promise.all([
    loadListedEvents(
      call,
      shown.map(({ id }) => id).filter((id) => !leads.includes(id)),
    ),
    loadListedEvents(call, leads, { texts: true }),
  ]);
  const section = daySection(
    call,
    site,
    {
      day: chosen,
      total: ofDay.length,
      events: shown.flatMap(({ id }) => texts.get(id) ?? listed.get(id) ?? []),
      more: dayAddress(chosen),
      also: alsoOn(call, running, { events, isEmpty: ofDay.length === 0, address: dayAddress(chosen) }),
    },
    present,
  );
  const name = dayIn(language, 'monthAndYear', `${month}-01`);
  const near = (months: -1 | 1) => {
    const date = monthAfter(month, months);
    const isThere = date >= calendar.first.slice(0, 7) && date <= calendar.last.slice(0, 7);
    const text = translateText(call, months < 0 ? 'page.previous_month' : 'page.next_month');
    return isThere ? { text, date } : undefined;
  };
  const parts = await readChosenParts(call, address, choices);
  const head = viewBar(call, address, {
    view: 'month',
    site,
    day: today.startsWith(month) ? today : calendar.first > `${month}-01` ? calendar.first : `${month}-01`,
    heading: html`${capitalized(language, dayIn(language, 'month', `${month}-01`))} <span>${month.slice(0, 4)}</span>`,
    parts,
    previous: near(-1),
    next: near(1),
    choices,
    count: all.length,
  });
  const content = { month, today, dayAddress };
  return {
    title: titleWith(parts, capitalized(language, name)),
    mainClass: '',
    isWide: true,
    current: 'list',
    unlisted: !hasEvents,
    description: translateText(call, 'page.month.description', {
      month: name,
      site: titleWith(parts, site.name),
    }),
    body: html`<div class="wrap wide">${head}${cutNotice(call, address, view, dayAddress)}
${monthGrid(call, site, { ...content, weeks, events, weekAddress })}
<div class="msmall">${monthSheet(call, { ...content, weeks: weekDays, chosen, days, events })}
${section}${viewTools(call, address, choices)}</div></div>`,
  };
}
