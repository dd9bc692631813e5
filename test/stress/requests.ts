import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '#api/routing/route.ts';
import { interfaceRoutes } from '#app.ts';
import { Random } from '#transfer/seed/random.ts';
import type { Role } from '../support/service.ts';
import { jsonOf, multipartOf, percentEncoded, queryOf } from './encode.ts';
import { anyId, anySlug, anyText, anyValue, fittingValue, type Known } from './values.ts';

/** A request as it goes over the wire, made of valid and broken pieces. */
export interface RandomRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether it is certain that its path is one of the interface, where every answer is JSON. */
  json: boolean;
}

const routes = interfaceRoutes();
const sample = (name: string) => readFileSync(path.join(import.meta.dirname, '..', 'samples', 'media', name));
const PNG = sample('photo.png');
const JPEG = sample('small.jpg');

/** What makes the resources that most other requests are about. */
const creations = routes.filter(({ operation }) =>
  /^create(Event|Venue|Organizer|Category|Tag)$/.test(operation),
);

type Parameters = (readonly [string, unknown])[];

const BASES = ['', '/wp-json', '/de', '/es/wp-json', '/en', '/EN/WP-JSON'] as const;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const ODD_METHODS = ['PROPFIND', 'TRACE', 'LOCK', 'REPORT', 'SEARCH', 'QUERY', 'PURGE', 'LINK'] as const;
const ODD_PATHS = [
  '/calendar/events/v1/events//1',
  '/calendar/events/v1/../../etc/passwd',
  '/calendar/events/v1/events/%2e%2e/%2fx',
  '/calendar/events/v1/events/1%00',
  '/calendar/events/v1/events/%zz',
  '/calendar/events/v1/events/%ff%fe',
  '/calendar/events/v1/events/1.5',
  '/calendar/events/v1/events/by-slug/',
  '/calendar/events/v1/venues/by-slug/a%2Fb',
  `/calendar/events/v1/events/${'9'.repeat(300)}`,
  `/calendar/events/v1/events/by-slug/${'x'.repeat(2_500)}`,
  '/calendar/events/v2/events',
  '/calendar/events/v1/nothing',
  '/kalends/v1/media/1/2',
  '/kalends/v1',
] as const;
const OPEN_PATHS = [
  '/',
  '//',
  '/favicon.ico',
  '/robots.txt',
  '/media/2026/11/x.png',
  '/media/../kalends.db',
  '/media/%2e%2e/kalends.db',
  '/media/2026/%00',
  '/?rest_route=',
  '/?rest_route=//',
  '/?rest_route=/calendar/events/v1/%00',
  '/wp-admin/',
  '/%',
  '/\u00ff',
] as const;
const EXTRA_NAMES = [
  'id',
  'slug',
  'password',
  'context',
  'page',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '',
  'a[b',
  'a]b[',
  '[]',
  'event[id]',
  '_links',
  '_embed',
  '_locale',
  'rest_route',
] as const;

type KindWord = 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media' | 'users';
function kindOf(url: string): KindWord {
  for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags', 'media', 'users'] as const)
    if (url.includes(`/${kind}`) && (kind !== 'events' || /v1\/events/.test(url))) return kind;
  return 'events';
}

/** Users whose credentials the run needs are left alone by whatever could take them away, their own requests too. */
const FIRST_SPARE_USER = 6;

function pathOf(random: Random, known: Known, url: string): string {
  const kind = kindOf(url);
  return url.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'slug')
      return percentEncoded(
        random,
        anySlug(random, known, kind === 'users' || kind === 'media' ? 'events' : kind),
      );
    if (kind === 'users')
      return String(random.pick([FIRST_SPARE_USER + random.integer(40), 0, 9_999_999_999_999_999n]));
    return percentEncoded(random, anyId(random, known, kind));
  });
}

function sentParameters(random: Random, known: Known, route: Route): Parameters {
  const kind = kindOf(route.url);
  const chosen: Parameters = [];
  const wild = random.chance(0.2) ? 0.5 : 0.04;
  const breadth = random.pick([0.03, 0.1, 0.25]);
  for (const [name, parameter] of Object.entries({ ...route.accepts })) {
    if (!random.chance(parameter.required ? 0.94 : breadth)) continue;
    if (name === 'revoke_tokens' && route.url.endsWith('/me')) continue;
    const value = random.chance(wild) ? anyValue(random) : fittingValue(random, known, name, kind);
    chosen.push([name, value]);
    if (random.chance(0.02)) chosen.push([name, anyValue(random)]);
  }
  if (random.chance(0.08))
    chosen.push(['translation_language', fittingValue(random, known, 'translation_language', kind)]);
  if (random.chance(0.08)) chosen.push([random.pick(EXTRA_NAMES), anyValue(random)]);
  if (random.chance(0.03)) chosen.push([anyText(random), anyText(random)]);
  // One that is made up would be another on each engine.
  if (route.operation === 'createEvent' && !chosen.some(([name, value]) => name === 'uid' && value !== null))
    chosen.push(['uid', `event-${random.integer(1_000_000_000)}`]);
  return chosen;
}

