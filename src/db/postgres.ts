import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type Dialect as KyselyDialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import pg from 'pg';
import { type Language, message } from '#i18n/catalogue.ts';
import { KalendsError } from '../errors.ts';
import { type Listen, VersionWatch } from './announcements.ts';
import { type BulkStyle, insertRows } from './bulk.ts';
import type { Database, Dialect, EventTexts, Reading, Writing } from './engine.ts';
import { likeText } from './pattern.ts';
import { asUnavailable, isForgotten, mayBeDoneAgain, unavailable } from './postgres-errors.ts';
import { runnable, type Statement } from './statement.ts';
import { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';
import { Turns } from './turns.ts';

const CONNECT_MS = 5_000;
const ANSWER_MS = 15_000;
const IDLE_MS = 30_000;
const TRIES = 5;
/** Of the writes of this process: one that is done, one that waits for the calendar's row to be free. */
const WRITES_AT_ONCE = 2;
/** For so long a replica that can't be reached is left alone. */
const INSTEAD_MS = 5_000;
/** Where versions are announced. */
const CHANNEL = 'kalends';
const INT8 = 20;
const NUMERIC = 1700;

/** How the database is used; the numbers are connections of this process. */
export interface PostgresOptions {
  readonly connections?: number;
  /** Where notifications come from, if not from the same address: past a pooler. */
  readonly listenUrl?: string | undefined;
  /** A replica, to be read from. */
  readonly replicaUrl?: string | undefined;
  /** Waits for answers as long as they take. */
  readonly patient?: boolean;
}

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
interface WritingFrame {
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

interface DriverOptions {
  readonly instead?: pg.Pool | undefined;
  readonly frame?: WritingFrame | undefined;
  readonly names?: StatementNames | undefined;
}

const INT4_MAX = 2 ** 31 - 1;
const INT8_MAX = 2 ** 63;

/** The type of a number, where it isn't what the server takes it for beside one of our integer columns. */
function typeOf(value: number): string | undefined {
  if (!Number.isInteger(value)) return 'float8';
  const size = Math.abs(value);
  return size <= INT4_MAX ? undefined : size < INT8_MAX ? 'int8' : 'numeric';
}

/** The server has no NUL in texts, and we keep no text with what stands for it. */
const withoutNul = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', '\u0001') : value;

/** Parameters are compared with columns as SQLite does it: a number or a text that none can hold is equal to none. */
class CalendarQueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(withoutNul(value));
    const type = typeof value === 'number' ? typeOf(value) : undefined;
    if (type !== undefined) this.append(`::${type}`);
  }
}

const kyselyDialect = (pool: pg.Pool, options: DriverOptions): KyselyDialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresPoolDriver(pool, options),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new CalendarQueryCompiler(),
});

const containing = (column: RawBuilder<unknown>, word: string) =>
  sql<boolean>`${column} like ${`%${likeText(word)}%`} escape '\\'`;

/** An event's own texts as one: no word holds the sign between them, since folded texts have blanks alone. */
const ownText = ({ title, description, excerpt }: Pick<EventTexts, 'title' | 'description' | 'excerpt'>) =>
  [title, description, excerpt].join('\n');

const bulk: BulkStyle = { atOnce: 10_000, mark: (number) => `$${number}`, kept: withoutNul };

const INDEX_EVENT = 'insert into event_search (event_id, text) values (?, ?)';

const TEXTS_KEPT = 500;
const textsAtOnce = new Map<string, string>();

/** Several statements as one, with its values numbered. */
function atOnce(statements: readonly Statement[]): string {
  const key = statements.map(({ text, more }) => `${text} ${more?.rows.length ?? 0}`).join('\n');
  const known = textsAtOnce.get(key);
  if (known !== undefined) return known;
  let number = 0;
  const numbered = statements.map(({ text, more }) =>
    [text, ...(more?.rows.map(() => more.tuple) ?? [])].join(', ').replaceAll('?', () => `$${++number}`),
  );
  const last = numbered.pop() ?? '';
  const others = numbered.map((text, place) => `s${place} as (${text})`);
  const made = others.length > 0 ? `with ${others.join(', ')} ${last}` : last;
  if (textsAtOnce.size >= TEXTS_KEPT) textsAtOnce.clear();
  textsAtOnce.set(key, made);
  return made;
}

/** Through an index of parts of words everything at once, by which nothing is found in order; without one from cut to cut. */
async function* readEventsWithText(
  db: Reading,
  word: string,
  language: Language | undefined,
  cuts: readonly number[],
): AsyncGenerator<number[]> {
  const source =
    language === undefined
      ? sql`event_search where`
      : sql`translation_search where language = ${language} and`;
  const read = async (where: RawBuilder<unknown>) => {
    // As one value: rows by the hundred thousand are long in coming.
    const { rows } = await sql<{ ids: number[] | null }>`select array_agg(event_id order by event_id) as ids
      from ${source} ${where}`.execute(db);
    return rows[0]?.ids ?? [];
  };
  const found = containing(sql`text`, word);
  if ([...word].length >= 3) {
    yield await read(found);
    return;
  }
  const edges = [0, ...cuts, INT4_MAX];
  for (let at = 1; at < edges.length; at++)
    yield await read(sql`event_id > ${edges[at - 1] ?? 0} and event_id <= ${edges[at] ?? 0} and ${found}`);
}

