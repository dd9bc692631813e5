import { type CalendarView, type PageAddress, writePageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { pageAddress, translateText } from '#web/html/page.ts';

/** Returns the address of another page of the calendar, in the language of the current one. */
export const viewAddress = (call: Call, address: PageAddress): string =>
  pageAddress(call, writePageAddress(address));

/** Renders links to the views, which keep the filters. @param day the day that is shown; undefined: today */
export function viewLinks(
  call: Call,
  address: PageAddress,
  { views, shown, day }: { views: readonly CalendarView[]; shown: CalendarView; day: string | undefined },
): Html {
  const links = views.map((view) => {
    const date = view === 'month' ? day?.slice(0, 7) : day;
    const target = {
      view,
      date: view === 'map' ? undefined : date,
      page: 1,
      term: address.term,
      filters: address.filters,
    };
    const current = view === shown ? html` aria-current="page"` : '';
    return html`<li><a href="${viewAddress(call, target)}"${current}>${icon(view)}<span>${translateText(call, `page.view.${view}`)}</span></a></li>`;
  });
  return html`<nav class="views" aria-label="${translateText(call, 'page.views')}"><ul>${links}</ul></nav>`;
}
