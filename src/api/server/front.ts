import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '#api/access/permissions.ts';
import type { KeptAnswers } from '#api/cache/kept.ts';
import type { ReadyAnswer, ReadyForm } from '#api/cache/ready.ts';
import { matches } from '#api/http/conditions.ts';
import { acceptedEncoding } from '#api/http/encoding.ts';
import { languageOfHeader } from '#api/http/language.ts';
import { type CorsGrant, grantedHeaders, grantOf } from '#api/http/origins.ts';
import type { Config } from '#config.ts';
import { clientOf, proxyTest } from '#foundation/network/proxies.ts';
import type { FinishedRequest, RequestObservers } from '#foundation/telemetry/observers.ts';
import { type Clock, millisecondsOf } from '#foundation/time/clock.ts';
import { hasSeveralHosts } from './host.ts';
import {
  factsOf,
  finishedOf,
  givenIdOf,
  newRequestId,
  noteArrived,
  REQUEST_ID,
  type RequestFacts,
  type TrustTest,
} from './observed.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Who asks for what, as far as an answer depends on it: what is the same for two requests has the same answer. */
export interface Asked {
  readonly viewer: Viewer;
  /** What `Accept-Language` decides, where nothing else does; '': nothing. */
  readonly language: string;
  readonly origin: string;
  /** Path and query as sent. */
  readonly url: string;
}

/** Under which an answer is kept. */
export const answerKey = ({ viewer, language, origin, url }: Asked): string =>
  `${viewer ? `${viewer.id} ${viewer.role}` : ''}\n${language}\n${origin}\n${url}`;

/** A kept answer that was given. */
interface Given {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: string;
  readonly bytes: number;
  readonly id: string;
  readonly atMs: number;
}

const underway = new WeakMap<IncomingMessage, () => void>();

/** Says that a request's answer is made, and kept or not: before it's sent, which may take as long as its reader likes. */
export const noteAnswered = (request: IncomingMessage): void => underway.get(request)?.();

/**
 * Stands before everything else: gives anonymous readers the bytes that are kept for them, and has those who ask for
 * the same at once wait for the first. What it can't tell by address and headers alone it passes on.
 */
export class Front {
  readonly #kept: KeptAnswers;
  readonly #config: Config;
  readonly #nowMs: () => number;
  readonly #observers: RequestObservers;
  readonly #isTrusted: TrustTest;
  readonly #underway = new Map<string, Promise<void>>();
  #isClosing = false;

  constructor(kept: KeptAnswers, config: Config, clock: Clock, observers: RequestObservers) {
    this.#kept = kept;
    this.#config = config;
    this.#nowMs = millisecondsOf(clock);
    this.#observers = observers;
    this.#isTrusted = proxyTest(config.trustProxy);
  }

