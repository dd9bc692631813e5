import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { plainText } from '#foundation/text/markup.ts';
import { authoredText } from '#web/html/authored.ts';
import { type Html, html, trusted, webAddress } from '#web/html/html.ts';
import { type IconName, icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { accessIcons } from '../components/access-icons.ts';
import { hostOf, mailAddress } from '../components/contact.ts';
import { langOf, spokenIn } from '../components/event-row.ts';

/** Renders who holds an event, the first with ways to reach them. */
export function organizers(call: Call, { organizer: all }: Event): Html | '' {
  const [first, ...others] = all;
  if (!first) return '';
  const mail = mailAddress(first.email);
  const website = webAddress(first.website ?? '');
  const lines = [
    html`<b><a href="${first.url}"${langOf(call, first.language)}>${trusted(first.organizer)}</a></b>`,
    first.phone ? html`${first.phone}` : '',
    mail ? html`<a href="mailto:${mail}">${mail}</a>` : first.email ? html`${first.email}` : '',
    website ? html`<a href="${website}" rel="noopener">${hostOf(website)}</a>` : '',
  ].filter((line) => line !== '');
  const further = others.map(
    ({ url, organizer, language }) =>
      html`<p><a href="${url}"${langOf(call, language)}>${trusted(organizer)}</a></p>`,
  );
  return html`<section><h2>${translateText(call, 'page.event.organizer')}</h2><p>${lines.map((line, at) => html`${at > 0 ? html`<br>` : ''}${line}`)}</p>${further}</section>`;
}

/** Renders for whom an event is made accessible, and the languages that are spoken there. */
export function access(call: Call, event: Event): Html | '' {
  const line = (name: IconName, text: string | Html) => html`<li>${icon(name)}<span>${text}</span></li>`;
  const note = plainText(event.accessibility_note);
  const spoken = spokenIn(call, event);
  const lines = [
    ...event.accessibility.map((one) =>
      line(accessIcons[one], translateText(call, `page.accessibility.${one}`)),
    ),
    ...(note ? [line('check', authoredText(note, langOf(call, event.language)))] : []),
    ...(spoken ? [line('chat', translateText(call, 'page.spoken', { languages: spoken }))] : []),
  ];
  return lines.length > 0
    ? html`<section><h2>${translateText(call, 'page.event.access')}</h2><ul class="acc">${lines}</ul></section>`
    : '';
}
