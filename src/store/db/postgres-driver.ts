import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Reading } from './engine.ts';
import { CalendarQueryCompiler } from './postgres-compiler.ts';
import { asUnavailable, isForgotten, mayBeDoneAgain, unavailable } from './postgres-errors.ts';
import { isDriverTimeout, type Pool, timed } from './postgres-pool.ts';
import type { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { asDuplicate } from './uids.ts';
import { type Version, versionOf } from './version.ts';

interface ConnectionOptions {
  readonly names?: StatementNames | undefined;
  readonly withinMs?: number;
}

/** A connection of the pool, lent to one user at a time. One that broke isn't given back. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  /** Not in a transaction that nobody would do again. */
  #names: StatementNames | undefined;
  #broken: Error | undefined;
  #isInTransaction = false;
  readonly #pool: Pool;
  /** For so long an answer is waited for here, where it isn't as long as elsewhere, milliseconds. */
  readonly #withinMs: number | undefined;

  constructor(client: pg.PoolClient, pool: Pool, { names, withinMs }: ConnectionOptions = {}) {
    this.#client = client;
    this.#pool = pool;
    this.#withinMs = withinMs;
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

  async #ask<R>(query: pg.QueryConfig): Promise<QueryResult<R>> {
    const asked = this.#withinMs === undefined ? query : { ...timed(query.text, this.#withinMs), ...query };
    // The row type is Kysely's inference from the query; the driver has no static types to check it against.
    type Result = pg.QueryResult<R & pg.QueryResultRow>;
    const answer: Result | Result[] = await this.#counted(() =>
      this.#client.query<R & pg.QueryResultRow>(asked),
    );
    // Of several statements in one text it's the last that counts.
    const last = Array.isArray(answer) ? answer.at(-1) : answer;
    const { rows = [], rowCount = null } = last ?? {};
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
  }

  /** Runs several statements in one message, answered within so many milliseconds; gives the calendar's state, if one of them tells it. */
  async run(text: string, withinMs?: number): Promise<Version | undefined> {
    this.#isInTransaction = true;
    return this.#soundly(async () => {
      const results: pg.QueryResult | pg.QueryResult[] = await this.#counted(() =>
        this.#client.query(timed(text, withinMs)),
      );
      for (const { rows } of [results].flat()) {
        const row: Record<string, unknown> | undefined = rows[0];
        if (row && 'version' in row && 'token' in row)
          return versionOf({ version: row['version'], token: row['token'] });
      }
      return undefined;
    });
  }

  async #counted<T>(query: () => Promise<T>): Promise<T> {
    const { stats } = this.#pool;
    const beganMs = performance.now();
    try {
      return await query();
    } catch (error) {
      stats.failedQueries++;
      throw error;
    } finally {
      stats.queries.since(beganMs);
    }
  }

  async #soundly<T>(work: () => Promise<T>): Promise<T> {
    // Whoever wants to roll back on it would wait as long again; closed, it is rolled back.
    if (this.#broken) throw asUnavailable(this.#broken);
    try {
      return await work();
    } catch (error) {
      const told = asUnavailable(error);
      if (isDriverTimeout(error)) this.#pool.retire();
      if (told !== error && !mayBeDoneAgain(error))
        this.#broken = error instanceof Error ? error : new Error();
      throw told === error ? asDuplicate(error) : told;
    }
  }

  streamQuery(): never {
    throw new Error('Streaming is not offered.');
  }

  /** Number of rows that a statement without values gives. */
  async count(text: string): Promise<number> {
    return (await this.executeQuery(CompiledQuery.raw(text))).rows.length;
  }

  release(isBroken = false): void {
    this.#client.release(this.#broken ?? isBroken);
  }
}

/** Statements around the work of a writing transaction, in as few messages as can be. */
export interface WritingFrame {
  /** Statements with which it begins. */
  readonly begin: string;
  /** And ends; one may give the calendar's `version` and `token`. */
  commit?(): string;
  committed?(version: Version): void;
}

/** Lends the connections of a pool. */
export class PostgresPoolDriver implements Driver {
  readonly #pool: Pool;
  readonly #frame: WritingFrame | undefined;
  readonly #names: StatementNames | undefined;

  constructor(pool: Pool, { frame, names }: DriverOptions = {}) {
    this.#pool = pool;
    this.#frame = frame;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#pool, { names: this.#names });
    } catch (error) {
      // Whatever keeps us out, a database that isn't there or a changed password too: others must mend it.
      throw unavailable(error);
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
    const version = await connection.run(this.#frame?.commit?.() ?? 'commit');
    if (version !== undefined) this.#frame?.committed?.(version);
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** Options for lending connections: names of statements, and the frame of transactions. */
export interface DriverOptions {
  readonly frame?: WritingFrame | undefined;
  readonly names?: StatementNames | undefined;
}

/** Queries on the connections of a pool. @throws KalendsError `rest_unavailable` where the server can't be reached */
export const openKysely = (pool: Pool, options: DriverOptions = {}): Reading =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresPoolDriver(pool, options),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new CalendarQueryCompiler(),
    },
  });