  /** Puts itself before the service's own handler. */
  standBefore(app: FastifyInstance): void {
    const server: Server = app.server;
    const handlers = server.listeners('request') as Handler[];
    server.removeAllListeners('request');
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
    const pass: Handler = (request, response) => {
      for (const handler of handlers) handler.call(server, request, response);
    };
    server.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#handle(request, response, pass),
    );
  }

  #handle(request: IncomingMessage, response: ServerResponse, pass: Handler): void {
    const key = this.#isClosing ? undefined : this.#keyOf(request);
    const ready = key === undefined ? undefined : this.#kept.get(key, this.#nowMs());
    if (ready) this.#answer(request, response, ready);
    else if (key === undefined) pass(request, response);
    else this.#compute(key, request, response, pass);
  }

  #compute(key: string, request: IncomingMessage, response: ServerResponse, pass: Handler): void {
    const first = this.#underway.get(key);
    // Whoever waits has come now.
    noteArrived(request, this.#isTrusted);
    if (first) {
      void first.then(() => this.#handleLate(key, request, response, pass));
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => {
      if (this.#underway.get(key) === promise) this.#underway.delete(key);
      resolve();
    };
    this.#underway.set(key, promise);
    underway.set(request, done);
    response.once('close', done);
    pass(request, response);
  }

  /** Once the first is answered: the same for those who waited, where it may be kept; else each for itself. */
  #handleLate(key: string, request: IncomingMessage, response: ServerResponse, pass: Handler): void {
    if (response.destroyed) {
      this.#observers.notify(finishedOf(request, response));
      return;
    }
    const ready = this.#isClosing ? undefined : this.#kept.get(key, this.#nowMs());
    if (ready) this.#answer(request, response, ready, factsOf(request));
    else pass(request, response);
  }

  /** @param late what is known of a request that has waited for the answer to another */
  #answer(request: IncomingMessage, response: ServerResponse, ready: ReadyAnswer, late?: RequestFacts): void {
    const givenId = late ? (late.isGivenId ? late.id : undefined) : givenIdOf(request, this.#isTrusted);
    const isObserved = late !== undefined || this.#observers.observesKept;
    const id = late?.id ?? givenId ?? (isObserved ? newRequestId() : '');
    const atMs = late?.atMs ?? (isObserved ? performance.now() : 0);
    const grant = grantOf(request.headers, this.#config);
    const give = (form: ReadyForm) => {
      const bytes = write(request, response, form, grant, givenId);
      if (!isObserved) return;
      const { route } = ready;
      const finished = this.#finished({ request, response, route, bytes, id, atMs });
      if (late) this.#observers.notify(finished);
      else this.#observers.notifyKept(finished);
    };
    const form = ready.form(acceptedEncoding(request.headers['accept-encoding']));
    if (form instanceof Promise) form.then(give, () => give(ready.plain));
    else give(form);
  }

  #finished({ request, response, route, bytes, id, atMs }: Given): FinishedRequest {
    const durationMs = performance.now() - atMs;
    return {
      id,
      method: request.method ?? '',
      url: request.url ?? '',
      route,
      status: response.statusCode,
      durationMs,
      answerMs: durationMs,
      bytes,
      kept: true,
      aborted: response.destroyed,
      user: undefined,
      client: clientOf(request, this.#isTrusted),
    };
  }

  #keyOf(request: IncomingMessage): string | undefined {
    const { method, headers, url = '/' } = request;
    if (!INTERFACE.test(url)) return undefined;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    if (isAlone(headers) || headers.host === undefined) return undefined;
    if (headers['content-length'] !== undefined && headers['content-length'] !== '0') return undefined;
    const { publicUrl, trustProxy, language: site } = this.#config;
    if (trustProxy !== false && !publicUrl && isForwarded(request)) return undefined;
    if (hasSeveralHosts(request)) return undefined;
    return answerKey({
      viewer: null,
      language: languageOfHeader(headers['accept-language'], site),
      origin: publicUrl ?? `http://${headers.host ?? ''}`,
      url,
    });
  }
}

/** With one of these, the same address is asked for something else. */
const isAlone = (headers: IncomingHttpHeaders) =>
  headers.authorization !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  headers['x-http-method-override'] !== undefined;

/** Addresses below which answers may be kept (design 2). */
const INTERFACE = /\/(calendar|tribe)\/events\/v1|[?&]rest_route=/i;

const isForwarded = ({ headers }: IncomingMessage) =>
  headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined;

/** Gives the bytes of the answer's body. */
function write(
  request: IncomingMessage,
  response: ServerResponse,
  form: ReadyForm,
  grant: CorsGrant,
  givenId: string | undefined,
): number {
  const told = (headers: string[]) => (givenId === undefined ? headers : headers.concat(REQUEST_ID, givenId));
  if (matches(request.headers['if-none-match'], form.etag)) {
    response.writeHead(304, told(grantedHeaders(form.unmodified, grant)));
    response.end();
    return 0;
  }
  response.writeHead(200, told(grantedHeaders(form.headers, grant)));
  if (request.method === 'HEAD') {
    response.end();
    return 0;
  }
  response.end(form.body);
  return form.body.length;
}
