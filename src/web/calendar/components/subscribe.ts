import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';

/** Returns the address of a page's events as a feed. */
export function feedAddress(call: Call, { filters, term, period }: PageAddress, form: string): string {
  const query = new URLSearchParams(Object.entries(filters));
  if (filters.search !== undefined) query.set('search_everywhere', 'true');
  if (period !== undefined) query.set('period', period);
  const own = term?.slugs.at(-1);
  if (term && own !== undefined) query.set(term.kind, own);
  const text = query.toString().replaceAll('%2C', ',');
  return `${call.links.root}/events.${form}${text ? `?${text}` : ''}`;
}

/** Renders an address to copy, with a button for it where script runs. */
export const copyField = (call: Call, label: string, address: string): Html =>
  html`<div class="copy"><label><span>${label}</span><input readonly value="${address}"></label><button class="ibtn ibtn-s" type="button" hidden data-copy aria-label="${translateText(call, 'page.copy')}">${icon('copy')}</button></div>`;

/** Renders the ways to have a page's events in a calendar or reader of one's own. */
export function subscribeMenu(call: Call, address: PageAddress): Html {
  const file = feedAddress(call, address, 'ics');
  const webcal = file.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcal)}`;
  const item = (href: string, name: Parameters<typeof icon>[0], key: 'apple' | 'google' | 'file' | 'feeds') =>
    html`<li><a href="${href}">${icon(name)}<span>${translateText(call, `page.subscribe.${key}`)} <small>${translateText(call, `page.subscribe.${key}.note`)}</small></span></a></li>`;
  return html`<details class="menu menu-end"><summary class="btn btn-quiet">${icon('calplus')}<span>${translateText(call, 'page.subscribe')}</span>${icon('down')}</summary><div class="pop pop-wide"><p class="pop-note">${translateText(call, 'page.subscribe.note')}</p><ul class="menulist">
${item(webcal, 'cal', 'apple')}
${item(google, 'globe', 'google')}
${item(file, 'down2', 'file')}
${item(feedAddress(call, address, 'atom'), 'feed', 'feeds')}</ul>
${copyField(call, translateText(call, 'page.subscribe.address'), webcal)}</div></details>`;
}
