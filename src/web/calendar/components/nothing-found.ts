import type { PageAddress, PageFilterName } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { viewAddress } from './view-links.ts';

/** Renders what to do where no event is left: each filter to take away, and the page without all of them. */
export function nothingFound(call: Call, address: PageAddress): Html {
  const given = Object.entries(address.filters).filter(([, value]) => value !== undefined) as [
    PageFilterName,
    string,
  ][];
  const chips = given.map(([name, value]) => {
    const without = viewAddress(call, {
      ...address,
      page: 1,
      filters: { ...address.filters, [name]: undefined },
    });
    return html`<a class="chip is-on" href="${without}">${value === 'true' ? translateText(call, name === 'free' ? 'page.free' : 'page.online') : value} ${icon('x')}<span class="vh">${translateText(call, 'page.remove')}</span></a> `;
  });
  const past = address.isPast
    ? undefined
    : viewAddress(call, { ...address, view: 'list', date: undefined, page: 1, isPast: true });
  const all = viewAddress(call, { view: 'list', page: 1, filters: {} });
  return html`<div class="none">${chips.length > 0 ? html`<p class="none-s">${translateText(call, 'page.none.searched')} ${chips}</p>` : ''}
<div class="none-g"><section><h2>${translateText(call, 'page.none')}</h2><p><a href="${all}">${translateText(call, 'page.none.all')}</a></p></section>${past === undefined ? '' : html`<section><h2>${translateText(call, 'page.none.past')}</h2><p><a href="${past}">${translateText(call, 'page.past')}</a></p></section>`}</div></div>`;
}
