import type { Schemas } from '../interface/client.ts';

type TicketOffer = Schemas['Ticket'];

/** An offer of tickets as it is typed. */
export interface TicketForm {
  readonly name: string;
  readonly price: string;
  readonly currency: string;
  readonly url: string;
  readonly capacity: string;
  /** Its dates of sale, which the editor keeps as they are. */
  readonly sales?: Pick<TicketOffer, 'sales_start' | 'sales_end'>;
}

/** Fields of an offer, in their order. */
export const ticketFields = ['name', 'price', 'currency', 'capacity', 'url'] as const;
/** A field of an offer. */
export type TicketField = (typeof ticketFields)[number];

/** An offer in which nothing is typed yet. */
export const emptyTicket: TicketForm = { name: '', price: '', currency: '', url: '', capacity: '' };

/** Returns what the editor shows of an offer. */
export function ticketForm({ name, price, currency, url, capacity, ...sales }: TicketOffer): TicketForm {
  return {
    name,
    price: price === undefined ? '' : String(price),
    currency: currency ?? '',
    url: url ?? '',
    capacity: capacity === undefined ? '' : String(capacity),
    ...(Object.keys(sales).length > 0 ? { sales } : {}),
  };
}

const isBlank = (ticket: TicketForm): boolean => ticketFields.every((field) => ticket[field].trim() === '');
const amountOf = (typed: string): string => typed.trim().replace(',', '.');

const checks: Readonly<Record<TicketField, (typed: string) => boolean>> = {
  name: (typed) => typed !== '' && typed.length <= 200,
  price: (typed) => typed === '' || /^\d+(\.\d+)?$/.test(amountOf(typed)),
  currency: (typed) => typed === '' || /^[a-z]{3}$/i.test(typed),
  capacity: (typed) => typed === '' || (/^\d+$/.test(typed) && Number.isSafeInteger(Number(typed))),
  url: (typed) => typed === '' || (/^https?:\/\/[^\s/]+/i.test(typed) && URL.canParse(typed)),
};

/** Returns whether a field of an offer can't be saved as it is typed; an offer in which nothing is typed is none. */
export const isWrongTicketField = (ticket: TicketForm, field: TicketField): boolean =>
  !isBlank(ticket) && !checks[field](ticket[field].trim());

/** Returns whether all offers can be saved as they are typed. */
export const areWholeTickets = (tickets: readonly TicketForm[]): boolean =>
  tickets.every((ticket) => !ticketFields.some((field) => isWrongTicketField(ticket, field)));

/** Returns the offers for the interface, without those in which nothing is typed. */
export const ticketsOf = (tickets: readonly TicketForm[]): TicketOffer[] =>
  tickets
    .filter((ticket) => !isBlank(ticket))
    .map(({ name, price, currency, url, capacity, sales }) => ({
      name: name.trim(),
      ...(price.trim() === '' ? {} : { price: Number(amountOf(price)) }),
      ...(currency.trim() === '' ? {} : { currency: currency.trim().toUpperCase() }),
      ...(url.trim() === '' ? {} : { url: url.trim() }),
      ...(capacity.trim() === '' ? {} : { capacity: Number(capacity) }),
      ...sales,
    }));
