// How the bare programs spell an event: what this calendar's rows need and nothing else (no passwords, no rights, no
// translations, no markup). Whoever compares checks that it is what the service answers.
import type { Selectable } from 'kysely';
import moment from 'moment-timezone';
import type {
  CategoriesTable,
  EventsTable,
  MediaTable,
  OrganizersTable,
  TermsTable,
  VenuesTable,
} from '#store/db/tables.ts';

// Columns that an answer doesn't show aren't read (statements.ts).
type Unread =
  | 'title_key'
  | 'name_key'
  | 'search_text'
  | 'password'
  | 'language'
  | 'translations'
  | 'global_id'
  | 'global_id_lineage';
/** The columns of an event that a bare program reads. */
export type EventRow = Selectable<Omit<EventsTable, Unread>>;
/** The columns of a venue, with the event that it is linked to. */
export type VenueRow = Omit<VenuesTable, Unread | 'image_id'> & { event_id: number };
/** The columns of an organizer, with the event that it is linked to. */
export type OrganizerRow = Omit<OrganizersTable, Unread | 'image_id'> & { event_id: number };
/** The columns of a category, with its event. */
export type CategoryRow = Omit<CategoriesTable, Unread> & { event_id: number };
/** The columns of a tag, with its event. */
export type TagRow = Omit<TermsTable, Unread> & { event_id: number };
/** The columns of a picture. */
export type MediaRow = MediaTable;

/** Rows of events, and of all that belongs to them. */
export interface Rows {
  events: readonly EventRow[];
  venues: readonly VenueRow[];
  organizers: readonly OrganizerRow[];
  categories: readonly CategoryRow[];
  tags: readonly TagRow[];
  media: readonly MediaRow[];
}

const API = '/calendar/events/v1';

function details(text: string) {
  return {
    year: text.slice(0, 4),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    hour: text.slice(11, 13),
    minutes: text.slice(14, 16),
    seconds: text.slice(17, 19),
  };
}

const escaped = (text: string) =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

/** Names and titles are kept with `&` escaped; here they are plain. */
const plain = (kept: string) => (kept.includes('&') ? kept.replaceAll('&amp;', '&') : kept);

const paragraphs = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n\n')
        .map((one) => `<p>${one}</p>`)
        .join('\n');

const letters = (utc: string, zone: string) =>
  zone === 'UTC' ? 'UTC' : (moment.tz.zone(zone)?.abbr(Date.parse(`${utc.replace(' ', 'T')}Z`)) ?? '');

function shownCost(column: string) {
  const pieces: string[] = JSON.parse(column);
  const [text = ''] = pieces;
  const prices = [...text.matchAll(/\d+/g)].map(([price]) => price);
  const [low, high] = prices;
  const dollars = { currency_symbol: '$', currency_code: 'USD', currency_position: 'prefix' };
  const none = { currency_symbol: '', currency_code: '', currency_position: '' };
  if (low === undefined)
    return { cost: text, cost_details: { ...none, values: text === '' ? [] : [text.toLowerCase()] } };
  if (high === undefined) return { cost: text, cost_details: { ...dollars, values: [low] } };
  return { cost: `$${low} – $${high}`, cost_details: { ...dollars, values: [low, high] } };
}

function imageOf(id: number | null, media: readonly MediaRow[], origin: string) {
  const row = id === null ? undefined : media.find((one) => one.id === id);
  if (!row) return false;
  const kept: Record<string, Record<string, unknown>> = JSON.parse(row.sizes);
  const sizes = Object.fromEntries(
    Object.entries(kept).map(([name, { file, ...size }]) => [
      name,
      { ...size, url: `${origin}/media/${file}` },
    ]),
  );
  return {
    url: `${origin}/media/${row.file}`,
    id: row.id,
    extension: row.file.slice(row.file.lastIndexOf('.') + 1),
    width: row.width,
    height: row.height,
    filesize: row.filesize,
    sizes,
  };
}

function head(kind: 'venue' | 'organizer', row: VenueRow | OrganizerRow, origin: string) {
  const texts: Record<string, string> = {};
  if (row.description !== '') texts['description'] = paragraphs(row.description);
  if (row.excerpt !== '') texts['excerpt'] = paragraphs(row.excerpt);
  return {
    id: row.id,
    author: String(row.author_id),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url: `${origin}/${kind}/${row.slug}/`,
    [kind]: row.name,
    ...texts,
    slug: row.slug,
  };
}

const tail = (id: number, host: string) => ({
  global_id: `${host}?id=${id}`,
  global_id_lineage: [`${host}?id=${id}`],
  language: 'en',
  translations: ['en'],
});

/** The members that aren't empty. */
function given(members: Readonly<Record<string, string>>): Record<string, string> {
  const some: Record<string, string> = {};
  for (const name in members) {
    const value = members[name];
    if (value) some[name] = value;
  }
  return some;
}

