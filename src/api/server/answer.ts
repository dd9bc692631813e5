import { pipeline, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CachedResponse, responseKey } from '#api/cache/response-cache.ts';
import { addressOf } from '#api/http/address.ts';
import { truthy } from '#api/http/coercion.ts';
import { pick, readFields } from '#api/http/fields.ts';
import {
  acceptedEncoding,
  acceptedForm,
  type Encoding,
  encode,
  encoder,
  languageOfHeader,
  preferredEncoding,
} from '#api/http/negotiation.ts';
import {
  ALLOWED_ORIGIN,
  digestOf,
  etagOf,
  httpDate,
  isNotModifiedHeader,
  isUnmodified,
  matchesTag,
  OPEN,
  PRIVATE,
  PUBLIC,
  varyOf,
} from '#api/http/response-headers.ts';
import type { Answer } from '#api/routing/route.ts';
import type { Call, Services } from '#context.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import { answerTooLarge } from './answer-size.ts';
import { factsOf } from './request-facts.ts';
import { hasBody, queryParameters } from './request-input.ts';

/** So much larger a body may become by being indented, within an answer's limit. */
const INDENTED = 4;

/** Returns the JSON of an answer as bytes, shaped as `_fields`, `_envelope` and `_pretty` ask (reference 1.5). @throws KalendsError `rest_answer_too_large` */
function shapedBytes(
  answer: Answer,
  query: Readonly<Record<string, unknown>>,
  envelope: object | undefined,
  most: number,
): Buffer {
  const { bytes } = answer;
  const isPretty = query['_pretty'] !== undefined && truthy(query['_pretty'] || '1');
  const asked = query['_fields'];
  const fields = asked === undefined || answer.isPicked ? undefined : readFields(asked);
  if (bytes && !isPretty && !fields) {
    if (bytes.length > most) throw answerTooLarge(most);
    if (!envelope) return bytes;
    const rest = JSON.stringify(envelope).slice(1);
    return Buffer.concat([ENVELOPE, bytes, Buffer.from(`,${rest}`)]);
  }
  if (bytes && (isPretty ? INDENTED : 1) * bytes.length > most) throw answerTooLarge(most);
  const full = bytes ? JSON.parse(bytes.toString()) : answer.body;
  const body = fields ? pick(full, fields) : full;
  const shown = envelope ? { body, ...envelope } : body;
  const made = Buffer.from(JSON.stringify(shown, null, isPretty ? 4 : undefined));
  if (made.length > most) throw answerTooLarge(most);
  return made;
}

const ENVELOPE = Buffer.from('{"body":');

/**
 * Sends an answer as JSON, with validators and caching headers for reads (contract 1), compressed where that is asked for.
 * @param target caches it for requests with the same key; undefined: it isn't cached
 * @throws KalendsError `rest_answer_too_large` where a read is larger than an answer may be
 */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  asked: Answer,
  target?: CacheTarget,
): Promise<FastifyReply> {
  const known = asked.make && knownTag(request, asked.digest ?? '');
  const answer = asked.make && known === undefined ? await madeOf(asked, asked.make) : asked;
  const query = queryParameters(request);
  const status = answer.status ?? 200;
  const reading = (request.method === 'GET' || request.method === 'HEAD') && status === 200;
  reply.header('Content-Language', answer.language ?? call.language);
  const { Link: link, ...headers } = answer.headers ?? {};
  reply.headers(headers);
  if (link) reply.header('Link', `${String(reply.getHeader('Link'))}, ${link}`);
  if (answer.modifiedUtc) reply.header('Last-Modified', httpDate(answer.modifiedUtc));
  const isJson = answer.type === undefined;
  const enveloped = isJson && query['_envelope'] !== undefined && asksEnvelope(query);
  const envelope = enveloped ? { status, headers: envelopeHeaders(reply) } : undefined;
  // What has been written must not seem to have failed.
  const most = reading ? call.services.config.answerLimit : Number.POSITIVE_INFINITY;
  const isUnshaped =
    !isJson ||
    (!enveloped && query['_pretty'] === undefined && (query['_fields'] === undefined || answer.isPicked));
  const bytes = isUnshaped
    ? (answer.bytes ?? Buffer.from(answer.pieces || known ? '' : JSON.stringify(answer.body)))
    : shapedBytes(answer, query, envelope, most);
  if (isUnshaped && bytes.length > most) throw answerTooLarge(most);
  reply.header('Content-Type', answer.type ?? 'application/json; charset=UTF-8');
  const negotiated = varyOf(call.negotiated && answer.language === undefined);
  const vary = addressOf(request.raw).isNegotiable ? `Accept, ${negotiated}` : negotiated;
  if (!reading || answer.isMomentary) {
    reply.header('Vary', vary).header('Cache-Control', PRIVATE);
    if (answer.revisionTag !== undefined && request.method !== 'DELETE' && !answer.isMomentary) {
      const read = answer.asRead
        ? shapedBytes({ ...answer, body: answer.asRead() }, query, undefined, most)
        : bytes;
      reply.header('ETag', tagOfNextRead(request, read, answer.revisionTag));
    }
    return reply.code(enveloped ? 200 : status).send(bytes);
  }
  reply.header('Vary', `${vary}, Accept-Encoding`);
  // A target is none of one request alone.
  const isPublic = target ? request.viewer === null : !isPersonal(request);
  reply.header('Cache-Control', answer.isPrivate || !isPublic ? PRIVATE : PUBLIC);
  if (known !== undefined) return sendUnmodified(reply, known);
  if (answer.pieces) {
    const isCached = (answer.leastBytes ?? 0) <= call.services.responseCache.maxEntry;
    const { pieces, digest = '' } = answer;
    return sendPieces(request, reply, call, { pieces, digest, target: isCached ? target : undefined });
  }
  // A feed tells its totals in headers alone, which a cache that is told "unmodified" would keep as they were.
  const hashed = isJson ? bytes : Buffer.concat([bytes, Buffer.from(JSON.stringify(headers))]);
  const hashedDigest = bytes === answer.bytes && answer.digest ? answer.digest : digestOf(hashed);
  const digest = taggedDigest(hashedDigest, answer.revisionTag);
  return sendBytes(request, reply, call, { bytes, digest, target });
}

