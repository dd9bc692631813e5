import type { Selectable } from 'kysely';
import { imageNode } from '#api/media/present.ts';
import type { Image } from '#api/media/schema.ts';
import type { Organizer } from '#calendar/organizers/schema.ts';
import { NO_DATE } from '#calendar/posts/rules.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import type { SiteCurrency } from '#foundation/i18n/currency.ts';
import { plainText } from '#foundation/text/markup.ts';
import { secondsOf } from '#foundation/time/clock.ts';
import { toUtc } from '#foundation/time/zone.ts';
import type { EventStatus, EventsTable } from '#store/db/tables.ts';
import { storedPriceRanges } from '../cost/cost-column.ts';
import type { Ticket } from '../cost/tickets.ts';
import { soundUtc } from '../times/dates.ts';
import { closedDates, type OpeningHours, openingsIn } from '../visitors/opening-hours.ts';

type Node = Record<string, unknown>;

/** The members of a presented event that its JSON-LD is made of. */
export interface PresentedEvent {
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  readonly url: string;
  readonly website: string;
  readonly language: string;
  readonly timezone: string;
  readonly date_utc: string;
  readonly image: Pick<Image, 'url' | 'alt_text' | 'credit'> | false;
  readonly cost_details: { readonly currency_code: string };
  readonly tickets: readonly Ticket[];
  readonly event_status: EventStatus;
  readonly previous_start_date: string | null;
  readonly is_virtual: boolean;
  readonly virtual_url: string;
  readonly spoken_languages: readonly string[];
  readonly door_time: string | null;
  readonly opening_hours: OpeningHours;
  readonly venue: Venue | readonly Venue[];
  readonly organizer: readonly Organizer[];
}

/** Columns of an event that its answer shows in another form. */
interface Dated {
  row: Pick<
    Selectable<EventsTable>,
    'all_day' | 'start_date' | 'utc_start_date' | 'end_date' | 'utc_end_date' | 'cost'
  >;
}

const DESCRIPTION_LENGTH = 500;

/**
 * Returns the JSON-LD of a presented event by schema.org and Google's rules for events (D19). Dates carry the event's offset,
 * those of all-day events are dates alone. Its venues and organizers must have been presented with JSON-LD.
 */
export function eventJsonLd(event: PresentedEvent, dated: Dated, currency: SiteCurrency): Node {
  return eventJsonLdAround(event, dated, currency, {
    image: event.image ? [imageNode(event.image)] : undefined,
    attendance: attendanceOf(event, [event.venue].flat().map(venueNode)),
    organizer: oneOrMore(event.organizer.map(organizerNode)),
  });
}

/** Returns an event's JSON-LD with these values for its image, location and organizer; undefined ones are left out. */
export function eventJsonLdAround(
  event: PresentedEvent,
  { row }: Dated,
  currency: SiteCurrency,
  { image, attendance, organizer }: { image: unknown; attendance: Node; organizer: unknown },
): Node {
  const description = plainText(event.excerpt) || shortened(plainText(event.description));
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: plainText(event.title),
    inLanguage: event.spoken_languages.length > 0 ? oneOrMore(event.spoken_languages) : event.language,
    ...(description ? { description } : {}),
    ...given('image', image),
    url: event.url,
    eventStatus: `https://schema.org/${STATUS_NAMES[event.event_status]}`,
    ...(event.is_virtual ? {} : { eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode' }),
    ...previousStart(event, row.all_day === 1),
    startDate: row.all_day
      ? day(row.start_date)
      : withOffset(row.start_date, soundUtc(row.start_date, row.utc_start_date, event.timezone)),
    endDate: row.all_day
      ? day(row.end_date)
      : withOffset(row.end_date, soundUtc(row.end_date, row.utc_end_date, event.timezone)),
    ...doorTime(event, row),
    ...(event.opening_hours.length > 0 && {
      openingHoursSpecification: oneOrMore(openingSpecifications(event.opening_hours)),
    }),
    ...attendance,
    ...given('organizer', organizer),
    ...given('offers', oneOrMore(offers(event, row.cost, currency))),
  };
}

const STATUS_NAMES = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  'moved-online': 'EventMovedOnline',
} as const satisfies Record<EventStatus, string>;

function previousStart(event: PresentedEvent, isAllDay: boolean): Node {
  const { previous_start_date: wall, event_status, timezone } = event;
  if (!wall || event_status === 'scheduled') return {};
  return { previousStartDate: isAllDay ? day(wall) : withOffset(wall, toUtc(wall, timezone)) };
}

