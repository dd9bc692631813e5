import type { Call } from '#context.ts';
import { samePath } from '#web/html/alternates.ts';
import { html } from '#web/html/html.ts';
import { inline } from '#web/html/inline.ts';
import { type Page, pageAddress, say } from '#web/html/page.ts';
import { eventList } from './list.ts';
import { upcomingEvents } from './upcoming.ts';

/** The coming events, 20 on a page. */
export async function frontPage(call: Call, page: number): Promise<Page> {
  const upcoming = await upcomingEvents(call, {}, page);
  const { siteName } = call.deps.config;
  const address = pageAddress(call, '');
  const empty = html`<p>${say(call, 'page.empty')}</p>
<ul><li>${inline(say(call, 'page.empty.add'))} <a href="${pageAddress(call, 'docs')}#createEvent">${say(call, 'page.docs')}</a></li>
<li>${inline(say(call, 'page.empty.token'))}</li><li>${inline(say(call, 'page.empty.seed'))}</li></ul>`;
  return {
    title: siteName,
    paths: samePath(''),
    head: html`<link rel="canonical" href="${address}${page > 1 ? `?page=${page}` : ''}">`,
    body: html`<h1>${say(call, 'page.upcoming')}</h1>
${eventList(call, address, upcoming, page === 1 ? empty : html`<p>${say(call, 'page.none')}</p>`)}
<p class="soft"><a href="${call.links.root}/events">${say(call, 'page.interface')}</a> · <a href="${pageAddress(call, 'docs')}">${say(call, 'page.docs')}</a></p>`,
  };
}
