import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAuthorization } from '#api/access/authorization.ts';
import type { Authenticator } from '#api/access/credentials.ts';
import type { Viewer } from '#api/access/permissions.ts';
import { addressOf, Links } from '#api/http/address.ts';
import { readFields } from '#api/http/fields.ts';
import { languageOfHeader, type SelectedLanguage, selectLanguage } from '#api/http/language.ts';
import { grantOf } from '#api/http/origins.ts';
import { parseQuery } from '#api/http/query.ts';
import { Validity } from '#api/http/validity.ts';
import type { Method, Route } from '#api/routing/route.ts';
import type { Call, Deps } from '#context.ts';
import { forbidden, KalendsError } from '#errors.ts';
import { remembered } from '#foundation/text/remembered.ts';
import { syntaxFault } from '#foundation/text/syntax.ts';
import { millisecondsOf } from '#foundation/time/clock.ts';
import { isSameVersion } from '#store/db/version.ts';
import { admission } from './admission.ts';
import {
  asksEnvelope,
  asksUnlocked,
  commonHeaders,
  errorBody,
  hasBody,
  type Place,
  refusalEnvelope,
  send,
  sendReady,
  varying,
} from './answer.ts';
import { answerKey, noteAnswered } from './front.ts';
import { isMisaddressed } from './host.ts';
import { factsOf, noteReceived, REQUEST_ID } from './observed.ts';
import { guardPassword } from './password-guesses.ts';
import { isProbe } from './probes.ts';
import { type RateLimit, rateLimit } from './rate-limit.ts';
import { readParameters, receive, sentParameters } from './received.ts';
import { endReading, readingPlace } from './replica.ts';
import { memoryOf } from './volume.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
    /** `translation_language` as sent, wherever it stood; known once the body is read. */
    askedLanguage: unknown;
  }
}

/**
 * Whether a browser sends a write that no script waits for: a form or link of any site, an image, an opaque `fetch`.
 * Programs have no such header (Fetch Metadata).
 */
function isForged({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return false;
  return /\b(navigate|no-cors)\b/i.test(String(headers['sec-fetch-mode'] ?? ''));
}

/** The origin on which the client reached us (design 2). */
function originOf(request: FastifyRequest, deps: Deps): string {
  if (deps.config.publicUrl) return deps.config.publicUrl;
  // A proxy may pass on any word as the protocol.
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  return soundOrigin(`${scheme}://${request.host || 'localhost'}`) ?? `http://localhost:${deps.config.port}`;
}

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, deps: Deps): void {
  const base = originOf(request, deps) + addressOf(request.raw).base;
  commonHeaders(reply, base, grantOf(request.headers, deps.config));
  if (factsOf(request.raw).isGivenId) reply.header(REQUEST_ID, request.id);
}

const soundOrigin = remembered((typed) => URL.parse(typed)?.origin);

/** In which language a request is answered, and what it writes. */
function languageOfRequest(request: FastifyRequest, deps: Deps): SelectedLanguage {
  const query = request.query as Record<string, unknown> | undefined;
  return selectLanguage({
    parameter: request.askedLanguage ?? query?.['translation_language'],
    segment: addressOf(request.raw).language,
    header: request.headers['accept-language'],
    site: deps.config.language,
  });
}

/** Everything an answer depends on beside its parameters. @param reply holds the memory of a large answer until it's closed */
export function callOf(request: FastifyRequest, deps: Deps, reply?: FastifyReply): Call {
  const address = addressOf(request.raw);
  const db = readingPlace(deps.db, {
    request,
    anonymous: request.viewer === null,
    reading: request.method === 'GET' || request.method === 'HEAD',
  });
  const now = deps.now();
  return {
    deps: db === deps.db ? deps : { ...deps, db },
    viewer: request.viewer,
    client: request.ip,
    ...languageOfRequest(request, deps),
    now,
    validity: new Validity(now),
    links: new Links(originOf(request, deps), address),
    namespace: address.namespace,
    fields: readFields((request.query as Record<string, unknown> | undefined)?.['_fields']),
    reserve: reply && ((bytes) => memoryOf(deps).take(bytes, reply.raw)),
  };
}

