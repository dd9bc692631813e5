import pg from 'pg';
import { ServerStats } from './stats.ts';

/** For so long a connection is tried. */
export const CONNECT_MS = 5_000;
/** For so long an answer is waited for. */
export const ANSWER_MS = 15_000;
/** Connections that a process opens at most, unless a setting says otherwise. */
export const CONNECTIONS = 10;
const IDLE_MS = 30_000;
const INT8 = 20;
const NUMERIC = 1700;

/** Options of a connection pool; times in milliseconds. */
export interface PoolOptions {
  /** As many at most. */
  readonly connections?: number | undefined;
  /** Waits for answers as long as they take. */
  readonly patient?: boolean;
  /** For so long a connection is tried, milliseconds. */
  readonly connectMs?: number;
  /** Where what is done on its connections is counted. */
  readonly stats?: ServerStats;
}

/** A statement for whose answer only so long is waited, milliseconds; undefined: as long as for any other. */
export function timed(text: string, withinMs: number | undefined): pg.QueryConfig {
  // The driver's types don't know that a statement may have its own patience.
  const query: pg.QueryConfig & { query_timeout?: number } = { text };
  if (withinMs !== undefined) query.query_timeout = withinMs;
  return query;
}

/**
 * What the server is asked for with each new connection: to find out by itself, within half a minute, that nobody is at its
 * other end, and to give up what nobody waits for any more. Behind a pooler it may be lost, or be another's: it can be missed.
 */
const settingsOf = (patient: boolean) => `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 20000; set statement_timeout = ${patient ? 0 : ANSWER_MS}`;

/** Asks for it; a server that only speaks the protocol may not know one or the other. */
export async function settle(client: pg.ClientBase, { patient = false } = {}): Promise<void> {
  await client.query(timed(settingsOf(patient), CONNECT_MS)).catch(() => {});
}

/** Connections to a server, made as they are needed; one that breaks ends nothing but what it did. */
export class Pool {
  readonly #pool: pg.Pool;
  readonly #most: number;
  readonly #bornMs = new WeakMap<pg.ClientBase, number>();
  #retiredMs = Number.NEGATIVE_INFINITY;
  readonly stats: ServerStats;

  constructor(
    url: string,
    {
      connections = CONNECTIONS,
      patient = false,
      connectMs = CONNECT_MS,
      stats = new ServerStats(),
    }: PoolOptions = {},
  ) {
    this.stats = stats;
    const types = new pg.TypeOverrides();
    // Counts and sums: none of ours leaves the numbers that JavaScript holds exactly.
    for (const type of [INT8, NUMERIC]) types.setTypeParser(type, Number);
    this.#most = connections;
    this.#pool = new pg.Pool({
      connectionString: url,
      types,
      max: connections,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: IDLE_MS,
      ...(patient ? {} : { query_timeout: ANSWER_MS }),
      keepAlive: true,
      application_name: 'kalends',
      onConnect: (client) => {
        this.#bornMs.set(client, performance.now());
        return settle(client, { patient });
      },
    });
    stats.connections = () => ({
      used: this.#pool.totalCount - this.#pool.idleCount,
      idle: this.#pool.idleCount,
      waiting: this.#pool.waitingCount,
    });
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.#pool.on('error', () => {});
    // So would one that breaks between two statements of a transaction; the next statement tells of it.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Whether whoever comes now has to wait for others. */
  get isBusy(): boolean {
    return this.#pool.totalCount - this.#pool.idleCount >= this.#most;
  }

  async connect(): Promise<pg.PoolClient> {
    const beganMs = performance.now();
    try {
      for (;;) {
        const client = await this.#pool.connect();
        if ((this.#bornMs.get(client) ?? 0) >= this.#retiredMs) return client;
        client.release(true);
      }
    } finally {
      this.stats.connectionWaits.since(beganMs);
    }
  }

  /** Has no connection used again that there is now: the server, or the way to it, may be another. */
  retire(): void {
    this.#retiredMs = performance.now();
  }

  /** One statement, answered within so many milliseconds. */
  async ask<R extends pg.QueryResultRow>(text: string, withinMs: number): Promise<R[]> {
    const client = await this.connect();
    const beganMs = performance.now();
    try {
      const { rows } = await client.query<R>(timed(text, withinMs));
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      this.stats.failedQueries++;
      if (isLate(error)) this.retire();
      throw error;
    } finally {
      this.stats.queries.since(beganMs);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** No answer came in time: perhaps none ever will on any of the connections. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
