import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { hasSessionCookie } from '#api/access/sessions/cookie.ts';
import {
  type CachedResponse,
  type ResponseCache,
  type ResponseVariant,
  responseKey,
} from '#api/cache/response-cache.ts';
import { hasSeveralHosts } from '#api/http/address.ts';
import { acceptedEncoding, acceptedForm, languageOfHeader, prefersJson } from '#api/http/negotiation.ts';
import { type CorsGrant, grantedHeaders, grantOf, isUnmodified } from '#api/http/response-headers.ts';
import type { SettingsCache } from '#api/settings/site-settings.ts';
import type { Config } from '#config.ts';
import type { Services } from '#context.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { clientOf } from '#foundation/network/proxies.ts';
import type { Lifecycle } from '#foundation/telemetry/lifecycle.ts';
import type { RequestMetrics } from '#foundation/telemetry/metrics.ts';
import { millisecondsOf } from '#foundation/time/clock.ts';
import {
  factsOf,
  newRequestId,
  REQUEST_ID,
  type RequestFacts,
  type RequestHandler,
  type RequestTracker,
} from './request-facts.ts';

/**
 * Answers anonymous reads from the response cache and passes everything else on. Of concurrent requests with the same key
 * the first is passed on and the others wait for its response. The key is made of method, address and headers alone;
 * requests that need more are passed on.
 */
export class ResponseCacheMiddleware {
  readonly #cache: ResponseCache;
  readonly #config: Config;
  readonly #settings: SettingsCache;
  readonly #lifecycle: Lifecycle;
  readonly #nowMs: () => number;
  readonly #metrics: RequestMetrics;
  readonly #tracker: RequestTracker;
  readonly #next: RequestHandler;
  /** Responses that are being made, by key. */
  readonly #underway = new Map<string, Promise<void>>();

  constructor(
    { responseCache, config, settings, lifecycle, now, metrics }: Services,
    tracker: RequestTracker,
    next: RequestHandler,
  ) {
    this.#cache = responseCache;
    this.#config = config;
    this.#settings = settings;
    this.#lifecycle = lifecycle;
    this.#nowMs = millisecondsOf(now);
    this.#metrics = metrics.requests;
    this.#tracker = tracker;
    this.#next = next;
  }

