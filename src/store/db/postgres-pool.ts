import pg from 'pg';
import { ServerStats } from './stats.ts';

/** Milliseconds to wait for a connection: a new one, or a free one where all are in use. */
export const CONNECT_MS = 5_000;
/** Milliseconds that a statement may take, for the driver and for the server, unless a pool has no statement timeout. */
export const ANSWER_MS = 15_000;
/** Default size of a pool: connections of a process to one server. */
export const CONNECTIONS = 10;
const IDLE_MS = 30_000;
const INT8 = 20;
const NUMERIC = 1700;

/** Options of a connection pool; times in milliseconds. */
export interface PoolOptions {
  /** Size of the pool; CONNECTIONS by default. */
  readonly connections?: number | undefined;
  /** Sets no time limit on statements, neither in the driver nor on the server: for migrations. */
  readonly noStatementTimeout?: boolean;
  /** Milliseconds to wait for a connection; CONNECT_MS by default. */
  readonly connectMs?: number;
  /** Counters of this pool, which reports its connections there: each pool needs its own. */
  readonly stats?: ServerStats;
}

/**
 * Returns a statement that the driver gives up after `withinMs` milliseconds (undefined: the pool's limit). The server may
 * go on with it, so the connection has to be closed then.
 */
export function timed(text: string, withinMs: number | undefined): pg.QueryConfig {
  // The driver's types lack the timeout of a single statement.
  const query: pg.QueryConfig & { query_timeout?: number } = { text };
  if (withinMs !== undefined) query.query_timeout = withinMs;
  return query;
}

/**
 * Session settings of each new connection: TCP keepalives, by which the server notices within half a minute that we are gone,
 * a statement timeout, and where nobody has set one, what a page costs on a solid state disk: with the default, made for turning
 * disks, a recursive query reads the whole table for each level. Behind a pooler they may be lost or reach another client's
 * session; nothing depends on them.
 */
const sessionSettings = (
  noStatementTimeout: boolean,
) => `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3; set tcp_user_timeout = 20000; set statement_timeout = ${noStatementTimeout ? 0 : ANSWER_MS};
  select set_config(name, '1.1', false) from pg_settings where name = 'random_page_cost' and source = 'default'`;

/**
 * Sets them on a new connection. Never rejects, since servers may refuse them. Without an answer within 5 seconds the
 * connection stays busy: what is asked next has to be `timed`.
 */
export async function applySessionSettings(
  client: pg.ClientBase,
  { noStatementTimeout = false } = {},
): Promise<void> {
  await client.query(timed(sessionSettings(noStatementTimeout), CONNECT_MS)).catch(() => {});
}

/**
 * A pool of connections to one server, opened as they are needed. A broken one fails only the work on it. Values of int8 and
 * numeric are read as numbers. Throws the driver's errors.
 */
export class Pool {
  readonly #pool: pg.Pool;
  readonly #max: number;
  readonly #openedMs = new WeakMap<pg.ClientBase, number>();
  #retiredMs = Number.NEGATIVE_INFINITY;
  readonly stats: ServerStats;

  constructor(
    url: string,
    {
      connections = CONNECTIONS,
      noStatementTimeout = false,
      connectMs = CONNECT_MS,
      stats = new ServerStats(),
    }: PoolOptions = {},
  ) {
    this.stats = stats;
    const types = new pg.TypeOverrides();
    // All our counts and sums are safe integers.
    for (const type of [INT8, NUMERIC]) types.setTypeParser(type, Number);
    this.#max = connections;
    this.#pool = new pg.Pool({
      connectionString: url,
      types,
      max: connections,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: IDLE_MS,
      ...(noStatementTimeout ? {} : { query_timeout: ANSWER_MS }),
      keepAlive: true,
      application_name: 'kalends',
      onConnect: (client) => {
        this.#openedMs.set(client, performance.now());
        return applySessionSettings(client, { noStatementTimeout });
      },
    });
    stats.connections = () => ({
      used: this.#pool.totalCount - this.#pool.idleCount,
      idle: this.#pool.idleCount,
      waiting: this.#pool.waitingCount,
    });
    // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
    this.#pool.on('error', () => {});
    // The same for one that breaks within a transaction; its next statement fails.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Whether all connections are in use, so that `connect` would wait. */
  get isBusy(): boolean {
    return this.#pool.totalCount - this.#pool.idleCount >= this.#max;
  }

  /**
   * Takes a connection, which the caller releases. Rejects after `connectMs`; the settings of a new connection may take 5
   * seconds more, and after a stale one the wait begins anew.
   */
  async connect(): Promise<pg.PoolClient> {
    const beganMs = performance.now();
    try {
      for (;;) {
        const client = await this.#pool.connect();
        if ((this.#openedMs.get(client) ?? 0) >= this.#retiredMs) return client;
        client.release(true);
      }
    } finally {
      this.stats.connectionWaits.since(beganMs);
    }
  }

  /** Marks all present connections as stale: each is closed instead of lent again, since the address may lead to another server. */
  retire(): void {
    this.#retiredMs = performance.now();
  }

  /** Runs one statement and returns its rows. Rejects after `withinMs`, the wait for a connection apart; a late answer retires the pool. */
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
      if (isDriverTimeout(error)) this.retire();
      throw error;
    } finally {
      this.stats.queries.since(beganMs);
    }
  }

  /** Closes the pool, once its connections are released. */
  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** Returns whether a driver's error, not yet wrapped, is its own timeout of a statement: not the server's, nor that of connecting. */
export const isDriverTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