function placeOf(row: VenueRow, origin: string) {
  return {
    '@type': 'Place',
    name: plain(row.name),
    url: `${origin}/venue/${row.slug}/`,
    ...given({ sameAs: row.website }),
    address: {
      '@type': 'PostalAddress',
      ...given({
        streetAddress: row.address,
        addressLocality: row.city,
        addressRegion: row.stateprovince,
        postalCode: row.zip,
        addressCountry: row.country,
      }),
    },
    geo: { '@type': 'GeoCoordinates', latitude: row.geo_lat, longitude: row.geo_lng },
    ...given({ telephone: row.phone }),
  };
}

const hostOf = (row: OrganizerRow, origin: string) => ({
  '@type': 'Organization',
  name: plain(row.name),
  url: `${origin}/organizer/${row.slug}/`,
  ...given({ sameAs: row.website, telephone: row.phone, email: row.email }),
});

function venue(row: VenueRow, origin: string, host: string, single: boolean) {
  return {
    ...head('venue', row, origin),
    ...given({
      address: row.address,
      city: row.city,
      district: row.district,
      country: row.country,
      province: row.province,
      state: row.state,
      zip: row.zip,
      phone: row.phone,
      website: row.website,
      stateprovince: row.stateprovince,
    }),
    geo_lat: row.geo_lat,
    geo_lng: row.geo_lng,
    ...(single ? { json_ld: { '@context': 'https://schema.org', ...placeOf(row, origin) } } : {}),
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    ...tail(row.id, host),
  };
}

function organizer(row: OrganizerRow, origin: string, host: string, single: boolean) {
  return {
    ...head('organizer', row, origin),
    ...given({ phone: row.phone, website: row.website, email: row.email }),
    ...(single ? { json_ld: { '@context': 'https://schema.org', ...hostOf(row, origin) } } : {}),
    ...tail(row.id, host),
  };
}

function term(kind: 'categories' | 'tags', row: CategoryRow | TagRow, origin: string) {
  const collection = `${origin}${API}/${kind}`;
  const parent = 'parent' in row ? row.parent : 0;
  return {
    name: escaped(row.name),
    slug: row.slug,
    term_group: 0,
    term_taxonomy_id: row.id,
    taxonomy: kind === 'tags' ? 'post_tag' : 'tribe_events_cat',
    description: row.description,
    parent,
    count: row.count,
    filter: 'raw',
    id: row.id,
    urls: {
      self: `${collection}/${row.id}`,
      collection,
      ...(parent > 0 ? { up: `${collection}/${parent}` } : {}),
    },
    ...('color' in row ? { color: row.color, mark: row.mark } : {}),
    language: 'en',
    translations: ['en'],
  };
}

function withOffset(wall: string, utc: string): string {
  const local = wall.replace(' ', 'T');
  const minutes = (Date.parse(`${local}Z`) - Date.parse(`${utc.replace(' ', 'T')}Z`)) / 60_000;
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** A wall clock of an event's zone with its offset. */
function zoned(wall: string, zone: string): string {
  const instant = moment.tz(wall, zone);
  return withOffset(wall, instant.utc().format('YYYY-MM-DD HH:mm:ss'));
}

function doorTime(row: EventRow) {
  if (row.door_time === '') return {};
  const isLater = !row.all_day && `${row.door_time}:00` > row.start_date.slice(11);
  const day = moment.utc(row.start_date.slice(0, 10)).subtract(isLater ? 1 : 0, 'days');
  return { doorTime: zoned(`${day.format('YYYY-MM-DD')} ${row.door_time}:00`, row.timezone) };
}

function previousStart({ previous_start_date: wall, event_status, timezone, all_day }: EventRow) {
  if (wall === '' || event_status === 'scheduled') return {};
  return { previousStartDate: all_day ? wall.slice(0, 10) : zoned(wall, timezone) };
}

const STATUS_NAMES = {
  scheduled: 'EventScheduled',
  canceled: 'EventCancelled',
  postponed: 'EventPostponed',
  rescheduled: 'EventRescheduled',
  'moved-online': 'EventMovedOnline',
};

function jsonLd(row: EventRow, url: string, places: object[], hosts: object[], values: string[]) {
  const prices = values.map((value) => (value === 'free' ? 0 : Number(value)));
  const [low = 0, high = low] = prices;
  const one = (nodes: unknown[]) => (nodes.length === 1 ? nodes[0] : nodes);
  const languages: string[] = JSON.parse(row.spoken_languages);
  const isVirtual = row.is_virtual === 1;
  const present = row.event_status === 'moved-online' ? [] : places;
  const locations = isVirtual
    ? [...present, { '@type': 'VirtualLocation', url: row.virtual_url || url }]
    : places;
  const onlineMode = present.length > 0 ? 'Mixed' : 'Online';
  const attendance = isVirtual ? onlineMode : 'Offline';
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: plain(row.title),
    inLanguage: languages.length > 0 ? one(languages) : 'en',
    description: row.excerpt || row.description,
    url,
    eventStatus: `https://schema.org/${STATUS_NAMES[row.event_status]}`,
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    startDate: row.all_day ? row.start_date.slice(0, 10) : withOffset(row.start_date, row.utc_start_date),
    endDate: row.all_day ? row.end_date.slice(0, 10) : withOffset(row.end_date, row.utc_end_date),
    ...previousStart(row),
    ...doorTime(row),
    ...(locations.length > 0 ? { location: one(locations) } : {}),
    ...(hosts.length > 0 ? { organizer: one(hosts) } : {}),
    ...(prices.length === 0
      ? {}
      : {
          offers: {
            ...(low === high
              ? { '@type': 'Offer', price: low }
              : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high }),
            priceCurrency: 'USD',
            url,
            availability: 'https://schema.org/InStock',
            validFrom: withOffset(row.date_utc, row.date_utc),
          },
        }),
  };
}

