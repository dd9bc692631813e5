import { statSync } from 'node:fs';
import { type Config, databaseFile, databaseName } from '#config.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import type { CalendarState } from '#store/db/inspection.ts';
import { compareForms } from '#store/db/migrate.ts';
import { askPostgres, inspectPostgres, type PostgresState } from '#store/db/postgres-inspection.ts';
import { inspectSqlite, isSqliteFile } from '#store/db/sqlite-inspection.ts';
import { type Finding, fine, mebibytes, wrong } from './finding.ts';

const LOG_LARGE = 256 * 2 ** 20;
const POSTGRES_LEAST = 150_000;
const AGE_MOST = 1_000_000_000;
const TRANSACTION_LONG_MS = 10 * 60_000;
const FEW_MINUTES_MS = 60_000;

/** Findings about the database; `state` is undefined if there is none yet or it is unreachable. */
export interface DatabaseCheck {
  readonly findings: Finding[];
  readonly state?: CalendarState | undefined;
  /** Milliseconds by which the database server's clock is ahead of this machine's. */
  readonly aheadMs?: number | undefined;
}

/** Checks the configured database. */
export async function checkDatabase(config: Config): Promise<DatabaseCheck> {
  const { databaseUrl } = config;
  const database = databaseName(config);
  try {
    return databaseUrl && isPostgres(databaseUrl)
      ? await checkPostgres(config, databaseUrl, database)
      : checkSqlite(databaseFile(config));
  } catch (error) {
    return {
      findings: [wrong('error', 'database', 'database_unreadable', { database, reason: reasonOf(error) })],
    };
  }
}

function checkCalendar(state: CalendarState, database: string): Finding[] {
  const { applied, users, administrators, isMoving } = state;
  if (applied === undefined) return [wrong('warning', 'database', 'database_empty', { database })];
  const findings: Finding[] = [];
  const { unknown, pending } = compareForms(applied);
  if (unknown.length > 0)
    findings.push(wrong('error', 'database', 'database_newer', { names: unknown.join(', ') }));
  else if (pending.length > 0)
    findings.push(wrong('warning', 'database', 'database_older', { names: pending.join(', ') }));
  if (isMoving) findings.push(wrong('error', 'database', 'database_moving', { database }));
  if (users > 0 && administrators === 0) findings.push(wrong('warning', 'database', 'no_administrator'));
  return findings;
}

function checkSqlite(file: string): DatabaseCheck {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return { findings: [wrong('warning', 'database', 'no_file', { file })] };
  if (!found.isFile() || !isSqliteFile(file))
    return { findings: [wrong('error', 'database', 'no_database', { file })] };
  const state = inspectSqlite(file);
  const { faults, logBytes, bytes, version } = state;
  const findings = faults.map((reason) => wrong('error', 'database', 'database_damaged', { file, reason }));
  if (logBytes > LOG_LARGE)
    findings.push(
      wrong('warning', 'database', 'log_large', { file: `${file}-wal`, size: mebibytes(logBytes) }),
    );
  findings.push(...checkCalendar(state, file));
  if (findings.length === 0)
    findings.push(
      fine('database', 'database', { database: file, engine: `SQLite ${version}`, size: mebibytes(bytes) }),
    );
  return { findings, state };
}

async function checkPostgres(config: Config, url: string, database: string): Promise<DatabaseCheck> {
  const state = await inspectPostgres(url);
  const findings = checkServer(state, { database, config, isNear: isNear(url) });
  findings.push(...checkCalendar(state, database), ...(await checkOthers(config)));
  if (findings.length === 0)
    findings.push(
      fine('database', 'database', {
        database,
        engine: `PostgreSQL ${state.version}`,
        size: mebibytes(state.bytes),
      }),
    );
  return { findings, state, aheadMs: state.aheadMs };
}

/** Returns whether an address leads to this machine, where connections need no encryption. */
function isNear(url: string): boolean {
  const { hostname = '', searchParams } = URL.parse(url) ?? {};
  return /^(|localhost|127\.[\d.]+|\[::1\]|\/.*)$/.test(
    searchParams?.get('host') ?? decodeURIComponent(hostname),
  );
}

