import {
  type CalendarView,
  type PageAddress,
  type PageFilterName,
  writePageAddress,
} from '#api/http/page-address.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { calendarViews } from '#foundation/site/settings.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { pageAddress, translateText } from '#web/html/page.ts';
import { shiftDay } from '../reading/view-days.ts';
import { firstOfWeek } from '../reading/weeks.ts';

/** Returns the address of another page of the calendar, in the language of the current one. */
export const viewAddress = (call: Call, address: PageAddress): string =>
  pageAddress(call, writePageAddress(address));

/** Returns the fields of a form that keep the filters of a page, and the day of a list. @param except the filter that the form chooses */
export function keptFields(address: PageAddress, except?: PageFilterName): Html[] {
  const kept: [string, string][] = Object.entries(address.filters).filter(([name]) => name !== except);
  if (address.view === 'list' && address.date !== undefined) kept.push(['tribe-bar-date', address.date]);
  return kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/**
 * Renders links to the views, which keep the filters.
 * @param day the day that is shown; undefined: today
 */
export function viewLinks(
  call: Call,
  address: PageAddress,
  {
    shown,
    day,
    site,
  }: {
    readonly shown: CalendarView;
    readonly day: string | undefined;
    readonly site: Pick<Site, 'week_start' | 'default_view'>;
  },
): Html {
  const links = calendarViews.map((view) => {
    const date =
      day === undefined
        ? undefined
        : view === 'month'
          ? day.slice(0, 7)
          : view === 'week'
            ? firstOfWeek(day, site)
            : day;
    const target = {
      // The canonical address of the view with which the calendar opens has no name of it (contract P1).
      view: view === site.default_view && date === undefined ? undefined : view,
      date: view === 'map' ? undefined : date,
      page: 1,
      term: address.term,
      filters: address.filters,
    };
    const current = view === shown ? html` aria-current="page"` : '';
    const name = html`${icon(view)}<span>${translateText(call, `page.view.${view}`)}</span>`;
    // A form where crawlers would find a list of each day beside the page of the day.
    if (view === 'list' && date !== undefined && shown !== 'list')
      return html`<li><form action="${viewAddress(call, { ...target, date: undefined, filters: {} })}">${keptFields(target)}<button>${name}</button></form></li>`;
    return html`<li><a href="${viewAddress(call, target)}"${current}>${name}</a></li>`;
  });
  return html`<nav class="views" aria-label="${translateText(call, 'page.views')}"><ul>${links}</ul></nav>`;
}

/** Addresses of the pages of days and weeks; undefined: the calendar has none there (contract P2). */
export interface DayLinks {
  readonly dayAddress: (day: string) => string | undefined;
  readonly weekAddress: (day: string) => string | undefined;
}

/** Returns the addresses of days and of weeks. */
export function dayLinks(
  call: Call,
  { term, filters }: PageAddress,
  { first, last }: { readonly first: string; readonly last: string },
): DayLinks {
  const addressOf = (name: CalendarView, date: string) =>
    viewAddress(call, { view: name, date, page: 1, term, filters });
  return {
    dayAddress: (day) => (day >= first && day <= last ? addressOf('day', day) : undefined),
    weekAddress: (day) => {
      const end = shiftDay(day, 6);
      return day <= last && end >= first ? addressOf('week', day) : undefined;
    },
  };
}