  /** Handles each request of the server. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const key = this.#lifecycle.isRefusing ? undefined : this.#keyOf(request);
    if (key === undefined) {
      this.#next(request, response);
      return;
    }
    const cached = this.#cache.get(key, this.#nowMs());
    if (cached) this.#answer(request, response, cached);
    else this.#makeOnce(key, request, response);
  }

  #makeOnce(key: string, request: IncomingMessage, response: ServerResponse): void {
    // A request that waits has arrived now.
    this.#tracker.noteArrived(request);
    const underway = this.#underway.get(key);
    if (underway) {
      void underway.then(() => this.#handleWaiting(key, request, response));
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => {
      if (this.#underway.get(key) === promise) this.#underway.delete(key);
      resolve();
    };
    this.#underway.set(key, promise);
    const facts = factsOf(request);
    facts.cacheKey = key;
    facts.onAnswered = done;
    response.once('close', done);
    this.#next(request, response);
  }

  /** Answers a request that has waited: from the cache, or by itself where the response wasn't cached. */
  #handleWaiting(key: string, request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) {
      this.#tracker.finish(request, response);
      return;
    }
    const cached = this.#lifecycle.isRefusing ? undefined : this.#cache.get(key, this.#nowMs());
    if (cached) this.#answer(request, response, cached, factsOf(request));
    else this.#next(request, response);
  }

  /** Sends a cached response. @param waited the facts about a request that has waited for another's response */
  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    cached: CachedResponse,
    waited?: RequestFacts,
  ): void {
    const { isTrusted, log } = this.#tracker;
    const givenId = waited ? (waited.isGivenId ? waited.id : undefined) : this.#tracker.givenIdOf(request);
    const atMs = waited?.atMs ?? performance.now();
    const grant = grantOf(request.headers, this.#config);
    if (this.#lifecycle.isStopping) response.shouldKeepAlive = false;
    const send = (variant: ResponseVariant) => {
      const bytes = sendVariant(request, response, variant, grant, givenId);
      const durationMs = performance.now() - atMs;
      const counted = {
        method: request.method ?? '',
        route: cached.route,
        status: response.statusCode,
        durationMs,
        bytes,
        kept: true,
        aborted: response.destroyed,
      };
      this.#metrics.observe(counted);
      if (!waited && !log.isComplete) return;
      log.log({
        ...counted,
        id: waited?.id ?? givenId ?? newRequestId(),
        url: request.url ?? '',
        answerMs: durationMs,
        user: undefined,
        client: clientOf(request, isTrusted),
      });
    };
    const variant = cached.variant(acceptedEncoding(request.headers['accept-encoding'], cached.body));
    if (variant instanceof Promise) variant.then(send, () => send(cached.identity));
    else send(variant);
  }

  #keyOf(request: IncomingMessage): string | undefined {
    const { method, headers, url = '/' } = request;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (!INTERFACE_ADDRESS.test(url) && !(PAGE_ADDRESS.test(url) && asksForPage(url, headers.accept)))
      return undefined;
    // With one of these, the same address is asked for something else.
    if (
      headers.authorization !== undefined ||
      (headers.cookie !== undefined && hasSessionCookie(headers.cookie)) ||
      headers['transfer-encoding'] !== undefined ||
      headers['x-http-method-override'] !== undefined ||
      headers.host === undefined
    )
      return undefined;
    if (headers['content-length'] !== undefined && headers['content-length'] !== '0') return undefined;
    const { publicUrl, trustProxy } = this.#config;
    if (trustProxy !== false && !publicUrl && isForwarded(headers)) return undefined;
    if (hasSeveralHosts(request)) return undefined;
    return responseKey({
      viewer: null,
      language: languageOfHeader(headers['accept-language'], this.#settings.language),
      origin: publicUrl ?? `http://${headers.host}`,
      form: acceptedForm(headers.accept),
      url,
    });
  }
}

/** Addresses of the interface whose responses may be cached (design 2). */
const INTERFACE_ADDRESS = /\/(calendar|tribe)\/events\/v1|[?&]rest_route=/i;
/** Addresses of pages and their feeds, whose responses may be cached too. */
const PAGE_ADDRESS = new RegExp(
  `^(?:/(?:${languages.join('|')})(?=[/?]|$))?(?:/?(?:\\?|$)|/(?:docs|events?|venue|organizer|tag|feed)(?:[/?.]|$))`,
  'i',
);
const FRONT = /^\/?(?:[a-z]{2}\/?)?(?:\?|$)/i;

/** Returns whether a page is asked for: programs that accept JSON alone get the index of the site at its front. */
const asksForPage = (url: string, accept: string | undefined): boolean =>
  accept === undefined || !FRONT.test(url) || !prefersJson(accept);

const isForwarded = (headers: IncomingHttpHeaders) =>
  headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined;

/** Sends a cached variant, or 304 to clients that have it, and returns the bytes of the body. */
function sendVariant(
  request: IncomingMessage,
  response: ServerResponse,
  variant: ResponseVariant,
  grant: CorsGrant,
  givenId: string | undefined,
): number {
  const isKnown = isUnmodified(request.headers, variant.etag, variant.lastModified);
  const headers = grantedHeaders(isKnown ? variant.notModifiedHeaders : variant.headers, grant);
  response.writeHead(
    isKnown ? 304 : 200,
    givenId === undefined ? headers : headers.concat(REQUEST_ID, givenId),
  );
  if (isKnown || request.method === 'HEAD') {
    response.end();
    return 0;
  }
  response.end(variant.body);
  return variant.body.length;
}