/** Returns the member that tells when the doors open: on the first day, or the day before where that would be after the start. */
function doorTime({ door_time, timezone }: PresentedEvent, row: Dated['row']): Node {
  if (door_time === null) return {};
  const first = Temporal.PlainDate.from(day(row.start_date));
  const isLater = row.all_day === 0 && `${door_time}:00` > row.start_date.slice(DAY + 1);
  const wall = `${isLater ? first.subtract({ days: 1 }) : first} ${door_time}:00`;
  return { doorTime: withOffset(wall, toUtc(wall, timezone)) };
}

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** Returns the nodes of opening hours; what closes as it opens on a date is closed then, by Google's rules. */
function openingSpecifications(hours: OpeningHours): Node[] {
  const type = { '@type': 'OpeningHoursSpecification' };
  const open = openingsIn(hours).map(({ days, opens, closes }) => ({
    ...type,
    dayOfWeek: days.map(capitalized),
    opens,
    closes: opens === closes ? '23:59' : closes,
  }));
  const closed = closedDates(hours).map((date) => ({
    ...type,
    opens: '00:00',
    closes: '00:00',
    validFrom: date,
    validThrough: date,
  }));
  return [...open, ...closed];
}

/** Returns the node of an online event's place: its online address, else its own page. */
export const virtualLocation = ({ virtual_url, url }: PresentedEvent): Node => ({
  '@type': 'VirtualLocation',
  url: virtual_url || url,
});

/** Returns the attendance mode of a virtual event: mixed where it has venues too. */
export const attendanceMode = (hasPlaces: boolean): string =>
  `https://schema.org/${hasPlaces ? 'Mixed' : 'Online'}EventAttendanceMode`;

/** The members that tell where an event takes place. What has moved online takes place there alone. */
export function attendanceOf(event: PresentedEvent, places: readonly Node[]): Node {
  if (!event.is_virtual) return given('location', oneOrMore(places));
  const left = event.event_status === 'moved-online' ? [] : places;
  return {
    eventAttendanceMode: attendanceMode(left.length > 0),
    location: oneOrMore([...left, virtualLocation(event)]),
  };
}

/** Returns an object with one member, or without it where the value is undefined. */
const given = (name: string, value: unknown): Node => (value === undefined ? {} : { [name]: value });

const oneOrMore = <T>(members: readonly T[]) => (members.length > 1 ? members : members[0]);

/**
 * Returns the node of a venue in an event's JSON-LD: its name alone where a password hides the venue (D34). Google requires
 * an address of each place, which is its name where no other is shown.
 */
export function venueNode({ json_ld, venue }: Venue): Node {
  const name = plainText(venue);
  const node = nested(json_ld) ?? { '@type': 'Place', name };
  return 'address' in node ? node : { ...node, address: { '@type': 'PostalAddress', name } };
}

/** Returns whether an event has a venue or an online address, without which Google refuses its JSON-LD (D19). */
export const hasLocation = ({ venue, virtual_url }: Pick<PresentedEvent, 'venue' | 'virtual_url'>): boolean =>
  virtual_url !== '' || [venue].flat().length > 0;

/** Returns the node of an organizer in an event's JSON-LD. */
export const organizerNode = ({ json_ld, organizer }: Organizer): Node =>
  nested(json_ld) ?? { '@type': 'Organization', name: plainText(organizer) };

function nested(jsonLd: object | undefined): Node | undefined {
  return jsonLd && Object.fromEntries(Object.entries(jsonLd).filter(([name]) => name !== '@context'));
}

function offers(event: PresentedEvent, cost: string, site: SiteCurrency): Node[] {
  if (event.tickets.length > 0) return event.tickets.map((ticket) => ticketOffer(ticket, event, site));
  return storedPriceRanges(cost, site).map(({ low, high, currency }) => ({
    ...(low === high
      ? { '@type': 'Offer', price: low }
      : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high }),
    ...(currency ? { priceCurrency: currency } : {}),
    url: event.website || event.url,
    availability: 'https://schema.org/InStock',
    ...published(event),
  }));
}

function ticketOffer(ticket: Ticket, event: PresentedEvent, site: SiteCurrency): Node {
  const { price, sales_start, sales_end } = ticket;
  const currency = ticket.currency ?? (event.cost_details.currency_code || site.code);
  const onClock = (wall: string) => withOffset(wall, toUtc(wall, event.timezone));
  return {
    '@type': 'Offer',
    name: ticket.name,
    ...(price === undefined ? {} : { price, priceCurrency: currency }),
    url: ticket.url ?? (event.website || event.url),
    availability: ticket.capacity === 0 ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock',
    ...(sales_start ? { validFrom: onClock(sales_start) } : published(event)),
    ...(sales_end ? { validThrough: onClock(sales_end) } : {}),
  };
}

function published({ date_utc }: PresentedEvent): Node {
  return date_utc === NO_DATE ? {} : { validFrom: withOffset(date_utc, date_utc) };
}

/** Characters of a day. */
const DAY = 10;
const day = (wall: string) => wall.slice(0, DAY);

/** Returns a wall clock as ISO 8601, with the offset that the same moment in UTC gives. */
function withOffset(wall: string, utc: string): string {
  const minutes = Math.trunc(((secondsOf(wall) ?? 0) - (secondsOf(utc) ?? 0)) / 60);
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${wall.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

function shortened(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH) return text;
  const head = text.slice(0, DESCRIPTION_LENGTH).toWellFormed();
  const end = head.lastIndexOf(' ');
  return `${(end > DESCRIPTION_LENGTH / 2 ? head.slice(0, end) : head).replace(/[\s,.;:\ufffd]+$/u, '')}…`;
}