const hosts = new Map<string, string>();

function hostOfOrigin(origin: string): string {
  const known = hosts.get(origin);
  if (known !== undefined) return known;
  const { hostname } = new URL(origin);
  hosts.set(origin, hostname);
  return hostname;
}

/** An event as the service shows it to anybody. @param read its revision, where one event is read: that has JSON-LD, too */
export function event(row: EventRow, rows: Rows, origin: string, read?: { revision: number }) {
  const single = read !== undefined;
  const host = hostOfOrigin(origin);
  const own = <T extends { event_id: number }>(list: readonly T[]) =>
    list.filter(({ event_id }) => event_id === row.id);
  const url = `${origin}/event/${row.slug}/`;
  const cost = shownCost(row.cost);
  const isPublic = ({ status }: { status: string }) => status === 'publish';
  const venueRows = own(rows.venues).filter(isPublic);
  const organizerRows = own(rows.organizers).filter(isPublic);
  const venues = venueRows.map((one) => venue(one, origin, host, single));
  return {
    id: row.id,
    global_id: `${host}?id=${row.id}`,
    global_id_lineage: [`${host}?id=${row.id}`],
    author: String(row.author_id),
    status: row.status,
    date: row.date,
    date_utc: row.date_utc,
    modified: row.modified,
    modified_utc: row.modified_utc,
    url,
    rest_url: `${origin}${API}/events/${row.id}`,
    title: row.title,
    description: paragraphs(row.description),
    excerpt: paragraphs(row.excerpt),
    slug: row.slug,
    image: imageOf(row.image_id, rows.media, origin),
    all_day: row.all_day === 1,
    start_date: row.start_date,
    start_date_details: details(row.start_date),
    end_date: row.end_date,
    end_date_details: details(row.end_date),
    utc_start_date: row.utc_start_date,
    utc_start_date_details: details(row.utc_start_date),
    utc_end_date: row.utc_end_date,
    utc_end_date_details: details(row.utc_end_date),
    timezone: row.timezone,
    timezone_abbr: letters(row.utc_start_date, row.timezone),
    ...cost,
    website: row.website ?? url,
    show_map: row.show_map === 1,
    show_map_link: row.show_map_link === 1,
    hide_from_listings: row.hide_from_listings === 1,
    sticky: row.sticky === 1,
    featured: row.featured === 1,
    ticketed: row.ticketed === 1,
    tickets: JSON.parse(row.tickets),
    event_status: row.event_status,
    event_status_reason: row.event_status_reason,
    previous_start_date: row.previous_start_date || null,
    is_virtual: row.is_virtual === 1,
    virtual_url: row.virtual_url,
    uid: row.uid,
    accessibility: JSON.parse(row.accessibility),
    accessibility_note: row.accessibility_note,
    spoken_languages: JSON.parse(row.spoken_languages),
    door_time: row.door_time || null,
    opening_hours: JSON.parse(row.opening_hours),
    post_parent: row.post_parent,
    recurrence_id: null,
    recurrence: null,
    categories: own(rows.categories).map((one) => term('categories', one, origin)),
    tags: own(rows.tags).map((one) => term('tags', one, origin)),
    venue: venues.length === 1 ? venues[0] : venues,
    organizer: organizerRows.map((one) => organizer(one, origin, host, single)),
    custom_fields: [],
    language: 'en',
    translations: ['en'],
    ...(single
      ? {
          json_ld: jsonLd(
            row,
            url,
            venueRows.map((one) => placeOf(one, origin)),
            organizerRows.map((one) => hostOf(one, origin)),
            cost.cost_details.values,
          ),
          ...read,
        }
      : {}),
  };
}

/** The body of a list of events. */
export function list(
  asked: { start: string; end: string; perPage: number },
  ids: readonly number[],
  rows: Rows,
  total: number,
  origin: string,
) {
  const base = `${origin}${API}/events/?`;
  const window = new URLSearchParams({
    per_page: String(asked.perPage),
    start_date: asked.start,
    end_date: asked.end,
    status: 'publish',
  }).toString();
  const pages = Math.ceil(total / asked.perPage);
  const byId = new Map(rows.events.map((row) => [row.id, row]));
  return {
    events: ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [event(row, rows, origin)] : [];
    }),
    rest_url: `${base}page=1&${window}`,
    ...(pages > 1 ? { next_rest_url: `${base}${window}&page=2` } : {}),
    total,
    total_pages: pages,
  };
}