const taggedDigest = (digest: string, revisionTag: string | undefined): string =>
  revisionTag === undefined ? digest : `${digest}.${revisionTag}`;

/** Returns the entity tag that a read of what a write answers has for the same client. */
const tagOfNextRead = ({ headers }: FastifyRequest, bytes: Buffer, revisionTag: string): string =>
  etagOf(taggedDigest(digestOf(bytes), revisionTag), acceptedEncoding(headers['accept-encoding'], bytes));

/** Returns the entity tag that a body in pieces would have, if the client names it. */
function knownTag({ headers }: FastifyRequest, digest: string): string | undefined {
  const etag = etagOf(digest, preferredEncoding(headers['accept-encoding']));
  return matchesTag(headers['if-none-match'], etag) ? etag : undefined;
}

/** Makes an answer that was left to be made; one that is whole has a digest of its own. */
async function madeOf({ digest: _, ...answer }: Answer, make: () => Promise<Answer>): Promise<Answer> {
  return { ...answer, ...(await make()) };
}

/**
 * Sends a body that is known whole, compressed where that is asked for, or 304 to clients that have it; all headers but those of
 * the encoding are set.
 * @param body `target` caches it for requests with the same key
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  body: { readonly bytes: Buffer; readonly digest: string; readonly target: CacheTarget | undefined },
): Promise<FastifyReply> {
  const { bytes, digest, target } = body;
  if (target) cacheAnswer(target, reply, call, bytes, digest);
  const encoding = acceptedEncoding(request.headers['accept-encoding'], bytes);
  const etag = etagOf(digest, encoding);
  reply.header('ETag', etag);
  if (isUnmodified(request.headers, etag, lastModifiedOf(reply))) return sendUnmodified(reply, etag);
  if (encoding === undefined) return reply.code(200).send(bytes);
  reply.header('Content-Encoding', encoding);
  return reply.code(200).send(await encode(bytes, encoding));
}

/**
 * Sends a body in pieces as the client takes them. It is cached when all of it has been sent, if it isn't too large.
 * @param body `digest` tells it from any other, `target` is where it is cached
 */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  body: {
    readonly pieces: AsyncIterable<Buffer>;
    readonly digest: string;
    readonly target: CacheTarget | undefined;
  },
): Promise<FastifyReply> {
  const { pieces, digest, target } = body;
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  const etag = etagOf(digest, encoding);
  if (isUnmodified(request.headers, etag, lastModifiedOf(reply))) return sendUnmodified(reply, etag);
  reply.header('ETag', etag);
  if (encoding !== undefined) reply.header('Content-Encoding', encoding);
  reply.code(200);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const { maxEntry } = call.services.responseCache;
  const whole = (body: Buffer) => target && cacheAnswer(target, reply, call, body, digest);
  const source = target ? collecting(pieces, maxEntry, whole) : pieces;
  return reply.send(streamOf(source, encoding));
}

/** Sends a cached response in the encoding that the client prefers, or 304. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  const variant = await cached.variant(acceptedEncoding(request.headers['accept-encoding'], cached.body));
  factsOf(request.raw).kept = true;
  const isKnown = isUnmodified(request.headers, variant.etag, variant.lastModified);
  const headers = isKnown ? variant.notModifiedHeaders : variant.headers;
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at] !== ALLOWED_ORIGIN) reply.header(headers[at] ?? '', headers[at + 1]);
  return isKnown ? sendUnmodified(reply, variant.etag) : reply.code(200).send(variant.body);
}

const lastModifiedOf = (reply: FastifyReply): string | undefined => {
  const value = reply.getHeader('last-modified');
  return value === undefined ? undefined : String(value);
};

function sendUnmodified(reply: FastifyReply, etag: string): FastifyReply {
  for (const name of Object.keys(reply.getHeaders()))
    if (!OF_ONE_ANSWER.test(name) && !isNotModifiedHeader(name)) reply.removeHeader(name);
  return reply.code(304).header('ETag', etag).send();
}

/** The cache key of an answer, and the calendar's version that it shows at least. */
export interface CacheTarget {
  readonly key: string;
  /** The template of the route. */
  readonly route: string;
  readonly version: Version;
  /** The answer that is cached there. */
  readonly cached: CachedResponse | undefined;
}

