import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { Reading } from './engine.ts';
import { CalendarQueryCompiler } from './postgres-compiler.ts';
import { asUnavailable, isForgotten, mayBeDoneAgain, unavailable } from './postgres-errors.ts';
import type { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';

/** For so long a connection is tried. */
export const CONNECT_MS = 5_000;
/** For so long an answer is waited for. */
export const ANSWER_MS = 15_000;
const IDLE_MS = 30_000;
/** For so long a replica that can't be reached is left alone. */
const INSTEAD_MS = 5_000;
const INT8 = 20;
const NUMERIC = 1700;

/** A connection of the pool, lent to one user at a time. One that broke isn't given back. */
class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** Not in a transaction that nobody would do again. */
  #names: StatementNames | undefined;
  #broken: Error | undefined;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, names?: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#soundly(async () => {
      if (query.sql.startsWith('begin')) this.#names = undefined;
      // Without values, there may be several statements in one text.
      if (query.parameters.length === 0) return this.#ask<R>({ text: query.sql });
      const asked = { text: query.sql, values: [...query.parameters] };
      const name = this.#names?.of(query);
      if (name === undefined) return this.#ask<R>(asked);
      try {
        return await this.#ask<R>({ ...asked, name });
      } catch (error) {
        if (!isForgotten(error)) throw error;
        this.#names?.giveUp();
        if (this.#isInTransaction) throw error;
        return this.#ask<R>(asked);
      }
    });
  }

  async #ask<R>(asked: pg.QueryConfig): Promise<QueryResult<R>> {
    // The row type is Kysely's inference from the query; the driver has no static types to check it against.
    const { rows, rowCount } = await this.#client.query<R & pg.QueryResultRow>(asked);
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  }

  /** Runs several statements in one message; gives the `version` of the first, if it has one. */
  async run(statements: string): Promise<number | undefined> {
    this.#isInTransaction = true;
    return this.#soundly(async () => {
      const results: pg.QueryResult | pg.QueryResult[] = await this.#client.query(statements);
      const row: Record<string, unknown> | undefined = [results].flat()[0]?.rows[0];
      return typeof row?.['version'] === 'number' ? row['version'] : undefined;
    });
  }

  async #soundly<T>(work: () => Promise<T>): Promise<T> {
    // Whoever wants to roll back on it would wait as long again; closed, it is rolled back.
    if (this.#broken) throw asUnavailable(this.#broken);
    try {
      return await work();
    } catch (error) {
      const told = asUnavailable(error);
      if (told !== error && !mayBeDoneAgain(error))
        this.#broken = error instanceof Error ? error : new Error();
      throw told;
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not offered.');
  }

  release(): void {
    this.#client.release(this.#broken);
  }
}

/** What a transaction that writes does beside its work, in as few messages as can be. */
export interface WritingFrame {
  /** Statements with which it begins. */
  readonly begin: string;
  /** And ends; the first may give the calendar's `version`. */
  commit(): string;
  committed(version: number): void;
}

/** Lends the connections of a pool; while that can't be reached, those of another. */
class PostgresPoolDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #instead: pg.Pool | undefined;
  readonly #frame: WritingFrame | undefined;
  readonly #names: StatementNames | undefined;
  #insteadUntilMs = 0;

  constructor(pool: pg.Pool, { instead, frame, names }: DriverOptions = {}) {
    this.#pool = pool;
    this.#instead = instead;
    this.#frame = frame;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#connect(), this.#names);
    } catch (error) {
      // Whatever keeps us out, a database that isn't there or a changed password too: others must mend it.
      throw unavailable(error);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#instead) return this.#pool.connect();
    if (performance.now() < this.#insteadUntilMs) return this.#instead.connect();
    try {
      return await this.#pool.connect();
    } catch {
      this.#insteadUntilMs = performance.now() + INSTEAD_MS;
      return this.#instead.connect();
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    try {
      await connection.run(this.#frame?.begin ?? 'begin');
    } catch (error) {
      // Nobody else would end what had begun.
      await connection.run('rollback').catch(() => {});
      throw error;
    }
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    const version = await connection.run(this.#frame?.commit() ?? 'commit');
    if (version !== undefined) this.#frame?.committed(version);
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** How connections are lent. */
export interface DriverOptions {
  /** Lends its own while the pool can't be reached. */
  readonly instead?: pg.Pool | undefined;
  readonly frame?: WritingFrame | undefined;
  readonly names?: StatementNames | undefined;
}

/** How a pool is made. */
export interface PoolOptions {
  readonly connections?: number;
  /** Waits for answers as long as they take. */
  readonly patient?: boolean;
}

/** Connections to a server, made as they are needed; one that breaks ends nothing but what it did. */
export function openPool(url: string, options: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  // Counts and sums: none of ours leaves the numbers that JavaScript holds exactly.
  for (const type of [INT8, NUMERIC]) types.setTypeParser(type, Number);
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: options.connections ?? 10,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    ...(options.patient ? {} : { query_timeout: ANSWER_MS }),
    keepAlive: true,
    application_name: 'kalends',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  // So would one that breaks between two statements of a transaction; the next statement tells of it.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Queries on the connections of a pool. @throws KalendsError `rest_unavailable` where the server can't be reached */
export const openKysely = (pool: pg.Pool, options: DriverOptions = {}): Reading =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresPoolDriver(pool, options),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new CalendarQueryCompiler(),
    },
  });
