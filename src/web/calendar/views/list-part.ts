import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { type Html, html } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, missingPage, translateText } from '#web/html/page.ts';
import { daySection } from '../components/day-section.ts';
import { filterBar, searchField } from '../components/filters.ts';
import { nothingFound } from '../components/nothing-found.ts';
import { subscribeMenu } from '../components/subscribe.ts';
import { termHeading } from '../components/term-heading.ts';
import { viewAddress, viewLinks } from '../components/view-links.ts';
import { readFilterChoices } from '../reading/filter-choices.ts';
import { presentOf } from '../reading/list-days.ts';
import { readListPart } from '../reading/list-part.ts';
import { readNearest } from '../reading/nearest.ts';
import { readTermView } from '../reading/term-view.ts';
import { readViewQuery } from '../reading/view-query.ts';

/** Renders links to the parts before and after one; before the first part of the past is what comes. */
function pager(call: Call, address: PageAddress, more: boolean): Html {
  const { page, isPast } = address;
  const part = (number: number) => viewAddress(call, { ...address, view: 'list', page: number });
  const now = viewAddress(call, { page: 1, term: address.term, filters: address.filters });
  const link = (rel: 'prev' | 'next', to: string, text: string) =>
    html`<a class="btn btn-quiet" rel="${rel}" href="${to}">${rel === 'prev' ? icon('left') : ''}${text} ${rel === 'next' ? icon('right') : ''}</a>`;
  const earlier = translateText(call, isPast ? 'page.past.later' : 'page.previous');
  const later = translateText(call, isPast ? 'page.past.earlier' : 'page.next');
  const before =
    page > 2 || (page === 2 && isPast)
      ? link('prev', part(page - 1), earlier)
      : link('prev', now, translateText(call, 'page.back_to_today'));
  return html`<nav class="pager" aria-label="${translateText(call, 'page.pages')}">${before}${more ? link('next', part(page + 1), later) : ''}</nav>`;
}

/** Returns a further page of the list, or one of the past with the latest first; the 404 page where it has no more. */
export async function listPartPage(call: Call, address: PageAddress): Promise<HtmlPage> {
  const { page, isPast = false } = address;
  const present = presentOf(call);
  const { site } = call;
  const [query, choices, about] = await Promise.all([
    readViewQuery(call, address),
    readFilterChoices(call),
    address.term && readTermView(call, address.term),
  ]);
  const part = query && (await readListPart(call, query, { page, present, isPast }));
  const isEmpty = !part || part.sections.length === 0;
  if (isEmpty && page > 1) return missingPage(call, 'list');
  const nearest = isEmpty ? await readNearest(call, address, present) : undefined;
  const name = translateText(call, isPast ? 'page.past' : 'page.list');
  const title = page > 1 ? translateText(call, 'page.nth', { title: name, page }) : name;
  const sections = part?.sections.map((section) => daySection(call, site, section, present));
  const views = viewLinks(call, address, { shown: 'list', day: undefined, site });
  return {
    title,
    mainClass: '',
    current: 'list',
    unlisted: isEmpty,
    description: translateText(call, isPast ? 'page.past.description' : 'page.list.description', {
      site: site.name,
    }),
    body: html`<div class="wrap">
<div class="lede">${about ? termHeading(call, about, title, true) : html`<h1>${title}</h1>`}${searchField(call, address)}${subscribeMenu(call, address)}</div>
<div class="bar">${filterBar(call, address, choices)}${views}</div>
${isEmpty ? nothingFound(call, address, choices, { site, nearest }) : sections}
${pager(call, address, part?.more ?? false)}
<section class="only-s" id="choose"><h2>${translateText(call, 'page.filters')}</h2>${filterBar(call, address, choices)}${subscribeMenu(call, address)}</section></div>`,
  };
}
