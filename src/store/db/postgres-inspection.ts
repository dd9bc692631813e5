import pg from 'pg';
import {
  APPS_STATEMENT,
  APPS_TABLE,
  ASKED_TABLES,
  type CalendarState,
  MAIL_SERVER_STATEMENT,
  MAILS_STATEMENT,
  MAILS_TABLE,
  OLDER_PICTURES_STATEMENT,
  readApps,
  readMails,
  readMapTiles,
  readSetting,
  TILES_STATEMENT,
} from './inspection.ts';

/** Findings about a PostgreSQL database, its server and the role that signs in. */
export interface PostgresState extends CalendarState {
  /** The version as a number, such as `150004`. */
  readonly number: number;
  readonly version: string;
  /** The server's clock less this machine's, milliseconds, as far as half of the way there and back lets it be known. */
  readonly aheadMs: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly encoding: string;
  readonly isSuperuser: boolean;
  /** Whether the role may make tables where they are looked for. */
  readonly mayCreate: boolean;
  readonly hasTrigrams: boolean;
  /** Connections that the server takes of ordinary roles, and how many are in use. */
  readonly connections: number;
  readonly connected: number;
  readonly isDurable: boolean;
  readonly isEncrypted: boolean;
  readonly bytes: number;
  /** Transactions since the oldest row that isn't frozen; at two thousand million the server stops taking writes. */
  readonly age: number;
  /** For so long the oldest open transaction of this database has been open. */
  readonly oldestMs: number;
}

const ANSWER_MS = 5_000;

const QUESTION = `select
  current_setting('server_version_num')::int as number, current_setting('server_version') as version,
  extract(epoch from clock_timestamp()) * 1000 as now, pg_is_in_recovery() as standby,
  current_setting('default_transaction_read_only') = 'on' as readonly, current_setting('server_encoding') as encoding,
  (select rolsuper from pg_roles where rolname = current_user) as superuser,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
  exists (select 1 from pg_extension where extname = 'pg_trgm') as trigrams,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
  (select count(*) from pg_stat_activity where backend_type = 'client backend') as connected,
  current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
    and current_setting('synchronous_commit') <> 'off' as durable,
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
  pg_database_size(current_database()) as bytes,
  (select age(datfrozenxid) from pg_database where datname = current_database()) as age,
  coalesce((select extract(epoch from clock_timestamp() - min(xact_start)) * 1000 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'), 0) as oldest`;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'kalends doctor',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Looks into a database by one connection and changes nothing. @throws Error of the driver where it can't be asked */
export async function inspectPostgres(url: string): Promise<PostgresState> {
  const client = await connect(url);
  try {
    const before = Temporal.Now.instant().epochMilliseconds;
    const [row = {}] = (await client.query<Record<string, unknown>>(QUESTION)).rows;
    const after = Temporal.Now.instant().epochMilliseconds;
    const nowMs = Number(row['now']);
    // Anywhere between both it was asked: what may be the way counts for nothing.
    const aheadMs = nowMs < before ? nowMs - before : nowMs > after ? nowMs - after : 0;
    const tables = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema() and tablename = any($1)',
      [[...ASKED_TABLES, MAILS_TABLE, APPS_TABLE]],
    );
    const found = new Set(tables.rows.map(({ name }) => name));
    const hasAll = ASKED_TABLES.every((name) => found.has(name));
    const names = async (statement: string) =>
      (await client.query<{ name: string }>(statement)).rows.map(({ name }) => name);
    const roles = hasAll ? await names('select role as name from users') : [];
    return {
      number: Number(row['number']),
      version: String(row['version']).split(' ')[0] ?? '',
      aheadMs: Math.round(aheadMs),
      isStandby: row['standby'] === true,
      isReadOnly: row['readonly'] === true,
      encoding: String(row['encoding']),
      isSuperuser: row['superuser'] === true,
      mayCreate: row['creates'] === true,
      hasTrigrams: row['trigrams'] === true,
      connections: Number(row['connections']),
      connected: Number(row['connected']),
      isDurable: row['durable'] === true,
      isEncrypted: row['encrypted'] === true,
      bytes: Number(row['bytes']),
      age: Number(row['age']),
      oldestMs: Math.round(Number(row['oldest'])),
      applied: found.has('migrations') ? await names('select name from migrations') : undefined,
      users: roles.length,
      administrators: roles.filter((role) => role === 'administrator').length,
      isMoving: hasAll && (await names(`select name from settings where name = 'move'`)).length > 0,
      olderPictures: hasAll ? Number((await names(OLDER_PICTURES_STATEMENT))[0]) : 0,
      mails: readMails(found.has(MAILS_TABLE) ? await names(MAILS_STATEMENT) : []),
      apps: readApps(found.has(APPS_TABLE) ? await names(APPS_STATEMENT) : []),
      mapTiles: readMapTiles(hasAll ? await names(TILES_STATEMENT) : []),
      mailServer: readSetting(hasAll ? await names(MAIL_SERVER_STATEMENT) : []),
    };
  } finally {
    await client.end();
  }
}

/** Whether a connection to an address is taken, and whether it leads to a standby. @throws Error of the driver */
export async function askPostgres(url: string): Promise<{ isStandby: boolean }> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return { isStandby: rows[0]?.standby === true };
  } finally {
    await client.end();
  }
}
