import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Services } from '#context.ts';
import type { ErrorCode } from '#errors.ts';
import type { FinishedRequest, RequestLog } from '#foundation/logging/requests.ts';
import type { RequestMetrics } from '#foundation/telemetry/metrics.ts';

/** Handles the requests of a server. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** The facts about a request that are collected while it is answered, for the log and the metrics. */
export interface RequestFacts {
  id: string;
  /** Whether a trusted proxy gave it. */
  isGivenId: boolean;
  readonly atMs: number;
  readonly url: string;
  route: string | undefined;
  kept: boolean;
  user: string | undefined;
  client: string;
  answerMs: number | undefined;
  /** When waiting for the body began (`performance.now()`), and how long it took. */
  readingAtMs: number;
  receivedMs: number;
  bytes: number;
  code: ErrorCode | undefined;
  login: string | undefined;
  error: unknown;
  /** The status with which it was refused as malformed, before there was an answer. */
  status: number | undefined;
  /** The key under which the response may be cached, where method, address and headers alone decide it. */
  cacheKey: string | undefined;
  /** Called once the answer is made; sending it may take much longer. */
  onAnswered: (() => void) | undefined;
}

const underway = new WeakMap<IncomingMessage, RequestFacts>();

/**
 * The header with the ID of a request. Answers have it if a trusted proxy sent it, or if the service failed; others have
 * none, so that equal requests get equal answers.
 */
export const REQUEST_ID = 'X-Request-Id';

/** Returns the ID of a new request. */
export const newRequestId = (): string => PROCESS + (made++).toString(36);

/** The beginning of all IDs of this process, random so that no other process has it. */
const PROCESS = `${randomInt(36 ** 5, 36 ** 6).toString(36)}-`;
let made = 0;

/** The form of an ID that a proxy may send, which goes into the log and the answer. */
const SANE_ID = /^[\w.:-]{1,64}$/;

/** Returns whether an address is a trusted proxy's, whose `X-Forwarded-*` and `X-Request-Id` count. */
export type TrustTest = (address: string, hop: number) => boolean;

/** Returns the facts about a request, to be read and added to; the first call creates them. */
export function factsOf(request: IncomingMessage): RequestFacts {
  let facts = underway.get(request);
  if (!facts) {
    facts = {
      id: newRequestId(),
      isGivenId: false,
      atMs: performance.now(),
      url: request.url ?? '',
      route: undefined,
      kept: false,
      user: undefined,
      client: request.socket.remoteAddress ?? '',
      answerMs: undefined,
      readingAtMs: 0,
      receivedMs: 0,
      bytes: 0,
      code: undefined,
      login: undefined,
      error: undefined,
      status: undefined,
      cacheKey: undefined,
      onAnswered: undefined,
    };
    underway.set(request, facts);
  }
  return facts;
}

/** Returns the ID of a request. */
export const idOf = (request: IncomingMessage): string => factsOf(request).id;

/** Notes how long receiving the body took, which depends on the client and isn't counted as the service's time. */
export function noteReceived(request: IncomingMessage): void {
  const facts = factsOf(request);
  facts.receivedMs = performance.now() - facts.readingAtMs;
}

/** The request that each connection is at. */
const present = new WeakMap<Socket, IncomingMessage>();

/** Follows requests from their arrival to their end, when they are counted and logged. */
export class RequestTracker {
  readonly log: RequestLog;
  readonly isTrusted: TrustTest;
  readonly #metrics: RequestMetrics;
  readonly #serviceLog: Services['log'];
  #warnsOfProxies = true;

  constructor({ metrics, log }: Services, requestLog: RequestLog, isTrusted: TrustTest) {
    this.#metrics = metrics.requests;
    this.#serviceLog = log;
    this.log = requestLog;
    this.isTrusted = isTrusted;
  }

  /** Returns a handler that tracks each request which it passes to `next`. */
  tracking(next: RequestHandler): RequestHandler {
    return (request, response) => {
      const { socket } = request;
      this.noteArrived(request);
      present.set(socket, request);
      this.#metrics.inFlight++;
      response.once('close', () => {
        this.#metrics.inFlight--;
        if (present.get(socket) === request) present.delete(socket);
        this.finish(request, response);
      });
      next(request, response);
    };
  }

  /** Creates the facts about a request that arrived now, with the ID that a trusted proxy sent. */
  noteArrived(request: IncomingMessage): void {
    if (underway.has(request)) return;
    const facts = factsOf(request);
    const given = this.givenIdOf(request);
    if (given === undefined) return;
    facts.id = given;
    facts.isGivenId = true;
  }

  /** Returns the ID that a trusted proxy sent with a request, and warns of one that isn't trusted. */
  givenIdOf({ headers, socket }: IncomingMessage): string | undefined {
    if (headers['x-forwarded-for'] !== undefined && this.#warnsOfProxies) this.#warnOfProxy(socket);
    const given = headers['x-request-id'];
    return typeof given === 'string' && SANE_ID.test(given) && this.isTrusted(socket.remoteAddress ?? '', 0)
      ? given
      : undefined;
  }

  /** Warns once of a proxy that no setting trusts: all its clients would count as one. */
  #warnOfProxy({ remoteAddress = '' }: Socket): void {
    if (this.isTrusted(remoteAddress, 0)) return;
    this.#warnsOfProxies = false;
    this.#serviceLog.warn(
      { remoteAddress },
      'X-Forwarded-For came from an address that KALENDS_TRUST_PROXY does not trust; it counts for nothing. This is said once.',
    );
  }

  /** Counts and logs a request that is over. */
  finish(request: IncomingMessage, response: ServerResponse): void {
    const facts = factsOf(request);
    const isBodiless = request.method === 'HEAD' || response.statusCode === 304 || !response.headersSent;
    const durationMs = performance.now() - facts.atMs;
    this.#end({
      ...facts,
      method: request.method ?? '',
      status: facts.status ?? (response.headersSent ? response.statusCode : 0),
      durationMs,
      // A client that left before its body was sent hasn't waited for an answer.
      answerMs: Math.max(0, (facts.answerMs ?? (request.complete ? durationMs : 0)) - facts.receivedMs),
      bytes: isBodiless ? 0 : facts.bytes,
      aborted: !response.writableFinished,
    });
  }

  /** Counts and logs a malformed or incomplete request that was refused on a connection. */
  noteMalformed(socket: Socket, status: number): void {
    const request = present.get(socket);
    // That is tracked to its end.
    if (request) factsOf(request).status = status;
    else
      this.#end({
        id: newRequestId(),
        method: '',
        url: '',
        route: undefined,
        status,
        durationMs: 0,
        answerMs: 0,
        bytes: 0,
        kept: false,
        aborted: false,
        user: undefined,
        client: socket.remoteAddress ?? '',
      });
  }

  #end(finished: FinishedRequest): void {
    this.#metrics.observe(finished);
    this.log.log(finished);
  }
}
