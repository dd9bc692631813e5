import type { CalendarView, PageAddress } from '#api/http/page-address.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { Call } from '#context.ts';
import { type Html, html, trusted } from '#web/html/html.ts';
import { icon, mark } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import type { FilterChoice, FilterChoices } from '../reading/filter-choices.ts';
import { langOf } from './event-row.ts';
import { filterBar, formAddress, searchField } from './filters.ts';
import { subscribeMenu } from './subscribe.ts';
import { viewAddress, viewLinks } from './view-links.ts';

/** Another page of a view, with the words that name it; undefined: the calendar has none there. */
export type Neighbour = { readonly text: string; readonly date: string } | undefined;

function neighbourLink(
  call: Call,
  address: PageAddress,
  view: CalendarView,
  rel: 'prev' | 'next',
  to: Neighbour,
): Html {
  const arrow = icon(rel === 'prev' ? 'left' : 'right');
  if (!to) return html`<span class="ibtn" aria-hidden="true"></span>`;
  const { term, filters } = address;
  const target = viewAddress(call, { view, date: to.date, page: 1, term, filters });
  return html`<a class="ibtn" rel="${rel}" href="${target}" aria-label="${to.text}">${arrow}</a>`;
}

const partName = (call: Call, { name, language, color, mark: shape }: FilterChoice): Html =>
  html`${color && shape ? mark(shape, color) : ''}<b${langOf(call, language)}>${trusted(name)}</b>, `;

/** Renders how much of a search the view shows, and leads to all of it. */
function searchNote(call: Call, { term, filters }: PageAddress, count: number): Html | '' {
  const { search } = filters;
  if (search === undefined) return '';
  const found =
    count === 0
      ? translateText(call, 'page.none.title', { search })
      : translateText(call, 'page.none.for_search', { count, search });
  const all = viewAddress(call, { view: 'list', page: 1, term, filters });
  return html`<p class="v-find" role="status"><b>${found}</b> <a href="${all}">${translateText(call, 'page.search.all_dates')}</a></p>`;
}

/** Renders the head of month, week and day: title, views, the pages before and after, filters. */
export function viewBar(
  call: Call,
  address: PageAddress,
  shown: {
    readonly view: CalendarView;
    readonly site: Pick<Site, 'week_start' | 'default_view'>;
    /** A day that the other views go on with. */
    readonly day: string;
    readonly heading: Html;
    /** The category, tags or venues that are shown alone. */
    readonly parts: readonly FilterChoice[];
    readonly previous: Neighbour;
    readonly next: Neighbour;
    readonly choices: FilterChoices;
    /** Events that the view shows. */
    readonly count: number;
  },
): Html {
  const { view, day, previous, next } = shown;
  const { term, filters } = address;
  const today = viewAddress(call, { view, page: 1, term, filters });
  const views = viewLinks(call, address, { shown: view, day, site: shown.site });
  return html`<div class="vbar"><div class="vnav">${neighbourLink(call, address, view, 'prev', previous)}<a class="btn btn-quiet btn-s" href="${today}">${translateText(call, 'page.today')}</a>${neighbourLink(call, address, view, 'next', next)}</div><h1>${shown.parts.map((part) => partName(call, part))}${shown.heading}</h1>${views}</div>
<div class="bar vtools" id="tools">${filterBar(call, address, shown.choices)}${searchField(call, address, formAddress(call, address))}${subscribeMenu(call, address)}</div>${searchNote(call, address, shown.count)}`;
}

/** Renders the filters and subscriptions of phones, whose head has no room for them. */
export const viewTools = (call: Call, address: PageAddress, choices: FilterChoices): Html =>
  html`<section class="only-s" id="choose"><h2>${translateText(call, 'page.filters')}</h2>${filterBar(call, address, choices)}${subscribeMenu(call, address)}</section>`;
