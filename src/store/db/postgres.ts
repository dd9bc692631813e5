import { sql } from 'kysely';
import pg from 'pg';
import { isUnavailable, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import type { Database, Reading, Writing } from './engine.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { openKysely } from './postgres-driver.ts';
import { mayBeDoneAgain, unavailable } from './postgres-errors.ts';
import {
  ANSWER_MS,
  applySessionSettings,
  CONNECT_MS,
  Pool,
  type PoolOptions,
  timed,
} from './postgres-pool.ts';
import { lendReplica, REPLICA_CONNECT_MS, Replica } from './postgres-replica.ts';
import { Reachability, type ReachabilityObserver } from './reachability.ts';
import { Semaphore } from './semaphore.ts';
import { StatementNames } from './statement-names.ts';
import { DatabaseStats, ReplicaStats } from './stats.ts';
import { versionOf } from './version.ts';
import { type Listen, VersionWatch } from './version-watch.ts';

const TRIES = 5;
/** Of the writes of this process: one that is done, one that waits for the calendar's row to be free. */
const WRITES_AT_ONCE = 2;
/** Channel on which versions are announced. */
const CHANNEL = 'kalends';
/** For so long the calendar's version is waited for, which other nodes' writes move. */
const VERSION_MS = 2_000;
/** Milliseconds between pings of the connection that listens for versions. */
const PING_MS = 10_000;

/**
 * With every write, since a pooler keeps no session's settings: whoever is cut off in the middle of one must not hold the
 * calendar's row for longer than others wait for it. Between two statements of a write nothing is waited for.
 */
const LIMITS = `set local idle_in_transaction_session_timeout = '7s'; set local lock_timeout = '10s';
  set local statement_timeout = '${ANSWER_MS}ms'`;
/** Lifts the limits for what makes tables and indexes: it takes as long as it takes. */
const NO_LIMITS = `set local idle_in_transaction_session_timeout = '10min'; set local lock_timeout = 0;
  set local statement_timeout = 0`;

/** Options for using a PostgreSQL database; numbers are connections of this process. */
export interface PostgresOptions extends PoolOptions {
  /** Address of notifications, if it isn't the same: past a pooler. */
  readonly listenUrl?: string | undefined;
  /** A replica, to be read from. */
  readonly replicaUrl?: string | undefined;
  /** Told when a server is lost and found again. */
  readonly reached?: ReachabilityObserver | undefined;
}

/** A connection of its own for notifications, which no pooler may lend to others. */
const listenTo =
  (url: string): Listen =>
  async (observe, ended) => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'kalends listener',
    });
    client.on('error', () => {});
    client.on('notification', ({ payload }) => observe(payload ?? ''));
    await client.connect();
    try {
      await applySessionSettings(client);
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    // Of a connection that nobody is at the other end of any more nothing else would tell.
    const ping = setInterval(() => {
      client.query(timed('select 1', CONNECT_MS)).catch(() => void client.end().catch(() => {}));
    }, PING_MS).unref();
    client.once('end', () => {
      clearInterval(ping);
      ended();
    });
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
  const stats = new DatabaseStats();
  const pool = new Pool(url, { ...options, stats: stats.primary });
  const names = new StatementNames();
  const read = openKysely(pool, { names });
  const contested = async <T>(
    db: Reading,
    work: (trx: Writing) => Promise<T>,
    mostTries = TRIES,
  ): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        const { cause } = error instanceof KalendsError ? error : {};
        if (tries >= mostTries || !mayBeDoneAgain(cause)) throw error;
        stats.retries++;
      }
    }
  };
  const reachability = new Reachability('database', options.reached);
  const askVersion = async () => {
    try {
      const [row] = await pool.ask('select version, token from calendar where id = 1', VERSION_MS);
      reachability.found();
      return versionOf(row && { version: row['version'], token: row['token'] });
    } catch (error) {
      reachability.lost(error);
      throw unavailable(error);
    }
  };
  const watch = new VersionWatch(askVersion, listenTo(options.listenUrl ?? url), () => pool.retire());
  const semaphore = new Semaphore(WRITES_AT_ONCE, ANSWER_MS, () =>
    unavailable(new Error('The writes before it take too long.')),
  );
  let announced: Promise<boolean> | undefined;
  let isAnnounced = false;
  const writer = openKysely(pool, {
    names,
    frame: {
      begin: `begin; ${LIMITS}; select 1 from calendar where id = 1 for update`,
      // The version that it leaves, told to the other nodes once it's committed.
      commit: () =>
        isAnnounced
          ? `select version, token, pg_notify('${CHANNEL}', version || ' ' || token) from calendar where id = 1; commit`
          : 'select version, token from calendar where id = 1; commit',
      committed: (version) => watch.observe(version, { isOurs: true }),
    },
  });
  const writeWithin = async <T>(tries: number, work: (trx: Writing) => Promise<T>): Promise<T> => {
    announced ??= announces(read);
    announced.catch(() => {
      announced = undefined;
    });
    isAnnounced = await announced;
    // They wait here, and not each with a connection, of which reads would have none left.
    return stats.measure(
      (measured) =>
        semaphore.run(
          () => contested(writer, measured, tries),
          (error) => isUnavailable(error) && error.code !== 'rest_storage_full',
        ),
      work,
    );
  };
  const unhurriedly = () =>
    openKysely(new Pool(url, { connections: 1, noStatementTimeout: true }), {
      frame: { begin: `begin; ${NO_LIMITS}` },
    });
  const primary: Database = {
    read,
    dialect: postgresDialect,
    stats,
    write: (work) => writeWithin(TRIES, work),
    writeOnce: (work) => writeWithin(1, work),
    // The tables may not be there yet: one node at a time makes them, however long that takes.
    async alone(work) {
      const unhurried = unhurriedly();
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
      const unhurried = unhurriedly();
      try {
        return (await indexWords(unhurried)) ? undefined : message('database.no_trigrams');
      } finally {
        await unhurried.destroy();
      }
    },
    version: () => watch.version(),
    known: watch.known,
    async close() {
      await watch.close();
      await read.destroy();
    },
  };
  if (options.replicaUrl === undefined) return primary;
  const counted = new ReplicaStats();
  stats.replica = counted;
  const far = new Pool(options.replicaUrl, { ...options, connectMs: REPLICA_CONNECT_MS, stats: counted });
  const farReached = new Reachability('replica', options.reached, { isReached: true });
  const replica = new Replica(far, watch, counted, farReached);
  const calendar: Database = {
    ...primary,
    lend: () => lendReplica(replica, calendar, pool),
    async close() {
      await replica.close();
      await primary.close();
    },
  };
  return calendar;
}
