/** Scheduled work that is counted. */
export interface JobCounts {
  succeeded: number;
  failed: number;
  /** Unix seconds at which it last ended well; undefined: it hasn't yet, in this process. */
  lastSuccess: number | undefined;
  /** Seconds that it last took, whichever way it ended. */
  lastSeconds: number;
}

/** Counts runs of scheduled jobs, and how they ended. */
export class JobMetrics {
  readonly #jobs = new Map<string, JobCounts>();

  /** Runs a job once, and counts how it ends. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const counts = this.#jobs.get(name) ?? {
      succeeded: 0,
      failed: 0,
      lastSuccess: undefined,
      lastSeconds: 0,
    };
    this.#jobs.set(name, counts);
    const beganMs = performance.now();
    try {
      const result = await work();
      counts.succeeded++;
      counts.lastSuccess = Temporal.Now.instant().epochMilliseconds / 1000;
      return result;
    } catch (error) {
      counts.failed++;
      throw error;
    } finally {
      counts.lastSeconds = (performance.now() - beganMs) / 1000;
    }
  }

  /** The counts of each job that has run here. */
  get all(): ReadonlyMap<string, Readonly<JobCounts>> {
    return this.#jobs;
  }
}
