import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CachedResponse, etagOf, isNotModifiedHeader } from '#api/cache/cached-response.ts';
import { truthy } from '#api/http/coercion.ts';
import { matches } from '#api/http/conditions.ts';
import { acceptedEncoding, encode, isWorthwhile } from '#api/http/encoding.ts';
import { pick, readFields } from '#api/http/fields.ts';
import { httpDate } from '#api/http/http-date.ts';
import { ALLOWED_ORIGIN, type CorsGrant, OPEN } from '#api/http/origins.ts';
import type { Answer } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import type { KalendsError, Problem } from '#errors.ts';
import { isMessage, type Language, type MessageKey, translate } from '#foundation/i18n/catalogue.ts';
import type { Version } from '#store/db/version.ts';
import { factsOf } from './observed.ts';
import { securityHeaders } from './security.ts';
import { checkVolume } from './volume.ts';

const EXPOSED =
  'X-WP-Total, X-WP-TotalPages, X-TEC-Total, X-TEC-TotalPages, Link, Allow, ETag, Last-Modified, Cache-Control, Content-Language, Retry-After, Location, Idempotency-Replayed';
const ACCEPTED =
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-Match, If-None-Match, If-Modified-Since, Idempotency-Key, X-HTTP-Method-Override';

const COMMON = {
  ...securityHeaders,
  'X-Robots-Tag': 'noindex',
  Vary: 'Authorization, Origin',
  'Access-Control-Expose-Headers': EXPOSED,
  'Access-Control-Allow-Headers': ACCEPTED,
};

/** Sets the headers of every answer of the interface (reference 1.6, contract 1). */
export function commonHeaders(reply: FastifyReply, base: string, grant: CorsGrant): void {
  reply.headers(COMMON);
  reply.header('Access-Control-Allow-Origin', grant.origin);
  if (grant.credentials) reply.header('Access-Control-Allow-Credentials', 'true');
  reply.header('Link', `<${base}/>; rel="https://api.w.org/"`);
}

/** What beside its address an answer depends on (contract 1, D42). */
export const varying = (negotiated: boolean) =>
  negotiated ? 'Accept-Language, Authorization, Origin' : 'Authorization, Origin';

const PUBLIC = 'public, max-age=0, must-revalidate';
const PRIVATE = 'no-cache, must-revalidate, max-age=0, no-store, private';

/** So much larger a body may become by being indented, within an answer's limit. */
const INDENTED = 4;

/** The JSON of an answer as bytes, shaped as the caller asked (reference 1.5). @param most bytes; undefined: any number */
function bytesOf(
  answer: Answer,
  query: Readonly<Record<string, unknown>>,
  envelope: object | undefined,
  most = Number.POSITIVE_INFINITY,
): Buffer {
  const { bytes } = answer;
  const isPretty = query['_pretty'] !== undefined && truthy(query['_pretty'] || '1');
  const fields = answer.isPicked ? undefined : readFields(query['_fields']);
  if (bytes && !isPretty && !fields) {
    checkVolume(bytes.length, most);
    if (!envelope) return bytes;
    const rest = JSON.stringify(envelope).slice(1);
    return Buffer.concat([ENVELOPE, bytes, Buffer.from(`,${rest}`)]);
  }
  if (bytes) checkVolume(isPretty ? INDENTED * bytes.length : bytes.length, most);
  const whole = bytes ? JSON.parse(bytes.toString()) : answer.body;
  const body = fields ? pick(whole, fields) : whole;
  const shown = envelope ? { body, ...envelope } : body;
  const made = Buffer.from(JSON.stringify(shown, null, isPretty ? 4 : undefined));
  checkVolume(made.length, most);
  return made;
}

const ENVELOPE = Buffer.from('{"body":');

/**
 * Writes an answer as JSON, with validators and caching for reads (contract 1, headers), compressed where that is
 * asked for.
 * @param target where it may be cached for whoever asks the same
 */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call,
  answer: Answer,
  target?: CacheTarget,
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const status = answer.status ?? 200;
  const reading = (request.method === 'GET' || request.method === 'HEAD') && status === 200;
  reply.header('Content-Language', call.language);
  const { Link: link, ...headers } = answer.headers ?? {};
  reply.headers(headers);
  if (link) reply.header('Link', `${String(reply.getHeader('Link'))}, ${link}`);
  if (answer.modifiedUtc) reply.header('Last-Modified', httpDate(answer.modifiedUtc));
  const enveloped = asksEnvelope(query);
  const envelope = enveloped ? { status, headers: shownHeaders(reply) } : undefined;
  // What has been written must not seem to have failed.
  const bytes = bytesOf(answer, query, envelope, reading ? call.deps.config.answerLimit : undefined);
  reply.header('Content-Type', 'application/json; charset=UTF-8');
  if (!reading || answer.isMomentary) {
    reply.header('Vary', varying(call.negotiated)).header('Cache-Control', PRIVATE);
    return reply.code(enveloped ? 200 : status).send(bytes);
  }
  reply.header('Vary', `${varying(call.negotiated)}, Accept-Encoding`);
  // A cache goes by the address, to which parameters in a body don't belong, and a password is for its sender alone.
  const isPrivate = call.viewer !== null || hasBody(request) || asksUnlocked(query);
  reply.header('Cache-Control', isPrivate ? PRIVATE : PUBLIC);
  const digest = bytes === answer.bytes && answer.digest ? answer.digest : digestOf(bytes);
  if (target) cache(target, reply, call, bytes, digest);
  const encoding = isWorthwhile(bytes) ? acceptedEncoding(request.headers['accept-encoding']) : undefined;
  const etag = etagOf(digest, encoding);
  reply.header('ETag', etag);
  if (matches(request.headers['if-none-match'], etag)) return sendUnmodified(reply, etag);
  if (encoding === undefined) return reply.code(200).send(bytes);
  reply.header('Content-Encoding', encoding);
  return reply.code(200).send(await encode(bytes, encoding));
}

