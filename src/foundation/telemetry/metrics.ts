import type { ErrorCode } from '#errors.ts';
import { JobMetrics } from './jobs.ts';

/** Histogram of durations with fixed upper bounds in seconds, as Prometheus has them. */
export class DurationHistogram {
  /** Seconds, ascending; what took as long as a bound is within it. */
  readonly bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** Counts one that took so many seconds. */
  observe(seconds: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at++;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** Counts one that began at that moment of `performance.now()` and ends now. */
  since(beganMs: number): void {
    this.observe((performance.now() - beganMs) / 1000);
  }

  /** Seconds of all together. */
  get sum(): number {
    return this.#sum;
  }

  get count(): number {
    return this.#counts.reduce((all, one) => all + one, 0);
  }

  /** Counts of what took at most as long as each bound, in their order, and the whole count last. */
  get cumulated(): number[] {
    let all = 0;
    return Array.from(this.#counts, (one) => {
      all += one;
      return all;
    });
  }
}

/** Seconds: from a kept answer to what nobody waits for any more. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Route of requests for addresses that don't exist. */
const UNKNOWN = 'unknown';
/** Method of what is no HTTP. */
const MALFORMED = 'malformed';
/** Of requests whose clients were gone before there was an answer. */
const NONE = 'none';

/** Counts of answers with one status, by whether they came from the cache. */
interface StatusCounts {
  kept: number;
  made: number;
}

/** A request that is over, as it is counted. */
export interface CountedRequest {
  /** The method as it was answered, after `_method`; '' where what came was no HTTP. */
  readonly method: string;
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
  /** Code of the error that the answer is; undefined: it is none. */
  readonly code?: ErrorCode | undefined;
}

/** Requests to one route by one method. */
interface Counted {
  readonly route: string;
  readonly method: string;
  readonly durations: DurationHistogram;
  readonly statuses: Map<number, StatusCounts>;
}

/** Number of requests with the same route, method, status and source. */
export interface RequestCount {
  readonly route: string;
  readonly method: string;
  readonly status: string;
  readonly kept: boolean;
  readonly count: number;
}

/**
 * Counts this process's requests. Routes are the program's templates and methods a few, so that no client can make it
 * count under names without end.
 */
export class RequestMetrics {
  readonly #counted = new Map<string, Map<string, Counted>>();
  readonly #errors = new Map<ErrorCode, number>();
  /** Bytes of bodies of answers. */
  bytes = 0;
  /** Requests whose clients did not take the whole answer. */
  aborted = 0;
  /** Requests that are being answered, but for kept answers that are given at once. */
  inFlight = 0;

  /** Counts a request that is over. */
  observe({ route, method, status, durationMs, bytes, kept, aborted, code }: CountedRequest): void {
    const counted = this.#countedOf(route ?? (method === '' ? MALFORMED : UNKNOWN), method);
    counted.durations.observe(durationMs / 1000);
    let counts = counted.statuses.get(status);
    if (!counts) {
      counts = { kept: 0, made: 0 };
      counted.statuses.set(status, counts);
    }
    if (kept) counts.kept++;
    else counts.made++;
    this.bytes += bytes;
    if (aborted) this.aborted++;
    if (code !== undefined) this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  }

  /** Counts of answers that were errors, by code. */
  get errors(): ReadonlyMap<ErrorCode, number> {
    return this.#errors;
  }

  #countedOf(route: string, sent: string): Counted {
    const method = METHODS.has(sent) ? sent : sent === '' ? NONE : 'other';
    const known = this.#counted.get(route)?.get(method);
    if (known) return known;
    const counted = { route, method, durations: new DurationHistogram(BOUNDS), statuses: new Map() };
    const ofRoute = this.#counted.get(route) ?? new Map<string, Counted>();
    this.#counted.set(route, ofRoute.set(method, counted));
    return counted;
  }

  #all(): Counted[] {
    return [...this.#counted.values()].flatMap((ofRoute) => [...ofRoute.values()]);
  }

  /** Counts of requests by route, method, status and whether the answer came from the cache. */
  get counts(): RequestCount[] {
    const counts: RequestCount[] = [];
    for (const { route, method, statuses } of this.#all())
      for (const [code, { kept, made }] of statuses) {
        const status = code === 0 ? NONE : String(code);
        if (made > 0) counts.push({ route, method, status, kept: false, count: made });
        if (kept > 0) counts.push({ route, method, status, kept: true, count: kept });
      }
    return counts;
  }

  /** Durations of requests in seconds, by route and method. */
  get durations(): readonly { route: string; method: string; durations: DurationHistogram }[] {
    return this.#all();
  }
}

/** Counters of a cache in memory. */
export interface CacheStats {
  readonly hits: number;
  readonly misses: number;
  /** Entries that had to make room. */
  readonly evictions: number;
  readonly entries: number;
  readonly bytes: number;
  /** Bytes that it may have at most. */
  readonly most: number;
}

/**
 * Counts what a process does from its start on, beside what its database and its caches count themselves
 * (operations/metrics/families.ts puts them together).
 */
export class Metrics {
  readonly requests = new RequestMetrics();
  readonly jobs = new JobMetrics();
  /** Requests beyond KALENDS_RATE_LIMIT. */
  limited = 0;
  /** Connections beyond KALENDS_MAX_CONNECTIONS. */
  droppedConnections = 0;
}
