import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { type Language, languages, type Message, message } from '#i18n/catalogue.ts';
import { KalendsError } from '../errors.ts';
import { type BulkStyle, insertRows } from './bulk.ts';
import type { Database, Dialect, Reading, Writing } from './engine.ts';
import { likeText } from './pattern.ts';
import { runnable } from './statement.ts';
import type { Tables } from './tables.ts';
import { Together } from './together.ts';
import { patiently } from './waiting.ts';
import { FileWatch, type Looking } from './watching.ts';

const STATEMENTS_KEPT = 400;
const WAIT_MS = 10_000;
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
interface SeveralQueries extends CompiledQuery {
  readonly several: readonly CompiledQuery[];
}

/** One connection, lent to one user at a time; statements are prepared once and kept, the oldest unused go first. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reader: boolean }>();

  /** Until when (`performance.now()`) the present user waits for the locks of other processes. */
  waitUntilMs = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
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

  async executeQuery<R>(query: CompiledQuery | SeveralQueries): Promise<QueryResult<R>> {
    if ('several' in query) {
      for (const one of query.several) await patiently(() => this.#run(one), this.waitUntilMs);
      return { rows: [] };
    }
    return patiently(() => this.#run<R>(query), this.waitUntilMs);
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, reader } = this.#prepare(query.sql);
    const values = query.parameters.map(inputValue);
    // The row type is Kysely's inference from the query; SQLite itself has no static types to check it against.
    if (reader) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not offered on SQLite.');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/**
 * Hands out one connection to one user at a time. Transactions take the write lock at once, so that none fails
 * half-way; for that of another process they wait, the time in the queue of this one included.
 */
class SqliteDriver implements Driver {
  readonly #open: () => DatabaseSync;
  readonly #waitMs: number;
  #connection: SqliteConnection | undefined;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;
  #begunMs = 0;
  #heldMs = 0;

  constructor(open: () => DatabaseSync, waitMs: number) {
    this.#open = open;
    this.#waitMs = waitMs;
  }

  async init(): Promise<void> {
    const connection = await patiently(this.#open, performance.now() + this.#waitMs);
    this.#connection = new SqliteConnection(connection);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const waitUntilMs = performance.now() + this.#waitMs;
    const before = this.#last;
    let release: () => void = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    this.#release = release;
    if (!this.#connection) throw new Error('The database is closed.');
    this.#connection.waitUntilMs = waitUntilMs;
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
    await connection.executeQuery(CompiledQuery.raw('commit'));
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

function kyselyDialect(open: () => DatabaseSync, waitMs: number): KyselyDialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(open, waitMs),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** The trigram index answers only for three characters and more. */
const isIndexed = (word: string) => [...word].length >= 3;

/** Each event has so many rows in the index of translations, from the one of its ID times this; none are empty. */
const SLOTS = 4;
const slotOf = (language: Language) => languages.indexOf(language);

function eventsWithOwnText(word: string): RawBuilder<number> {
  const like = `%${likeText(word)}%`;
  return isIndexed(word)
    ? sql<number>`select rowid from event_search where event_search match ${quoted(word)}`
    : sql<number>`select rowid from event_search where title like ${like} escape '\\' or description like ${like} escape '\\' or excerpt like ${like} escape '\\'`;
}

function eventsTranslatedWith(word: string, language: Language): RawBuilder<number> {
  const found = isIndexed(word)
    ? sql`translation_search match ${quoted(word)}`
    : sql`text like ${`%${likeText(word)}%`} escape '\\'`;
  return sql<number>`select rowid / ${sql.lit(SLOTS)} from translation_search
    where ${found} and rowid % ${sql.lit(SLOTS)} = ${slotOf(language)}`;
}

const INDEX_EVENT = 'insert into event_search (rowid, title, description, excerpt) values (?, ?, ?, ?)';
const LOCATE_VENUE =
  'insert into venue_locations (id, min_lat, max_lat, min_lng, max_lng) values (?, ?, ?, ?, ?)';
const LOOKED_UP = 1000;
/** Of new words that the search index sorts before it writes them. */
const SORTED_BYTES = 2 ** 24;
/**
 * Parts of the search index that may lie side by side while many events come: each is put together with others once, at
 * the end. The most that the library takes.
 */
const PARTS_LEFT = 64;
/** Of the search index, put together in one transaction: some half a second. */
const MERGED_PAGES = 4000;
/** Of the file in memory, and in the log before it is written back, while many events come. */
const CACHE_KIB = 131_072;
const LOG_PAGES = 24_000;
/** The same at other times, as the library has it. */
const USUAL_LOG_PAGES = 1000;

const wordIndexes = ['event_search', 'translation_search'] as const;

/** Gives a text index one of its own commands. */
async function tellIndex(
  trx: Writing,
  index: (typeof wordIndexes)[number],
  command: string,
  value: number,
): Promise<void> {
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values (${command}, ${sql.lit(value)})`.execute(
    trx,
  );
}

/** Pages in the log at which a commit writes them back. */
async function limitLog(trx: Writing, pages: number): Promise<void> {
  await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(trx);
}

/** Puts parts of a text index together. Gives whether there may be more to do. */
async function merged(trx: Writing, index: (typeof wordIndexes)[number], pages: number): Promise<boolean> {
  const changes = async () => {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(trx);
    return rows[0]?.n ?? 0;
  };
  const before = await changes();
  await tellIndex(trx, index, 'merge', pages);
  // So the library says: less than two changes are none (https://sqlite.org/fts5.html#the_merge_command).
  return (await changes()) - before >= 2;
}

/** Which of some events are in the search index. */
async function indexedAmong(
  trx: Writing,
  events: readonly { id: number }[],
): Promise<(id: number) => boolean> {
  const indexed = new Set<number>();
  for (let at = 0; at < events.length; at += LOOKED_UP) {
    const ids = sql.join(events.slice(at, at + LOOKED_UP).map(({ id }) => id));
    const { rows } = await sql<{ rowid: number }>`
      select rowid from event_search where rowid in (${ids})`.execute(trx);
    for (const { rowid } of rows) indexed.add(rowid);
  }
  return (id) => indexed.has(id);
}

/** Few at once: here a statement costs little, and the long ones are kept prepared too. */
const bulk: BulkStyle = { atOnce: 800, mark: () => '?', kept: (value) => value };

/** Numbers are given to the engine as fractions, by which its text index doesn't begin behind a row. */
const whole = (number: number) => BigInt(number);

/** So many are read at once, that others who wait for the connection soon have their turn. */
const BATCH = 10_000;

/** What the index finds comes by its rows' IDs, and is read on from the last one; what it doesn't, from cut to cut. */
async function* readEventsWithText(
  db: Reading,
  word: string,
  language: Language | undefined,
  cuts: readonly number[],
): AsyncGenerator<number[]> {
  const slot = language === undefined ? 0 : slotOf(language);
  const step = language === undefined ? 1 : SLOTS;
  const table = sql.table(language === undefined ? 'event_search' : 'translation_search');
  const own = step === 1 ? sql`` : sql`and rowid % ${sql.lit(step)} = ${slot}`;
  const read = async (where: RawBuilder<unknown>) => {
    // As one text: rows by the hundred thousand are long in coming.
    const { rows } = await sql<{ ids: string }>`select json_group_array(id) as ids from (
      select rowid as id from ${table} where ${where} ${own} order by rowid limit ${BATCH})`.execute(db);
    const ids: number[] = JSON.parse(rows[0]?.ids ?? '[]');
    return ids.map((id) => Math.floor(id / step));
  };
  if (isIndexed(word)) {
    for (let after = 0, full = true; full; ) {
      const ids = await read(sql`${table} match ${quoted(word)} and rowid > ${whole(after)}`);
      yield ids;
      full = ids.length === BATCH;
      after = (ids.at(-1) ?? 0) * step + slot;
    }
    return;
  }
  // What stands in a column isn't compared as its index does: that is for longer words.
  const columns = step === 1 ? ['title', 'description', 'excerpt'] : ['text'];
  const within = sql.join(
    columns.map((column) => sql`instr(${sql.ref(column)}, ${word}) > 0`),
    sql` or `,
  );
  const edges = [0, ...cuts, 2 ** 40];
  for (let at = 1; at < edges.length; at++)
    for (
      let [after, last] = [(edges[at - 1] ?? 0) * step + step - 1, (edges[at] ?? 0) * step + step - 1];
      ;
    ) {
      const ids = await read(sql`rowid > ${whole(after)} and rowid <= ${whole(last)} and (${within})`);
      yield ids;
      if (ids.length < BATCH) break;
      after = (ids.at(-1) ?? 0) * step + slot;
    }
}

const sqliteDialect: Dialect = {
  name: 'sqlite',
  eventsWithText(word, language) {
    return language === undefined
      ? sql<number>`(${eventsWithOwnText(word)})`
      : sql<number>`(${eventsWithOwnText(word)} union all ${eventsTranslatedWith(word, language)})`;
  },
  readEventsWithText,
  textsOfEvents(ids, language) {
    if (language === undefined)
      return sql<{ id: number; text: string }>`select rowid as id,
        title || char(10) || description || char(10) || excerpt as text
        from event_search where rowid in (${sql.join([...ids, -1])})`;
    const rows = [...ids.map((id) => id * SLOTS + slotOf(language)), -1];
    return sql<{ id: number; text: string }>`select rowid / ${sql.lit(SLOTS)} as id, text
      from translation_search where rowid in (${sql.join(rows)})`;
  },
  async writeAll(trx, statements) {
    // One row at a time: for several SQLite would open a savepoint, and its text index then writes everything out.
    const several = statements.flatMap(({ text, values, more }) =>
      [values, ...(more?.rows ?? [])].map((row) => runnable(text, row)),
    );
    const query: SeveralQueries = { ...runnable('', []), several };
    await trx.executeQuery(query);
  },
  newEventText: (id, { title, description, excerpt }) => ({
    text: INDEX_EVENT,
    values: [id, title, description, excerpt],
  }),
  async indexEventText(trx, id, texts) {
    await sql`delete from event_search where rowid = ${id}`.execute(trx);
    await sql`insert into event_search (rowid, title, description, excerpt) values (${id}, ${texts.title}, ${texts.description}, ${texts.excerpt})`.execute(
      trx,
    );
  },
  async dropEventText(trx, id) {
    await sql`delete from event_search where rowid = ${id}`.execute(trx);
  },
  async indexEventTranslations(trx, id, texts) {
    const first = id * SLOTS;
    await sql`delete from translation_search where rowid between ${first} and ${first + SLOTS - 1}`.execute(
      trx,
    );
    for (const [language, text] of texts)
      await sql`insert into translation_search (rowid, text) values (${first + slotOf(language)}, ${text})`.execute(
        trx,
      );
  },
  async indexEvents(trx, events) {
    const isIndexed = await indexedAmong(trx, events);
    // One row at a time: of several in one statement the text index writes each out by itself.
    for (const { id, title, description, excerpt, translations } of events) {
      if (isIndexed(id)) await sqliteDialect.dropEventText(trx, id);
      await trx.executeQuery(CompiledQuery.raw(INDEX_EVENT, [id, title, description, excerpt]));
      if (translations.size > 0 || isIndexed(id))
        await sqliteDialect.indexEventTranslations(trx, id, translations);
    }
  },
  async expectMany(trx) {
    for (const index of wordIndexes) {
      // What comes of many words at once is sorted in memory first, and few of its parts are put together meanwhile.
      await tellIndex(trx, index, 'hashsize', SORTED_BYTES);
      await tellIndex(trx, index, 'automerge', PARTS_LEFT);
      await tellIndex(trx, index, 'crisismerge', PARTS_LEFT);
    }
    await sql`pragma cache_size = ${sql.lit(-CACHE_KIB)}`.execute(trx);
    await limitLog(trx, LOG_PAGES);
  },
  async settleMany({ write }) {
    // What the log holds is written back here and now, not by the next write of a service, which would stand still.
    await write((trx) => limitLog(trx, USUAL_LOG_PAGES));
    for (const index of wordIndexes) {
      await write((trx) => tellIndex(trx, index, 'automerge', 4));
      await write((trx) => tellIndex(trx, index, 'crisismerge', 16));
      // The first of these has all parts put together, the others go on with it.
      for (let pages = -MERGED_PAGES; await write((trx) => merged(trx, index, pages)); ) pages = MERGED_PAGES;
    }
  },
  insertRows: (trx, table, rows, key) => insertRows(trx, bulk, table, rows, key),
  // They do so by themselves.
  async continueNumbers() {},
  async survey() {},
  lesser: (a, b) => sql<number>`min(${a}, ${b})`,
  venuesInBox({ south, north, west, east }) {
    return sql<number>`(select id from venue_locations where max_lat >= ${south} and min_lat <= ${north} and max_lng >= ${west} and min_lng <= ${east})`;
  },
  async integrityFaults(db) {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    const faults: { what: Message; id?: number }[] = rows
      .filter((row) => row.integrity_check !== 'ok')
      .map((row) => ({ what: message('check.database', { reason: row.integrity_check }) }));
    const foreign = await sql<{ table: string; rowid: number }>`pragma foreign_key_check`.execute(db);
    for (const { table, rowid: row } of foreign.rows)
      faults.push({ what: message('check.reference', { row, table }) });
    const unsearched = await sql<{
      id: number;
    }>`select id from events where id not in (select rowid from event_search)
      union select rowid from event_search where rowid not in (select id from events) limit 20`.execute(db);
    for (const { id } of unsearched.rows) faults.push({ what: message('check.search'), id });
    const untranslated = await sql<{
      id: number;
    }>`select rowid / ${sql.lit(SLOTS)} as id from translation_search
      where rowid / ${sql.lit(SLOTS)} not in (select resource_id from translations where kind = 'events') limit 20`.execute(
      db,
    );
    for (const { id } of untranslated.rows) faults.push({ what: message('check.translation_search'), id });
    const located = await sql<{ id: number }>`select id from venues
      where (geo_lat is not null) <> (id in (select id from venue_locations)) limit 20`.execute(db);
    for (const { id } of located.rows) faults.push({ what: message('check.places'), id });
    return faults;
  },
  async locateVenue(trx, id, point) {
    await sql`delete from venue_locations where id = ${id}`.execute(trx);
    if (point)
      await sql`insert into venue_locations (id, min_lat, max_lat, min_lng, max_lng) values (${id}, ${point.lat}, ${point.lat}, ${point.lng}, ${point.lng})`.execute(
        trx,
      );
  },
  newVenuePlace: (id, { lat, lng }) => [{ text: LOCATE_VENUE, values: [id, lat, lat, lng, lng] }],
};

/** `data_version` is read from shared memory, without touching the file. */
function lookAt(database: DatabaseSync): Looking {
  const commits = database.prepare('pragma data_version');
  const version = database.prepare('select version from calendar');
  return {
    commits: () => commits.get()?.['data_version'],
    version: () => version.get()?.['version'],
    close: () => database.close(),
  };
}

/**
 * The calendar in one SQLite file, made when missing. One writing connection and one for reading; other processes
 * may have the file open: reads go on beside their writes, a write waits for theirs, `waitMs` at most. A commit is
 * on the disk when `write` returns (`synchronous=FULL`).
 * @throws KalendsError `rest_unavailable` from reads and writes that a lock or the disk keeps from being done
 */
export function openSqlite(file: string, waitMs: number = WAIT_MS): Database {
  mkdirSync(path.dirname(file), { recursive: true });
  const open = (readOnly: boolean) => () => {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec('pragma journal_mode = wal');
      database.exec('pragma synchronous = full');
      database.exec('pragma foreign_keys = on');
      database.exec('pragma cache_size = -65536');
      database.exec('pragma temp_store = memory');
      if (readOnly) database.exec('pragma query_only = on');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  const read = new Kysely<Tables>({ dialect: kyselyDialect(open(true), waitMs) });
  const writer = new Kysely<Tables>({ dialect: kyselyDialect(open(false), waitMs) });
  const watch = new FileWatch(() => lookAt(open(true)()));
  const alone = async <T>(work: (trx: Writing) => Promise<T>): Promise<T> => {
    try {
      return await writer.transaction().execute(work);
    } finally {
      watch.doubt();
    }
  };
  const together = new Together<Writing>(alone, {
    isHopeless: (error) => error instanceof KalendsError && error.code === 'rest_unavailable',
    patienceMs: waitMs,
  });
  return {
    read,
    dialect: sqliteDialect,
    write: (work) => together.write(work),
    alone,
    complete: async () => undefined,
    known: () => watch.known(),
    async version() {
      watch.doubt();
      const known = watch.known();
      if (known !== undefined) return known;
      const row = await read.selectFrom('calendar').select('version').executeTakeFirst();
      return row?.version ?? 0;
    },
    async close() {
      watch.close();
      await read.destroy();
      await writer.destroy();
    },
  };
}
