import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** A request that is over, as those that observe requests are told of it. */
export interface FinishedRequest {
  /** The request's own mark, which its answer and lines of the log have too. */
  readonly id: string;
  /** As it was answered, after `_method`; '' where what came was no HTTP. */
  readonly method: string;
  /** Path and query as sent, with all secrets that are in it: nobody shows it before `loggedUrl` has seen it. */
  readonly url: string;
  /** The template of the route, such as `/calendar/events/v1/events/{id}`; undefined: no route has that address. */
  readonly route: string | undefined;
  /** The answer's status; 0: the client was gone before there was one. */
  readonly status: number;
  /** Milliseconds from the request's headers to the last byte handed to the system. */
  readonly durationMs: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** Whether the answer was a kept one. */
  readonly kept: boolean;
  /** Whether the connection ended before the answer had been sent. */
  readonly aborted: boolean;
  /** Login of whoever signed in; undefined: nobody. */
  readonly user: string | undefined;
  /** The client's address, behind proxies that are trusted. */
  readonly client: string;
}

/** Is told of a request when it is over. It may neither throw nor wait. */
export type RequestObserver = (finished: FinishedRequest) => void;

/** Those that observe requests: the log and the metrics. */
export class RequestObservers {
  readonly #all: RequestObserver[] = [];
  readonly #ofKept: RequestObserver[] = [];
  /** Requests that are being answered, but for kept answers that are given at once. */
  inFlight = 0;

  /**
   * Adds an observer.
   * @param kept whether it is told of kept answers that were given at once, too: that costs these most
   */
  subscribe(observer: RequestObserver, { kept }: { kept: boolean }): void {
    this.#all.push(observer);
    if (kept) this.#ofKept.push(observer);
  }

  /** Whether anybody is to be told of kept answers that were given at once. */
  get observesKept(): boolean {
    return this.#ofKept.length > 0;
  }

  /** Tells everybody of a request. */
  notify(finished: FinishedRequest): void {
    for (const observer of this.#all) observer(finished);
  }

  /** Tells those that want it of a kept answer that was given at once. */
  notifyKept(finished: FinishedRequest): void {
    for (const observer of this.#ofKept) observer(finished);
  }
}

/** What is learned of a request while it is answered. */
export interface RequestFacts {
  readonly id: string;
  readonly atMs: number;
  readonly url: string;
  route: string | undefined;
  kept: boolean;
  user: string | undefined;
  client: string;
}

const underway = new WeakMap<IncomingMessage, RequestFacts>();

/** Returns the mark of a new request. */
export const newRequestId = (): string => crypto.randomUUID().slice(0, 8);

/** Returns what is known of a request so far, and takes what becomes known. */
export function factsOf(request: IncomingMessage): RequestFacts {
  let facts = underway.get(request);
  if (!facts) {
    facts = {
      id: newRequestId(),
      atMs: performance.now(),
      url: request.url ?? '',
      route: undefined,
      kept: false,
      user: undefined,
      client: request.socket.remoteAddress ?? '',
    };
    underway.set(request, facts);
  }
  return facts;
}

/** Tells the observers of every request that a server gets. Before it stands only what gives kept answers. */
export function observeRequests(server: Server, observers: RequestObservers): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    factsOf(request);
    observers.inFlight++;
    response.once('close', () => {
      observers.inFlight--;
      observers.notify(finishedOf(request, response));
    });
  });
}

/** Returns what observers are told of a request whose answer is over. */
export function finishedOf(request: IncomingMessage, response: ServerResponse): FinishedRequest {
  const facts = factsOf(request);
  const isBodiless = request.method === 'HEAD' || response.statusCode === 304 || !response.headersSent;
  return {
    ...facts,
    method: request.method ?? '',
    status: response.headersSent ? response.statusCode : 0,
    durationMs: performance.now() - facts.atMs,
    bytes: isBodiless ? 0 : Number(response.getHeader('content-length') ?? 0),
    aborted: !response.writableFinished,
  };
}
