import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '#api/access/credentials.ts';
import type { SessionAuthenticator } from '#api/access/sessions/authenticator.ts';
import { addressOf, isProbe } from '#api/http/address.ts';
import { feedForms } from '#api/http/negotiation.ts';
import { grantOf, interfaceHeaders } from '#api/http/response-headers.ts';
import { anyone, type Route, revisedKindOf } from '#api/routing/route.ts';
import { answerWrite } from '#api/writes/answer-write.ts';
import { answerRevised, readingOf } from '#api/writes/answered-revision.ts';
import type { ChangedSince, PreparedRequest } from '#api/writes/writes.ts';
import type { Call, Services } from '#context.ts';
import { isFailure, KalendsError } from '#errors.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import { cacheTargetOf, send, sendCached } from './answer.ts';
import { admitSession, isForged, isSentByMarkup } from './browser-requests.ts';
import { callOf, endReading, originOf, servicesFor } from './call.ts';
import { InnerMessage } from './dispatch.ts';
import { atPage, clientError, sendError } from './error-answer.ts';
import { guardPassword } from './password-guesses.ts';
import { setRateLimit } from './rate-limit.ts';
import { factsOf, noteReceived, REQUEST_ID } from './request-facts.ts';
import { hasBody, parseBodies, receive, type SentParameters, sentParameters } from './request-input.ts';
import {
  allowedAt,
  allowOf,
  narrowed,
  permitAt,
  permittedWrites,
  requirePermission,
  routesByUrl,
} from './route-permissions.ts';
import { uploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether forms of pages are sent to it. */
    takesForms?: boolean;
  }
}

/** Sets the headers of every answer of the interface (reference 1.6, contract 1). */
function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const { origin, credentials } = grantOf(request.headers, services.config);
  request.origin = originOf(request, services);
  reply.headers(interfaceHeaders);
  reply.header('Access-Control-Allow-Origin', origin);
  if (credentials) reply.header('Access-Control-Allow-Credentials', 'true');
  const base = request.origin + addressOf(request.raw).base;
  reply.header('Link', `<${base}/>; rel="https://api.w.org/"`);
  if (factsOf(request.raw).isGivenId) reply.header(REQUEST_ID, request.id);
}

/** Returns a path in the form of the router: every variable but `{slug}`, `{secret}` and `{form}` is digits. */
const asPattern = (url: string) =>
  url
    .replace('{slug}', ':slug')
    .replace('{secret}', ':secret')
    .replace('{form}', `:form(${feedForms.join('|')})`)
    .replace(/\{(\w+)\}/g, (_, name: string) => `:${name}(^\\d+$)`);

/** Returns the template of a pattern of the router, for the log and the metrics. */
const templateOf = memoize((pattern) => pattern.replace(/:(\w+)(\([^)]*\))?/g, '{$1}'));

/** Notes for log and metrics how large an answer is and how long it took to make. */
function observeAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const facts = factsOf(request.raw);
    facts.answerMs = performance.now() - facts.atMs;
    facts.bytes =
      payload instanceof Uint8Array
        ? payload.length
        : typeof payload === 'string'
          ? Buffer.byteLength(payload)
          : Number(reply.getHeader('content-length') ?? 0);
    facts.onAnswered?.();
    done();
  });
}

/** Has clients leave their connections with the answer, once the process was told to stop; whoever still sends is not cut off. */
function leaveConnections(app: FastifyInstance, { lifecycle }: Services): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (lifecycle.isStopping && (request.raw.complete || !hasBody(request)))
      reply.raw.shouldKeepAlive = false;
    done();
  });
}

/** The modes in which a browser sends a request that no script waits for (Fetch Metadata). */
const WAITED_FOR_BY_NONE = /\b(navigate|no-cors)\b/i;