function checkServer(
  state: PostgresState,
  { database, config, isNear }: { database: string; config: Config; isNear: boolean },
): Finding[] {
  const findings: Finding[] = [];
  const add = (
    severity: 'warning' | 'error',
    ...rest: [Parameters<typeof wrong>[2], Parameters<typeof wrong>[3]?]
  ) => findings.push(wrong(severity, 'database', ...rest));
  const { version, encoding } = state;
  if (state.number < POSTGRES_LEAST) add('error', 'server_old', { version });
  if (encoding !== 'UTF8') add('error', 'server_encoding', { database, encoding });
  if (state.isStandby) add('error', 'server_standby', { database });
  else if (state.isReadOnly) add('error', 'server_read_only', { database });
  else if (!state.mayCreate) add('error', 'role_rights', { database });
  if (state.isSuperuser) add('warning', 'role_superuser');
  if (!state.hasTrigrams && state.applied !== undefined) add('warning', 'no_trigrams');
  if (!state.isDurable) add('error', 'server_not_durable');
  if (!state.isEncrypted && !isNear) add('warning', 'server_not_encrypted', { database });
  const needed = config.workers * (config.databaseConnections + 1);
  if (state.connections < needed)
    add('error', 'server_connections', { needed, connections: state.connections });
  if (state.age > AGE_MOST) add('error', 'server_age', { age: Math.round(state.age / 1e6) });
  if (state.oldestMs > TRANSACTION_LONG_MS)
    add('warning', 'server_transaction', { minutes: Math.round(state.oldestMs / FEW_MINUTES_MS) });
  return findings;
}

/** Checks the other database addresses: the replica, and the source of notifications. */
async function checkOthers({ replicaUrl, listenUrl }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, url] of [
    ['DATABASE_REPLICA_URL', replicaUrl],
    ['KALENDS_LISTEN_URL', listenUrl],
  ] as const) {
    if (url === undefined) continue;
    try {
      const { isStandby } = await askPostgres(url);
      if (isStandby && name === 'KALENDS_LISTEN_URL')
        findings.push(wrong('error', 'database', 'listen_standby', { name }));
      if (!isStandby && name === 'DATABASE_REPLICA_URL')
        findings.push(wrong('warning', 'database', 'replica_primary', { name }));
    } catch (error) {
      findings.push(wrong('error', 'database', 'other_unreadable', { name, reason: reasonOf(error) }));
    }
  }
  return findings;
}

const MARGIN_MS = 2_000;
const MUCH_MS = 30_000;

/**
 * Compares this machine's clock with file times, which cannot lie in the future, and with the database server's
 * clock.
 */
export function checkClock(config: Config, aheadMs: number | undefined): Finding[] {
  const now = Temporal.Now.instant().epochMilliseconds;
  const { data, databaseUrl } = config;
  const file = databaseFile(config);
  const places = [data, ...(databaseUrl && isPostgres(databaseUrl) ? [] : [file, `${file}-wal`])];
  const findings: Finding[] = [];
  for (const place of places) {
    let modified: number | undefined;
    try {
      modified = statSync(place, { throwIfNoEntry: false })?.mtimeMs;
    } catch {
      // Another check reports files that are not accessible.
    }
    if (modified !== undefined && modified > now + MARGIN_MS) {
      const seconds = Math.round((modified - now) / 1000);
      findings.push(wrong('error', 'clock', 'clock_behind_files', { file: place, seconds }));
      break;
    }
  }
  if (aheadMs !== undefined && Math.abs(aheadMs) > MARGIN_MS)
    findings.push(
      wrong(Math.abs(aheadMs) > MUCH_MS ? 'error' : 'warning', 'clock', 'clock_database', {
        seconds: Math.round(Math.abs(aheadMs) / 1000),
      }),
    );
  if (findings.length === 0) {
    const instant = Temporal.Instant.fromEpochMilliseconds(now).toString({ smallestUnit: 'second' });
    findings.push(fine('clock', 'clock', { instant, data: process.versions['tz'] ?? '' }));
  }
  return findings;
}
