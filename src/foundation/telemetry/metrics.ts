import type { ErrorCode } from '#errors.ts';
import { JobMetrics } from './jobs.ts';
import type { RequestObserver } from './observers.ts';
import { RequestMetrics } from './request-metrics.ts';

/**
 * What a process counts from its start on, beside what its database and its caches count themselves. Counting is an
 * addition; what is to be shown of it is put together when somebody asks (families.ts).
 */
export class Metrics {
  readonly requests = new RequestMetrics();
  readonly jobs = new JobMetrics();
  readonly #errors = new Map<ErrorCode, number>();
  /** Requests beyond KALENDS_RATE_LIMIT. */
  limited = 0;
  /** Connections beyond KALENDS_MAX_CONNECTIONS. */
  droppedConnections = 0;

  /** Counts a request that is over. */
  readonly observe: RequestObserver = (finished) => {
    this.requests.observe(finished);
    const { code } = finished;
    if (code !== undefined) this.#errors.set(code, (this.#errors.get(code) ?? 0) + 1);
  };

  /** How many answers were errors, by code. */
  get errors(): ReadonlyMap<ErrorCode, number> {
    return this.#errors;
  }
}
