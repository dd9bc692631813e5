import type { Event } from '#calendar/events/schema.ts';
import { closedDates, type OpeningHours, openingsIn } from '#calendar/events/visitors/opening-hours.ts';
import type { Venue } from '#calendar/venues/schema.ts';
import { plainText } from '#foundation/text/markup.ts';
import type { FeedItem } from './items/items.ts';
import { HELD, PIECE, type Pieces, PieceWriter } from './items/pieces.ts';

type Cell = string | number | boolean | null | undefined;

const names = (list: readonly { readonly name: string }[]): string =>
  list.map(({ name }) => plainText(name)).join(',');
const venuesOf = ({ venue }: Event): readonly Venue[] => [venue].flat();
const dayOf = (wall: string): string => wall.slice(0, 10);
const timeOf = (wall: string, isAllDay: boolean): string => (isAllDay ? '' : wall.slice(11));

const AMOUNT = /^\d+([.,]\d+)*$/;

/** Returns a cost as one bare amount where it is nothing else but its currency, which has columns of its own, else as shown (contract F4). */
function costText({ cost, cost_details: { values, currency_symbol, currency_code } }: Event): string {
  const [value = ''] = values;
  const shown = plainText(cost);
  const words = [currency_symbol, currency_code]
    .reduce((text, named) => text.replace(named, ''), shown)
    .replace(/[\p{Sc}\d.,'’\s]/gu, '');
  const isFree = Number(value) === 0 && !/\d/.test(shown);
  return values.length === 1 && AMOUNT.test(value) && (words === '' || isFree) ? value : shown;
}

/** The columns of The Events Calendar's importer by its names and in its order, then ours by the names of the interface. */
const columns: readonly (readonly [name: string, of: (item: FeedItem) => Cell])[] = [
  ['Event Name', ({ event }) => plainText(event.title)],
  ['Event Description', ({ event }) => event.description],
  ['Event Excerpt', ({ event }) => event.excerpt],
  ['Event Start Date', ({ event }) => dayOf(event.start_date)],
  ['Event Start Time', ({ event }) => timeOf(event.start_date, event.all_day === true)],
  ['Event End Date', ({ event }) => dayOf(event.end_date)],
  ['Event End Time', ({ event }) => timeOf(event.end_date, event.all_day === true)],
  ['Event Time Zone', ({ event }) => event.timezone],
  ['All Day Event', ({ event }) => event.all_day],
  ['Hide Event From Event Listings', ({ event }) => event.hide_from_listings],
  ['Event Sticky in Month View', ({ event }) => event.sticky],
  ['Feature Event', ({ event }) => event.featured],
  [
    'Event Venue Name',
    ({ event }) =>
      venuesOf(event)
        .map(({ venue }) => plainText(venue))
        .join(','),
  ],
  [
    'Event Organizer Name(s) or ID(s)',
    ({ event }) => event.organizer.map(({ organizer }) => plainText(organizer)).join(','),
  ],
  ['Event Show Map Link', ({ event }) => event.show_map_link],
  ['Event Show Map', ({ event }) => event.show_map],
  ['Event Cost', ({ event }) => costText(event)],
  ['Event Currency Symbol', ({ event }) => event.cost_details.currency_symbol],
  ['Event Currency Position', ({ event }) => event.cost_details.currency_position],
  ['Event ISO Currency Code', ({ event }) => event.cost_details.currency_code],
  ['Event Category', ({ event }) => names(event.categories)],
  ['Event Tags', ({ event }) => names(event.tags)],
  ['Event Website', ({ event }) => (event.website === event.url ? '' : event.website)],
  ['Event Featured Image', ({ event }) => (event.image ? event.image.url : '')],
  // There are none here.
  ['Event Allow Comments', () => false],
  ['Event Allow Trackbacks and Pingbacks', () => false],
  ['id', ({ event }) => event.id],
  ['uid', ({ uid }) => uid],
  ['recurrence_id', ({ event }) => event.recurrence_id],
  ['rrule', ({ event }) => event.recurrence?.rrule.join('\n')],
  ['rdate', ({ event }) => event.recurrence?.rdate.join('\n')],
  ['exdate', ({ event }) => event.recurrence?.exdate.join('\n')],
  ['url', ({ event }) => event.url],
  ['status', ({ event }) => event.status],
  ['language', ({ event }) => event.language],
  ['event_status', ({ event }) => event.event_status],
  ['event_status_reason', ({ event }) => plainText(event.event_status_reason)],
  ['is_virtual', ({ event }) => event.is_virtual],
  ['virtual_url', ({ event }) => event.virtual_url],
  ['venue_address', ({ event }) => venuesOf(event)[0]?.address],
  ['venue_city', ({ event }) => venuesOf(event)[0]?.city],
  ['venue_zip', ({ event }) => venuesOf(event)[0]?.zip],
  ['venue_country', ({ event }) => venuesOf(event)[0]?.country],
  ['accessibility', ({ event }) => event.accessibility.join(',')],
  ['accessibility_note', ({ event }) => plainText(event.accessibility_note)],
  ['spoken_languages', ({ event }) => event.spoken_languages.join(',')],
  ['door_time', ({ event }) => event.door_time],
  ['opening_hours', ({ event }) => openingText(event.opening_hours)],
  ['utc_start_date', ({ event }) => event.utc_start_date],
  ['utc_end_date', ({ event }) => event.utc_end_date],
  ['modified_utc', ({ event }) => event.modified_utc],
];

/** Returns opening hours as schema.org's `openingHours` has them, and the dates on which it is closed. */
const openingText = (hours: OpeningHours): string =>
  [
    ...openingsIn(hours).map(({ days, opens, closes }) => {
      const names = days.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1, 2));
      return `${names.join(',')} ${opens}-${closes}`;
    }),
    ...closedDates(hours).map((date) => ['closed', date].join(' ')),
  ].join('; ');

/** Matches a cell that a spreadsheet takes for a formula, or that looks like one marked as text already (contract F4). */
const FORMULA = /^'*[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;

/** Returns a cell, in quotes where it needs them (RFC 4180), so that no spreadsheet runs it. */
function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  const text = String(cell).replaceAll('\0', '');
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const row = (cells: readonly Cell[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** Yields a CSV file in pieces, a row for each item: one piece where it is short. */
export async function* csvPieces(items: AsyncIterable<FeedItem>): Pieces {
  const held = new PieceWriter();
  held.add(row(columns.map(([name]) => name)));
  let most = HELD;
  for await (const item of items) {
    held.add(row(columns.map(([, of]) => of(item))));
    if (held.length < most) continue;
    yield held.take();
    most = PIECE;
  }
  return held.take();
}