function framing(random: Random): Parameters {
  const framed: Parameters = [];
  if (random.chance(0.05))
    framed.push([
      '_fields',
      random.pick(['id', 'id,title', 'events.id,total', 'events.venue.id', '...', anyText(random)]),
    ]);
  if (random.chance(0.05))
    framed.push(['_envelope', random.pick(['', '1', '0', 'false', 'embed', anyText(random)])]);
  if (random.chance(0.04)) framed.push(['_pretty', random.pick(['', '1', '0', anyText(random)])]);
  if (random.chance(0.03))
    framed.push(['_method', random.pick([...METHODS, 'delete', 'FOO', '', anyText(random)])]);
  return framed;
}

function authorization(random: Random, credentials: (role: Role) => string): string | undefined {
  const chance = random.next();
  if (chance < 0.22) return undefined;
  if (chance < 0.94) {
    const role = random.pick<Role>([
      'admin',
      'admin',
      'editor',
      'editor',
      'author',
      'contributor',
      'subscriber',
    ]);
    const pair = credentials(role);
    return random.chance(0.3)
      ? `Bearer ${pair.slice(pair.indexOf(':') + 1)}`
      : `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  return random.pick([
    'Basic',
    'Basic ',
    'Basic !!!',
    `Basic ${Buffer.from('admin').toString('base64')}`,
    `Basic ${Buffer.from('admin:wrong').toString('base64')}`,
    `Basic ${Buffer.from('no@body.example:wrong').toString('base64')}`,
    `Basic ${Buffer.from([0xff, 0x3a, 0xff, 0x00]).toString('base64')}`,
    `Basic ${Buffer.from(`x:${'y'.repeat(5_000)}`).toString('base64')}`,
    'Bearer',
    'Bearer x',
    `Bearer ${'x'.repeat(4_000)}`,
    'Bearer a b c',
    'Digest username="admin"',
    'Negotiate YII=',
    ',,,',
  ]);
}

function headersOf(random: Random): Record<string, string> {
  const headers: Record<string, string> = { host: '127.0.0.1' };
  const maybe = (probability: number, name: string, values: readonly [string, ...string[]]) => {
    if (random.chance(probability)) headers[name] = random.pick(values);
  };
  maybe(0.1, 'accept-language', [
    'de',
    'es-MX,es;q=0.9,*;q=0.1',
    'xx',
    ';q=',
    'en;q=NaN',
    ','.repeat(3_000),
    'de;q=0',
  ]);
  maybe(0.05, 'if-none-match', ['*', '"x"', 'W/"x", "y"', '"', ','.repeat(2_000)]);
  maybe(0.03, 'if-modified-since', ['Sat, 30 Jan 2027 10:00:00 GMT', 'never', '']);
  maybe(0.04, 'range', ['bytes=0-10', 'bytes=-1', 'bytes=9-1', 'lines=1', 'bytes=0-0,1-1']);
  maybe(0.05, 'host', [
    '',
    'example.org:99999',
    'a b',
    '[::1]:80',
    '[',
    'evil.example/?x=',
    '\u00ff',
    'a'.repeat(300),
  ]);
  maybe(0.04, 'x-http-method-override', ['DELETE', 'put', 'GET', 'FOO', '', 'DELETE, PUT']);
  maybe(0.03, 'x-forwarded-for', ['1.2.3.4', 'x', ', ,']);
  maybe(0.03, 'x-forwarded-host', ['evil.example', '%']);
  maybe(0.03, 'x-forwarded-proto', ['https', 'javascript', '://']);
  maybe(0.05, 'accept', ['application/json', 'text/html', '*/*;q=0', 'nonsense', '']);
  maybe(0.05, 'accept-encoding', ['gzip', 'br, gzip;q=0', 'identity;q=0', '*']);
  maybe(0.03, 'cookie', ['wordpress_logged_in=x', '=;=;', 'a'.repeat(3_000)]);
  maybe(0.03, 'origin', ['null', 'https://evil.example', '']);
  maybe(0.02, 'x-wp-nonce', ['x']);
  return headers;
}

const fileOf = (random: Random) => ({
  name: random.pick([
    'photo.png',
    'a.jpg',
    '../x.png',
    'con',
    '',
    'ü\u202e.png',
    'x'.repeat(300),
    'a.php',
    '.htaccess',
  ]),
  type: random.pick(['image/png', 'image/jpeg', 'text/plain', 'application/pdf', 'x', 'image/svg+xml']),
  bytes: random.chance(0.15)
    ? random.pick([PNG, JPEG])
    : random.pick([
        PNG.subarray(0, 100),
        PNG.subarray(0, PNG.length / 2),
        JPEG.subarray(0, 400),
        Buffer.concat([PNG.subarray(0, 60), Buffer.alloc(500, 0xff)]),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        Buffer.from('GIF89a'),
        Buffer.from('%PDF-1.7\n'),
        Buffer.from('plain text'),
        Buffer.alloc(0),
        Buffer.from([0, 1, 2, 3]),
      ]),
});

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'Application/LD+JSON',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/html',
  'application/octet-stream',
  'image/png',
  'nonsense',
  '/',
  ';',
  'multipart/form-data',
  'multipart/mixed; boundary=x',
] as const;

function bodyOf(
  random: Random,
  parameters: Parameters,
  upload: boolean,
): { type: string | undefined; body: Buffer | undefined } {
  const kind = upload ? 8 + random.integer(8) : random.integer(14);
  if (kind < 8) return { type: 'application/json', body: jsonOf(random, parameters) };
  if (kind < 10)
    return { type: 'application/x-www-form-urlencoded', body: Buffer.from(queryOf(random, parameters)) };
  if (kind < 12)
    return multipartOf(random, parameters, upload || random.chance(0.05) ? fileOf(random) : undefined);
  if (kind === 12) return { type: random.pick(TYPES), body: jsonOf(random, parameters) };
  if (kind === 13) return { type: undefined, body: Buffer.from(queryOf(random, parameters)) };
  const file = fileOf(random);
  return { type: file.type, body: file.bytes };
}

function methodFor(random: Random, route: Route): string {
  const chance = random.next();
  if (chance < 0.8) return route.methods[random.integer(route.methods.length)] ?? 'GET';
  return chance < 0.98 ? random.pick(METHODS) : random.pick(ODD_METHODS);
}

/** The address of a page for people, with what may be asked of it. */
function pageAddress(random: Random, known: Known): string {
  const slug = (of: keyof Known['slugs']) => percentEncoded(random, anySlug(random, known, of));
  const kind = random.pick(['event', 'venue', 'organizer'] as const);
  const address = random.pick<string>([
    '/',
    '/docs',
    `/${kind}/${slug(`${kind}s`)}`,
    `/${kind}/${slug(`${kind}s`)}`,
    `/events/category/${slug('categories')}/${slug('categories')}`,
    `/tag/${slug('tags')}`,
    `/?post_type=${random.pick(['tribe_events', 'tribe_venue', 'x'])}&p=${anyId(random, known, `${kind}s`)}`,
  ]);
  const query = queryOf(random, [
    ['page', random.chance(0.5) ? random.integer(40) : anyValue(random)],
    ...framing(random),
  ]);
  return `${random.pick(['', '/de', '/es'])}${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/** The request of that number: the same for the same seed, calendar and credentials. */
export function randomRequest(
  seed: number,
  number: number,
  known: Known,
  credentials: (role: Role) => string,
): RandomRequest {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const authorized = authorization(random, credentials);
  const headers: Record<string, string> = {
    ...headersOf(random),
    ...(authorized === undefined ? {} : { authorization: authorized }),
  };
  if (random.chance(0.03)) {
    const json = random.chance(0.7);
    const method = random.pick(METHODS);
    const odd = json ? random.pick(BASES) + random.pick(ODD_PATHS) : random.pick(OPEN_PATHS);
    return { method, path: odd, headers, body: undefined, json };
  }
  if (random.chance(0.05))
    return {
      method: random.chance(0.8) ? 'GET' : random.pick(METHODS),
      path: pageAddress(random, known).replace(/[^\x21-\xff]/g, ''),
      headers,
      body: undefined,
      json: false,
    };
  // Creating is half of what there is to do, and pictures are slow to make.
  const among = random.chance(0.2) ? creations : routes;
  let route = among[random.integer(among.length)] as Route;
  if (route.upload && random.chance(0.6))
    route = routes.find((one) => one.operation === 'createEvent') as Route;
  const method = methodFor(random, route);
  const parameters = sentParameters(random, known, route);
  const framed = framing(random);
  const inQuery = method === 'GET' || method === 'HEAD' ? random.chance(0.93) : random.chance(0.12);
  const query = queryOf(random, inQuery ? [...parameters, ...framed] : framed);

  const place = pathOf(random, known, route.url)
    .replace('/calendar/', random.chance(0.2) ? '/tribe/' : '/calendar/')
    .replace('/v1/', random.chance(0.02) ? '/V1/' : '/v1/');
  let target = random.pick(BASES) + (place === '/wp-json' ? '/wp-json' : place);
  const users = kindOf(route.url) === 'users';
  if (random.chance(0.06) && !users) target = `/?rest_route=${encodeURIComponent(place.replace(/%.?$/, ''))}`;
  else if (random.chance(0.1)) target += '/';
  if (query) target += (target.includes('?') ? '&' : '?') + query;

  const bodied = !inQuery || random.chance(0.1);
  const { type, body } =
    bodied && method !== 'HEAD' && method !== 'TRACE'
      ? bodyOf(random, parameters, route.upload === true)
      : { type: undefined, body: undefined };
  if (type !== undefined && !random.chance(0.01)) headers['content-type'] = type;
  if (route.upload && random.chance(0.5))
    headers['content-disposition'] = random.pick([
      'attachment; filename="x.png"',
      "inline; filename*=UTF-8''%e4.png",
      'attachment',
      ';;',
      'filename',
    ]);
  return { method, path: target.replace(/[^\x21-\xff]/g, ''), headers, body, json: true };
}
