import type { PageAddress, PageFilterName } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { pageAddress, translateText } from '#web/html/page.ts';
import type { FilterChoice, FilterChoices } from '../reading/filter-choices.ts';
import { langOf } from './event-row.ts';
import { keptFields, viewAddress } from './view-links.ts';

/** Returns the page with one filter changed; undefined takes it away. */
const withFilter = (address: PageAddress, name: PageFilterName, value: string | undefined): PageAddress => ({
  ...address,
  page: 1,
  filters: { ...address.filters, [name]: value },
});

/** Returns the address to which a form of filters sends, which has none itself. */
export const formAddress = (call: Call, address: PageAddress): string => {
  const view = address.view === undefined ? 'list' : address.view;
  const isDated = view !== 'list';
  return viewAddress(call, {
    view,
    date: isDated ? address.date : undefined,
    period: address.period,
    page: 1,
    term: address.term,
    filters: {},
  });
};

function option(call: Call, name: PageFilterName, choice: FilterChoice, isChosen: boolean): Html {
  const look = choice.color && choice.mark ? mark(choice.mark, choice.color) : '';
  const count = choice.count === undefined ? '' : html` <span class="num">${choice.count}</span>`;
  return html`<li><label class="opt"><input type="checkbox" name="${name}" value="${choice.value}"${isChosen ? html` checked` : ''}>${look}<span${langOf(call, choice.language)}>${trusted(choice.name)}</span>${count}</label></li>`;
}

/** Renders a menu with the choices of a filter, as a form that needs no script. */
function menu(
  call: Call,
  address: PageAddress,
  name: 'categories' | 'tags' | 'venue',
  choices: readonly FilterChoice[],
): Html | '' {
  if (choices.length === 0) return '';
  const chosen = new Set((address.filters[name] ?? '').split(',').filter(Boolean));
  const names = choices.filter(({ value }) => chosen.has(value)).map((choice) => trusted(choice.name));
  const label =
    names.length > 0
      ? html`${names.map((one, at) => html`${at > 0 ? ', ' : ''}<bdi>${one}</bdi>`)}`
      : translateText(call, `page.filter.${name}`);
  const clear =
    names.length > 0
      ? html`<a class="btn btn-quiet" href="${viewAddress(call, withFilter(address, name, undefined))}">${translateText(call, 'page.clear')}</a>`
      : html`<span></span>`;
  return html`<details class="menu"><summary class="chip${names.length > 0 ? ' is-on' : ''}"><span>${label}</span>${icon('down')}</summary><form class="pop pop-wide" action="${formAddress(call, address)}">${keptFields(address, name)}<ul class="opts">${choices.map((choice) => option(call, name, choice, chosen.has(choice.value)))}</ul><div class="pop-foot">${clear}<button class="btn">${translateText(call, 'page.show')}</button></div></form></details>`;
}

/** Filters that are on or off, with the texts that name them. */
const switches = { free: 'page.free', is_virtual: 'page.online', condense: 'page.condense' } as const;

/** Renders what turns a filter on or off: a form, since crawlers would follow links to each choice on each day. */
function toggle(call: Call, address: PageAddress, name: keyof typeof switches): Html {
  const text = html`<span>${translateText(call, switches[name])}</span>`;
  if (address.filters[name] === undefined)
    return html`<form action="${formAddress(call, address)}">${keptFields(address, name)}<button class="chip" name="${name}" value="true">${text}</button></form>`;
  const target = viewAddress(call, withFilter(address, name, undefined));
  return html`<a class="chip is-on" href="${target}">${text} <span class="vh">${translateText(call, 'page.chosen')}</span>${icon('x')}</a>`;
}

/** Renders what shows events near the visitor, whose place script asks for; near a place, what takes that away. */
function nearFilter(call: Call, address: PageAddress): Html {
  const { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius, ...filters } = address.filters;
  const all = viewAddress(call, { ...address, page: 1, filters });
  if (lat === undefined || lng === undefined)
    return html`<button class="chip" type="button" hidden data-near="${all}">${icon('near')}<span>${translateText(call, 'page.near')}</span></button>`;
  const text =
    radius === undefined
      ? translateText(call, 'page.near')
      : translateText(call, 'page.near.within', { distance: radius });
  return html`<a class="chip is-on" href="${all}">${icon('near')}<span>${text}</span> <span class="vh">${translateText(call, 'page.chosen')}</span>${icon('x')}</a>`;
}

/**
 * Renders the filters of a view: menus of categories, tags and venues, what is free, what is online, and of series the first date alone.
 * @param before a menu of the view's own, which stands first
 */
export function filterBar(
  call: Call,
  address: PageAddress,
  choices: FilterChoices,
  before: Html | '' = '',
): Html {
  return html`<div class="filters" role="group" aria-label="${translateText(call, 'page.filters')}">
${before}${menu(call, address, 'categories', choices.categories)}
${menu(call, address, 'tags', choices.tags)}
${menu(call, address, 'venue', choices.venues)}
${toggle(call, address, 'free')}
${toggle(call, address, 'is_virtual')}
${toggle(call, address, 'condense')}
${nearFilter(call, address)}
</div>`;
}

/**
 * Renders the field that searches events, which keeps the other filters.
 * @param action the view that shows what is found, the list if absent
 */
export function searchField(
  call: Call,
  address: PageAddress,
  action: string = pageAddress(call, 'events/list/'),
): Html {
  const { search = '' } = address.filters;
  return html`<form class="field-f" role="search" action="${action}">${keptFields(address, 'search')}<label class="field-s">${icon('search')}<span class="vh">${translateText(call, 'page.search')}</span><input type="search" name="search" dir="auto" value="${search}" placeholder="${translateText(call, 'page.search.hint')}"></label></form>`;
}
