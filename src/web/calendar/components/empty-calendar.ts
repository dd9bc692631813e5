import type { Call } from '#context.ts';
import { samePath } from '#web/html/alternates.ts';
import { html } from '#web/html/html.ts';
import { inline } from '#web/html/markdown.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';
import { capitalized, dayIn } from '../reading/day-texts.ts';
import type { Present } from '../reading/list-days.ts';

/** Returns the page of a calendar without events: today's sheet, and ways to begin. */
export function emptyCalendar(call: Call, { today }: Present): HtmlPage {
  const { language } = call;
  const month = dayIn(language, 'monthAndYear', today);
  const way = (title: 'add' | 'token' | 'seed', link = html``) =>
    html`<li><div><h2>${translateText(call, `page.empty.${title}.title`)}</h2><p>${inline(translateText(call, `page.empty.${title}`))} ${link}</p></div></li>`;
  const docs = html`<a href="${pageAddress(call, 'docs')}#createEvent">${translateText(call, 'page.docs')}</a>`;
  return {
    title: translateText(call, 'page.list'),
    current: 'list',
    paths: samePath('events/'),
    mainClass: 'wrap start',
    body: html`<div class="start-h"><p class="start-n" aria-hidden="true"><span>${capitalized(language, dayIn(language, 'weekday', today))}</span><b>${Number(today.slice(8))}</b><span>${translateText(call, 'page.empty.today', { month })}</span></p><div><h1>${translateText(call, 'page.empty.heading')}</h1><p class="lead">${translateText(call, 'page.empty')}</p></div></div>
<ol class="start-l">${way('add', docs)}${way('token')}${way('seed')}</ol>`,
  };
}