/** Content types as reference 1.3 says: what we can't read is kept as bytes and counts as no parameters. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body.toString().trim() === '') return done(null, {});
      try {
        done(null, JSON.parse(body.toString()));
      } catch (error) {
        const reason = syntaxFault(error);
        done(
          new KalendsError('rest_invalid_json', { data: { json_error_code: 4, json_error_message: reason } }),
        );
      }
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parseQuery(body.toString()));
    },
  );
  // Fastify would read it as text, and a file of it is bytes.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Every variable but `{slug}` is digits. */
const asPattern = (url: string) =>
  url.replace('{slug}', ':slug').replace(/\{(\w+)\}/g, (_, name: string) => `:${name}(^\\d+$)`);

/** Bytes of a body; undefined: it is a stream. */
const sizeOf = (payload: unknown): number | undefined =>
  typeof payload === 'string'
    ? Buffer.byteLength(payload)
    : payload instanceof Uint8Array
      ? payload.length
      : undefined;

/** The template of a pattern, as it is told to those that observe requests. */
const templateOf = remembered((pattern) => pattern.replace(/:(\w+)(\(\^\\d\+\$\))?/g, '{$1}'));

/** The methods that the present user may use on a path, in the reference's order (reference 1.4). */
async function allowed(routes: readonly Route[], call: Call, path: Record<string, unknown>): Promise<string> {
  const methods: Method[] = [];
  for (const route of routes) {
    const open = route.methods.includes('GET') || (call.viewer !== null && (await route.allows(call, path)));
    if (open) methods.push(...route.methods);
  }
  return methods.join(', ');
}

/** The same of a path that hasn't been read, and may name nothing. */
async function allowedAt(routes: readonly Route[], call: Call, request: FastifyRequest): Promise<string> {
  // Nobody's rights depend on what it names.
  if (call.viewer === null) return allowed(routes, call, {});
  const problems = {};
  const sent = request.params as Record<string, unknown>;
  const path = await readParameters(routes[0]?.path ?? {}, sent, call, problems);
  if (Object.keys(problems).length === 0) return allowed(routes, call, path);
  const unknown = routes.map((route) => ({
    ...route,
    allows: () => route.allowsUnknown?.(call, sent) ?? false,
  }));
  return allowed(unknown, call, path);
}

const METHOD_ORDER: readonly Method[] = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];
const rank = (route: Route) => METHOD_ORDER.indexOf(route.methods[0] ?? 'GET');

/** Routes by path, each path's in the order in which `Allow` and the index name their methods. */
export function routesByUrl(routes: readonly Route[]): Map<string, Route[]> {
  const byUrl = new Map<string, Route[]>();
  for (const route of routes) byUrl.set(route.url, [...(byUrl.get(route.url) ?? []), route]);
  for (const list of byUrl.values()) list.sort((a, b) => rank(a) - rank(b));
  return byUrl;
}

/** Largest uploads whose bodies may be in memory at once. */
const UPLOADS_AT_ONCE = 4;

/** A file may be larger than other bodies, so that nobody's is read who may not send one, and not too many are at once. */
function uploading(route: Route, deps: Deps, admit: ReturnType<typeof admission>) {
  return {
    bodyLimit: deps.config.uploadLimit,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await route.allows(callOf(request, deps), {}))) throw forbidden(request.viewer);
      admit(request, reply);
    },
  };
}

/**
 * Puts the interface on a Fastify instance: credentials, bodies, parameters, permissions and errors in the order of
 * reference 1.2, the same for every route.
 */
