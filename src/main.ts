import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { backUpBeforeMigration } from '#backup/before-migration.ts';
import { refuseUnfinishedRestore } from '#backup/staged.ts';
import type { Database } from '#db/engine.ts';
import { fileIdentity } from '#db/file-guard.ts';
import { hasCalendar, migrate } from '#db/migrate.ts';
import type { ReachabilityObserver } from '#db/reachability.ts';
import type { Deps, Log } from '#http/call.ts';
import { KeptAnswers } from '#http/kept.ts';
import { message, translate } from '#i18n/catalogue.ts';
import { openMediaLibrary } from '#media/library.ts';
import { Metrics } from '#metrics/metrics.ts';
import { refuseUnfinished } from '#move/mark.ts';
import { utcText } from '#time/clock.ts';
import { renewSearchTexts } from '#translations/search-texts.ts';
import { settleSiteLanguage } from '#translations/settle.ts';
import { hashPassword } from '#users/password.ts';
import { passwordProblem } from '#users/rules.ts';
import { SharedGuesses } from '#users/shared-guesses.ts';
import { countUsers, insertUser } from '#users/store.ts';
import { type Config, ConfigError, configIn, databaseFile, isPostgres } from './config.ts';
import { narrowData } from './data-folder.ts';

const MEBIBYTE = 1024 * 1024;

/** The engine that the settings name; what only the other needs is not even read. */
export async function openDatabase(config: Config, reached?: ReachabilityObserver): Promise<Database> {
  const { databaseUrl } = config;
  if (databaseUrl && isPostgres(databaseUrl))
    return (await import('#db/postgres.ts')).openPostgres(databaseUrl, {
      listenUrl: config.listenUrl,
      replicaUrl: config.replicaUrl,
      connections: config.databaseConnections,
      reached,
    });
  const { openSqlite } = await import('#db/sqlite.ts');
  // A worker that comes later finds the file that was opened at the start, or none: it makes no calendar of its own.
  if (cluster.isWorker)
    return openSqlite(databaseFile(config), undefined, { create: false, identity: process.env[OPENED] });
  return openSqlite(databaseFile(config));
}

/** Tells workers which file of SQLite is the calendar's. */
const OPENED = 'KALENDS_OPENED_FILE';

/** A log without `info`: commands say what they do themselves. */
type Teller = Pick<Log, 'warn' | 'error'> & Partial<Pick<Log, 'info'>>;
const isLog = (teller: Teller): teller is Log => teller.info !== undefined;
const quietLog = (teller: Teller): Log => ({
  info() {},
  warn: (details, text) => teller.warn(details, text),
  error: (details, text) => teller.error(details, text),
});

/** Has the log tell when a server is lost and found again. */
const tellReached =
  (log: Log): ReachabilityObserver =>
  (server, isReached, error) => {
    if (isReached) log.info({ server }, 'The server of the database answers again.');
    else log.warn({ server, err: error }, 'The server of the database does not answer; it is asked again.');
  };

/** Opens what the settings name and brings it to the present form. Whoever opens closes `deps.db`. */
export async function openDeps(config: Config, teller: Teller): Promise<Deps> {
  const log = isLog(teller) ? teller : quietLog(teller);
  const open = narrowData(config);
  if (open !== undefined)
    log.warn({ folder: open }, 'The data folder can be entered by others: it is for its owner alone (0700).');
  const db = await openDatabase(config, tellReached(log));
  let { language } = config;
  try {
    // A file of SQLite would be made by being asked.
    const isThere = async () =>
      db.dialect.name === 'sqlite' ? existsSync(databaseFile(config)) : hasCalendar(db);
    await refuseUnfinishedRestore(config.data, isThere);
    await backUpBeforeMigration(db, config, log);
    const steps = await migrate(db);
    if (steps.length > 0) log.info({ steps }, 'The database was brought to the present form.');
    await refuseUnfinished(db);
    language = await settleSiteLanguage(db, config);
    await renewSearchTexts(db);
    const warning = await db.complete();
    if (warning) log.warn({}, translate('en', warning));
    if (cluster.isPrimary && config.workers > 1 && db.dialect.name === 'sqlite')
      process.env[OPENED] = fileIdentity(databaseFile(config));
  } catch (error) {
    await db.close();
    throw error;
  }
  return {
    config: configIn(config, language),
    db,
    now: config.clock,
    media: openMediaLibrary(config),
    guesses: new SharedGuesses(db),
    lifecycle: { isClosing: false },
    metrics: new Metrics(),
    kept: new KeptAnswers(config.cache * MEBIBYTE, () => db.known()),
    log,
  };
}

/**
 * Makes the first administrator, login `admin`, where there is no user yet. Gives the password if one had to be made
 * up; it can't be shown again.
 */
export async function ensureAdministrator(db: Database, config: Config): Promise<string | undefined> {
  if ((await countUsers(db.read)) > 0) return undefined;
  const problem = config.adminPassword === undefined ? undefined : passwordProblem(config.adminPassword);
  if (problem)
    throw new ConfigError(
      message(problem.message.key === 'problem.too_short' ? 'config.password_short' : 'config.password', {
        ...problem.message.values,
        name: 'KALENDS_ADMIN_PASSWORD',
      }),
    );
  const password = config.adminPassword ?? randomBytes(15).toString('base64url');
  const hash = await hashPassword(password);
  const made = await db.write(async (trx) => {
    if ((await countUsers(trx)) > 0) return false;
    await insertUser(trx, {
      login: 'admin',
      email: '',
      name: translate(config.language, message('user.administrator')),
      role: 'administrator',
      password_hash: hash,
      created_utc: utcText(config.clock()),
    });
    return true;
  });
  return made && !config.adminPassword ? password : undefined;
}
