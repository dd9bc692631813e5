import { describeFields, namesHaving, namesWith } from '#api/routing/field-description.ts';
import { languageDescription, postDescription } from '#calendar/posts/fields.ts';
import type { EventsTable } from '#store/db/tables.ts';

const flag = { form: 'flag', initial: 0, exported: 'column', imported: 'field' } as const;
const links = { exported: 'apart', imported: 'apart' } as const;
const time = { group: 'times', sequenced: true, exported: 'column' } as const;
const derived = { exported: 'derived', imported: 'derived' } as const;
const none = { exported: 'no', imported: 'no' } as const;
const line = { translated: true, text: 'line', exported: 'column', imported: 'field' } as const;

/**
 * Describes each field of an event once: its columns, whether a protected event shows it, how exports, imports, the history, dates
 * of series and merges treat it. Whatever handles fields derives from this or is tested against it. The order is that of an export.
 */
export const eventDescription = describeFields<EventsTable>()({
  ...postDescription,
  title: {
    columns: ['title'],
    derived: ['title_key'],
    translated: true,
    text: 'title',
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
    essential: 'whole',
  },
  description: {
    columns: ['description'],
    translated: true,
    text: 'paragraphs',
    exported: 'column',
    imported: 'apart',
  },
  slug: {
    columns: ['slug'],
    withTexts: true,
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
    ofDate: 'never',
  },
  image: { columns: ['image_id'], holds: 'picture', exported: 'apart', imported: 'apart' },
  excerpt: {
    columns: ['excerpt'],
    translated: true,
    text: 'paragraphs',
    exported: 'column',
    imported: 'apart',
  },
  all_day: { columns: ['all_day'], form: 'flag', ...time, imported: 'field' },
  start_date: {
    columns: ['start_date'],
    ...time,
    dated: true,
    protected: 'shown',
    imported: 'apart',
    essential: 'always',
  },
  end_date: {
    columns: ['end_date'],
    ...time,
    dated: true,
    protected: 'shown',
    imported: 'apart',
    essential: 'always',
  },
  utc_start_date: {
    columns: ['utc_start_date'],
    follows: 'start_date',
    undone: 'apart',
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  utc_end_date: {
    columns: ['utc_end_date'],
    follows: 'end_date',
    undone: 'apart',
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
  },
  timezone: {
    columns: ['timezone'],
    ...time,
    protected: 'shown',
    imported: 'apart',
    essential: 'always',
  },
  cost: { columns: ['cost'], derived: ['is_free'], form: 'json', exported: 'apart', imported: 'apart' },
  cost_details: derived,
  website: {
    columns: ['website'],
    initial: null,
    holds: 'address',
    exported: 'column',
    imported: 'apart',
  },
  show_map: { columns: ['show_map'], ...flag },
  show_map_link: { columns: ['show_map_link'], ...flag },
  hide_from_listings: { columns: ['hide_from_listings'], ...flag, dated: true },
  sticky: { columns: ['sticky'], ...flag },
  featured: { columns: ['featured'], ...flag },
  tickets: {
    columns: ['tickets'],
    derived: ['ticketed'],
    form: 'json',
    exported: 'apart',
    imported: 'apart',
    ofDate: 'compared',
  },
  ticketed: derived,
  post_parent: {
    columns: ['post_parent'],
    initial: 0,
    holds: 'event',
    protected: 'shown',
    exported: 'column',
    imported: 'apart',
    ofDate: 'never',
  },
  event_status: {
    columns: ['event_status'],
    group: 'event_status',
    sequenced: true,
    protected: 'shown',
    exported: 'column',
    imported: 'field',
  },
  event_status_reason: { columns: ['event_status_reason'], ...line },
  previous_start_date: {
    columns: ['previous_start_date'],
    implied: true,
    exported: 'column',
    imported: 'emptied',
  },
  is_virtual: {
    columns: ['is_virtual'],
    form: 'flag',
    group: 'event_status',
    implied: true,
    protected: 'shown',
    exported: 'column',
    imported: 'field',
  },
  virtual_url: {
    columns: ['virtual_url'],
    initial: '',
    holds: 'address',
    sequenced: true,
    exported: 'column',
    imported: 'field',
  },
  uid: {
    columns: ['uid'],
    counters: ['sequence'],
    holds: 'uid',
    exported: 'column',
    imported: 'field',
    ofDate: 'never',
  },
  accessibility: {
    columns: ['accessibility'],
    initial: '[]',
    form: 'json',
    exported: 'column',
    imported: 'field',
  },
  accessibility_note: { columns: ['accessibility_note'], ...line },
  spoken_languages: {
    columns: ['spoken_languages'],
    initial: '[]',
    form: 'json',
    exported: 'column',
    imported: 'field',
  },
  door_time: { columns: ['door_time'], initial: '', exported: 'column', imported: 'emptied' },
  opening_hours: {
    columns: ['opening_hours'],
    initial: '[]',
    form: 'json',
    exported: 'column',
    imported: 'field',
  },
  recurrence_id: { protected: 'shown', ...none },
  recurrence: {
    columns: ['series_id'],
    untold: true,
    undone: 'apart',
    protected: 'shown',
    exported: 'apart',
    imported: 'apart',
    essential: 'whole',
    ofDate: 'never',
  },
  categories: {
    linked: { table: 'event_categories', to: 'categories', column: 'category_id', isOrdered: false },
    ...links,
  },
  tags: { linked: { table: 'event_tags', to: 'tags', column: 'tag_id', isOrdered: false }, ...links },
  venue: { linked: { table: 'event_venues', to: 'venues', column: 'venue_id', isOrdered: true }, ...links },
  organizer: {
    linked: { table: 'event_organizers', to: 'organizers', column: 'organizer_id', isOrdered: true },
    ...links,
  },
  ...languageDescription,
  url: { protected: 'shown', ...none },
  rest_url: { protected: 'shown', ...none },
  start_date_details: { protected: 'shown', ...derived },
  end_date_details: { protected: 'shown', ...derived },
  utc_start_date_details: { protected: 'shown', ...derived },
  utc_end_date_details: { protected: 'shown', ...derived },
  timezone_abbr: { protected: 'shown', ...derived },
  custom_fields: { protected: 'shown', ...none },
  raw: derived,
  json_ld: derived,
  revision: none,
  warnings: none,
});

/** The texts that have a language each, in the order in which they are told: columns of `translations`, and of events. Of what has a name that is the title. */
export const textColumns = namesWith(eventDescription, 'translated', true);

/** The fields that decide when a date is: an override that sets one of them keeps all its times. */
export const timeFields = namesWith(eventDescription, 'group', 'times');

/** The times that stand in the row of each date, too. */
export const datedTimes = timeFields.filter((name) => 'dated' in eventDescription[name]);

/** The columns whose change gives an event the next number in sequence (contract F3). */
export const sequencedFields = namesWith(eventDescription, 'sequenced', true);

/** The fields that a date can't have of its own (contract R8). */
export const seriesFields = namesWith(eventDescription, 'ofDate', 'never');

/** The fields that a write of the event's status, or of its start, may set. */
export const impliedFields = namesWith(eventDescription, 'implied', true);

/** The fields that are links. */
export const linkFields = namesHaving(eventDescription, 'linked');
/** A field that is links. */
export type LinkField = (typeof linkFields)[number];

/** The texts of one line: requests and answers have each of them as it is described here. */
const lineFields = namesWith(eventDescription, 'text', 'line');
/** Returns a value for each text of one line. */
export const eachLine = <T>(value: (name: (typeof lineFields)[number]) => T) =>
  // All lines have one.
  Object.fromEntries(lineFields.map((name) => [name, value(name)])) as Record<(typeof lineFields)[number], T>;