export async function mount(
  app: FastifyInstance,
  deps: Deps,
  authenticator: Authenticator,
  routes: readonly Route[],
  describe: (url: string, call: Call) => unknown,
  answerMissing: (request: FastifyRequest, reply: FastifyReply, deps: Deps) => FastifyReply | undefined,
): Promise<void> {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.decorateRequest('viewer', null);
  app.decorateRequest('askedLanguage', null);
  readBodies(app);
  await app.register(multipart, {
    limits: {
      fileSize: deps.config.uploadLimit,
      files: 1,
      fields: 500,
      fieldSize: deps.config.bodyLimit,
      parts: 501,
    },
  });
  const limit = await rateLimit(app, deps);
  rateLimits.set(deps, limit);
  app.addHook('preClose', async () => {
    deps.lifecycle.isClosing = true;
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const facts = factsOf(request.raw);
    facts.answerMs = performance.now() - facts.atMs;
    facts.bytes = sizeOf(payload) ?? Number(reply.getHeader('content-length') ?? 0);
    done();
  });
  // A slow reader of the answer must not keep what only making it needs.
  if (deps.db.lend) app.addHook('onSend', async (request) => endReading(request));
  app.addHook('onRequest', async (request, reply) => {
    const facts = factsOf(request.raw);
    facts.client = request.ip;
    const { url: pattern } = request.routeOptions;
    if (pattern !== undefined) facts.route = templateOf(pattern);
    setCommonHeaders(request, reply, deps);
    // Probes say so themselves.
    if (deps.lifecycle.isClosing && !isProbe(request.routeOptions.url))
      throw new KalendsError('rest_unavailable', { headers: { Connection: 'close', 'Retry-After': '5' } });
    if (isMisaddressed(request.raw))
      throw new KalendsError('rest_bad_request', { headers: { Connection: 'close' } });
    await limit(request, reply);
    if (isForged(request)) throw new KalendsError('rest_forbidden', { status: 403 });
    if (request.routeOptions.config?.ownCredentials) return;
    request.viewer = await authenticator.viewer(request.headers.authorization, request.ip);
    facts.user = request.viewer?.login;
    if (hasBody(request)) facts.readingAtMs = performance.now();
  });

  const admitUpload = admission(UPLOADS_AT_ONCE * deps.config.uploadLimit);
  for (const [url, siblings] of routesByUrl(routes)) {
    for (const route of siblings) {
      app.route({
        method: [...route.methods],
        url: asPattern(url),
        ...(route.upload ? uploading(route, deps, admitUpload) : {}),
        handler: (request, reply) => answerRoute(route, siblings, request, reply, deps),
      });
    }
    app.options(asPattern(url), async (request, reply) => {
      const call = callOf(request, deps);
      reply.header('Allow', await allowedAt(siblings, call, request));
      reply.header('Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE');
      reply.header('Access-Control-Max-Age', '600');
      return send(request, reply, call, { body: describe(url, call) });
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS') return send(request, reply, callOf(request, deps), { body: [] });
    const page = answerMissing(request, reply, deps);
    return page ?? sendError(request, reply, deps, new KalendsError('rest_no_route'));
  });
  const siblingsOf = new Map([...routesByUrl(routes)].map(([url, list]) => [asPattern(url), list]));
  app.setErrorHandler(async (error, request, reply) => {
    const shown = clientError(error, request, deps);
    const siblings = siblingsOf.get(request.routeOptions.url ?? '');
    // What is refused before permission is looked at has an Allow header too (reference 1.4), and where it isn't known
    // whose request it was, that is everybody's. Of our own failures none is tried: it may be the database's.
    if (siblings && shown.status < 500 && !reply.hasHeader('Allow'))
      reply.header('Allow', await allowedAt(siblings, callOf(request, deps), request));
    return sendError(request, reply, deps, shown);
  });
}

/** Where the answer to a request may be kept; undefined: nowhere. */
function placeOf(route: Route, request: FastifyRequest, deps: Deps): Place | undefined {
  if (!route.keeps || hasBody(request) || asksUnlocked(request.query)) return undefined;
  const version = deps.kept.begin();
  if (version === undefined) return undefined;
  const language = languageOfHeader(request.headers['accept-language'], deps.config.language);
  const origin = originOf(request, deps);
  return {
    version,
    route: route.url,
    key: answerKey({ viewer: request.viewer, language, origin, url: request.originalUrl }),
  };
}

/** The place, unless what was read of a replica is another state than it is for. */
function placeAfter(place: Place | undefined, { deps: { db } }: Call): Place | undefined {
  return db.origin && !isSameVersion(db.known(), place?.version) ? undefined : place;
}

/** One request of the interface, in the order of reference 1.2. */
async function answerRoute(
  route: Route,
  siblings: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
): Promise<FastifyReply> {
  const place = placeOf(route, request, deps);
  const ready = place && deps.kept.get(place.key, millisecondsOf(deps.now)());
  if (ready) return sendReady(request, reply, ready);
  if (place) deps.kept.countMiss();
  try {
    const body = await sentParameters(request, deps.config.bodyLimit, route.upload ?? false);
    if (hasBody(request)) noteReceived(request.raw);
    request.askedLanguage = body.sent['translation_language'];
    const call = callOf(request, deps, reply);
    const received = await receive(route, request, call, body);
    reply.header('Allow', await allowed(siblings, call, received.path));
    if (!(await route.allows(call, received.path))) throw forbidden(call.viewer);
    await guardPassword(call, route, received);
    const answer = await route.handle(call, received);
    return await send(request, reply, call, answer, placeAfter(place, call));
  } finally {
    noteAnswered(request.raw);
  }
}

/** Has the log tell what failed, together with the request. */
function noteFailure(error: unknown, request: FastifyRequest): void {
  factsOf(request.raw).error = error;
}

/** What of a failure the client sees: our own errors as they are, Fastify's by their meaning, all else is ours to mend. */
function clientError(error: unknown, request: FastifyRequest, deps: Deps): KalendsError {
  if (error instanceof KalendsError) {
    if (error.cause !== undefined) noteFailure(error.cause, request);
    return request.is404 && error.status < 401 && !isMisaddressed(request.raw)
      ? new KalendsError('rest_no_route')
      : error;
  }
  const { code, statusCode } =
    error instanceof Error
      ? (error as Error & { code?: string; statusCode?: number })
      : { code: '', statusCode: 500 };
  if (request.is404) return new KalendsError('rest_no_route');
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return new KalendsError('rest_body_too_large', {
      values: { limit: request.routeOptions.bodyLimit ?? deps.config.bodyLimit },
    });
  if (statusCode === 429) return new KalendsError('rest_too_many_requests', { values: { seconds: 60 } });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new KalendsError('rest_bad_request');
  noteFailure(error, request);
  return new KalendsError('internal_server_error', { values: { request: request.id } });
}

/** Answers what never reaches the hooks: an address that can't be decoded. */
export async function sendUnread(request: FastifyRequest, reply: FastifyReply, deps: Deps): Promise<void> {
  factsOf(request.raw).client = request.ip;
  setCommonHeaders(request, reply, deps);
  let error = new KalendsError('rest_no_route');
  try {
    await rateLimits.get(deps)?.(request, reply);
  } catch (limited) {
    if (limited instanceof KalendsError) error = limited;
  }
  sendError(request, reply, deps, error);
}

function loginIn(header: string | undefined): string | undefined {
  const credentials = readAuthorization(header);
  return credentials && 'login' in credentials ? credentials.login : undefined;
}

const rateLimits = new WeakMap<Deps, RateLimit>();

/** Answers with an error, in the language of the request. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  error: KalendsError,
): FastifyReply {
  const { language, negotiated } = languageOfRequest(request, deps);
  const facts = factsOf(request.raw);
  facts.code = error.code;
  // A login that is nobody's may be a password in the wrong field.
  if (error.code === 'incorrect_password') facts.login = loginIn(request.headers.authorization);
  reply
    .header('Content-Language', language)
    .header('Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private');
  reply.header('Vary', varying(negotiated));
  // Closed while the client still sends, the connection would be reset, and the answer lost.
  if (error.status === 413) reply.removeHeader('Connection');
  if (error.extras.headers) reply.headers(error.extras.headers);
  if (error.status >= 500) reply.header(REQUEST_ID, request.id);
  const body = errorBody(error, language);
  reply.header('Content-Type', 'application/json; charset=UTF-8');
  if (asksEnvelope(request.query as Record<string, unknown> | undefined))
    return reply.code(200).send(JSON.stringify(refusalEnvelope(reply, error.status, body)));
  return reply.code(error.status).send(JSON.stringify(body));
}
