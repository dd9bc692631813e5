import { DurationHistogram } from '#foundation/telemetry/metrics.ts';

/** Seconds: from what memory answers to what nobody waits for any more. */
const BOUNDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] as const;

/** Connections of this process to one server, at this moment. */
export interface ConnectionCounts {
  readonly used: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

/** Counts this process's statements to one server, or to one file. */
export class ServerStats {
  /** Statements, failed ones too; with SQLite without the time for which others held its lock. */
  readonly queries = new DurationHistogram(BOUNDS);
  /** Waits for a connection, in seconds. */
  readonly connectionWaits = new DurationHistogram(BOUNDS);
  failedQueries = 0;
  /** Undefined: connections are none that anybody could run out of. */
  connections: (() => ConnectionCounts) | undefined;
}

/** Reason why a request that might have read from the replica read from the primary. */
export type ReplicaRefusal = 'behind' | 'busy' | 'away';

/** Counts this process's reads from a replica. */
export class ReplicaStats extends ServerStats {
  reads = 0;
  readonly refused: Record<ReplicaRefusal, number> = { behind: 0, busy: 0, away: 0 };
  /** It doesn't answer: the primary does, until it does again. */
  isAway = false;
  /** Writes that it lacked when it was looked at last. */
  behindBy = 0;
}

/** Counts this process's work with the database since it was opened. */
export class DatabaseStats {
  readonly primary = new ServerStats();
  /** Undefined: there is none. */
  replica: ReplicaStats | undefined;
  /** Seconds from when a write was asked for until its turn came, and until it was on the disk. */
  readonly writeWaits = new DurationHistogram(BOUNDS);
  readonly writes = new DurationHistogram(BOUNDS);
  failedWrites = 0;
  /** Attempts that a lock of another process was in the way of (SQLite), or that the server had done again (PostgreSQL). */
  retries = 0;

  /** Counts a write: its wait, its time, and whether it failed. */
  async measure<H, T>(
    write: (work: (handle: H) => Promise<T>) => Promise<T>,
    work: (handle: H) => Promise<T>,
  ): Promise<T> {
    const beganMs = performance.now();
    let isBegun = false;
    try {
      return await write((handle) => {
        // What is done again waits only once.
        if (!isBegun) this.writeWaits.since(beganMs);
        isBegun = true;
        return work(handle);
      });
    } catch (error) {
      this.failedWrites++;
      throw error;
    } finally {
      this.writes.since(beganMs);
    }
  }
}
