// The rows that the creation of an event with a new venue, a new organizer, a category and two tags makes, as bare
// statements: whoever compares checks that as many rows come into each table as with the service.

/** The body of a creation (scenarios/creation.ts). */
export interface Sent {
  title: string;
  description: string;
  excerpt: string;
  start_date: string;
  end_date: string;
  timezone: string;
  utc_start_date: string;
  utc_end_date: string;
  cost: string;
  categories: number[];
  tags: number[];
  venue: Record<'venue' | 'address' | 'city' | 'country' | 'zip' | 'phone' | 'website', string> & {
    geo_lat: number;
    geo_lng: number;
  };
  organizer: Record<'organizer' | 'phone' | 'email' | 'website', string>;
}

/** A value of a statement. */
export type Value = string | number | null;

/** A statement with `?` for its values; `name` is the same for the same text. */
export interface Step {
  name: string;
  text: string;
  values: Value[];
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const slug = (text: string) => fold(text).replace(/[^a-z0-9]+/g, '-');

function insert(table: string, row: Record<string, Value>): Step {
  const names = Object.keys(row);
  return {
    name: `insert ${table}`,
    text: `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    values: Object.values(row),
  };
}

function post(id: number, now: string, title: string) {
  return {
    id,
    author_id: 1,
    status: 'publish',
    password: '',
    date: now,
    date_utc: now,
    modified: now,
    modified_utc: now,
    slug: slug(title),
    language: 'en',
    translations: '',
  };
}

/** The statements before the numbers are known, in this order each in the transaction: three numbers and the version. */
export const NUMBERS = 3;
/** Draws the next ID of the posts' sequence. */
export const nextNumber = `update sequences set value = value + 1 where name = 'post' returning value`;
/** Raises the calendar's version and returns it. */
export const nextVersion = 'update calendar set version = version + 1 where id = 1 returning version';

/** Everything after that. @param index how the engine keeps what searches look in and where venues are */
export function steps(
  sent: Sent,
  numbers: { event: number; venue: number; organizer: number; version: number },
  index: (event: number, venue: number) => Step[],
): Step[] {
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const { event, version } = numbers;
  const { venue, organizer } = sent;
  const change = (kind: string, resource_id: number) =>
    insert('changes', { version, kind, resource_id, action: 'create', at_utc: now, user_id: 1 });
  const count = (table: string, id: number): Step => ({
    name: `count ${table}`,
    text: `update ${table} set count = count + 1 where id = ?`,
    values: [id],
  });
  return [
    insert('events', {
      ...post(event, now, sent.title),
      title: sent.title,
      title_key: fold(sent.title),
      description: sent.description,
      excerpt: sent.excerpt,
      start_date: sent.start_date,
      end_date: sent.end_date,
      utc_start_date: sent.utc_start_date,
      utc_end_date: sent.utc_end_date,
      timezone: sent.timezone,
      cost: JSON.stringify([sent.cost]),
    }),
    insert('occurrences', {
      id: event,
      event_id: event,
      start_date: sent.start_date,
      end_date: sent.end_date,
      utc_start_date: sent.utc_start_date,
      utc_end_date: sent.utc_end_date,
      status: 'publish',
      date: now,
      hide_from_listings: 0,
      days: 0,
    }),
    insert('venues', {
      ...post(numbers.venue, now, venue.venue),
      name: venue.venue,
      name_key: fold(venue.venue),
      address: venue.address,
      city: venue.city,
      country: venue.country,
      zip: venue.zip,
      phone: venue.phone,
      website: venue.website,
      show_map: 1,
      show_map_link: 1,
      geo_lat: venue.geo_lat,
      geo_lng: venue.geo_lng,
      search_text: fold(`${venue.venue}\n${venue.address}\n${venue.city}\n${venue.country}\n${venue.zip}`),
    }),
    insert('organizers', {
      ...post(numbers.organizer, now, organizer.organizer),
      name: organizer.organizer,
      name_key: fold(organizer.organizer),
      phone: organizer.phone,
      email: organizer.email,
      website: organizer.website,
      search_text: fold(`${organizer.organizer}\n${organizer.email}\n${organizer.website}`),
    }),
    insert('event_venues', { event_id: event, venue_id: numbers.venue, position: 0 }),
    insert('event_organizers', { event_id: event, organizer_id: numbers.organizer, position: 0 }),
    ...sent.categories.flatMap((id) => [
      insert('event_categories', { event_id: event, category_id: id }),
      count('categories', id),
    ]),
    ...sent.tags.flatMap((id) => [insert('event_tags', { event_id: event, tag_id: id }), count('tags', id)]),
    ...index(event, numbers.venue),
    change('venue', numbers.venue),
    change('organizer', numbers.organizer),
    change('event', event),
  ];
}

/** Returns the text by which a creation is found. */
export const searched = (sent: Sent) =>
  [fold(sent.title), fold(sent.description), fold(sent.excerpt)] as const;
