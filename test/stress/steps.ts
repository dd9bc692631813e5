import { eventStatuses } from '#store/db/tables.ts';
import { Random } from '#transfer/seed/random.ts';
import type { Role } from '../support/service.ts';
import { phpPairs } from './encode.ts';
import { randomRequest } from './requests.ts';
import { anySlug, anyText, anyValue, fittingValue, type Known } from './values.ts';
import type { WireRequest } from './wire.ts';

const ROOT = '/calendar/events/v1';
/** How many of the steps are made of valid and broken pieces alike; the others mean something. */
const RANDOM_SHARE = 0.25;

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
type Kind = (typeof KINDS)[number];
type Fields = Record<string, unknown>;

/** Few, so that names, slugs and searches meet; each with something that engines might see differently. */
const NAMES = [
  'Jazz Night',
  'jazz night',
  'JAZZ  NIGHT',
  'Größe',
  'Grösse',
  'GROSSE',
  'straße',
  'İstanbul',
  'istanbul',
  'Ærøskøbing',
  '100% Rock',
  '100_ Rock',
  'back\\slash \\% \\_',
  "O'Brien's",
  '"Quoted" text',
  '🎉 Party 👩‍👩‍👧',
  '東京の祭り',
  'Привет мир',
  'שלום עולם',
  'e\u0301clair',
  '\u00e9clair',
  'zero\u0000byte',
  'lone \ud800 half',
  '\u00a0spaced\u3000out\u2003',
  'ǆ ﬁ ŉ',
  '-- /* ; */',
  '<b>Bold</b> & Co',
  '2027',
  '7',
  '1e3',
  'null',
  'Äpfel',
  'zebra',
  'Zebra',
  '_under',
  '!bang',
] as const;
const SEARCHES = [
  'jazz',
  'ja',
  'j',
  'JAZZ night',
  '-jazz',
  'jazz -night',
  '"jazz night"',
  'größe',
  'grosse',
  'ss',
  'ß',
  'i',
  'İ',
  'istan',
  '%',
  '_',
  '\\',
  '\\%',
  '100%',
  '100_',
  'k\\s',
  "'",
  "o'b",
  '"',
  '🎉',
  '👩',
  '東京',
  '京の',
  'привет',
  'שלום',
  'éclair',
  'clair',
  'o\u0000b',
  '\u0000',
  '\ud800',
  '*',
  'a* OR b',
  'title:jazz',
  '(',
  'und',
  '-%',
  '- -',
  'bold',
  'ﬁ',
  'fi',
  'x'.repeat(200),
] as const;
const DESCRIPTIONS = [
  '',
  '<p>With <em>jazz</em> and 100% fun</p>',
  'Ein Abend voller Größe\n\nZweiter Absatz',
  'quote " and \' and \\ and `',
  'emoji 🎉🎊 and zero \u0000 byte',
  '<script>alert(1)</script><p onclick="x">text',
  'w\u00f6rter '.repeat(3_000),
  '😀'.repeat(5_000),
] as const;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'UTC',
  'UTC+5.5',
  'Pacific/Apia',
] as const;
const EVENT_STATUSES = [...eventStatuses, 'canceled,postponed', ''] as const;
/** Some are asked for more than once. */
const UIDS = ['taken@example.org', 'Ünï 東京', 'taken@example.org ', ''] as const;
const WINDOWS = [
  '2026-01-01',
  '2026-11-20 18:00:00',
  '2026-12-24',
  '2027-01-15 10:30:00',
  '2027-02-28 23:59:59',
  '2028-01-01',
  'tomorrow',
  '+2 weeks',
  '0001-01-01',
  '9999-12-31 23:59:59',
] as const;
const HUGE = [
  0, -1, 1.5, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991, 9_007_199_254_740_992, 1e21,
] as const;

const name = (random: Random): string =>
  random.chance(0.9)
    ? random.pick(NAMES) + (random.chance(0.4) ? ` ${random.integer(20)}` : '')
    : anyText(random);

const two = (value: number) => String(value).padStart(2, '0');

function moment(random: Random): string {
  const month = [11, 12, 1, 2, 3, 3][random.integer(6)] ?? 1;
  const day = 1 + random.integer(28);
  return `${month > 6 ? 2026 : 2027}-${two(month)}-${two(day)} ${two(random.integer(24))}:${two(random.integer(4) * 15)}:00`;
}

