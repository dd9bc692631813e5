import { type PageAddress, type PageFilterName, pageFilterNames } from '#api/http/page-address.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { dayIn, fullDayNear } from '../reading/day-texts.ts';
import type { FilterChoice, FilterChoices } from '../reading/filter-choices.ts';
import type { Nearest } from '../reading/nearest.ts';
import { eventRow, langOf } from './event-row.ts';
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
  // Of the same events it shows fewer dates, and never none.
  if (name === 'geoloc_lng' || name === 'geoloc_radius' || name === 'condense') return '';
  return value === 'true' ? translateText(call, name === 'free' ? 'page.free' : 'page.online') : value;
}

const section = (title: string, lines: readonly Html[]): Html | '' =>
  lines.length === 0
    ? ''
    : html`<section><h2>${title}</h2><p>${lines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</p></section>`;

/** Renders other searches, and things whose names are near. */
function meant(call: Call, { suggestions, items }: Nearest): Html | '' {
  const searches = suggestions.map(({ search, total, isPast }) => {
    const address = viewAddress(call, {
      view: 'list',
      page: 1,
      filters: { search },
      ...(isPast ? { isPast } : {}),
    });
    const count = translateText(call, isPast ? 'page.none.past_events' : 'page.events', { count: total });
    return html`<a href="${address}"><bdi>${search}</bdi></a>, ${count}`;
  });
  const named = items.map(
    ({ kind, name, language, address }) =>
      html`<a href="${address}"${langOf(call, language)}>${trusted(name)}</a>, ${translateText(call, `page.none.${kind}`)}`,
  );
  return section(translateText(call, 'page.none.meant'), [...searches, ...named]);
}

/** Renders the same search without the other filters. */
function unfiltered(call: Call, search: string, { unfiltered: found }: Nearest): Html | '' {
  if (!found) return '';
  const address = viewAddress(call, { view: 'list', page: 1, filters: { search } });
  const count = translateText(call, 'page.none.for_search', { count: found.total, search });
  const next = translateText(call, 'page.none.next', {
    day: fullDayNear(call.language, found.day, call.validity.today(call.services.config.timezone)),
  });
  return section(translateText(call, 'page.none.unfiltered'), [
    html`<a href="${address}">${count}</a>, ${next}`,
  ]);
}

/** Renders the nearest events, each with its day. */
function nearestEvents(call: Call, site: Site, { events, arePast }: Nearest): Html | '' {
  if (events.length === 0) return '';
  const rows = events.map((listed) => eventRow(call, site, listed, { hasDay: true, isPast: arePast }));
  return html`<section class="near-m"><h2>${translateText(call, arePast ? 'page.none.nearest_past' : 'page.none.nearest')}</h2><ul class="evs">${rows}</ul></section>`;
}

/** Renders what to do where no event is left: each filter to take away, the page without all of them, and what a search may have meant. */
export function nothingFound(
  call: Call,
  address: PageAddress,
  choices: FilterChoices,
  { site, nearest }: { readonly site: Site; readonly nearest?: Nearest | undefined },
): Html {
  const { geoloc_lat, geoloc_lng, geoloc_radius, ...farFilters } = address.filters;
  const given = pageFilterNames.filter((name) => address.filters[name] !== undefined);
  const chips = given.flatMap((name) => {
    const text = told(call, address, name, choices);
    // The title and the field above say what was searched for.
    if (text === '' || (name === 'search' && nearest && given.length === 1)) return [];
    const filters = name === 'geoloc_lat' ? farFilters : { ...address.filters, [name]: undefined };
    const without = viewAddress(call, { ...address, page: 1, filters });
    return html`<a class="chip is-on" href="${without}">${text} ${icon('x')}<span class="vh">${translateText(call, 'page.remove')}</span></a> `;
  });
  const past = address.isPast
    ? undefined
    : viewAddress(call, { ...address, view: 'list', date: undefined, page: 1, isPast: true });
  const all = viewAddress(call, { view: 'list', page: 1, filters: {} });
  const over = nearest?.past;
  const pastText = over
    ? translateText(call, 'page.none.past_until', {
        count: over.total,
        month: dayIn(call.language, 'monthAndYear', over.day),
      })
    : translateText(call, 'page.past');
  // Where a search finds nothing that is over, either, the past is no way on.
  const pastSection =
    past === undefined || (nearest && !over)
      ? ''
      : section(translateText(call, 'page.none.past'), [html`<a href="${past}">${pastText}</a>`]);
  const { search = '' } = address.filters;
  return html`<div class="none">${chips.length > 0 ? html`<p class="none-s">${translateText(call, 'page.none.searched')} ${chips}</p>` : ''}
<div class="none-g">${nearest ? html`${unfiltered(call, search, nearest)}${meant(call, nearest)}` : ''}${pastSection}${section(translateText(call, nearest ? 'page.none.else' : 'page.none'), [html`<a href="${all}">${translateText(call, 'page.none.all')}</a>`])}</div>
${nearest ? nearestEvents(call, site, nearest) : ''}</div>`;
}
