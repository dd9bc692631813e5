import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Period, periodDays, periods } from '#foundation/time/period.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import type { CalendarDays } from '../reading/calendar-days.ts';
import type { Present } from '../reading/list-days.ts';
import { viewAddress } from './view-links.ts';

/** Returns the address of what is on in a period, with the filters of a page. */
function periodAddress(call: Call, { term, filters }: PageAddress, period: Period): string {
  const others = { page: 1, term, filters };
  return viewAddress(
    call,
    period === 'today' ? { view: 'day', ...others } : { view: 'list', period, ...others },
  );
}

/** Renders links to today, tonight, tomorrow and the weekend, as far as the calendar reaches. */
export function quickLinks(
  call: Call,
  address: PageAddress,
  { present, calendar }: { readonly present: Present; readonly calendar: CalendarDays },
): Html {
  const links = periods
    .filter((period) => periodDays(period, present.wall).first <= calendar.last)
    .map(
      (period) =>
        html`<a class="chip" href="${periodAddress(call, address, period)}"${address.period === period ? html` aria-current="page"` : ''}>${translateText(call, `page.${period}`)}</a>`,
    );
  // A phone has no room for the menus, which stand below there.
  const tools = html`<a class="chip only-s" href="#choose">${icon('filter')}${translateText(call, 'page.filters')}</a><a class="chip only-s" href="#choose">${icon('calplus')}${translateText(call, 'page.subscribe')}</a>`;
  return html`<nav class="quick scroll" aria-label="${translateText(call, 'page.soon')}">${links}${tools}</nav>`;
}