/** Sends a cached response in the encoding that the client likes best. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  const variant = await cached.variant(acceptedEncoding(request.headers['accept-encoding']));
  factsOf(request.raw).kept = true;
  const isKnown = matches(request.headers['if-none-match'], variant.etag);
  const headers = isKnown ? variant.notModifiedHeaders : variant.headers;
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at] !== ALLOWED_ORIGIN) reply.header(headers[at] ?? '', headers[at + 1]);
  return isKnown ? sendUnmodified(reply, variant.etag) : reply.code(200).send(variant.body);
}

function sendUnmodified(reply: FastifyReply, etag: string): FastifyReply {
  for (const name of Object.keys(reply.getHeaders()))
    if (!OF_ONE_ANSWER.test(name) && !isNotModifiedHeader(name)) reply.removeHeader(name);
  return reply.code(304).header('ETag', etag).send();
}

/** What tells two bodies apart. */
export const digestOf = (bytes: Uint8Array | string): string => hash('sha1', bytes, 'base64url');

/** Where an answer is cached, and the calendar's version that it shows at least. */
export interface CacheTarget {
  readonly key: string;
  /** The template of the route. */
  readonly route: string;
  readonly version: Version;
}

function cache(
  { key, version, route }: CacheTarget,
  reply: FastifyReply,
  call: Call,
  bytes: Buffer,
  digest: string,
): void {
  call.deps.responseCache.put(key, version, bytes, () => {
    const [fromMs, untilMs] = call.validity.range;
    // Whoever gets it from here has an origin of its own.
    const set = { ...reply.getHeaders(), [ALLOWED_ORIGIN]: OPEN.origin };
    const headers = () =>
      Object.entries(set)
        .filter(([name]) => !OF_ONE_ANSWER.test(name))
        .map(([name, value]) => [name, String(value)] as const);
    return new CachedResponse(bytes, digest, headers, { version, fromMs, untilMs, route });
  });
}

/** What says something of one request, or of its connection, alone. */
const OF_ONE_ANSWER =
  /^(x-ratelimit-|x-request-id$|access-control-allow-credentials$|connection$|date$|set-cookie$)/;

/** Whether the answer is to come in an envelope, always with status 200 (reference 1.5). */
export function asksEnvelope(query: Readonly<Record<string, unknown>> | undefined): boolean {
  const asked = query?.['_envelope'];
  return asked !== undefined && asked !== '0' && asked !== 'false';
}

/** Whether what a password hides was asked for: such an answer is kept nowhere, whether or not the password is right. */
export const asksUnlocked = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && Object.hasOwn(query, 'password');

/** Whether a request brought a body, to which parameters may belong. */
export const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Headers as an envelope shows them: counts are numbers there. */
function shownHeaders(reply: FastifyReply): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (/^(allow|link|location|x-(tec|wp)-)/i.test(name))
      shown[headerName(name)] = /^x-(tec|wp)-total/.test(name) ? Number(value) : value;
  return shown;
}

/** The envelope of a refusal (reference 1.5): an empty list stands for no headers, as elsewhere. */
export function refusalEnvelope(reply: FastifyReply, status: number, body: object): object {
  const { Link: _discovery, ...headers } = shownHeaders(reply);
  return { body, status, headers: Object.keys(headers).length > 0 ? headers : [] };
}

const headerName = (name: string) =>
  ({
    'x-tec-total': 'X-TEC-Total',
    'x-tec-totalpages': 'X-TEC-TotalPages',
    'x-wp-total': 'X-WP-Total',
    'x-wp-totalpages': 'X-WP-TotalPages',
  })[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

const isProblems = (value: unknown): value is Record<string, Problem> =>
  typeof value === 'object' && value !== null;

/** The body of an error (reference 1.10), in a language. */
export function errorBody(error: KalendsError, language: Language): Record<string, unknown> {
  const key = `error.${error.code}` as MessageKey;
  const { problems, ...data } = error.extras.data ?? {};
  const shape: Record<string, unknown> = { status: error.status };
  for (const [name, value] of Object.entries(data))
    shape[name] = isMessage(value) ? translate(language, value) : value;
  if (isProblems(problems)) {
    const params: Record<string, string> = {};
    const details: Record<string, unknown> = {};
    for (const [name, problem] of Object.entries(problems)) {
      const text = `${name}: ${translate(language, problem.message)}`;
      params[name] = text;
      if (problem.detail) details[name] = { code: problem.detail, message: text, data: { param: name } };
    }
    shape['params'] = params;
    shape['details'] = Object.keys(details).length > 0 ? details : [];
  }
  return {
    code: error.code,
    message: translate(language, { key, ...(error.extras.values ? { values: error.extras.values } : {}) }),
    data: shape,
    ...error.extras.body,
  };
}
