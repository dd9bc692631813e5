import type { Organizer } from '#calendar/organizers/schema.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import type { Call } from '#context.ts';
import { type Html, html, webAddress } from '#web/html/html.ts';
import { translateText } from '#web/html/page.ts';
import { hostOf, mailAddress } from '../components/contact.ts';
import { addressLines, mapAddress } from '../components/place.ts';

type Label = Parameters<typeof translateText>[1];

/** Renders a fact: its first line large, the others below. */
function fact(call: Call, label: Label, [first, ...others]: readonly (Html | string)[]): Html | '' {
  if (first === undefined) return '';
  return html`<div class="fact"><dt>${translateText(call, label)}</dt><dd><b>${first}</b>${others.map((line) => html`<span>${line}</span>`)}</dd></div>`;
}

/** Renders how to reach a venue or organizer: website, mail, telephone. */
function contact(call: Call, { website = '', phone, email }: Pick<Organizer, 'website' | 'phone' | 'email'>) {
  const site = webAddress(website);
  const mail = mailAddress(email);
  const lines = [
    site ? html`<a href="${site}" rel="noopener">${hostOf(site)}</a>` : '',
    mail ? html`<a href="mailto:${mail}">${mail}</a>` : (email ?? ''),
    phone ? html`<a href="tel:${phone.replace(/[^\d+]/g, '')}">${phone}</a>` : '',
  ].filter((line) => line !== '');
  return fact(call, 'page.linked.contact', lines);
}

const bandOf = (call: Call, facts: readonly (Html | '')[]): Html | '' =>
  facts.some((one) => one !== '')
    ? html`<section class="band v-band" aria-label="${translateText(call, 'page.linked.facts')}"><dl>${facts}</dl></section>`
    : '';

/** Renders the band of a venue: its address, the way there, and how to reach it. */
export function venueBand(call: Call, venue: Venue): Html | '' {
  const { district } = venue;
  const [street, ...town] = addressLines(venue);
  const lines = [street, [...town, district].filter(Boolean).join(', ')].filter(
    (line) => line !== undefined && line !== '',
  );
  const map = venue.show_map_link === false ? undefined : mapAddress(venue);
  const way = map
    ? [html`<a href="${map}" rel="noopener">${translateText(call, 'page.linked.map')}</a>`]
    : [];
  return bandOf(call, [
    fact(
      call,
      'page.linked.address',
      lines.map((line) => html`<bdi>${line}</bdi>`),
    ),
    fact(call, 'page.event.way', way),
    contact(call, venue),
  ]);
}

/** Renders the band of an organizer: how to reach them. */
export const organizerBand = (call: Call, organizer: Organizer): Html | '' =>
  bandOf(call, [contact(call, organizer)]);