const postgresDialect: Dialect = {
  name: 'postgres',
  eventsWithText(word, language) {
    const own = sql`select event_id from event_search where ${containing(sql`text`, word)}`;
    return language === undefined
      ? sql<number>`(${own})`
      : sql<number>`(${own} union all select event_id from translation_search
          where language = ${language} and ${containing(sql`text`, word)})`;
  },
  readEventsWithText,
  textsOfEvents(ids, language) {
    return language === undefined
      ? sql<{ id: number; text: string }>`select event_id as id, text from event_search
          where event_id = any(${ids})`
      : sql<{ id: number; text: string }>`select event_id as id, text from translation_search
          where language = ${language} and event_id = any(${ids})`;
  },
  async writeAll(trx, statements) {
    const values = statements
      .flatMap(({ values, more }) => [...values, ...(more?.rows ?? []).flat()])
      .map(withoutNul);
    if (statements.length > 0) await trx.executeQuery(runnable(atOnce(statements), values));
  },
  newEventText: (id, texts) => ({ text: INDEX_EVENT, values: [id, ownText(texts)] }),
  async indexEventText(trx, id, texts) {
    await sql`insert into event_search (event_id, text) values (${id}, ${ownText(texts)})
      on conflict (event_id) do update set text = excluded.text`.execute(trx);
  },
  async dropEventText(trx, id) {
    await sql`delete from event_search where event_id = ${id}`.execute(trx);
  },
  async indexEventTranslations(trx, id, texts) {
    await sql`delete from translation_search where event_id = ${id}`.execute(trx);
    for (const [language, text] of texts)
      await sql`insert into translation_search (event_id, language, text) values (${id}, ${language}, ${text})`.execute(
        trx,
      );
  },
  async indexEvents(trx, events) {
    const ids = events.map(({ id }) => id);
    await sql`insert into event_search (event_id, text)
      select * from unnest(${ids}::integer[], ${events.map(ownText)}::text[])
      on conflict (event_id) do update set text = excluded.text`.execute(trx);
    await sql`delete from translation_search where event_id = any(${ids})`.execute(trx);
    const rows = events.flatMap(({ id, translations }) =>
      [...translations].map(([language, text]) => ({ id, language, text })),
    );
    if (rows.length === 0) return;
    await sql`insert into translation_search (event_id, language, text)
      select * from unnest(${rows.map(({ id }) => id)}::integer[],
        ${rows.map(({ language }) => language)}::text[], ${rows.map(({ text }) => text)}::text[])`.execute(
      trx,
    );
  },
  async expectMany() {},
  async settleMany({ read }) {
    await postgresDialect.survey(read);
  },
  insertRows: (trx, table, rows, key) => insertRows(trx, bulk, table, rows, key),
  async continueNumbers(trx) {
    for (const table of ['occurrences', 'changes'] as const)
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
        from ${sql.table(table)}`.execute(trx);
  },
  async survey(db) {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
    for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db);
  },
  venuesInBox({ south, north, west, east }) {
    return sql<number>`(select id from venues where geo_lat between ${south} and ${north} and geo_lng between ${west} and ${east})`;
  },
  lesser: (a, b) => sql<number>`least(${a}, ${b})`,
  async integrityFaults(db) {
    const unsearched = await sql<{ id: number }>`
      select id from events where id not in (select event_id from event_search)
      union select event_id from event_search where event_id not in (select id from events) limit 20`.execute(
      db,
    );
    const untranslated = await sql<{ id: number }>`
      select event_id as id from translation_search
      where event_id not in (select resource_id from translations where kind = 'events') limit 20`.execute(
      db,
    );
    return [
      ...unsearched.rows.map(({ id }) => ({ what: message('check.search'), id })),
      ...untranslated.rows.map(({ id }) => ({ what: message('check.translation_search'), id })),
    ];
  },
  // The box is looked for in the venues themselves.
  async locateVenue() {},
  newVenuePlace: () => [],
};

function openPool(url: string, options: PostgresOptions): pg.Pool {
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

const openKysely = (pool: pg.Pool, options: DriverOptions = {}) =>
  new Kysely<Tables>({ dialect: kyselyDialect(pool, options) });

/** A connection of its own for notifications, which no pooler may lend to others. */
const listenTo =
  (url: string): Listen =>
  async (hear, ended) => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'kalends listener',
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => hear(payload ?? ''));
    await client.connect();
    try {
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.once('end', ended);
    return client;
  };

/** Whether the server passes notifications on; systems that only speak PostgreSQL's protocol may not. */
async function announces(db: Reading): Promise<boolean> {
  try {
    await sql`select pg_notify(${`${CHANNEL} probe`}, '')`.execute(db);
    return true;
  } catch (error) {
    if (error instanceof KalendsError) throw error;
    return false;
  }
}

/** Texts in which a search looks for a part of a word. */
const searched = [
  ['event_search', 'text'],
  ['translation_search', 'text'],
  ['venues', 'search_text'],
  ['organizers', 'search_text'],
] as const;

/** Makes the indexes by which searches find parts of words, where they are missing; false: the server refuses. */
async function indexWords(db: Reading): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_indexes
    where schemaname = current_schema() and indexname like '%\_trigrams'`.execute(db);
  if (Number(rows[0]?.n ?? 0) >= searched.length) return true;
  try {
    await db.transaction().execute(async (trx) => {
      // Of several that do so at once all but one would fail, whatever exists by then.
      await sql`select pg_advisory_xact_lock(hashtext('kalends words'))`.execute(trx);
      await sql`create extension if not exists pg_trgm`.execute(trx);
      for (const [table, column] of searched)
        await sql`create index if not exists ${sql.ref(`${table}_trigrams`)} on ${sql.table(table)}
          using gin (${sql.ref(column)} gin_trgm_ops)`.execute(trx);
    });
    return true;
  } catch (error) {
    if (error instanceof KalendsError) throw error;
    return false;
  }
}

/**
 * The calendar in a PostgreSQL database. Writes happen one after the other, whichever process they come from: each
 * holds the calendar's row, so that numbers, slugs and counts are right without stronger isolation. Nothing that
 * can't be missed is kept on a connection between transactions, so that a pooler may lend them (PgBouncer in transaction
 * mode).
 * @throws KalendsError `rest_unavailable` from reads and writes where the server can't be reached
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Database {
  const pool = openPool(url, options);
  const names = new StatementNames();
  const read = openKysely(pool, { names });
  const contested = async <T>(db: Reading, work: (trx: Writing) => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        const { cause } = error instanceof KalendsError ? error : {};
        if (tries >= TRIES || !mayBeDoneAgain(cause)) throw error;
      }
    }
  };
  const askVersion = async (of: Reading) => {
    const row = await of.selectFrom('calendar').select('version').executeTakeFirst();
    return row?.version ?? 0;
  };
  const watch = new VersionWatch(() => askVersion(read), listenTo(options.listenUrl ?? url));
  const turns = new Turns(WRITES_AT_ONCE, ANSWER_MS, () =>
    unavailable(new Error('The writes before it take too long.')),
  );
  let announced: Promise<boolean> | undefined;
  let isAnnounced = false;
  const writer = openKysely(pool, {
    names,
    frame: {
      begin: 'begin; select version from calendar where id = 1 for update',
      // The version that it leaves, told to the other nodes once it's committed.
      commit: () =>
        isAnnounced
          ? `select version, pg_notify('${CHANNEL}', version::text) from calendar where id = 1; commit`
          : 'select version from calendar where id = 1; commit',
      committed: (version) => watch.hear(version),
    },
  });
  const primary: Database = {
    read,
    dialect: postgresDialect,
    async write(work) {
      announced ??= announces(read);
      announced.catch(() => {
        announced = undefined;
      });
      isAnnounced = await announced;
      // They wait here, and not each with a connection, of which reads would have none left.
      return turns.take(
        () => contested(writer, work),
        (error) => error instanceof KalendsError && error.code === 'rest_unavailable',
      );
    },
    // The tables may not be there yet: one node at a time makes them, however long that takes.
    async alone(work) {
      const unhurried = openKysely(openPool(url, { connections: 1, patient: true }));
      try {
        return await contested(unhurried, async (trx) => {
          await sql`select pg_advisory_xact_lock(hashtext('kalends migration'))`.execute(trx);
          return work(trx);
        });
      } finally {
        await unhurried.destroy();
      }
    },
    async complete() {
      const unhurried = openKysely(openPool(url, { connections: 1, patient: true }));
      try {
        return (await indexWords(unhurried)) ? undefined : message('database.no_trigrams');
      } finally {
        await unhurried.destroy();
      }
    },
    version: () => watch.version(),
    known: () => watch.known,
    async close() {
      await watch.close();
      await read.destroy();
    },
  };
  if (options.replicaUrl === undefined) return primary;
  const far = openKysely(openPool(options.replicaUrl, options), { instead: pool });
  // What it has may be older: its version is its own.
  const replica: Database = { ...primary, read: far, version: () => askVersion(far), known: () => undefined };
  return {
    ...primary,
    replica,
    async close() {
      await far.destroy();
      await primary.close();
    },
  };
}
