import type { Random } from '#transfer/seed/random.ts';

/** What a calendar holds, for values that name something. */
export interface Known {
  /** IDs by kind; beyond them lie those that the run makes, and those of nothing. */
  ids: Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media', number[]>;
  slugs: Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags', string[]>;
  /** Origin of a server of pictures that the service may fetch from. */
  pictures: string;
}

const LONE = ['\ud800', '\udfff', 'a\udc00b'] as const;
const WORDS = [
  'Concert',
  'jazz night',
  'Größe',
  'İstanbul',
  'Ærøskøbing',
  '東京の祭り',
  'Привет мир',
  'שלום עולם',
  '\u202eright to left\u202c',
  'مرحبا',
  '🎉🎊',
  '👩‍👩‍👧‍👦 family',
  'e\u0301\u0301\u0301\u0327',
  'ﷺ',
  'ǅ ŉ ß ſt',
] as const;
const BROKEN = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  ...LONE,
  '\ufeff',
  '\ufffe\uffff',
  '\u2028\u2029',
  "' OR '1'='1",
  "'; drop table events; --",
  '" or ""="',
  '%',
  '_',
  '%%__\\',
  '*',
  'NEAR("a" "b")',
  'a AND OR NOT',
  'title:x',
  '^"',
  '(((((',
  '[a-',
  '(?<x>',
  '\\',
  '\\u0000',
  '$1$&$`',
  '{key}',
  '{{7*7}}',
  '$' + '{7*7}',
  '<script>alert(1)</script>',
  '<b>bold</b> & <i>unclosed',
  '<!-- ',
  '<![CDATA[x]]>',
  '<img src=x onerror=alert(1)>',
  '<p style="background:url(javascript:x)">',
  '&amp;&#0;&#x110000;&#xd800;&unknown;&',
  '<'.repeat(500),
  '<div>'.repeat(400),
  '../../../etc/passwd',
  'C:\\con\\nul',
  'null',
  'undefined',
  'NaN',
  '-Infinity',
  '1e400',
  '0x10',
  '1_000',
  '٣',
  '１２',
  '__proto__',
  'constructor',
  'a,b,,c,',
  ',',
  'x'.repeat(201),
  'x'.repeat(2_001),
  '-'.repeat(5_000),
  'é'.repeat(3_000),
  '😀'.repeat(1_000),
  'a '.repeat(4_000),
] as const;
const NUMBERS = [
  0, -0, 1, -1, 2, 10, 49, 50, 51, 100, 1_000_000, 1_000_001, 2_147_483_647, 2_147_483_648, -2_147_483_649,
  9_007_199_254_740_991, 9_007_199_254_740_992, 1e21, 1e308, -1e308, 5e-324, 0.1, 1.5, 1.0000001,
] as const;
const NUMERALS = [
  '0',
  '00',
  '-0',
  '1',
  '+1',
  ' 1 ',
  '1.0',
  '1e0',
  '1e3',
  '1e309',
  '01',
  '1,2,3',
  '9007199254740993',
  '9'.repeat(400),
  '-1',
  '0.5',
  '.5',
  '5.',
  '1;2',
] as const;
const DATES = [
  '2026-11-20',
  '2026-11-20 18:00:00',
  '2026-12-24T19:30',
  '2027-02-28 23:59:59',
  '2027-03-14 02:30:00',
  '2027-10-31 01:30:00',
  '2028-02-29',
  '2027-02-29',
  '2027-02-30 10:00',
  '2027-13-01',
  '2027-00-00 00:00:00',
  '0000-00-00 00:00:00',
  '0001-01-01',
  '9999-12-31 23:59:59',
  '10000-01-01',
  '+275760-09-13',
  '-271821-04-20',
  '-000001-01-01',
  '2027-01-01T10:00:00Z',
  '2027-01-01T10:00:00+14:00',
  '2027-01-01T10:00:00-99:99',
  '2027-01-01 10:00:00 Europe/Berlin',
  '2027-01-01T10:00:00[Asia/Tokyo]',
  '2027-01-01 24:00:00',
  '2027-01-01 25:61:61',
  '2027-06-30 23:59:60',
  '01/02/2027',
  '31.12.2026',
  '1.2.27',
  '20270101',
  '20270101T100000Z',
  '2027W101',
  '2027-W10-1',
  '2027-001',
  '@1800000000',
  '@-1',
  '@1e999',
  '@99999999999999999999',
  '1800000000',
  'now',
  'today',
  'tomorrow 10:00',
  'yesterday noon',
  'midnight',
  'next friday',
  'last day of february 2027',
  'first monday of next month',
  'monday next week',
  '+1 week 2 days 4 hours 2 seconds',
  '+99999999999 years',
  '-1000000 days',
  '+1 day'.repeat(200),
  'third tuesday of january 2027 at 10am',
  '10pm',
  '10:00',
  'Sat, 30 Jan 2027 10:00:00 GMT',
  'January 5th, 2027 3:04 pm',
  '5 janvier 2027',
  '2027-1-5 1:2:3',
  '2027/01/05',
  'back of 7pm',
  'eighth day',
  'Mon Tue Wed',
] as const;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'america/new_york',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'UTC',
  'GMT',
  'Z',
  'UTC+2',
  'UTC-12',
  'UTC+14',
  'UTC+14:01',
  'UTC+5.5',
  'UTC+5:75',
  '+05:30',
  '-00:00',
  'EST5EDT',
  'Etc/GMT+12',
  'Mars/Base',
  'Europe',
  '../UTC',
  '',
] as const;
const COSTS = [
  '0',
  'Free',
  '$10',
  '10 - 20 €',
  '1,234.56',
  '1.234,56',
  '1,234,567.89.01',
  '-5',
  '€',
  '$$$',
  '10 20 30',
  'USD 5 EUR 6',
  '1e99',
  '9'.repeat(100),
] as const;
const STATUSES = [
  'publish',
  'draft',
  'future',
  'pending',
  'private',
  'trash',
  'any',
  'inherit',
  'Publish',
  'publish,draft',
  'publish,publish',
] as const;
const PICTURES = [
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,<svg/>',
  'http://127.0.0.1:1/x.png',
  'http://localhost:22/',
  'http://[::1]/a.png',
  'http://0/',
  'http://2130706433/a.png',
  'http://169.254.169.254/latest/meta-data',
  'http://user:pw@127.0.0.1/',
  'https://127.0.0.1/x',
  'file:///etc/passwd',
  'ftp://127.0.0.1/x.png',
  'http://',
  'http:///x',
  'http://%00/',
  'javascript:alert(1)',
  'gopher://127.0.0.1:70/_',
] as const;
/** Paths of the pictures' server; see `pictures.ts`. */
const PICTURE_PATHS = [
  '/good.png',
  '/good.jpg',
  '/garbage',
  '/cut.png',
  '/missing',
  '/redirect',
  '/loop',
  '/away',
  '/closed',
  '/empty',
  '/lies',
] as const;
const WEBSITES = [
  'https://example.org/',
  'example.org',
  'https://exämple.org/ü?x=1&y=2#z',
  'mailto:a@b',
  'javascript:alert(1)',
  'http://',
  '//x',
] as const;
const EMAILS = ['ada@example.org', 'a@b', '@', 'a@@b', '"a b"@example.org', 'ü@exämple.org'] as const;