function someId(random: Random, known: Known, kind: Kind | 'media'): number {
  const ids = known.ids[kind];
  // The latest are what the steps before have made.
  const late = ids[ids.length - 1 - random.integer(Math.min(8, ids.length))];
  const any = ids[random.integer(ids.length)];
  const chance = random.next();
  return (chance < 0.6 ? late : chance < 0.97 ? any : random.pick(HUGE)) ?? 1;
}

function ids(random: Random, known: Known, kind: Kind): unknown {
  const list = Array.from({ length: 1 + random.integer(3) }, () => someId(random, known, kind));
  return random.chance(0.5) ? list : list.join(',');
}

function terms(random: Random, known: Known, kind: 'categories' | 'tags'): unknown {
  return Array.from({ length: random.integer(4) }, () =>
    random.chance(0.5) ? name(random) : someId(random, known, kind),
  );
}

/** Adds a member with that probability. */
function maybe(
  random: Random,
  fields: Fields,
  probability: number,
  member: string,
  make: () => unknown,
): void {
  if (random.chance(probability)) fields[member] = random.chance(0.03) ? anyValue(random) : make();
}

const status = (random: Random) =>
  random.pick(['publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash', 'any']);

function common(random: Random, known: Known, fields: Fields, kind: Kind): void {
  maybe(random, fields, 0.3, 'description', () => random.pick(DESCRIPTIONS));
  maybe(random, fields, 0.25, 'status', () => status(random));
  maybe(random, fields, 0.15, 'slug', () =>
    random.chance(0.5) ? anySlug(random, known, kind) : name(random),
  );
  maybe(random, fields, 0.1, 'date', () => moment(random));
  maybe(random, fields, 0.06, 'author', () => 1 + random.integer(6));
  maybe(random, fields, 0.08, 'translation_language', () => random.pick(['de', 'es', 'en']));
}

function linkedFields(random: Random, known: Known, kind: 'venue' | 'organizer', creating: boolean): Fields {
  const fields: Fields = {};
  if (creating || random.chance(0.4)) fields[kind] = name(random);
  common(random, known, fields, `${kind}s`);
  maybe(random, fields, 0.15, 'website', () =>
    random.pick(['https://example.org/ü?x=%20', 'example.org', '']),
  );
  maybe(random, fields, 0.15, 'phone', () => random.pick(['+49 30 1', "0'1", '\u0000']));
  if (kind === 'organizer')
    maybe(random, fields, 0.2, 'email', () => random.pick(['ada@example.org', '@', '']));
  else {
    for (const part of ['address', 'city', 'district', 'country', 'stateprovince', 'zip'])
      maybe(random, fields, 0.2, part, () => name(random));
    if (random.chance(0.5)) {
      fields['geo_lat'] = Number((random.next() * 2 + 52).toFixed(5));
      fields['geo_lng'] = Number((random.next() * 2 + 12).toFixed(5));
    }
  }
  return fields;
}

function links(random: Random, known: Known, kind: 'venue' | 'organizer'): unknown {
  const one = () =>
    random.chance(0.5) ? someId(random, known, `${kind}s`) : linkedFields(random, known, kind, true);
  return random.chance(0.4) ? one() : Array.from({ length: random.integer(4) }, one);
}

