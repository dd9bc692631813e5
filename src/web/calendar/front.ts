import type { Call } from '#context.ts';
import { samePath } from '#web/html/alternates.ts';
import { html } from '#web/html/html.ts';
import { inline } from '#web/html/markdown.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';
import { eventList } from './event-list.ts';
import { upcomingEvents } from './upcoming-events.ts';

/** Returns the front page with upcoming events, 20 per page. */
export async function frontPage(call: Call, page: number): Promise<HtmlPage> {
  const upcoming = await upcomingEvents(call, {}, page);
  const { siteName } = call.deps.config;
  const address = pageAddress(call, '');
  const empty = html`<p>${translateText(call, 'page.empty')}</p>
<ul><li>${inline(translateText(call, 'page.empty.add'))} <a href="${pageAddress(call, 'docs')}#createEvent">${translateText(call, 'page.docs')}</a></li>
<li>${inline(translateText(call, 'page.empty.token'))}</li><li>${inline(translateText(call, 'page.empty.seed'))}</li></ul>`;
  return {
    title: siteName,
    paths: samePath(''),
    head: html`<link rel="canonical" href="${address}${page > 1 ? `?page=${page}` : ''}">`,
    body: html`<h1>${translateText(call, 'page.upcoming')}</h1>
${eventList(call, address, upcoming, page === 1 ? empty : html`<p>${translateText(call, 'page.none')}</p>`)}
<p class="soft"><a href="${call.links.root}/events">${translateText(call, 'page.interface')}</a> · <a href="${pageAddress(call, 'docs')}">${translateText(call, 'page.docs')}</a></p>`,
  };
}
