import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { type Allows, allowList, bareHost } from '#foundation/network/allow-list.ts';
import { dispositionFileName } from '#foundation/network/disposition.ts';
import { forbidden, isPublicAddress, parseAddress, portOf, refuseForbidden } from './address.ts';
import { PictureError } from './errors.ts';
import { type PictureType, pictureKinds } from './kinds.ts';
import { safeFileName } from './name.ts';
import { pictureType } from './type.ts';
import { isExhausted, unavailable } from './unavailable.ts';

/** Loads the client, which costs a start of the service more time and memory than anything else, when it is first used. */
const loadClient = () => import('undici');

/** All IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

/** A response of a fetch, and the addresses that were asked first and last. */
export interface FetchedResponse {
  readonly response: Dispatcher.ResponseData;
  readonly urls: readonly [first: URL, last: URL];
}

/** Bounds of a fetch (bytes, milliseconds, redirects), and the networks that it may reach. */
export interface FetchRules {
  /** Hosts (`host` or `host:port`) that may have any IP address; all others must be public. */
  allowHosts: readonly string[];
  /** Bytes of the picture, at most. */
  maxBytes: number;
  /** Milliseconds for everything together: names, connections, redirects, headers and body. */
  timeoutMs: number;
  /** Redirects that are followed; 5 unless told. */
  maxRedirects?: number;
  /** Name of the picture; see `safeFileName`. */
  language?: Language | undefined;
  /** Asked for host names instead of the system's resolver. */
  resolve?: Resolve;
}

/** Picture that a fetch brought, still to be inspected. */
export interface FetchedPicture {
  bytes: Buffer;
  /** By content, never by header or name. */
  type: PictureType;
  finalUrl: string;
  /** Safe, with the ending of `type`. */
  fileName: string;
}

// The magic numbers of every kind, AVIF's list of brands included, lie within these bytes.
const headBytes = 512;

/**
 * Fetches a picture from the web, never from a private or local address unless the operator allowed the host. Nothing is
 * decoded. Throws {@link PictureError}.
 */
export function fetchPicture(address: string, rules: FetchRules): Promise<FetchedPicture> {
  const accept = Object.values(pictureKinds)
    .map((kind) => kind.mime_type)
    .join(', ');
  return fetchGuarded(address, { ...rules, headers: { accept } }, async ({ response, urls }) => {
    let isKnown = false;
    const bytes = await readBody(response, rules.maxBytes, (chunks, size) => {
      // A page or a film is turned away at its first bytes.
      if (!isKnown && size >= headBytes) isKnown = requireType(Buffer.concat(chunks)) !== undefined;
    });
    const type = requireType(bytes);
    const fileName = nameOf(response, urls, type, rules.language);
    return { bytes, type, finalUrl: urls[1].href, fileName };
  });
}

/**
 * Fetches something from the web: every hop's IP addresses are checked as the connection is made. Throws {@link PictureError}.
 * @param read reads the response within the same time
 */
export async function fetchGuarded<T>(
  address: string,
  rules: FetchRules & { readonly headers: Readonly<Record<string, string>> },
  read: (fetched: FetchedResponse) => Promise<T>,
): Promise<T> {
  const allows = allowList(rules.allowHosts);
  const stop = new AbortController();
  const { Agent } = await loadClient();
  const agent = new Agent({
    connect: guardedConnector(allows, rules.resolve ?? resolveBySystem, stop.signal),
    // One deadline covers everything; a limit on pauses alone would let a slow drip run for ever.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    const late = () => reject(new PictureError('timeout'));
    timer = setTimeout(late, rules.timeoutMs);
  });
  const work = async () => {
    const first = parseAddress(address);
    let url = first;
    for (let redirects = 0; redirects <= (rules.maxRedirects ?? 5); redirects += 1) {
      refuseForbidden(url, allows);
      const response = await send(url, agent, rules.headers);
      const location = redirectTarget(response);
      if (location === undefined) return read({ response, urls: [first, url] });
      response.body.destroy();
      url = parseAddress(location, url);
    }
    throw new PictureError('redirects');
  };
  try {
    return await Promise.race([work(), deadline]);
  } finally {
    clearTimeout(timer);
    void agent.destroy();
    // The agent leaves alone a socket that is still connecting.
    stop.abort();
  }
}

