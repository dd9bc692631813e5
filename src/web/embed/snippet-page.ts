import type { PageQuery } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import { languageTraits } from '#foundation/i18n/catalogue.ts';
import { readFilterChoices } from '#web/calendar/reading/filter-choices.ts';
import { samePath } from '#web/html/alternates.ts';
import { html, trusted } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { type HtmlPage, pageAddress, translateText } from '#web/html/page.ts';
import { calendarFrameAddress, embeddedAddress, schemeOf } from './calendar-frame.ts';

/** Returns the page that writes what embeds the calendar in another page, and shows it live. */
export async function snippetPage(call: Call, query: PageQuery): Promise<HtmlPage> {
  const { site } = call;
  const choices = await readFilterChoices(call);
  const { filters } = embeddedAddress(query);
  const theme = schemeOf(query);
  const { languages } = call.services.config;
  const language = languages.find((one) => one === query['lang']) ?? call.language;
  const view = query['show'] === 'list' ? 'list' : 'week';
  const category = filters.categories ?? '';
  const { origin } = call.links;
  const attributes = [
    `src="${origin}/"`,
    `lang="${language}"`,
    view === 'list' ? 'view="list"' : '',
    category ? html`filter="categories=${category}"`.markup : '',
    theme ? `theme="${theme}"` : '',
  ].filter(Boolean);
  const snippet = `<script async src="${origin}/embed.js"></script>\n<kalends-calendar ${attributes.join(' ')}></kalends-calendar>`;
  const frame = calendarFrameAddress(call, { page: 1, filters }, { theme, view }).replace(
    pageAddress(call, ''),
    `${origin}/${language}/`,
  );
  const plain = html`<iframe src="${frame}" title="${site.name}" width="100%" height="640" loading="lazy"></iframe>`;
  const text = (key: Parameters<typeof translateText>[1]) => translateText(call, key);
  const choice = (value: string, name: string, chosen: string) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ''}>${name}</option>`;
  const title = text('page.embed.heading');
  const code = (label: string, value: string) =>
    html`<div class="em-c"><label><span>${label}</span><textarea readonly rows="4">${value}</textarea></label><button class="btn btn-quiet" type="button" hidden data-copy>${icon('copy')}${text('page.copy')}</button></div>`;
  return {
    title,
    paths: samePath('embed/'),
    framesOwn: true,
    mainClass: 'wrap em',
    body: html`<h1>${title}</h1><p class="lead">${text('page.embed.lead')}</p>
<div class="em-g"><div><form class="em-f" action="${pageAddress(call, 'embed/')}">
<label><span>${text('page.filter.categories')}</span><select name="categories">${choice('', text('page.embed.everything'), category)}${choices.categories.map(({ value, name }) => html`<option value="${value}"${value === category ? html` selected` : ''}>${trusted(name)}</option>`)}</select></label>
<label><span>${text('page.language')}</span><select name="lang">${languages.map((one) => choice(one, languageTraits[one].name, language))}</select></label>
<label><span>${text('page.embed.theme')}</span><select name="theme">${choice('', text('page.embed.theme.visitor'), theme ?? '')}${choice('light', text('page.embed.theme.light'), theme ?? '')}${choice('dark', text('page.embed.theme.dark'), theme ?? '')}</select></label>
<label><span>${text('page.views')}</span><select name="show">${choice('', text('page.view.week'), view)}${choice('list', text('page.view.list'), view)}</select></label>
<button class="btn">${text('page.show')}</button></form>
${code(text('page.embed.code'), snippet)}
${code(text('page.embed.frame'), plain.markup)}</div>
<iframe class="em-p" src="${frame}" title="${text('page.embed.preview')}" loading="lazy" data-frame></iframe></div>`,
  };
}
