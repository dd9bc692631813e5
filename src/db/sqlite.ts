import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Database, Dialect, Writing } from './engine.ts';
import type { Tables } from './tables.ts';

const STATEMENTS_KEPT = 400;
const BUSY_MS = 10_000;

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

/** One connection; statements are prepared once and kept, the oldest unused go first. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reader: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  #prepare(text: string) {
    const kept = this.#statements.get(text);
    if (kept) {
      this.#statements.delete(text);
      this.#statements.set(text, kept);
      return kept;
    }
    const statement = this.#database.prepare(text);
    const made = { statement, reader: statement.columns().length > 0 };
    this.#statements.set(text, made);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return made;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { statement, reader } = this.#prepare(query.sql);
      const values = query.parameters.map(inputValue);
      // The row type is Kysely's inference from the query; SQLite itself has no static types to check it against.
      if (reader) return Promise.resolve({ rows: statement.all(...values) as R[] });
      const { changes, lastInsertRowid } = statement.run(...values);
      return Promise.resolve({
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      });
    } catch (error) {
      return Promise.reject(error);
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

/** Hands out one connection to one user at a time. Transactions take the write lock at once, so that none fails half-way. */
class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync;
  #connection: SqliteConnection | undefined;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(open: () => DatabaseSync) {
    this.#open = open;
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(this.#open());
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last;
    let release: () => void = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    if (!this.#connection) throw new Error('The database is closed.');
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

function kyselyDialect(open: () => DatabaseSync): KyselyDialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

const sqliteDialect: Dialect = {
  name: 'sqlite',
  eventsWithText(word) {
    // The trigram index answers only for three characters and more.
    return [...word].length >= 3
      ? sql<number>`(select rowid from event_search where event_search match ${quoted(word)})`
      : sql<number>`(select rowid from event_search where title like ${`%${likeText(word)}%`} escape '\\' or description like ${`%${likeText(word)}%`} escape '\\' or excerpt like ${`%${likeText(word)}%`} escape '\\')`;
  },
  async indexEventText(trx, id, texts) {
    await sql`delete from event_search where rowid = ${id}`.execute(trx);
    await sql`insert into event_search (rowid, title, description, excerpt) values (${id}, ${texts.title}, ${texts.description}, ${texts.excerpt})`.execute(
      trx,
    );
  },
  async dropEventText(trx, id) {
    await sql`delete from event_search where rowid = ${id}`.execute(trx);
  },
  venuesInBox({ south, north, west, east }) {
    return sql<number>`(select id from venue_locations where max_lat >= ${south} and min_lat <= ${north} and max_lng >= ${west} and min_lng <= ${east})`;
  },
  async integrityFaults(db) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const faults = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    const foreign = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(db);
    for (const { table, rowid } of foreign.rows)
      faults.push(`row ${rowid} of ${table} names what does not exist`);
    const unsearched = await sql<{
      id: number;
    }>`select id from events where id not in (select rowid from event_search)
      union select rowid from event_search where rowid not in (select id from events) limit 20`.execute(db);
    for (const { id } of unsearched.rows) faults.push(`search index and event ${id} disagree`);
    const located = await sql<{ id: number }>`select id from venues
      where (geo_lat is not null) <> (id in (select id from venue_locations)) limit 20`.execute(db);
    for (const { id } of located.rows) faults.push(`index of places and venue ${id} disagree`);
    return faults;
  },
  async locateVenue(trx, id, point) {
    await sql`delete from venue_locations where id = ${id}`.execute(trx);
    if (point)
      await sql`insert into venue_locations (id, min_lat, max_lat, min_lng, max_lng) values (${id}, ${point.lat}, ${point.lat}, ${point.lng}, ${point.lng})`.execute(
        trx,
      );
  },
};

/** A text for the middle of a LIKE pattern with `\` as the escape sign. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * The calendar in one SQLite file, made when missing. One writing connection and one for reading; other processes
 * may have the file open. A commit is on the disk when `write` returns (`synchronous=FULL`).
 */
export function openSqlite(file: string): Database {
  mkdirSync(path.dirname(file), { recursive: true });
  const open = (readOnly: boolean) => () => {
    const database = new DatabaseSync(file, { timeout: BUSY_MS });
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    database.exec('pragma cache_size = -65536');
    database.exec('pragma temp_store = memory');
    if (readOnly) database.exec('pragma query_only = on');
    return database;
  };
  const read = new Kysely<Tables>({ dialect: kyselyDialect(open(true)) });
  const writer = new Kysely<Tables>({ dialect: kyselyDialect(open(false)) });
  return {
    read,
    dialect: sqliteDialect,
    write: <T>(work: (trx: Writing) => Promise<T>) => writer.transaction().execute(work),
    async version() {
      const row = await read.selectFrom('calendar').select('version').executeTakeFirst();
      return row?.version ?? 0;
    },
    async close() {
      await read.destroy();
      await writer.destroy();
    },
  };
}