function eventFields(random: Random, known: Known, creating: boolean): Fields {
  const fields: Fields = {};
  if (creating || random.chance(0.4)) fields['title'] = name(random);
  if (creating || random.chance(0.2)) {
    const [start, end] = [moment(random), moment(random)].sort();
    fields['start_date'] = start;
    fields['end_date'] = random.chance(0.95) ? end : start;
  }
  common(random, known, fields, 'events');
  maybe(random, fields, 0.2, 'excerpt', () => random.pick(DESCRIPTIONS));
  maybe(random, fields, 0.25, 'timezone', () => random.pick(ZONES));
  maybe(random, fields, 0.2, 'cost', () =>
    random.pick(['Free', '$10', '10 - 20 €', 0, 1e21, '1.234,56', [5, '7.50']]),
  );
  maybe(random, fields, 0.3, 'venue', () => links(random, known, 'venue'));
  maybe(random, fields, 0.3, 'organizer', () => links(random, known, 'organizer'));
  maybe(random, fields, 0.35, 'categories', () => terms(random, known, 'categories'));
  maybe(random, fields, 0.35, 'tags', () => terms(random, known, 'tags'));
  for (const flag of ['all_day', 'featured', 'sticky', 'hide_from_listings', 'show_map', 'show_map_link'])
    maybe(random, fields, 0.1, flag, () => random.chance(0.6));
  maybe(random, fields, 0.08, 'post_parent', () => someId(random, known, 'events'));
  maybe(random, fields, 0.06, 'password', () => random.pick(['sesame', '', "p'%_\\"]));
  maybe(random, fields, 0.08, 'image', () => someId(random, known, 'media'));
  maybe(random, fields, 0.1, 'tickets', () => fittingValue(random, known, 'tickets', 'events'));
  maybe(random, fields, 0.1, 'website', () => random.pick(['https://example.org/', 'x', '']));
  maybe(random, fields, 0.12, 'event_status', () => random.pick(EVENT_STATUSES));
  maybe(random, fields, 0.08, 'event_status_reason', () => random.pick(DESCRIPTIONS));
  maybe(random, fields, 0.06, 'previous_start_date', () => moment(random));
  maybe(random, fields, 0.1, 'is_virtual', () => random.chance(0.6));
  maybe(random, fields, 0.06, 'virtual_url', () => random.pick(['https://meet.example.org/', 'x', '']));
  maybe(random, fields, 0.1, 'accessibility', () => random.pick(['wheelchair,quiet', 'quiet', 'lift', '']));
  maybe(random, fields, 0.06, 'accessibility_note', () => random.pick(DESCRIPTIONS));
  maybe(random, fields, 0.1, 'spoken_languages', () => random.pick(['de-at,en', 'DE', 'iw', 'x_y', '']));
  maybe(random, fields, 0.06, 'door_time', () => random.pick(['19:30', '00:00', '24:00', '']));
  // One that is made up would be another on each engine.
  if (creating || random.chance(0.05))
    fields['uid'] = random.chance(0.1) ? random.pick(UIDS) : `event-${random.integer(1_000_000_000)}`;
  return fields;
}

function termFields(random: Random, known: Known, kind: 'categories' | 'tags', creating: boolean): Fields {
  const fields: Fields = {};
  if (creating || random.chance(0.5)) fields['name'] = name(random);
  maybe(random, fields, 0.3, 'description', () => random.pick(DESCRIPTIONS));
  maybe(random, fields, 0.2, 'slug', () => name(random));
  maybe(random, fields, 0.1, 'translation_language', () => random.pick(['de', 'es']));
  if (kind === 'categories') maybe(random, fields, 0.4, 'parent', () => someId(random, known, 'categories'));
  return fields;
}

function fieldsOf(random: Random, known: Known, kind: Kind, creating: boolean): Fields {
  if (kind === 'events') return eventFields(random, known, creating);
  if (kind === 'venues' || kind === 'organizers')
    return linkedFields(random, known, kind === 'venues' ? 'venue' : 'organizer', creating);
  return termFields(random, known, kind, creating);
}