/** A text out of ordinary and broken pieces. */
export function anyText(random: Random): string {
  const kind = random.integer(10);
  if (kind < 4) return `${random.pick(WORDS)} ${random.integer(5_000)}`;
  if (kind < 8) return random.pick(BROKEN);
  return Array.from({ length: 1 + random.integer(4) }, () =>
    random.chance(0.5) ? random.pick(WORDS) : random.pick(BROKEN),
  ).join(random.pick(['', ' ', '<br>', '\n\n']));
}

const nested = (depth: number): unknown => {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Any JSON value; `depth` levels of lists and objects at most. */
export function anyValue(random: Random, depth = 2): unknown {
  const kind = random.integer(depth > 0 ? 14 : 9);
  if (kind < 3) return anyText(random);
  if (kind < 5) return random.pick(NUMBERS);
  if (kind === 5) return random.pick(NUMERALS);
  if (kind === 6) return random.chance(0.5);
  if (kind === 7) return null;
  if (kind === 8) return random.pick(DATES);
  if (kind === 9) return nested(2 + random.integer(60));
  if (kind < 12)
    return Array.from({ length: random.integer(random.chance(0.05) ? 300 : 5) }, () =>
      anyValue(random, depth - 1),
    );
  return Object.fromEntries(
    Array.from({ length: random.integer(4) }, () => [
      random.pick(['id', 'venue', 'organizer', 'name', '__proto__', 'constructor', 'toString', '0', '']),
      anyValue(random, depth - 1),
    ]),
  );
}

const FLAGS: readonly [unknown, ...unknown[]] = [
  true,
  false,
  1,
  0,
  '1',
  '0',
  'true',
  'false',
  'TRUE',
  'yes',
  'on',
  '',
  2,
];

function idOf(random: Random, known: Known, kind: keyof Known['ids']): number {
  const ids = known.ids[kind];
  const most = Math.max(10, ...ids);
  const chance = random.next();
  if (chance < 0.75) return ids[random.integer(ids.length)] ?? 1;
  return chance < 0.95 ? random.integer(most + 2_000) : random.pick(NUMBERS);
}

/** An ID of that kind, of something else or of nothing, as it may stand in a path. */
export function anyId(random: Random, known: Known, kind: keyof Known['ids']): string {
  return random.chance(0.06) ? anyText(random) : String(idOf(random, known, kind));
}

/** A slug of that kind, or a text. */
export function anySlug(random: Random, known: Known, kind: keyof Known['slugs']): string {
  const slugs = known.slugs[kind];
  return random.chance(0.6) ? (slugs[random.integer(slugs.length)] ?? 'none') : anyText(random);
}

function idsOf(random: Random, known: Known, kind: keyof Known['ids']): unknown {
  const ids = Array.from({ length: 1 + random.integer(3) }, () => idOf(random, known, kind));
  return random.pick<unknown>([ids, ids.join(','), ids[0], String(ids[0])]);
}

function termsOf(random: Random, known: Known, kind: 'categories' | 'tags'): unknown {
  if (random.chance(0.5)) return idsOf(random, known, kind);
  const terms = Array.from({ length: 1 + random.integer(3) }, () =>
    random.chance(0.5) ? anySlug(random, known, kind) : idOf(random, known, kind),
  );
  return random.chance(0.5) ? terms : terms.join(',');
}

function linkOf(random: Random, known: Known, kind: 'venue' | 'organizer'): unknown {
  if (random.chance(0.7)) return idsOf(random, known, `${kind}s`);
  const form = {
    [kind]: anyText(random),
    ...(random.chance(0.3) ? { status: random.pick(STATUSES) } : {}),
    ...(random.chance(0.3) ? { website: random.pick(WEBSITES) } : {}),
    ...(random.chance(0.2) ? { geo_lat: random.pick(NUMBERS), geo_lng: 10 } : {}),
    ...(random.chance(0.2) ? { [anyText(random)]: anyValue(random) } : {}),
  };
  return random.chance(0.5) ? form : [form, idOf(random, known, `${kind}s`)];
}

function pictureOf(random: Random, known: Known): unknown {
  const kind = random.integer(10);
  if (kind < 5) return idOf(random, known, 'media');
  if (kind < 8) return random.pick(PICTURES);
  return kind === 8 ? known.pictures + random.pick(PICTURE_PATHS) : false;
}

const ticket = (random: Random) => ({
  name: anyText(random),
  price: random.pick([5, '5.50', -1, 'free', null]),
  currency: random.pick(['EUR', 'usd', 'XX', 5]),
  url: random.pick(WEBSITES),
  capacity: random.pick([0, 100, -1, 1.5]),
  sales_start: random.pick(DATES),
  sales_end: random.pick([...DATES, 5, '']),
});

/** A value that the parameter of that name may well take, on the path of a kind of resource. */
export function fittingValue(random: Random, known: Known, name: string, kind: string): unknown {
  switch (name) {
    case 'page':
      return random.chance(0.7) ? 1 : 1 + random.integer(60);
    case 'per_page':
      return 1 + random.integer(60);
    case 'start_date':
    case 'end_date':
    case 'date':
    case 'date_utc':
    case 'starts_before':
    case 'starts_after':
    case 'ends_before':
    case 'ends_after': {
      if (random.chance(0.5)) return random.pick(DATES);
      const year = name === 'end_date' ? 2028 : 2026 + random.integer(2);
      const two = (below: number) => String(1 + random.integer(below)).padStart(2, '0');
      return `${year}-${two(12)}-${two(28)} ${two(22)}:${two(58)}:00`;
    }
    case 'timezone':
      return random.pick(ZONES);
    case 'status':
      return random.pick(STATUSES);
    case 'cost':
      return random.chance(0.7) ? random.pick(COSTS) : [random.pick(COSTS), random.pick(NUMBERS)];
    case 'image':
      return pictureOf(random, known);
    case 'website':
      return random.pick(WEBSITES);
    case 'email':
      return random.pick(EMAILS);
    case 'venue':
    case 'organizer':
      return kind === `${name}s`
        ? `${random.pick(WORDS)} ${random.integer(4_000)}`
        : linkOf(random, known, name);
    case 'categories':
    case 'tags':
      return termsOf(random, known, name);
    case 'include':
    case 'exclude':
      return idsOf(random, known, kind === 'categories' || kind === 'tags' ? kind : 'events');
    case 'parent':
      return idOf(random, known, 'categories');
    case 'event':
    case 'post':
    case 'post_parent':
      return idOf(random, known, 'events');
    case 'author':
      return 1 + random.integer(6);
    case 'geoloc_lat':
    case 'geo_lat':
      return Number((random.next() * 180 - 90).toFixed(4));
    case 'geoloc_lng':
    case 'geo_lng':
      return Number((random.next() * 360 - 180).toFixed(4));
    case 'geoloc_radius':
      return random.pick([1, 40, 500, 20_000, 0, '1e3']);
    case 'orderby':
      return random.pick(['date', 'title', 'name', 'modified', 'distance', 'id', 'count', 'slug', 'none']);
    case 'order':
      return random.pick(['asc', 'desc', 'ASC', 'descending']);
    case 'context':
      return random.pick(['view', 'edit', 'embed']);
    case 'translation_language':
      return random.pick(['en', 'de', 'es', 'xx', 'EN']);
    case 'tickets':
      return Array.from({ length: random.integer(3) }, () => ticket(random));
    case 'slug':
      return anySlug(random, known, kind === 'categories' || kind === 'tags' ? kind : 'events');
    case 'search':
      return random.pick(['jazz', 'a', 'concert berlin', 'Größe', 'x"y', '%', ...WORDS]);
    case 'role':
      return random.pick(['editor', 'author', 'contributor', 'subscriber', 'boss']);
    case 'login':
      return `user-${random.integer(100_000)}`;
    case 'reassign':
      return 1 + random.integer(8);
    case 'title':
    case 'name':
      return random.chance(0.8) ? `${random.pick(WORDS)} ${random.integer(3_000)}` : 'Always the same';
    default:
      return random.chance(0.5) ? random.pick(FLAGS) : anyText(random);
  }
}
