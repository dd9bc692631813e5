import type { Site } from '#api/settings/site-settings.ts';
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
import { presentOf } from '../reading/list-days.ts';
import { closedText, openingTexts, openNow } from '../reading/opening-texts.ts';

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

/** Renders when what runs for days or weeks is open, and whether it is now. */
export function openingHours(call: Call, site: Site, event: Event): Html | '' {
  const present = presentOf(call);
  const lines = openingTexts(call, site, event);
  const closed = closedText(call, event, present.today);
  if (lines.length === 0 && closed === '') return '';
  const now = openNow(call, site, event, present);
  const state = now ? html`<p class="oh-n${now.isOpen ? ' is-open' : ''}">${now.text}</p>` : '';
  const rows = lines.map(({ days, times }) => html`<dt>${days}</dt><dd>${times}</dd>`);
  return html`<section><h2>${translateText(call, 'page.opening.title')}</h2>${state}${rows.length > 0 ? html`<dl class="oh">${rows}</dl>` : ''}${closed ? html`<p class="muted">${closed}</p>` : ''}</section>`;
}