async function send(
  url: URL,
  agent: Agent,
  headers: Readonly<Record<string, string>>,
): Promise<Dispatcher.ResponseData> {
  try {
    const { request } = await loadClient();
    const response = await request(url, {
      dispatcher: agent,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'Kalends', ...headers },
    });
    // A body that is let go reports an error, which nobody would take.
    response.body.on('error', () => {});
    return response;
  } catch (error) {
    throw asPictureError(error);
  }
}

function asPictureError(error: unknown): Error {
  if (error instanceof PictureError) return error;
  if (isExhausted(error)) return unavailable(error);
  return new PictureError('unreachable', undefined, { cause: error });
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? onlyValue(headers.location) : undefined;
}

function onlyValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/**
 * Returns the whole body of a response, which has to be a success and no larger than allowed. Throws {@link PictureError}.
 * @param look is called with what has come so far, and may throw
 */
export async function readBody(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
  look?: (chunks: readonly Buffer[], size: number) => void,
): Promise<Buffer> {
  if (statusCode !== 200) {
    throw new PictureError('status', message('picture.status', { status: statusCode }));
  }
  // We asked for none; unpacking would need bounds of its own.
  if (!/^(identity)?$/i.test([headers['content-encoding'] ?? ''].flat().join().trim())) {
    throw new PictureError('encoding');
  }
  const tooLarge = () => new PictureError('size', message('picture.size', { limit: maxBytes }));
  if (Number(onlyValue(headers['content-length']) ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('The body is not read as bytes.');
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      look?.(chunks, size);
    }
  } catch (error) {
    throw asPictureError(error);
  }
  return Buffer.concat(chunks);
}

function requireType(bytes: Buffer): PictureType {
  const type = pictureType(bytes);
  if (type === undefined) {
    throw new PictureError('type');
  }
  return type;
}

// The address that was given says more about the picture than the storage it redirects to, unless it names no file.
function nameOf(
  { headers }: Dispatcher.ResponseData,
  urls: readonly URL[],
  type: PictureType,
  language: Language | undefined,
): string {
  const proposed = dispositionFileName(onlyValue(headers['content-disposition']));
  const segments = urls.map(({ pathname }) => decodeSegment(pathname.split('/').at(-1) ?? ''));
  const name =
    segments.find((segment) => /\.[a-z0-9]{2,5}$/i.test(segment)) ?? segments.find((one) => one !== '');
  return safeFileName(proposed ?? name ?? '', type, language);
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

// The check sits in the connection's own lookup: a name asked twice could answer differently (DNS rebinding).
// Sockets skip the lookup for IP addresses, so these are checked before.
/** Returns a connector that reaches public IP addresses alone, and those of hosts that the operator allows. */
export function guardedConnector(
  allows: Allows,
  resolve: Resolve = resolveBySystem,
  signal?: AbortSignal,
): buildConnector.connector {
  const options = { keepAlive: false, timeout: 0, autoSelectFamily: true, ...(signal ? { signal } : {}) };
  return (target, callback) => {
    const host = bareHost(target.hostname);
    const trusted = allows(host, portOf(target.protocol, target.port));
    if (isIP(host) !== 0 && !trusted && !isPublicAddress(host)) {
      callback(forbidden(), null);
      return;
    }
    const lookup = guardedLookup(trusted, resolve);
    void loadClient().then(({ buildConnector }) =>
      buildConnector({ ...options, port: 0, lookup })(target, callback),
    );
  };
}

function guardedLookup(trusted: boolean, resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    const answer = async () => {
      const found = await resolve(hostname);
      const [first] = found;
      if (first === undefined) throw new Error(`No address for ${hostname}`);
      if (!trusted && !found.every(({ address }) => isPublicAddress(address))) throw forbidden();
      return { first, found };
    };
    answer().then(
      ({ first, found }) => (all ? callback(null, [...found]) : callback(null, first.address, first.family)),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}
