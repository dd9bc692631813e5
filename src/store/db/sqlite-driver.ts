import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { KalendsError } from '#errors.ts';
import { codeOf } from '#foundation/i18n/system.ts';
import type { Reading } from './engine.ts';
import type { FileGuard } from './sqlite-watch.ts';
import type { DatabaseStats } from './stats.ts';
import type { Tables } from './tables.ts';
import { asDuplicate } from './uids.ts';

const LONGEST_PAUSE_MS = 5;
const RETRY_AFTER_SECONDS = 5;

/** SQLite's primary result codes (https://sqlite.org/rescode.html). */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CANTOPEN = 14;

/** The primary result code of a driver's error; undefined for all other errors. */
function resultCode(error: unknown): number | undefined {
  const coded = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  return typeof coded === 'number' ? coded & 0xff : undefined;
}

/** Whether another connection's lock was in the way. */
export const isBusy = (error: unknown) => {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
};

/** Whether the disk has no room for what was to be written. */
export const isFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL';

/**
 * A driver's error as ours, where a client can do something about it by waiting: a calendar that is locked for too
 * long, and a disk that is full, broken or only to be read (the driver's error is the `cause`, for the log). Others stay as
 * they are.
 */
function asUnavailable(error: unknown): unknown {
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  if (isBusy(error)) return new KalendsError('rest_unavailable', { headers });
  const code = resultCode(error);
  if (isFull(error)) return new KalendsError('rest_storage_full', { headers, cause: error });
  if (code === READONLY) return new KalendsError('rest_read_only', { headers, cause: error });
  return code === IOERR || code === CANTOPEN
    ? new KalendsError('rest_unavailable', { headers, cause: error })
    : error;
}

/**
 * Tries until another process's lock is gone or `untilMs` (of `performance.now()`) has passed, at least once, and
 * lets everything else go on meanwhile: SQLite's own busy timeout would stop the whole process.
 * @param stats where attempts in vain are counted
 * @throws KalendsError where `isUnavailable`; else what the attempt throws
 */
async function retryWhileBusy<T>(attempt: () => T, untilMs: number, stats?: { retries: number }): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= untilMs) throw asUnavailable(error);
      if (stats) stats.retries++;
      // Several that wait should not come at the same moment again and again.
      await pause(Math.min(LONGEST_PAUSE_MS, tries) * (0.5 + Math.random() / 2));
    }
  }
}

const STATEMENTS_KEPT = 400;
/** Whoever has held the write lock for so long leaves it alone for a moment, so that others who wait find it free. */
const HELD_MS = 200;
const LEFT_ALONE_MS = 8;

function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  if (
    value === null ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'string' ||
    value instanceof Uint8Array
  )
    return value;
  throw new TypeError(`SQLite cannot keep a value of type ${typeof value}.`);
}

/** Statements for which nobody needs to take the way through Kysely one by one. */
export interface SeveralQueries extends CompiledQuery {
  readonly several: readonly CompiledQuery[];
}

/** One connection, lent to one user at a time; statements are prepared once, and those least recently used are prepared again. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #stats: DatabaseStats;
  readonly #statements = new LRUCache<string, { statement: StatementSync; reader: boolean }>({
    max: STATEMENTS_KEPT,
  });

  /** Until when (`performance.now()`) the present user waits for the locks of other processes. */
  waitUntilMs = 0;

  constructor(database: DatabaseSync, stats: DatabaseStats) {
    this.#database = database;
    this.#stats = stats;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  #prepare(text: string) {
    const kept = this.#statements.get(text);
    if (kept) return kept;
    const statement = this.#database.prepare(text);
    const made = { statement, reader: statement.columns().length > 0 };
    this.#statements.set(text, made);
    return made;
  }

  async executeQuery<R>(query: CompiledQuery | SeveralQueries): Promise<QueryResult<R>> {
    if ('several' in query) {
      for (const one of query.several)
        await retryWhileBusy(() => this.#run(one), this.waitUntilMs, this.#stats);
      return { rows: [] };
    }
    return retryWhileBusy(() => this.#run<R>(query), this.waitUntilMs, this.#stats);
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { primary } = this.#stats;
    const beganMs = performance.now();
    try {
      const { statement, reader } = this.#prepare(query.sql);
      const values = query.parameters.map(inputValue);
      let result: QueryResult<R>;
      // The row type is Kysely's inference from the query; SQLite itself has no static types to check it against.
      if (reader) result = { rows: statement.all(...values) as R[] };
      else {
        const { changes, lastInsertRowid } = statement.run(...values);
        result = { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
      }
      primary.queries.since(beganMs);
      return result;
    } catch (error) {
      // What is tried again counts as a retry.
      if (!isBusy(error)) {
        primary.failedQueries++;
        primary.queries.since(beganMs);
      }
      throw asDuplicate(error);
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not offered on SQLite.');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** Guard of a file, and the counters of the work done in it. */
export interface Watched {
  readonly guard: FileGuard;
  readonly stats: DatabaseStats;
}

/**
 * Hands out one connection to one user at a time. Transactions take the write lock at once, so that none fails
 * half-way; for that of another process they wait, the time in the queue of this one included.
 */
class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync;
  readonly #waitMs: number;
  readonly #guard: FileGuard;
  readonly #stats: DatabaseStats;
  #connection: SqliteConnection | undefined;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;
  #begunMs = 0;
  #heldMs = 0;

  constructor(open: () => DatabaseSync, waitMs: number, { guard, stats }: Watched) {
    this.#open = open;
    this.#waitMs = waitMs;
    this.#guard = guard;
    this.#stats = stats;
  }

  async init(): Promise<void> {
    const connection = await retryWhileBusy(this.#open, performance.now() + this.#waitMs, this.#stats);
    this.#connection = new SqliteConnection(connection, this.#stats);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#guard.check();
    const beganMs = performance.now();
    const before = this.#last;
    let release: () => void = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#stats.primary.connectionWaits.since(beganMs);
    this.#release = release;
    if (!this.#connection) throw new Error('The database is closed.');
    this.#connection.waitUntilMs = beganMs + this.#waitMs;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#heldMs >= HELD_MS) {
      this.#heldMs = 0;
      await pause(LEFT_ALONE_MS);
    }
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    this.#begunMs = performance.now();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#guard.checkNow();
    await connection.executeQuery(CompiledQuery.raw('commit'));
    // What was committed into a file that is gone by now isn't acknowledged.
    this.#guard.checkNow();
    this.#heldMs += performance.now() - this.#begunMs;
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite itself rolls back where the disk is full or broken, and a second time would be an error of its own.
    if (this.#connection?.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    this.#heldMs += performance.now() - this.#begunMs;
  }

  async destroy(): Promise<void> {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

/**
 * Queries on a connection of their own, which is opened at first use.
 * @param waitMs so long each user waits for the connection and for the locks of other processes
 * @throws KalendsError `rest_unavailable` from queries that a lock or the disk keeps from being done
 */
export function openKysely(open: () => DatabaseSync, waitMs: number, watched: Watched): Reading {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver(open, waitMs, watched),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
