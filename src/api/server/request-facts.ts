import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#errors.ts';
import type { FinishedRequest, RequestObservers } from '#foundation/telemetry/observers.ts';

/** Handles the requests of a server. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What is learned of a request while it is answered. */
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
  /** When it began to be waited for a body (of `performance.now()`), and for how long it was. */
  readingAtMs: number;
  receivedMs: number;
  bytes: number;
  code: ErrorCode | undefined;
  login: string | undefined;
  error: unknown;
  /** Status that was given before there was an answer of the service's own. */
  status: number | undefined;
  /** Called once the answer is made: sending it may take as long as its reader likes. */
  onAnswered: (() => void) | undefined;
}

const underway = new WeakMap<IncomingMessage, RequestFacts>();

/**
 * Header of an answer that tells the request's mark: to whom gave it, and where something failed inside. Other answers have
 * none, so that the same question has the same answer.
 */
export const REQUEST_ID = 'X-Request-Id';

/** Returns the mark of a new request. */
export const newRequestId = (): string => PROCESS + (made++).toString(36);

/** Tells the marks of this process from those of others, and of those before it. */
const PROCESS = `${randomInt(36 ** 5, 36 ** 6).toString(36)}-`;
let made = 0;

/** Marks that a proxy may give: they stand in the log and in the answer. */
const SANE_ID = /^[\w.:-]{1,64}$/;

/** Whose `X-Forwarded-*` and `X-Request-Id` count. */
export type TrustTest = (address: string, hop: number) => boolean;

/** Returns the mark that a trusted proxy gave a request. */
export function givenIdOf({ headers, socket }: IncomingMessage, isTrusted: TrustTest): string | undefined {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    ? given
    : undefined;
}

/** Returns what is known of a request so far, and takes what becomes known. */
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
      onAnswered: undefined,
    };
    underway.set(request, facts);
  }
  return facts;
}

/** Has the time and the mark of a request begin here. */
export function noteArrived(request: IncomingMessage, isTrusted: TrustTest): void {
  if (underway.has(request)) return;
  const facts = factsOf(request);
  const given = givenIdOf(request, isTrusted);
  if (given === undefined) return;
  facts.id = given;
  facts.isGivenId = true;
}

/** Says that a body has come: how long that took depends on its sender. */
export function noteReceived(request: IncomingMessage): void {
  const facts = factsOf(request);
  facts.receivedMs = performance.now() - facts.readingAtMs;
}

/** What each connection is at. */
const present = new WeakMap<Socket, IncomingMessage>();

/** Returns a handler that tells the observers of each request that it passes on to `next`. */
export function withObservers(
  observers: RequestObservers,
  isTrusted: TrustTest,
  next: RequestHandler,
): RequestHandler {
  return (request, response) => {
    const { socket } = request;
    noteArrived(request, isTrusted);
    present.set(socket, request);
    observers.inFlight++;
    response.once('close', () => {
      observers.inFlight--;
      if (present.get(socket) === request) present.delete(socket);
      observers.notify(finishedOf(request, response));
    });
    next(request, response);
  };
}

/** Returns what observers are told of a request whose answer is over. */
export function finishedOf(request: IncomingMessage, response: ServerResponse): FinishedRequest {
  const facts = factsOf(request);
  const isBodiless = request.method === 'HEAD' || response.statusCode === 304 || !response.headersSent;
  const durationMs = performance.now() - facts.atMs;
  return {
    ...facts,
    method: request.method ?? '',
    status: facts.status ?? (response.headersSent ? response.statusCode : 0),
    durationMs,
    // Whoever went before all had come was not kept waiting.
    answerMs: Math.max(0, (facts.answerMs ?? (request.complete ? durationMs : 0)) - facts.receivedMs),
    bytes: isBodiless ? 0 : facts.bytes,
    aborted: !response.writableFinished,
  };
}

/**
 * Tells the observers that something on a connection was refused before it was a request, or before it was a whole one.
 * @returns the mark of the request
 */
export function noteMalformed(socket: Socket, status: number, observers: RequestObservers): string {
  const request = present.get(socket);
  if (request) {
    // It is told of when it is over.
    const facts = factsOf(request);
    facts.status = status;
    return facts.id;
  }
  const id = newRequestId();
  observers.notify({
    id,
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
  return id;
}
