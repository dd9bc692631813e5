import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely';
import { isUnavailable, KalendsError } from '#errors.ts';
import type { Database, Reading } from './engine.ts';
import { CalendarQueryCompiler } from './postgres-compiler.ts';
import { PostgresConnection, PostgresPoolDriver } from './postgres-driver.ts';
import { mayBeDoneAgain } from './postgres-errors.ts';
import type { Pool } from './postgres-pool.ts';
import type { Reachability } from './reachability.ts';
import type { ReplicaRefusal, ReplicaStats } from './stats.ts';
import type { Tables } from './tables.ts';
import { isSameVersion, type Version } from './version.ts';
import type { VersionWatch } from './version-watch.ts';

/** Milliseconds that a replica may take to accept a connection, and to say which version it has. */
export const REPLICA_CONNECT_MS = 1_000;
const BEGIN_MS = 1_000;
/** Milliseconds that a replica may take for a statement, which the primary is asked for then. */
const STATEMENT_MS = 5_000;
/** One that doesn't answer is asked again so often, while nobody waits for it. */
const PROBE_MS = 2_000;
/** No request reads for so long: whoever forgot to say that it's done is done. */
const READ_MS = 60_000;
/** One that is behind is left alone for so long. */
const BEHIND_MS = 25;
/** Among so many lines at the end of its change log the state that is known here must be found. */
const LINES = 500;

const BEGIN = `begin isolation level repeatable read read only;
  set local idle_in_transaction_session_timeout = '60s'; set local statement_timeout = '${STATEMENT_MS}ms';
  select version, token from calendar where id = 1`;
const STATE = 'select version, token from calendar where id = 1';

/** A connection to a replica, in a transaction that sees one state of the calendar. */
interface Snapshot {
  readonly connection: PostgresConnection;
  readonly version: Version;
}

/**
 * A replica, or several behind one address: read from only where what it has is what this process knows of at least, so
 * that nobody sees less than before. One that doesn't answer is left alone, and asked again where nobody waits.
 */
export class Replica {
  readonly #pool: Pool;
  readonly #watch: VersionWatch;
  readonly #stats: ReplicaStats;
  readonly #reachability: Reachability;
  #behindUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(pool: Pool, watch: VersionWatch, stats: ReplicaStats, reachability: Reachability) {
    this.#pool = pool;
    this.#watch = watch;
    this.#stats = stats;
    this.#reachability = reachability;
  }

  /** Begins to read; undefined: it can't be read from now. */
  async begin(): Promise<Snapshot | undefined> {
    const refusal = this.#refusal();
    if (refusal) {
      this.#stats.refused[refusal]++;
      return undefined;
    }
    let connection: PostgresConnection | undefined;
    try {
      const client = await this.#pool.connect();
      connection = new PostgresConnection(client, this.#pool, { withinMs: STATEMENT_MS });
      const version = await connection.run(BEGIN, BEGIN_MS);
      if (version && (await this.#isCurrent(connection, version))) {
        this.#stats.reads++;
        this.#stats.behindBy = 0;
        return { connection, version };
      }
      this.#stats.refused.behind++;
      this.#stats.behindBy = Math.max(0, this.#watch.last.number - (version?.number ?? 0));
      await connection.run('rollback', BEGIN_MS);
      connection.release();
      this.#behindUntilMs = performance.now() + BEHIND_MS;
    } catch (error) {
      connection?.release(true);
      this.#stats.refused.away++;
      this.leaveAlone(error);
    }
    return undefined;
  }

  /** Reason for which the replica isn't asked now. */
  #refusal(): ReplicaRefusal | undefined {
    if (this.#stats.isAway) return 'away';
    if (this.#pool.isBusy) return 'busy';
    return performance.now() < this.#behindUntilMs ? 'behind' : undefined;
  }

  /** It is as far as is known here; or further, and what is known is in its history. */
  async #isCurrent(connection: PostgresConnection, version: Version): Promise<boolean> {
    const known = this.#watch.last;
    if (isSameVersion(version, known)) return true;
    if (version.number <= known.number) return false;
    const found = await connection.count(
      `select 1 from (select version, token from changes order by id desc limit ${LINES}) as lately
        where version = ${known.number} and token = ${known.token} limit 1`,
    );
    if (found === 0) return false;
    // From here on nobody sees less.
    this.#watch.observe(version);
    return true;
  }

  /** It doesn't answer: it isn't asked until it has answered again. */
  leaveAlone(error: unknown): void {
    if (this.#stats.isAway || this.#isClosed) return;
    this.#stats.isAway = true;
    this.#reachability.lost(error);
    this.#pool.retire();
    this.#probe();
  }

  #probe(): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.#pool.ask(STATE, BEGIN_MS);
        this.#stats.isAway = false;
        this.#reachability.found();
      } catch {
        if (!this.#isClosed) this.#probe();
      }
    }, PROBE_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#pool.end();
  }
}

