import Type, { type Static } from 'typebox';
import { LIST_LIMIT, type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { leadsToInterface } from '#calendar/posts/schema.ts';
import type { Call } from '#context.ts';
import { isWebsite } from '#foundation/text/website.ts';
import { englishDate } from '#foundation/time/languages.ts';
import { readDate } from '#foundation/time/typed.ts';

/** An offer of tickets (contract 1, `ticketed`). Dates are on the event's clock. */
export const Ticket = Type.Object({
  name: Type.String({ maxLength: 200 }),
  price: Type.Optional(Type.Number({ minimum: 0 })),
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  url: Type.Optional(Type.String()),
  capacity: Type.Optional(Type.Integer({ minimum: 0 })),
  sales_start: Type.Optional(Type.String()),
  sales_end: Type.Optional(Type.String()),
});
/** An offer of tickets as stored and answered. */
export type Ticket = Static<typeof Ticket>;

const amount = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value);

function readTicket(value: unknown, call: Call): Ticket | undefined {
  const at = { now: call.now, zone: call.services.config.timezone };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const {
    name,
    price: sentPrice,
    currency,
    url,
    capacity: sentCapacity,
    ...dates
  } = value as Readonly<Record<string, unknown>>;
  const given = (sent: unknown) => sent !== undefined && sent !== null && sent !== '';
  if (typeof name !== 'string' || name.trim() === '' || name.length > 200) return undefined;
  const ticket: Ticket = { name: name.trim() };
  if (given(sentPrice)) {
    const price = amount(sentPrice);
    if (typeof price !== 'number' || !Number.isFinite(price) || price < 0) return undefined;
    ticket.price = price;
  }
  if (given(currency)) {
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/i.test(currency)) return undefined;
    ticket.currency = currency.toUpperCase();
  }
  if (given(url)) {
    if (typeof url !== 'string' || url.length > 2000 || !isWebsite(url)) return undefined;
    if (leadsToInterface(url, call)) return undefined;
    ticket.url = url;
  }
  if (given(sentCapacity)) {
    const capacity = amount(sentCapacity);
    if (typeof capacity !== 'number' || !Number.isSafeInteger(capacity) || capacity < 0) return undefined;
    ticket.capacity = capacity;
  }
  for (const field of ['sales_start', 'sales_end'] as const) {
    const sent = dates[field];
    if (!given(sent)) continue;
    const date = typeof sent === 'string' ? englishDate(sent, call.language) : sent;
    if ((typeof date !== 'string' && typeof date !== 'number') || !readDate(date, at)) return undefined;
    ticket[field] = String(date);
  }
  return ticket;
}

/** Returns offers with their typed dates resolved to the event's clock. */
export function ticketsOn(tickets: readonly Ticket[], at: { now: Temporal.Instant; zone: string }): Ticket[] {
  return tickets.map((ticket) => {
    const shown = { ...ticket };
    for (const field of ['sales_start', 'sales_end'] as const) {
      const read = ticket[field] === undefined ? undefined : readDate(ticket[field], at);
      if (read) shown[field] = read.wall;
    }
    return shown;
  });
}

/** `tickets`: a list of offers; `[]` or `''` for none. Dates stay as typed until the event's zone is known. */
export const ticketsField: Parameter<Ticket[], false> = parameter<Ticket[]>(
  Type.Array(Ticket, { maxItems: LIST_LIMIT }),
  (value, { call }) => {
    if (value === '') return { value: [] };
    if (!Array.isArray(value) || value.length > LIST_LIMIT) return refuse('problem.tickets');
    const tickets: Ticket[] = [];
    for (const member of value) {
      const ticket = readTicket(member, call);
      if (!ticket) return refuse('problem.tickets');
      tickets.push(ticket);
    }
    return { value: tickets };
  },
);