/** The parameters of a list. */
function asked(random: Random, known: Known, kind: Kind): Fields {
  const fields: Fields = {};
  maybe(random, fields, 0.35, 'search', () => random.pick(SEARCHES));
  maybe(random, fields, 0.4, 'per_page', () => 1 + random.integer(7));
  maybe(random, fields, 0.35, 'page', () => 1 + random.integer(4));
  maybe(random, fields, 0.15, 'status', () =>
    random.pick([status(random), 'publish,draft', 'any', 'trash,private']),
  );
  maybe(random, fields, 0.3, 'order', () => random.pick(['asc', 'desc']));
  maybe(random, fields, 0.15, 'context', () => random.pick(['edit', 'view']));
  maybe(random, fields, 0.08, 'password', () => 'sesame');
  if (kind === 'events') {
    maybe(random, fields, 0.5, 'start_date', () => random.pick(WINDOWS));
    maybe(random, fields, 0.3, 'end_date', () => random.pick(WINDOWS));
    for (const bound of ['starts_before', 'starts_after', 'ends_before', 'ends_after', 'strict_dates'])
      maybe(random, fields, 0.06, bound, () => random.pick(WINDOWS));
    for (const filter of ['categories', 'tags'] as const)
      maybe(random, fields, 0.12, filter, () =>
        random.chance(0.5) ? ids(random, known, filter) : anySlug(random, known, filter),
      );
    maybe(random, fields, 0.1, 'venue', () => ids(random, known, 'venues'));
    maybe(random, fields, 0.1, 'organizer', () => ids(random, known, 'organizers'));
    maybe(random, fields, 0.08, 'event_status', () => random.pick(EVENT_STATUSES));
    maybe(random, fields, 0.06, 'accessibility', () =>
      random.pick(['wheelchair', 'quiet,wheelchair', 'lift']),
    );
    maybe(random, fields, 0.06, 'spoken_languages', () => random.pick(['de', 'EN,he', 'de-AT', 'x_y']));
    for (const flag of ['featured', 'ticketed', 'geoloc', 'is_virtual', 'free'])
      maybe(random, fields, 0.08, flag, () => random.chance(0.5));
    maybe(random, fields, 0.08, 'include', () => ids(random, known, 'events'));
    maybe(random, fields, 0.05, 'post_parent', () => someId(random, known, 'events'));
    maybe(random, fields, 0.4, 'orderby', () =>
      random.pick(['date', 'title', 'modified', 'distance', 'none']),
    );
    if (random.chance(0.15)) {
      fields['geoloc_lat'] = random.pick([52.5, 53, 90, -90, 0]);
      fields['geoloc_lng'] = random.pick([13.4, 12, 180, -180]);
      maybe(random, fields, 0.6, 'geoloc_radius', () => random.pick([1, 10, 60, 500, 20_000]));
    }
  } else if (kind === 'venues' || kind === 'organizers') {
    maybe(random, fields, 0.4, 'orderby', () => random.pick(['date', 'name', 'modified', 'id']));
    maybe(random, fields, 0.1, 'event', () => someId(random, known, 'events'));
    maybe(random, fields, 0.15, 'has_events', () => random.chance(0.5));
    maybe(random, fields, 0.15, 'only_with_upcoming', () => random.chance(0.7));
  } else {
    maybe(random, fields, 0.5, 'orderby', () =>
      random.pick(['name', 'slug', 'count', 'id', 'description', 'include', 'term_group']),
    );
    maybe(random, fields, 0.2, 'hide_empty', () => random.chance(0.5));
    maybe(random, fields, 0.15, 'include', () => ids(random, known, kind));
    maybe(random, fields, 0.1, 'exclude', () => ids(random, known, kind));
    maybe(random, fields, 0.15, 'event', () => someId(random, known, 'events'));
    maybe(random, fields, 0.15, 'post', () => someId(random, known, 'events'));
    maybe(random, fields, 0.1, 'slug', () => anySlug(random, known, kind));
    if (kind === 'categories') maybe(random, fields, 0.2, 'parent', () => someId(random, known, kind));
  }
  return fields;
}

const FRAMES: Fields = {
  _fields: 'id,title,slug,status,total,events.id,events.title,venues.venue,name,count',
  _envelope: '1',
  _pretty: '1',
};

type What = { method: string; path: string; query: Fields; body: Fields | undefined };

function resourceAt(random: Random, known: Known, kind: Kind): string {
  const bySlug = kind === 'events' || kind === 'venues' || kind === 'organizers';
  if (bySlug && random.chance(0.3))
    return `/${kind}/by-slug/${encodeURIComponent(anySlug(random, known, kind).toWellFormed())}`;
  return `/${kind}/${someId(random, known, kind)}`;
}

