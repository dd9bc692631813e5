import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '#api/access/credentials.ts';
import type { SessionAuthenticator } from '#api/access/sessions/authenticator.ts';
import { addressOf, isMisaddressed, isProbe, isWriting } from '#api/http/address.ts';
import { feedForms } from '#api/http/feed-forms.ts';
import { grantOf, interfaceHeaders } from '#api/http/response-headers.ts';
import { type Route, revisedKindOf } from '#api/routing/route.ts';
import { withSiteSettings } from '#api/settings/site-settings.ts';
import { answerWrite } from '#api/writes/answer-write.ts';
import { answerRevised, readingOf } from '#api/writes/answered-revision.ts';
import type { Admit, ChangedSince, Prepare } from '#api/writes/writes.ts';
import type { Call, Services } from '#context.ts';
import { isFailure, KalendsError } from '#errors.ts';
import { memoize } from '#foundation/memoize/memoize.ts';
import { millisecondsOf } from '#foundation/time/clock.ts';
import { allowedAt, allowedMethods, anonymousMethods, permitAt, routesByUrl } from './allowed-methods.ts';
import { cacheTargetOf, send, sendCached } from './answer.ts';
import { callOf, endReading, originOf, servicesOf } from './call.ts';
import { InnerMessage } from './dispatch.ts';
import { atPage, clientError, sendError } from './error-answer.ts';
import { guardPassword } from './password-guesses.ts';
import { permit } from './permit.ts';
import { setRateLimit } from './rate-limit.ts';
import { factsOf, noteReceived, REQUEST_ID } from './request-facts.ts';
import { hasBody, parseBodies, receive, sentParameters } from './request-input.ts';
import { admitSession } from './session-requests.ts';
import { uploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether forms of pages are sent to it. */
    takesForms?: boolean;
  }
}

/**
 * Tells whether a browser sends a write that no script waits for: a form or link of any site, an image, an opaque `fetch`.
 * Programs have no such header (Fetch Metadata).
 */
