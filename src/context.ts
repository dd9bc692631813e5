import type { ServerResponse } from 'node:http';
import type { SharedGuesses } from '#api/access/guesses.ts';
import type { Viewer } from '#api/access/permissions.ts';
import type { Provenance } from '#api/access/sessions/cookie.ts';
import type { ResponseCache, Validity } from '#api/cache/response-cache.ts';
import type { Links } from '#api/http/address.ts';
import type { FieldMask } from '#api/http/fields.ts';
import type { InnerAnswer, InnerRequest } from '#api/http/inner-request.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Lifecycle } from '#foundation/telemetry/lifecycle.ts';
import type { Metrics } from '#foundation/telemetry/metrics.ts';
import type { Clock } from '#foundation/time/clock.ts';
import type { ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { Database } from '#store/db/engine.ts';
import type { TotalsCache } from '#store/db/totals.ts';
import type { PictureBudget } from '#store/pictures/budget.ts';
import type { MediaLibrary } from '#store/pictures/library.ts';
import type { Config } from './config.ts';

/** The log of the service for its operator; its texts are English. */
export interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** A bound of what responses under way hold together, in units of its own. */
export interface ResponseBound {
  /** Resolves once so many units are free, and holds them until the response closes. @throws KalendsError `rest_unavailable` */
  take(units: number, response: ServerResponse): Promise<void>;
}

/** Turns of the event loop in which long work goes on. */
export interface TurnQueue {
  /** Resolves in a later turn of the event loop. */
  next(): Promise<void>;
}

/** Does work of several at once, that of all others in turn. */
export interface WorkQueue {
  run<T>(work: () => Promise<T>, isForAll: (error: unknown) => boolean): Promise<T>;
}

/**
 * The parts of the service, which every route and command is given. A folder that stands higher declares its own beside what they
 * are, and `services.ts` constructs all of them.
 */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly changeLog: ChangeLogFollower;
  readonly totals: TotalsCache;
  readonly now: Clock;
  readonly media: MediaLibrary;
  readonly responseCache: ResponseCache;
  /** Bounds the bytes of large answers that are under way at once. */
  readonly answerMemory: ResponseBound;
  /** Bounds the number of feeds of whole lists that are under way at once. */
  readonly feedTurns: ResponseBound;
  /** Shared by all work that takes long, so that however much of it goes on, other requests wait for one stretch of it. */
  readonly turns: TurnQueue;
  /** Batches: few at once, so that those that have begun are soon done. */
  readonly batches: WorkQueue;
  readonly guesses: SharedGuesses;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** The program that sent a request, by what the request says. */
export interface Sender {
  /** The program as it names itself; '' where it doesn't. */
  readonly agent: string;
  readonly provenance: Provenance;
}

/** A batch of requests, and how those in it are done (contract W6). */
export interface Batch {
  /** `checking`: its requests are validated, and nothing is written. */
  readonly mode: 'doing' | 'checking';
  /** Whose it is. */
  readonly viewer: Viewer;
  /** The parts of the service as the batch has them: with the database and the files of its transaction, where it is one. */
  readonly services: Services;
}

/** The context of one request: its user, language, instant, and the base of its links. */
export interface Call {
  readonly services: Services;
  /** The settings of the calendar's site, as the request reads them. */
  readonly site: Services['site'];
  readonly viewer: Viewer;
  /** The address of the client. */
  readonly client: string;
  /** Returns the browser of the client, and where the request comes from, as far as it says so. */
  readonly sender: () => Sender;
  readonly language: Language;
  /** Whether neither a parameter nor the address decided the language. */
  readonly negotiated: boolean;
  /** The language of the texts that a write has. */
  readonly writtenIn: Language;
  /** The instant of the request, for writes; an answer that depends on the clock reads it through `validity`. */
  readonly now: Temporal.Instant;
  readonly validity: Validity;
  readonly links: Links;
  readonly namespace: string;
  /** The members that `_fields` asks for; undefined: all. */
  readonly fields?: FieldMask | undefined;
  /** Returns what bounds the pictures of the request. */
  readonly pictureBudget: () => PictureBudget;
  /** Resolves once memory for an answer of so many bytes is free; absent: without waiting. @throws KalendsError `rest_unavailable` */
  readonly reserve?: ((bytes: number) => Promise<void>) | undefined;
  /** Has the end of the process wait for the answer longer than for others. */
  readonly awaitAtEnd?: (() => void) | undefined;
  /** Resolves once the feed of a whole list may be made; absent: without waiting. @throws KalendsError `rest_unavailable` */
  readonly takeFeedTurn?: (() => Promise<void>) | undefined;
  /** Does another request with the credentials of this one, or as a part of a batch; absent: outside of requests. */
  readonly dispatch?: ((inner: InnerRequest, batch?: Batch) => Promise<InnerAnswer>) | undefined;
}