/** Returns whether an answer is for the sender of its request alone. */
export function isPersonal(request: FastifyRequest): boolean {
  const { method, viewer } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  // A cache goes by the address, to which parameters in a body don't belong.
  return (
    viewer !== null || !isRead || Object.hasOwn(queryParameters(request), 'password') || hasBody(request)
  );
}

/** Returns where the answer to a read may be cached; undefined: nowhere. @param route its template */
export function cacheTargetOf(
  route: string,
  request: FastifyRequest,
  services: Services,
): CacheTarget | undefined {
  // A password unlocks what only its sender may see, whether or not it is right.
  if (hasBody(request) || Object.hasOwn(queryParameters(request), 'password')) return undefined;
  const version = services.responseCache.begin();
  if (version === undefined) return undefined;
  const { cacheKey } = factsOf(request.raw);
  // Under its key the middleware has just looked.
  if (cacheKey !== undefined) {
    services.responseCache.misses++;
    return { version, route, key: cacheKey, cached: undefined };
  }
  const language = languageOfHeader(request.headers['accept-language'], services.settings.language);
  const { viewer, origin, originalUrl: url } = request;
  const form = acceptedForm(request.headers.accept);
  const key = responseKey({ viewer, language, origin, form, url });
  const cached = services.responseCache.get(key, services.now().epochMilliseconds);
  if (!cached) services.responseCache.misses++;
  return { version, route, key, cached };
}

function cacheAnswer(
  { key, version, route }: CacheTarget,
  reply: FastifyReply,
  call: Call,
  bytes: Buffer,
  digest: string,
): void {
  // A replica may have moved on since: its answer shows another version than the one it would be cached under.
  if (call.services.db.origin && !isSameVersion(call.services.db.known(), version)) return;
  call.services.responseCache.put(key, version, bytes, () => {
    const { fromMs, untilMs } = call.validity;
    const set = reply.getHeaders();
    // Each request that gets it from the cache has an origin of its own.
    if (set[ALLOWED_ORIGIN] !== undefined) set[ALLOWED_ORIGIN] = OPEN.origin;
    const headers = () =>
      Object.entries(set)
        .filter(([name]) => !OF_ONE_ANSWER.test(name))
        .map(([name, value]) => [name, String(value)] as const);
    return new CachedResponse(bytes, digest, headers, { version, fromMs, untilMs, route });
  });
}

/** Headers that belong to one request or connection alone, and are never cached. */
const OF_ONE_ANSWER =
  /^(content-encoding$|content-length$|etag$|transfer-encoding$|x-ratelimit-|x-request-id$|access-control-allow-credentials$|connection$|date$|set-cookie$)/;

/** Returns whether an answer is asked for in an envelope, always with status 200 (reference 1.5). */
export function asksEnvelope(query: Readonly<Record<string, unknown>>): boolean {
  const asked = query['_envelope'];
  return asked !== undefined && asked !== '0' && asked !== 'false';
}

/** Returns the headers that an envelope shows, as set so far: counts are numbers there. */
export function envelopeHeaders(reply: FastifyReply): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (/^(allow|link|location|x-(tec|wp)-)/i.test(name))
      shown[headerName(name)] = /^x-(tec|wp)-total/.test(name) ? Number(value) : value;
  return shown;
}

const headerName = (name: string) =>
  ({
    'x-tec-total': 'X-TEC-Total',
    'x-tec-totalpages': 'X-TEC-TotalPages',
    'x-wp-total': 'X-WP-Total',
    'x-wp-totalpages': 'X-WP-TotalPages',
  })[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** Yields the pieces of a body, and calls `whole` with all of it at its end unless it has more bytes than `most`. */
async function* collecting(
  pieces: AsyncIterable<Buffer>,
  most: number,
  whole: (body: Buffer) => void,
): AsyncGenerator<Buffer> {
  let held: Buffer[] | undefined = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > most) held = undefined;
    held?.push(piece);
    yield piece;
  }
  if (held) whole(Buffer.concat(held));
}

/** Returns pieces as a stream, compressed if asked; they are made as they are read, and no more of them once it is destroyed. */
function streamOf(pieces: AsyncIterable<Buffer>, encoding: Encoding | undefined): Readable {
  const source = Readable.from(pieces, { objectMode: false });
  if (encoding === undefined) return source;
  // Whoever reads the compressed stream is told of a failure.
  return pipeline(source, encoder(encoding), () => {});
}
