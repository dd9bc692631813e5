import type { IncomingMessage } from 'node:http';
import { type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import { acceptedForm } from './negotiation.ts';
import { feedOfPage } from './page-feeds.ts';

/** The namespace under which the interface is served; `tribe/events/v1` is its alias everywhere (design 2). */
export const NAMESPACE = 'calendar/events/v1';
const ALIAS = 'tribe/events/v1';

const LANGUAGE_SEGMENT = new RegExp(`^/(${languages.join('|')})(?=/|$)`, 'i');

/** Below this path load balancers ask how a node is. */
export const HEALTH = '/kalends/v1/health';

/** Returns whether the pattern of a route is one that load balancers ask all the time; undefined is no route's. */
export const isProbe = (pattern: string | undefined): boolean =>
  pattern === HEALTH || pattern?.startsWith(`${HEALTH}/`) === true;

/** The front as plain permalinks name it (contract D47). */
const INDEX = /^\/index\.php\/?$/i;

const HOST = 'host';

/** Returns whether a request names its host more than once, of which Node shows the first alone (RFC 9112 §3.2). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  // Names and values in turn.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1;
}

/** The address at which a request came in, taken apart; links of its answer begin alike. */
export interface Address {
  /** Path before the namespace: ``, `/wp-json`, `/de`, `/de/wp-json`. */
  readonly base: string;
  readonly namespace: string;
  readonly language: Language | undefined;
  /** The path inside Kalends, without base, in the namespace's own name. */
  readonly path: string;
  readonly query: string;
  /** Whether `Accept` chooses among JSON and the forms of feeds. */
  readonly isNegotiable?: boolean;
  /** Whether it is that of a page, of which the feed is asked for: what it doesn't show isn't there. */
  readonly isPage?: boolean;
  /** Whether it is to be refused for its `Host` alone: without one, unless HTTP/1.0, or with several (RFC 9112 §3.2). */
  readonly isMisaddressed?: boolean;
  /** Whether a request that reads by its method on the wire asks for a write by `_method` or its header (contract D49). */
  readonly isReadMadeWrite?: boolean;
}

/**
 * Parses the address of a request: language segment, `/wp-json`, the alias of the namespace, `?rest_route=` (also of `index.php`). Routing goes
 * by the canonical `path`; letters of the fixed parts may have any case.
 */
export function parseAddress(url: string): Address {
  const mark = url.indexOf('?');
  let path = mark < 0 ? url : url.slice(0, mark);
  let query = mark < 0 ? '' : url.slice(mark + 1);
  let base = '';
  const segment = LANGUAGE_SEGMENT.exec(path);
  const language = segment ? languageOf(segment[1]?.toLowerCase()) : undefined;
  if (segment) {
    base = segment[0];
    path = path.slice(base.length) || '/';
  }
  const json = /^\/wp-json(?=\/|$)/i.exec(path);
  if (json) {
    base += json[0];
    path = path.slice(json[0].length) || '/';
  }
  const isFront = path === '/';
  if (isFront || INDEX.test(path)) {
    const route = new URLSearchParams(query).get('rest_route');
    if (route !== null) {
      const rest = new URLSearchParams(query);
      rest.delete('rest_route');
      query = rest.toString();
      path = route.startsWith('/') ? route : `/${route}`;
      if (path === '/') path = '/wp-json';
      // The links of its answer take the usual form of the address.
      if (!json) base += '/wp-json';
    } else if (json && isFront) path = '/wp-json';
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

/** Methods that read. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Methods that write. */
const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Returns whether a method writes. */
export const isWriting = (method: string): boolean => WRITES.has(method);

/** Returns the method that a request asks for beside the one on the wire, in upper case; '' if none. */
function overriddenMethod({ headers }: IncomingMessage, { query }: Address): string {
  const asked = MAY_OVERRIDE.test(query) ? new URLSearchParams(query).get('_method') : null;
  const override = asked ?? headers['x-http-method-override'];
  return typeof override === 'string' ? override.toUpperCase() : '';
}

const addresses = new WeakMap<IncomingMessage, Address>();

const INTERFACE = `/${NAMESPACE}/`;
/** The addresses of lists and items that have feeds (contract F1). */
const NEGOTIABLE = new RegExp(`^/${NAMESPACE}/events(/\\d+|/by-slug/[^/]+)?$`, 'i');

/** Parses the address of a request, for `addressOf`, and returns the path and query to route by. `_method` and its header override the method (reference 1.4). */
export function rewriteRequest(request: IncomingMessage): string {
  const asked = negotiated(request, parseAddress(request.url ?? '/'));
  const override = overriddenMethod(request, asked);
  const isReadMadeWrite = READS.has(request.method ?? '') && WRITES.has(override);
  const isMisaddressed =
    (request.headers.host === undefined && request.httpVersion === '1.1') || hasSeveralHosts(request);
  const address = { ...asked, isReadMadeWrite, isMisaddressed };
  addresses.set(request, address);
  // A content type that is none means a body that isn't read (reference 1.3), not a refusal; an empty one is not there.
  const type = request.headers['content-type'];
  if (type === '') delete request.headers['content-type'];
  if (type && !/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/.test(type))
    request.headers['content-type'] = 'application/octet-stream';
  if (WRITES.has(override) || (override === 'GET' && request.method === 'POST')) request.method = override;
  const isBroken = address.path.includes('%') && !isDecodable(address.path);
  const path = isBroken ? `/${encodeURIComponent(address.path)}` : address.path;
  return address.query ? `${path}?${address.query}` : path;
}

/** Returns the address of the feed that a page's address stands for, or that `Accept` asks for at an address of JSON; any other unchanged. */
function negotiated({ method, headers }: IncomingMessage, address: Address): Address {
  if (method !== 'GET' && method !== 'HEAD') return address;
  const isPage = !address.path.startsWith(INTERFACE) && !/\/wp-json$/i.test(address.base);
  const feed = isPage ? feedOfPage(address.path, address.query) : undefined;
  if (feed) return { ...address, path: `/${NAMESPACE}${feed.path}`, query: feed.query, isPage: true };
  if (!NEGOTIABLE.test(address.path)) return address;
  const form = acceptedForm(headers.accept);
  return { ...address, isNegotiable: true, ...(form ? { path: `${address.path}.${form}` } : {}) };
}

/** Returns whether the router could read a path. One that it can't is encoded, so that it is answered like others that name nothing. */
function isDecodable(path: string): boolean {
  try {
    // Its value is looked at: a bundler leaves out a call whose value nobody needs, and so the error.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** Returns the address of a request as `rewriteRequest` has parsed it. */
export function addressOf(request: IncomingMessage): Address {
  return addresses.get(request) ?? parseAddress(request.url ?? '/');
}

const hostOf = memoize((origin) => {
  const url = new URL(origin);
  return url.hostname + url.pathname.replace(/\/$/, '');
});

/** Builds the links of an answer on the origin, base and namespace of its request (design 2). */
export class Links {
  readonly origin: string;
  readonly base: string;
  readonly root: string;
  /** The address of the pages, with the language segment that the request had. */
  readonly home: string;
  readonly host: string;
  /** The beginning of each public page's address. */
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

  /** Returns the links for an answer that is a page: links between pages keep the language segment. */
  ofPages(): Links {
    // Whatever letters the segment was typed with.
    const address = { ...this.#address, base: this.#address.base.toLowerCase() };
    return new Links(this.origin, address, this.origin + address.base.replace(/\/wp-json$/, ''));
  }

  /** Returns the address of a collection, or of one item of it, in the interface. */
  rest(kind: 'events' | 'venues' | 'organizers' | 'categories' | 'tags', id?: number): string {
    return id === undefined ? `${this.root}/${kind}` : `${this.root}/${kind}/${id}`;
  }

  /** Returns `<host>[/<path>]?id=<id>` (reference 2.1). */
  globalId(id: number): string {
    return `${this.host}?id=${id}`;
  }

  /** Returns the address of an item's public page; what isn't published has a stable one by its ID. */
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

  /** Returns the address of a file in the media folder. */
  media(file: string): string {
    return `${this.origin}/media/${file}`;
  }
}
