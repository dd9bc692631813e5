import { costForPeople } from '#calendar/events/cost/cost.ts';
import type { Event } from '#calendar/events/schema.ts';
import type { Call } from '#context.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import { type Html, html, webAddress } from '#web/html/html.ts';
import { icon } from '#web/html/icons.ts';
import { translateText } from '#web/html/page.ts';

/** Returns whether tickets are offered, none of which is left. */
export const isSoldOut = ({ tickets }: Event): boolean =>
  tickets.length > 0 && tickets.every(({ capacity }) => capacity === 0);

/** Returns the site's currency, on the side of amounts on which an event's cost has it. */
function currencyOf(
  call: Call,
  { cost_details: { currency_symbol, currency_position } }: Event,
): SiteCurrency {
  const { currency } = call.deps.config;
  return currency_symbol === currency.symbol && currency_position !== ''
    ? { ...currency, position: currency_position === 'prefix' ? 'prefix' : 'postfix', isPlaced: true }
    : currency;
}

function lowestPrice(call: Call, event: Event): string {
  const { tickets } = event;
  const currency = currencyOf(call, event);
  const left = tickets.filter(({ capacity, price }) => capacity !== 0 && price !== undefined);
  const [first] = left;
  // Amounts of several currencies have no least one.
  if (!first || left.some((ticket) => ticket.currency !== first.currency)) return '';
  const least = Math.min(...left.map(({ price = 0 }) => price));
  if (least === 0) return '';
  if (first.currency === undefined || first.currency === currency.code)
    return costForPeople([String(least)], currency, { language: call.language, free: '' });
  return new Intl.NumberFormat(call.language === 'en' ? 'en-GB' : call.language, {
    style: 'currency',
    currency: first.currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(least);
}

/** Renders the one thing that most visitors want of an event: tickets, taking part online, or its website. */
export function mainAction(call: Call, event: Event): Html | '' {
  const link = (address: string, name: 'ticket' | 'screen' | 'ext', text: string) =>
    html`<a class="btn btn-l" href="${address}" rel="noopener">${icon(name)}${text}</a>`;
  if (event.event_status === 'canceled') return '';
  const offer = event.tickets.find(({ url, capacity }) => capacity !== 0 && webAddress(url ?? ''));
  if (offer?.url) {
    const price = lowestPrice(call, event);
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
