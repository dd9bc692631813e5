import { type PageAddress, type PageFilterName, pageFilterNames } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import type { FilterChoice, FilterChoices } from '../reading/filter-choices.ts';
import { viewAddress } from './view-links.ts';

/** Returns the names of what a menu's filter has chosen, and values that aren't in the menu as they are. */
function names(value: string, choices: readonly FilterChoice[]): Html {
  const parts = value.split(',').map((one) => {
    const choice = choices.find((other) => other.value === one);
    return choice ? trusted(choice.name) : one;
  });
  return html`${parts.map((part, at) => html`${at > 0 ? ', ' : ''}<bdi>${part}</bdi>`)}`;
}

/** Returns a filter's value as people know it; '' of what another filter tells. */
function told(
  call: Call,
  { filters }: PageAddress,
  name: PageFilterName,
  choices: FilterChoices,
): Html | string {
  const value = filters[name] ?? '';
  if (name === 'categories' || name === 'tags') return names(value, choices[name]);
  if (name === 'venue') return names(value, choices.venues);
  if (name === 'geoloc_lat')
    return filters.geoloc_radius === undefined
      ? translateText(call, 'page.near')
      : translateText(call, 'page.near.within', { distance: filters.geoloc_radius });
  if (name === 'geoloc_lng' || name === 'geoloc_radius') return '';
  return value === 'true' ? translateText(call, name === 'free' ? 'page.free' : 'page.online') : value;
}

/** Renders what to do where no event is left: each filter to take away, and the page without all of them. */
export function nothingFound(call: Call, address: PageAddress, choices: FilterChoices): Html {
  const { geoloc_lat, geoloc_lng, geoloc_radius, ...farFilters } = address.filters;
  const given = pageFilterNames.filter((name) => address.filters[name] !== undefined);
  const chips = given.map((name) => {
    const text = told(call, address, name, choices);
    if (text === '') return '';
    const filters = name === 'geoloc_lat' ? farFilters : { ...address.filters, [name]: undefined };
    const without = viewAddress(call, { ...address, page: 1, filters });
    return html`<a class="chip is-on" href="${without}">${text} ${icon('x')}<span class="vh">${translateText(call, 'page.remove')}</span></a> `;
  });
  const past = address.isPast
    ? undefined
    : viewAddress(call, { ...address, view: 'list', date: undefined, page: 1, isPast: true });
  const all = viewAddress(call, { view: 'list', page: 1, filters: {} });
  return html`<div class="none">${chips.length > 0 ? html`<p class="none-s">${translateText(call, 'page.none.searched')} ${chips}</p>` : ''}
<div class="none-g"><section><h2>${translateText(call, 'page.none')}</h2><p><a href="${all}">${translateText(call, 'page.none.all')}</a></p></section>${past === undefined ? '' : html`<section><h2>${translateText(call, 'page.none.past')}</h2><p><a href="${past}">${translateText(call, 'page.past')}</a></p></section>`}</div></div>`;
}