function isForged({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (!isWriting(method)) return false;
  // Forms of our own pages.
  const site = String(headers['sec-fetch-site'] ?? 'none');
  if (routeOptions.config?.takesForms && /^(same-origin|none)$/i.test(site)) return false;
  return /\b(navigate|no-cors)\b/i.test(String(headers['sec-fetch-mode'] ?? ''));
}

/**
 * Returns whether a write comes with the cookie of a session, but for a part of a page, such as a picture, a track or a frame
 * (contract D49). Forms of pages change nothing by themselves.
 */
function isSentByMarkup({ method, headers, viewer, routeOptions }: FastifyRequest): boolean {
  if (viewer?.session === undefined || !isWriting(method) || routeOptions.config?.takesForms) return false;
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && String(destination).toLowerCase() !== 'empty';
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

/** Notes for the observers how large an answer is and how long it took to make. */
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

/** Returns what becomes of credentials that can't be looked up: probes answer nobody then, since they tell why. */
const unlessProbed =
  (pattern: string | undefined) =>
  (error: unknown): null => {
    if (isProbe(pattern) && error instanceof KalendsError && error.status >= 500) return null;
    throw error;
  };

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
    // Probes say so themselves.
    if (services.lifecycle.isRefusing && !isProbe(pattern)) {
      // Closed while the client still sends, the connection would be reset, and the answer lost.
      if (hasBody(request)) await finished(request.raw.resume()).catch(() => {});
      throw new KalendsError('rest_unavailable', { headers: { Connection: 'close', 'Retry-After': '5' } });
    }
    if (isMisaddressed(request.raw))
      throw new KalendsError('rest_bad_request', { headers: { Connection: 'close' } });
    if (limit) await limit(request, reply);
    if (request.headers['sec-fetch-mode'] !== undefined && isForged(request))
      throw new KalendsError('rest_forbidden', { status: 403 });
    const { authorization } = request.headers;
    // Any link or part of a page can bring it about with the cookie of a session, and no program without `Authorization` needs it.
    if (addressOf(request.raw).isReadMadeWrite && authorization === undefined)
      throw new KalendsError('rest_forbidden', { status: 403 });
    // Pages answer people, and to write they would ask for more requests than a batch may have.
    if (config?.takesForms && batch) throw new KalendsError('rest_batch_not_allowed');
    if (config?.ownCredentials) return;
    if (batch) {
      // It was let in. Credentials that are looked at again may want to write, and wait for the batch's own transaction.
      request.viewer = batch.viewer;
      facts.user = batch.viewer?.login;
    } else if (authorization !== undefined) {
      request.viewer = await authenticator.viewer(authorization, request.ip).catch(unlessProbed(pattern));
      facts.user = request.viewer?.login;
    } else if (request.headers.cookie !== undefined) {
      await admitSession(request, reply, sessions).catch(unlessProbed(pattern));
      if (isSentByMarkup(request)) throw new KalendsError('rest_forbidden', { status: 403 });
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
        handler: answering(route, { siblings, reading: readingOf(route, routes) }, services, answers),
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

/**
 * Returns the parts of the service with the settings that the calendar has by now. What is cached shows those of its version,
 * anything else those that were read last; a read that asks them in vain has none of the database's either.
 */
async function settledServices(route: Route, request: FastifyRequest, services: Services): Promise<Services> {
  if (request.batch) return request.batch.services;
  if (isProbe(route.url)) return services;
  const settled = withSiteSettings(servicesOf(request, services), { isWriting: route.isCacheable !== true });
  return route.isCacheable || !route.methods.includes('GET') ? settled : settled.catch(() => services);
}

/**
 * Returns the handler of a route, which answers in the order of reference 1.2.
 * @param siblings the routes of the same path
 * @param reading the one that reads the item that the path names
 */
function answering(
  route: Route,
  { siblings, reading }: { siblings: readonly Route[]; reading: Route | undefined },
  services: Services,
  { changedSince }: OuterAnswers,
) {
  const nowMs = millisecondsOf(services.now);
  const anonymousAllow = anonymousMethods(siblings);
  const isReading = route.methods.includes('GET');
  const revised = revisedKindOf(route);
  const { bodyLimit, uploadLimit } = services.config;
  const limits = { body: bodyLimit, file: route.upload ? uploadLimit : bodyLimit };
  const takesPassword = route.accepts['password'] !== undefined && isReading;
  return async function answerRoute(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const target = route.isCacheable ? cacheTargetOf(route.url, request, services) : undefined;
    if (target) {
      const cached = services.responseCache.get(target.key, nowMs());
      if (cached) return sendCached(request, reply, cached);
      services.responseCache.misses++;
    }
    const body = await sentParameters(request, limits, Boolean(route.upload));
    if (hasBody(request)) noteReceived(request.raw);
    request.askedLanguage = body.sent['translation_language'];
    const shown = await settledServices(route, request, services);
    const prepare: Prepare = async (within) => {
      const call = callOf(request, within, reply);
      const received = await receive(route, request, call, body);
      const allow = call.viewer ? await allowedMethods(siblings, call, received.path) : anonymousAllow;
      reply.header('Allow', allow);
      const permitted = await permit(route, call, received.path);
      if (takesPassword && received.sent['password'] !== undefined)
        await guardPassword(call, route, received);
      return { call: permitted, received };
    };
    if (isReading) {
      if (request.batch) throw new KalendsError('rest_batch_not_allowed');
      const prepared = await prepare(shown);
      const answer = await (revised === undefined
        ? route.handle(prepared.call, prepared.received)
        : answerRevised(route, revised, prepared));
      return send(request, reply, prepared.call, answer, target);
    }
    const { method, originalUrl: url, headers, viewer, ip: client } = request;
    const write = { route, reading, method, url, headers, viewer, client, ...body };
    const admit: Admit = (within, mayBeGone) =>
      permitAt(route, { call: callOf(request, within, reply), request, mayBeGone });
    const answer = await answerWrite(write, shown, { prepare, changedSince, admit }, request.batch);
    return send(request, reply, callOf(request, shown, reply), answer);
  };
}
