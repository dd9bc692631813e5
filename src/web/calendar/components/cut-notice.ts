import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { fullDay } from '../reading/day-texts.ts';
import type { ViewDays } from '../reading/view-days.ts';

/**
 * Renders that a page shows only the first of its events, and where the others are; nothing where it shows all.
 * @param dayAddress the page of a day; undefined: there is none
 */
export function cutNotice(
  call: Call,
  address: PageAddress,
  view: ViewDays<unknown> | undefined,
  dayAddress?: (day: string) => string | undefined,
): Html | '' {
  if (!view?.isCut) return '';
  const count = [...view.days.values()].reduce((sum, { length }) => sum + length, 0);
  if (address.view === 'day')
    return html`<p class="muted">${translateText(call, 'page.cut.day', { count })}</p>`;
  const last = [...view.days.keys()].sort().at(-1) ?? '';
  const day = fullDay(call.language, last);
  const link = dayAddress?.(last);
  const rest = link ? html` <a href="${link}">${translateText(call, 'page.cut.others', { day })}</a>` : '';
  return html`<p class="muted">${translateText(call, 'page.cut', { count, day })}${rest}</p>`;
}
