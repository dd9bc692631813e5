import type { ErrorCode } from '#errors.ts';

/** A request that is over, as those that observe requests are told of it. */
export interface FinishedRequest {
  /** The request's own mark, which its answer and lines of the log have too. */
  readonly id: string;
  /** The method as it was answered, after `_method`; '' where what came was no HTTP. */
  readonly method: string;
  /** Path and query as sent, with all secrets that are in it: nobody shows it before `loggedUrl` has seen it. */
  readonly url: string;
  /** The template of the route, such as `/calendar/events/v1/events/{id}`; undefined: no route has that address. */
  readonly route: string | undefined;
  /** The answer's status; 0: the client was gone before there was one. */
  readonly status: number;
  /** Milliseconds from the request's headers to the last byte handed to the system. */
  readonly durationMs: number;
  /** Milliseconds until the answer began to be sent, without those for which a body was waited for: a slow line is not in it. */
  readonly answerMs: number;
  /** Bytes of the answer's body. */
  readonly bytes: number;
  /** Whether the answer was a kept one. */
  readonly kept: boolean;
  /** Whether the connection ended before the answer had been sent. */
  readonly aborted: boolean;
  /** Login of whoever signed in; undefined: nobody. */
  readonly user: string | undefined;
  /** Code of the error that the answer is; undefined: it is none. */
  readonly code?: ErrorCode | undefined;
  /** Existing login at which a wrong password was tried. */
  readonly login?: string | undefined;
  /** Error inside the service, of which the answer says nothing. */
  readonly error?: unknown;
  /** The client's address, behind proxies that are trusted. */
  readonly client: string;
}

/** Is told of a request when it is over. It may neither throw nor wait. */
export type RequestObserver = (finished: FinishedRequest) => void;

/** Passes finished requests on to the log and the metrics. */
export class RequestObservers {
  readonly #all: RequestObserver[] = [];
  readonly #ofKept: RequestObserver[] = [];
  /** Requests that are being answered, but for kept answers that are given at once. */
  inFlight = 0;
  /** Whether anybody is to be told of kept answers that were given at once. */
  observesKept = false;

  /**
   * Adds an observer.
   * @param kept whether it is told of kept answers that were given at once, too: that costs these most
   */
  subscribe(observer: RequestObserver, { kept }: { kept: boolean }): void {
    this.#all.push(observer);
    if (!kept) return;
    this.#ofKept.push(observer);
    this.observesKept = true;
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
