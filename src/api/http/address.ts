import type { IncomingMessage } from 'node:http';
import { type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';
import { memoize } from '#foundation/text/memoize.ts';

/** The namespace under which the interface is served; `tribe/events/v1` is its alias everywhere (design 2). */
export const NAMESPACE = 'calendar/events/v1';
const ALIAS = 'tribe/events/v1';

const LANGUAGE_SEGMENT = new RegExp(`^/(${languages.join('|')})(?=/|$)`, 'i');

/** Where a request came in, for the links of its answer. */
export interface Address {
  /** What precedes the namespace: ``, `/wp-json`, `/de`, `/de/wp-json`. */
  readonly base: string;
  readonly namespace: string;
  readonly language: Language | undefined;
  /** The path inside Kalends, without base, in the namespace's own name. */
  readonly path: string;
  readonly query: string;
}

/**
 * Takes an address apart: language segment, `/wp-json`, the alias of the namespace, `?rest_route=`. What Kalends
 * routes by is the canonical `path`; letters of the fixed parts may have any case.
 */
export function parseAddress(url: string): Address {
  const mark = url.indexOf('?');
  let path = mark < 0 ? url : url.slice(0, mark);
  let query = mark < 0 ? '' : url.slice(mark + 1);
  let base = '';
  const segment = LANGUAGE_SEGMENT.exec(path);
  const language = languageOf(segment?.[1]?.toLowerCase());
  if (segment) {
    base = segment[0];
    path = path.slice(base.length) || '/';
  }
  const json = /^\/wp-json(?=\/|$)/i.exec(path);
  if (json) {
    base += json[0];
    path = path.slice(json[0].length) || '/';
  }
  if (path === '/') {
    const route = new URLSearchParams(query).get('rest_route');
    if (route !== null) {
      const rest = new URLSearchParams(query);
      rest.delete('rest_route');
      query = rest.toString();
      path = route.startsWith('/') ? route : `/${route}`;
      if (path === '/') path = '/wp-json';
      // The links of its answer take the usual form of the address.
      if (!json) base += '/wp-json';
    } else if (json) path = '/wp-json';
  }
  const named = /^\/((?:calendar|tribe)\/events\/v1)(?=\/|$)/i.exec(path);
  const namespace = named?.[1]?.toLowerCase() === ALIAS ? ALIAS : NAMESPACE;
  if (named) path = `/${NAMESPACE}${path.slice(named[0].length)}`;
  if (path.length > 1 && path.endsWith('/') && !path.endsWith('//')) path = path.slice(0, -1);
  // Where monitoring looks for it first.
  if (!/wp-json$/i.test(base) && /^\/health(\/(live|ready))?$/i.test(path)) path = `/kalends/v1${path}`;
  return { base, namespace, language, path, query };
}

/** `_method` as it may be written. */
const MAY_OVERRIDE = /_method|%/;

const addresses = new WeakMap<IncomingMessage, Address>();

/** Remembers the address of a request and gives the one that Kalends routes by. `_method` and its header win over the method (reference 1.4). */
export function rewriteRequest(request: IncomingMessage): string {
  const address = parseAddress(request.url ?? '/');
  addresses.set(request, address);
  // A content type that is none means a body that isn't read (reference 1.3), not a refusal; an empty one is not there.
  const type = request.headers['content-type'];
  if (type === '') delete request.headers['content-type'];
  if (type && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/.test(type))
    request.headers['content-type'] = 'application/octet-stream';
  const asked = MAY_OVERRIDE.test(address.query) ? new URLSearchParams(address.query).get('_method') : null;
  const override = asked ?? request.headers['x-http-method-override'];
  if (typeof override === 'string') {
    const method = override.toUpperCase();
    if (
      method === 'PUT' ||
      method === 'PATCH' ||
      method === 'DELETE' ||
      ((method === 'POST' || method === 'GET') && request.method === 'POST')
    )
      request.method = method;
  }
  const path = isDecodable(address.path) ? address.path : `/${encodeURIComponent(address.path)}`;
  return address.query ? `${path}?${address.query}` : path;
}

/** What can't be decoded is nowhere, and goes the way of all that is: the router would refuse it before anything is looked at. */
function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    // Its value is looked at: a bundler leaves out a call whose value nobody needs, and so the error.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

export function addressOf(request: IncomingMessage): Address {
  return addresses.get(request) ?? parseAddress(request.url ?? '/');
}

const hostOf = memoize((origin) => {
  const url = new URL(origin);
  return url.hostname + url.pathname.replace(/\/$/, '');
});

/** Makes the links of an answer on the origin, base and namespace of its request (design 2). */
export class Links {
  readonly origin: string;
  readonly base: string;
  readonly root: string;
  /** Where the pages are: with the language segment that the address had. */
  readonly home: string;
  readonly host: string;
  /** What the addresses of public pages begin with. */
  readonly pages: string;
  readonly #address: Pick<Address, 'base' | 'namespace'>;

  /** @param origin such as `https://calendar.example.org`, or with the path below which Kalends is published */
  constructor(origin: string, address: Pick<Address, 'base' | 'namespace'>, pages: string = origin) {
    this.#address = address;
    this.pages = pages;
    this.origin = origin;
    this.base = origin + address.base;
    this.root = `${this.base}/${address.namespace}`;
    this.home = this.base.replace(/\/wp-json$/i, '');
    this.host = hostOf(origin);
  }

  /** The same for answers that are pages: links between them keep the language segment. */
  ofPages(): Links {
    return new Links(this.origin, this.#address, this.home);
  }

  rest(kind: 'events' | 'venues' | 'organizers' | 'categories' | 'tags', id?: number): string {
    return id === undefined ? `${this.root}/${kind}` : `${this.root}/${kind}/${id}`;
  }

  /** `<host>[/<path>]?id=<id>` (reference 2.1). */
  globalId(id: number): string {
    return `${this.host}?id=${id}`;
  }

  /** The public page; what isn't published has a stable address by its number. */
  page(
    kind: 'event' | 'venue' | 'organizer',
    item: { id: number; slug: string; status: string },
    readable = true,
  ): string {
    const open = item.status === 'publish' || (item.status === 'private' && readable);
    return open && item.slug
      ? `${this.pages}/${kind}/${item.slug}/`
      : `${this.pages}/?post_type=${kind === 'event' ? 'tribe_events' : `tribe_${kind}`}&p=${item.id}`;
  }

  media(file: string): string {
    return `${this.origin}/media/${file}`;
  }
}