const adapter = new PostgresAdapter();
const compiler = new CalendarQueryCompiler();

/**
 * The statements of one request: in one transaction of a replica, begun with the first of them, or on the primary where
 * that can't be had or fails.
 */
class RequestDriver implements Driver {
  readonly #replica: Replica;
  readonly #primary: PostgresPoolDriver;
  #beginning: Promise<Snapshot | undefined> | undefined;
  #snapshot: Snapshot | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isDone = false;
  #isDropped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(replica: Replica, primary: PostgresPoolDriver) {
    this.#replica = replica;
    this.#primary = primary;
  }

  /** The version of the replica from which something was read; undefined: nothing of it is in use. */
  get seen(): Version | undefined {
    return this.#snapshot?.version;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#isDone) await this.#begin();
    return { executeQuery: (query) => this.#ask(query), streamQuery };
  }

  async #begin(): Promise<void> {
    if (!this.#beginning) {
      this.#timer = setTimeout(() => this.done(), READ_MS).unref();
      this.#beginning = this.#replica.begin();
    }
    const begun = await this.#beginning;
    if (!this.#isDone && !this.#isDropped) this.#snapshot = begun;
  }

  async #ask<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // One statement at a time, on the one connection that there is.
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#turn;
    this.#turn = before.then(() => promise);
    await before;
    try {
      if (this.#snapshot) return await this.#snapshot.connection.executeQuery<R>(query);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      // A replica ends what is in the way of what it has to take over, and goes on.
      if (!mayBeDoneAgain(error instanceof KalendsError ? error.cause : error))
        this.#replica.leaveAlone(error);
      this.#drop();
    } finally {
      resolve();
    }
    const connection = await this.#primary.acquireConnection();
    try {
      return await connection.executeQuery<R>(query);
    } finally {
      await this.#primary.releaseConnection(connection);
    }
  }

  #drop(): void {
    const { connection } = this.#snapshot ?? {};
    this.#snapshot = undefined;
    this.#isDropped = true;
    connection?.release(true);
  }

  /** Nothing more is read; what comes nevertheless is the primary's. */
  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    clearTimeout(this.#timer);
    void (async () => {
      const snapshot = await this.#beginning;
      this.#snapshot = undefined;
      await this.#turn;
      if (this.#isDropped) return;
      try {
        await snapshot?.connection.run('commit', BEGIN_MS);
      } catch {
        // It isn't lent again then.
      }
      snapshot?.connection.release();
    })();
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(): never {
    throw new Error('A request that reads from a replica has no transactions.');
  }

  commitTransaction(): never {
    return this.beginTransaction();
  }

  rollbackTransaction(): never {
    return this.beginTransaction();
  }

  async destroy(): Promise<void> {}
}

const streamQuery = (): never => {
  throw new Error('Streaming is not offered.');
};

/** The calendar for one request that may read from a replica; `release` is to be called at its end. */
export function lendReplica(replica: Replica, primary: Database, pool: Pool): Database {
  const driver = new RequestDriver(replica, new PostgresPoolDriver(pool));
  const read: Reading = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  });
  return {
    ...primary,
    read,
    origin: primary,
    async version() {
      return driver.seen ?? primary.version();
    },
    known: () => driver.seen ?? primary.known(),
    release: () => driver.done(),
  };
}
