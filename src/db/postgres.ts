import { sql } from 'kysely';
import pg from 'pg';
import { message } from '#i18n/catalogue.ts';
import { KalendsError } from '../errors.ts';
import { type Listen, VersionWatch } from './announcements.ts';
import type { Database, Reading, Writing } from './engine.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { ANSWER_MS, CONNECT_MS, openKysely, openPool, type PoolOptions } from './postgres-driver.ts';
import { mayBeDoneAgain, unavailable } from './postgres-errors.ts';
import { StatementNames } from './statement-names.ts';
import { Turns } from './turns.ts';

const TRIES = 5;
/** Of the writes of this process: one that is done, one that waits for the calendar's row to be free. */
const WRITES_AT_ONCE = 2;
/** Where versions are announced. */
const CHANNEL = 'kalends';

/** How the database is used; the numbers are connections of this process. */
export interface PostgresOptions extends PoolOptions {
  /** Where notifications come from, if not from the same address: past a pooler. */
  readonly listenUrl?: string | undefined;
  /** A replica, to be read from. */
  readonly replicaUrl?: string | undefined;
}

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