function meant(random: Random, known: Known): What {
  const kind = random.pick(['events', 'events', 'events', 'events', ...KINDS] as const);
  const chance = random.next();
  const at = resourceAt(random, known, kind);
  if (chance < 0.24)
    return { method: 'POST', path: `/${kind}`, query: {}, body: fieldsOf(random, known, kind, true) };
  if (chance < 0.4)
    return {
      method: random.pick(['POST', 'PUT', 'PATCH']),
      path: at,
      query: {},
      body: fieldsOf(random, known, kind, false),
    };
  if (chance < 0.47) return { method: 'DELETE', path: at, query: {}, body: undefined };
  if (chance < 0.51)
    return {
      method: 'POST',
      path: at,
      query: {},
      body: { status: random.pick(['publish', 'draft', 'trash', 'private']) },
    };
  if (chance < 0.66) {
    const query: Fields = {};
    maybe(random, query, 0.15, 'context', () => 'edit');
    maybe(random, query, 0.1, 'password', () => 'sesame');
    return { method: random.chance(0.95) ? 'GET' : 'HEAD', path: at, query, body: undefined };
  }
  if (chance < 0.68)
    return { method: 'OPTIONS', path: random.chance(0.5) ? at : `/${kind}`, query: {}, body: undefined };
  return { method: 'GET', path: `/${kind}`, query: asked(random, known, kind), body: undefined };
}

const ROLES = ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const;

function authorization(
  random: Random,
  credentials: (role: Role) => string,
  writing: boolean,
): Record<string, string> {
  // Writes of those who may not write are all the same.
  const role =
    writing && random.chance(0.6)
      ? random.pick<Role | 'nobody'>(['admin', 'editor', 'author'])
      : random.pick<Role | 'nobody'>([...ROLES, 'admin', 'editor', 'editor', 'author', 'nobody', 'nobody']);
  if (role === 'nobody') return {};
  return { authorization: `Basic ${Buffer.from(credentials(role)).toString('base64')}` };
}

/** Wrong passwords are slow, and too many of them a matter of time, which is no engine's. */
function withRightCredentials(
  request: WireRequest,
  credentials: (role: Role) => string,
): Record<string, string> {
  const { authorization: sent, ...others } = request.headers;
  const right = ROLES.some((role) => {
    const pair = credentials(role);
    const token = pair.slice(pair.indexOf(':') + 1);
    return sent === `Bearer ${token}` || sent === `Basic ${Buffer.from(pair).toString('base64')}`;
  });
  return right ? request.headers : others;
}

/** The step of that number: the same for the same seed and what is known, whoever's credentials it carries. */
export function stepOf(
  seed: number,
  number: number,
  known: Known,
  credentials: (role: Role) => string,
): WireRequest {
  const random = new Random(Math.imul(seed, 0x27d4eb2f) ^ Math.imul(number + 1, 0x165667b1));
  if (random.chance(RANDOM_SHARE)) {
    const wild = randomRequest(seed, number, known, credentials);
    return { ...wild, headers: withRightCredentials(wild, credentials) };
  }
  const headers: Record<string, string> = { host: 'calendar.example' };
  const base = random.pick(['', '', '', '/wp-json', '/de', '/es']);
  if (random.chance(0.08)) headers['accept-language'] = random.pick(['de', 'es, en;q=0.5', 'xx']);
  const { method, path, query, body } = meant(random, known);
  Object.assign(headers, authorization(random, credentials, method !== 'GET'));
  for (const [frame, value] of Object.entries(FRAMES)) if (random.chance(0.04)) query[frame] = value;
  const pairs = Object.entries(query)
    .flatMap(([parameter, value]) => phpPairs(parameter, value))
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&');
  if (!body) return { method, path: `${base}${ROOT}${path}${pairs && `?${pairs}`}`, headers };
  headers['content-type'] = 'application/json';
  return {
    method,
    path: `${base}${ROOT}${path}${pairs && `?${pairs}`}`,
    headers,
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Requests that show all of a calendar, to compare what a sequence left. */
export function sweepSteps(credentials: (role: Role) => string): WireRequest[] {
  const headers = (role: Role) => ({
    host: 'calendar.example',
    authorization: `Basic ${Buffer.from(credentials(role)).toString('base64')}`,
  });
  const pages = KINDS.flatMap((kind) =>
    [1, 2, 3, 4].map((page) => `/${kind}?context=edit&per_page=50&page=${page}&start_date=0001-01-01`),
  );
  const trash = ['events', 'venues', 'organizers'].map(
    (kind) => `/${kind}?status=trash&per_page=50&start_date=0001-01-01`,
  );
  return [...pages, ...trash].map((path) => ({
    method: 'GET',
    path: ROOT + path,
    headers: headers('admin'),
  }));
}