/** Adds what precedes each handler: common headers, refusals that need nothing read, rate limit, credentials (reference 1.2). */
async function guardRequests(
  app: FastifyInstance,
  services: Services,
  authenticator: Authenticator,
  sessions: SessionAuthenticator,
): Promise<void> {
  await setRateLimit(app, services);
  const limit = app.limitRate;
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const batch = raw instanceof InnerMessage ? raw.batch : undefined;
    request.batch = batch;
    const facts = factsOf(raw);
    const { url: pattern, config } = request.routeOptions;
    facts.client = request.ip;
    if (pattern !== undefined) facts.route = templateOf(pattern);
    setCommonHeaders(request, reply, services);
    // A batch that has begun is finished; probes say so themselves.
    const isOver = batch ? services.lifecycle.isEnding : services.lifecycle.isRefusing;
    if (isOver && !isProbe(pattern)) {
      // Closed while the client still sends, the connection would be reset, and the answer lost.
      if (hasBody(request)) await finished(request.raw.resume()).catch(() => {});
      throw new KalendsError('rest_unavailable', { headers: { Connection: 'close', 'Retry-After': '5' } });
    }
    const address = addressOf(raw);
    if (address.isMisaddressed)
      throw new KalendsError('rest_bad_request', { headers: { Connection: 'close' } });
    if (limit) await limit(request, reply);
    if (WAITED_FOR_BY_NONE.test(String(request.headers['sec-fetch-mode'])) && isForged(request))
      throw new KalendsError('rest_forbidden', { status: 403 });
    const { authorization } = request.headers;
    // Any link or part of a page can bring it about with the cookie of a session, and no program without `Authorization` needs it.
    if (address.isReadMadeWrite && authorization === undefined)
      throw new KalendsError('rest_forbidden', { status: 403 });
    // Pages answer people, and to write they would ask for more requests than a batch may have.
    if (config?.takesForms && batch) throw new KalendsError('rest_batch_not_allowed');
    if (config?.ownCredentials) return;
    if (batch) {
      // It was let in. Credentials that are looked at again may want to write, and wait for the batch's own transaction.
      request.viewer = batch.viewer;
      facts.user = batch.viewer?.login;
    } else if (authorization !== undefined || request.headers.cookie !== undefined) {
      try {
        if (authorization === undefined) await admitSession(request, reply, sessions);
        else request.viewer = await authenticator.viewer(authorization, request.ip);
      } catch (error) {
        // Probes tell why they know nobody.
        if (!isProbe(pattern) || !(error instanceof KalendsError) || error.status < 500) throw error;
      }
      if (request.viewer?.session !== undefined && isSentByMarkup(request))
        throw new KalendsError('rest_forbidden', { status: 403 });
      facts.user = request.viewer?.login;
    }
    if (hasBody(request)) facts.readingAtMs = performance.now();
  });
}

/**
 * Answers with pages where people ask and the interface has an error. Each returns whether it has answered: a reply that is
 * waited for gives undefined.
 */
export interface PageAnswers {
  answerMissing(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<boolean>;
  /** Sends to the present address of a feed that was asked for by a former slug of its page; false: there is none. */
  answerMovedFeed(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<boolean>;
  answerFailure(
    request: FastifyRequest,
    reply: FastifyReply,
    services: Services,
    error: KalendsError,
  ): Promise<boolean>;
}

/** Answers of the interface that need what lies above it. */
export interface OuterAnswers extends PageAnswers {
  readonly changedSince: ChangedSince;
}

/** The ways in which requests tell whose they are: an `Authorization` header, and the cookie of a session. */
export interface Authenticators {
  readonly authenticator: Authenticator;
  readonly sessions: SessionAuthenticator;
}

/**
 * Puts the interface on a Fastify instance: credentials, bodies, parameters, permissions and errors in the order of
 * reference 1.2, for every route alike.
 * @param describe returns what OPTIONS answers for a path
 * @param answers answers people where there is no route, and where something has failed
 */
export async function mount(
  app: FastifyInstance,
  services: Services,
  { authenticator, sessions }: Authenticators,
  routes: readonly Route[],
  describe: (url: string, call: Call) => unknown,
  answers: OuterAnswers,
): Promise<void> {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.decorateRequest('viewer', null);
  app.decorateRequest('origin', '');
  app.decorateRequest('askedLanguage', null);
  app.decorateRequest('batch', undefined);
  app.decorateRequest('lent', undefined);
  parseBodies(app);
  await app.register(multipart, {
    limits: {
      fileSize: services.config.uploadLimit,
      files: 1,
      fields: 500,
      fieldSize: services.config.bodyLimit,
      parts: 501,
    },
  });
  app.addHook('preClose', async () => {
    services.lifecycle.enter('closing');
  });
  observeAnswers(app);
  leaveConnections(app, services);
  // A slow reader of the answer must not keep what only making it needs.
  if (services.db.lend)
    app.addHook('onSend', async (request, _reply, payload) => {
      if (payload instanceof Readable) payload.once('close', () => endReading(request));
      else endReading(request);
    });
  await guardRequests(app, services, authenticator, sessions);

  const siblingsOf = new Map<string, readonly Route[]>();
  const uploading = uploads(services);
  for (const [url, siblings] of routesByUrl(routes)) {
    const pattern = asPattern(url);
    siblingsOf.set(pattern, siblings);
    for (const route of siblings)
      app.route({
        method: [...route.methods],
        url: pattern,
        ...(route.upload ? uploading(route) : {}),
        handler: route.methods.includes('GET')
          ? makeReadHandler(route, { services, siblings })
          : makeWriteHandler(route, { services, siblings }, readingOf(route, routes), answers.changedSince),
      });
    app.options(pattern, async (request, reply) => {
      const call = callOf(request, services);
      reply.header('Allow', await allowedAt(siblings, call, request));
      reply.header('Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE');
      reply.header('Access-Control-Max-Age', '600');
      return send(request, reply, call, { body: describe(url, call) });
    });
  }

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS') return send(request, reply, callOf(request, services), { body: [] });
    if (await answers.answerMissing(request, reply, services)) return reply;
    return sendError(request, reply, services, new KalendsError('rest_no_route'));
  });
  app.setErrorHandler(async (error, request, reply) => {
    const shown = atPage(clientError(error, request, services), request);
    const isMissingFeed = shown.status === 404 && addressOf(request.raw).isPage === true;
    if (isMissingFeed && (await answers.answerMovedFeed(request, reply, services))) return reply;
    const siblings = siblingsOf.get(request.routeOptions.url ?? '');
    // What is refused before permission is looked at has an Allow header too (reference 1.4), and where it isn't known
    // whose request it was, that is everybody's. Of our own failures none is tried: it may be the database's.
    if (siblings && shown.status < 500 && !reply.hasHeader('Allow'))
      reply.header('Allow', await allowedAt(siblings, callOf(request, services), request));
    if (isFailure(shown.status) && (await answers.answerFailure(request, reply, services, shown)))
      return reply;
    return sendError(request, reply, services, shown);
  });
}

