import type { Site } from '#api/settings/site-settings.ts';
import { costForPeople } from '#calendar/events/cost/cost.ts';
import type { Ticket } from '#calendar/events/cost/tickets.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import { toUtc } from '#foundation/time/zone.ts';
import { type Html, html, webAddress } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';
import { fullDayNear, timeIn } from '../reading/day-texts.ts';

/** Returns whether tickets are offered, none of which is left. */
export const isSoldOut = ({ tickets }: Event): boolean =>
  tickets.length > 0 && tickets.every(({ capacity }) => capacity === 0);

/** Returns whether tickets can be had now, at another time, or not any more. */
function saleOf(call: Call, { timezone }: Event, ticket: Ticket): 'open' | 'sold-out' | 'coming' | 'ended' {
  const { capacity, sales_start: start, sales_end: end } = ticket;
  const hasCome = (moment: string | undefined) =>
    moment !== undefined && call.validity.hasCome(toUtc(moment, timezone));
  if (hasCome(end)) return 'ended';
  if (capacity === 0) return 'sold-out';
  return start !== undefined && !hasCome(start) ? 'coming' : 'open';
}

/** Returns the price of a ticket as the event's cost is shown; '' where it has none. */
function priceOf(
  call: Call,
  { cost_details: details }: Event,
  { price, currency: code }: Pick<Ticket, 'price' | 'currency'>,
): string {
  if (price === undefined) return '';
  const { currency: site } = call.services.config;
  const reader = { language: call.language, free: translateText(call, 'page.free') };
  if (price === 0) return reader.free;
  // Three decimals could be read as thousands.
  const amount = price.toFixed(Number.isInteger(price) ? 0 : 2);
  if (code === undefined || code === site.code) return costForPeople([amount], site, reader);
  const { currency_symbol: symbol, currency_code, currency_position } = details;
  if (currency_code === code)
    return costForPeople(
      [currency_position === 'prefix' ? `${symbol} ${amount}` : `${amount} ${symbol}`],
      site,
      reader,
    );
  return new Intl.NumberFormat(call.language === 'en' ? 'en-GB' : call.language, {
    style: 'currency',
    currency: code,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(price);
}

/** Returns the lowest price of the tickets that can be had; '' where one is free, has no price, or they have several currencies. */
function lowestPrice(call: Call, event: Event, offered: readonly Ticket[]): string {
  const priced = offered.filter(({ price }) => price !== undefined);
  const [first] = priced;
  const codes = new Set(priced.map(({ currency }) => currency ?? call.services.config.currency.code));
  if (!first || codes.size > 1) return '';
  const price = Math.min(...priced.map((ticket) => ticket.price ?? 0));
  return price === 0 ? '' : priceOf(call, event, { ...first, price });
}

/** Renders the one thing that most visitors want of an event: tickets, taking part online, or its website. */
export function mainAction(call: Call, event: Event): Html | '' {
  const link = (address: string, name: 'ticket' | 'screen' | 'ext', text: string) =>
    html`<a class="btn btn-l" href="${address}" rel="noopener">${icon(name)}${text}</a>`;
  if (event.event_status === 'canceled') return '';
  const sales = event.tickets.map((ticket) => ({ ticket, sale: saleOf(call, event, ticket) }));
  const offered = (wanted: 'open' | 'coming') =>
    sales.flatMap(({ ticket, sale }) => (sale === wanted ? ticket : []));
  // Where no sale is open yet, the page of the tickets tells more.
  const tickets = offered('open').length > 0 ? offered('open') : offered('coming');
  const offer = tickets.find(({ url }) => webAddress(url ?? ''));
  if (offer?.url) {
    const price = lowestPrice(call, event, tickets);
    const text = price
      ? translateText(call, 'page.event.tickets_from', { price })
      : translateText(call, 'page.event.tickets');
    return link(offer.url, 'ticket', text);
  }
  if (isSoldOut(event)) return '';
  const meeting = webAddress(event.virtual_url);
  if (meeting) return link(meeting, 'screen', translateText(call, 'page.event.take_part'));
  const website = webAddress(event.website === event.url ? '' : event.website);
  return website ? link(website, 'ext', translateText(call, 'page.website')) : '';
}

/** Returns a moment of a sale in words: its day, with the time unless it is midnight. */
function moment(call: Call, site: Site, text: string): string {
  const day = fullDayNear(call.language, text, call.validity.today(call.services.config.timezone));
  if (text.slice(11, 16) === '00:00') return day;
  const time = translateText(call, 'page.clock', { time: timeIn(call.language, site, text) });
  return `${day}, ${time}`;
}

/** Renders what can be said of one kind of tickets: whether there are any, and when they are sold. */
function availability(call: Call, site: Site, event: Event, ticket: Ticket): Html {
  const { capacity, sales_start: start, sales_end: end } = ticket;
  const sale = saleOf(call, event, ticket);
  if (sale === 'sold-out')
    return html`<span class="badge b-warn">${icon('ticket')}${translateText(call, 'page.event.sold_out')}</span>`;
  if (sale === 'ended') return html`${translateText(call, 'page.tickets.ended')}`;
  const left = capacity === undefined ? '' : translateText(call, 'page.tickets.left', { count: capacity });
  const from =
    sale === 'coming' && start !== undefined
      ? translateText(call, 'page.tickets.from', { day: moment(call, site, start) })
      : '';
  const until =
    end === undefined ? '' : translateText(call, 'page.tickets.until', { day: moment(call, site, end) });
  return html`${[from, left, until].filter(Boolean).join(' · ')}`;
}

/** Renders all kinds of tickets of an event, with price, what is left, and when they are sold; each leads to where it is. */
export function ticketList(call: Call, site: Site, event: Event): Html | '' {
  if (event.tickets.length === 0) return '';
  const kinds = event.tickets.map((ticket) => {
    const sale = saleOf(call, event, ticket);
    const address = sale === 'open' || sale === 'coming' ? webAddress(ticket.url ?? '') : undefined;
    const name = html`<bdi>${ticket.name}</bdi>`;
    const price = priceOf(call, event, ticket);
    const said = availability(call, site, event, ticket);
    const isOff = sale === 'sold-out' || sale === 'ended';
    return html`<li class="tk-k${isOff ? ' is-off' : ''}"><span class="tk-n">${address ? html`<a href="${address}" rel="noopener">${name}</a>` : name}</span>${price ? html` <span class="tk-p">${price}</span>` : ''}${said.markup ? html` <span class="tk-s">${said}</span>` : ''}</li>`;
  });
  return html`<section><h2>${translateText(call, 'page.event.tickets')}</h2><ul class="tk">${kinds}</ul></section>`;
}