/** Answers what never reaches the hooks: an address that can't be decoded. */
export async function sendUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  factsOf(request.raw).client = request.ip;
  setCommonHeaders(request, reply, services);
  let error = new KalendsError('rest_no_route');
  try {
    await request.server.limitRate?.(request, reply);
  } catch (limited) {
    if (limited instanceof KalendsError) error = limited;
  }
  sendError(request, reply, services, error);
}

/** What a handler needs beside its route. */
interface Handling {
  readonly services: Services;
  /** The routes of the same path. */
  readonly siblings: readonly Route[];
}

/** A request whose parameters are known by name, before they are checked. */
interface SentRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly body: SentParameters;
}

/** Returns the function that checks a request of a route in the order of reference 1.2: parameters, permission, password. */
function makeCheck(route: Route, siblings: readonly Route[]) {
  const anonymousAllow = allowOf(siblings, new Set());
  const takesPassword = route.accepts['password'] !== undefined && route.methods.includes('GET');
  const isOpen = route.allows === anyone;
  return async function check(
    { request, reply, body }: SentRequest,
    within: Services,
  ): Promise<PreparedRequest> {
    const call = callOf(request, within, reply);
    const received = await receive(route, request, call, body);
    const writes = call.viewer && (await permittedWrites(siblings, call, received.path));
    reply.header('Allow', writes ? allowOf(siblings, writes) : anonymousAllow);
    if (!isOpen && !writes?.has(route)) await requirePermission(route, call, received.path);
    if (takesPassword && received.sent['password'] !== undefined) await guardPassword(call, route, received);
    // What only a scope forbids, it forbids deeper inside too.
    return { call: isOpen || route.scope === 'read' ? call : narrowed(call), received };
  };
}

/** Returns the handler of a route that reads. */
function makeReadHandler(route: Route, { services, siblings }: Handling) {
  const check = makeCheck(route, siblings);
  const revised = revisedKindOf(route);
  const limits = { body: services.config.bodyLimit, file: services.config.bodyLimit };
  const isCacheable = route.isCacheable === true;
  const isForProbes = isProbe(route.url);
  return async function answerRead(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const target = isCacheable ? cacheTargetOf(route.url, request, services) : undefined;
    if (target?.cached) return sendCached(request, reply, target.cached);
    const body = await sentParameters(request, limits, false);
    if (hasBody(request)) noteReceived(request.raw);
    request.askedLanguage = body.sent['translation_language'];
    if (request.batch) throw new KalendsError('rest_batch_not_allowed');
    // What is cached shows the settings of its version. Other reads show those that were read last, or in vain none of the database's.
    const within = isCacheable
      ? await servicesFor(request, services)
      : isForProbes
        ? services
        : await servicesFor(request, services, { isWriting: true }).catch(() => services);
    const { call, received } = await check({ request, reply, body }, within);
    const answer = await (revised
      ? answerRevised(route, revised, { call, received })
      : route.handle(call, received));
    return send(request, reply, call, answer, target);
  };
}

/** Returns the handler of a route that writes. @param reading the route that reads the item that the path names */
function makeWriteHandler(
  route: Route,
  { services, siblings }: Handling,
  reading: Route | undefined,
  changedSince: ChangedSince,
) {
  const check = makeCheck(route, siblings);
  const revised = revisedKindOf(route);
  const { bodyLimit, uploadLimit } = services.config;
  const limits = { body: bodyLimit, file: route.upload ? uploadLimit : bodyLimit };
  return async function answerWriting(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = await sentParameters(request, limits, Boolean(route.upload));
    if (hasBody(request)) noteReceived(request.raw);
    request.askedLanguage = body.sent['translation_language'];
    const { batch, method, originalUrl: url, headers, viewer, ip: client } = request;
    const within = batch?.services ?? (await servicesFor(request, services, { isWriting: true }));
    const answer = await answerWrite(
      { route, revised, reading, method, url, headers, viewer, client, ...body },
      within,
      {
        prepare: (parts) => check({ request, reply, body }, parts),
        changedSince,
        admit: (parts, mayBeGone) =>
          permitAt(route, { call: callOf(request, parts, reply), request, mayBeGone }),
      },
      batch,
    );
    return send(request, reply, callOf(request, within, reply), answer);
  };
}
