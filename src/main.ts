import cluster from 'node:cluster';
import { existsSync, statSync } from 'node:fs';
import { countUsers } from '#api/access/store.ts';
import { renewZoneTimes, zoneDataVersion } from '#calendar/events/zone-data.ts';
import { changeSiteLanguage, findSiteLanguage } from '#calendar/site-language/change.ts';
import { renewSearchTexts } from '#calendar/site-language/search-texts.ts';
import { type Language, type Message, message, translate } from '#foundation/i18n/catalogue.ts';
import { codeOf } from '#foundation/i18n/system.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import { prepareAdministrator, type ShowPassword } from '#operations/start/administrator.ts';
import { explainDatabaseErrors } from '#operations/start/database-errors.ts';
import { StartError } from '#operations/start/error.ts';
import { mediaProblem, sqliteProblem } from '#operations/start/sqlite-problem.ts';
import { narrowData } from '#store/data-folder.ts';
import type { Database } from '#store/db/engine.ts';
import {
  formOf,
  hasCalendar,
  migrate,
  refuseNewer,
  type SchemaForm,
  serverVersion,
} from '#store/db/migrate.ts';
import type { ReachabilityObserver } from '#store/db/reachability.ts';
import { applySiteZone, findSiteZone } from '#store/db/site-zone.ts';
import { fileIdentity } from '#store/db/sqlite-watch.ts';
import type { Version } from '#store/db/version.ts';
import { backUpBeforeMigration } from '#transfer/backup/before-migration.ts';
import { refuseUnfinishedRestore } from '#transfer/backup/staging.ts';
import { calendarName } from '#transfer/exporters/store.ts';
import { refuseUnfinishedMove } from '#transfer/move/checkpoint.ts';
import { type Config, configIn, databaseFile, databaseName, databaseOrigin } from './config.ts';
import type { Log } from './context.ts';
import { constructServices, type RunningServices } from './services.ts';

/**
 * The engine that the settings name; what only the other needs is not even read.
 * @param use with `read` a file that can't be written is opened, too
 */
export async function openDatabase(
  config: Config,
  { reached, use }: { reached?: ReachabilityObserver; use?: Use } = {},
): Promise<Database> {
  const { databaseUrl } = config;
  if (databaseUrl && isPostgres(databaseUrl))
    return (await import('#store/db/postgres.ts')).openPostgres(databaseUrl, {
      listenUrl: config.listenUrl,
      replicaUrl: config.replicaUrl,
      connections: config.databaseConnections,
      reached,
    });
  const { openSqlite } = await import('#store/db/sqlite.ts');
  // A worker that comes later finds the file that was opened at the start, or none: it makes no calendar of its own.
  if (cluster.isWorker)
    return openSqlite(databaseFile(config), undefined, { create: false, identity: process.env[OPENED] });
  return openSqlite(databaseFile(config), undefined, { mayBeReadOnly: use === 'read' });
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

/**
 * Purpose of opening a calendar. `make`: one is made where none is. `change`: it must exist. `read`: it must exist in
 * the present form, and opening it writes nothing.
 */
export type Use = 'make' | 'change' | 'read';

/** Options for opening a calendar. */
export interface Opening {
  readonly use?: Use;
  /** Gives a calendar without users its first administrator, and tells the password if one had to be made up. */
  readonly tell?: ShowPassword;
}

/** A calendar that was opened. */
export interface Opened {
  readonly services: RunningServices;
  /** Closes it; one that was made by opening it goes, as far as that can be told to be safe. */
  discard(): Promise<void>;
}

/** Opens what the settings name and brings it to the present form. Whoever opens closes them. */
export async function openServices(
  config: Config,
  teller: Teller,
  opening: Opening = {},
): Promise<RunningServices> {
  return (await openCalendar(config, teller, opening)).services;
}

/**
 * Opens the calendar as `openServices` does, for callers that may have to discard it again.
 * @throws StartError or another UserFacingError that names the setting, its value and the remedy
 */
export async function openCalendar(
  config: Config,
  teller: Teller,
  { use = 'make', tell }: Opening = {},
): Promise<Opened> {
  const log = isLog(teller) ? teller : quietLog(teller);
  return explainDatabaseErrors(config, async () => {
    const isFile = !(config.databaseUrl && isPostgres(config.databaseUrl));
    // Opening makes a file of SQLite.
    if (isFile) await refuseUnfinishedRestore(config.data, async () => existsSync(databaseFile(config)));
    if (use !== 'make' && isFile && !existsSync(databaseFile(config))) throw noCalendar(config);
    const misplaced = use === 'read' ? undefined : mediaProblem(config);
    if (misplaced) throw new StartError(misplaced);
    const open = narrowData(config);
    if (open !== undefined)
      log.warn(
        { folder: open },
        'The data folder can be entered by others: it is for its owner alone (0700).',
      );
    const db = await openDatabase(config, { reached: tellReached(log), use });
    let madeAt: Version | undefined;
    const discard = async () => {
      await (madeAt && db.discard ? db.discard(madeAt) : db.close());
    };
    try {
      if (!isFile) await refuseUnfinishedRestore(config.data, () => hasCalendar(db));
      const isMade = await prepare(db, config, use, { log, tell });
      if (isMade) madeAt = await db.version();
      const settled =
        use === 'read' ? await findSettled(db, config) : await completeCalendar(db, config, log);
      if (use !== 'read') {
        const warning = await db.complete();
        if (warning) log.warn({}, translate('en', warning));
      }
      if (isMade) madeAt = await db.version();
      if (cluster.isPrimary && config.workers > 1 && db.dialect.name === 'sqlite')
        process.env[OPENED] = fileIdentity(databaseFile(config));
      const services = constructServices(configIn(config, settled.language, settled.timezone), db, log);
      // Commands don't follow the change log: on PostgreSQL that holds a connection.
      const site = await services.settings.read(db, { isWriting: true });
      return { services: { ...services, site, config: site.config }, discard };
    } catch (error) {
      await discard().catch(() => {});
      throw error;
    }
  });
}

/** Returns that there is no calendar where the settings say; or that this user may not look there. */
export function noCalendar(config: Config): StartError {
  const refusal = config.databaseUrl && isPostgres(config.databaseUrl) ? undefined : refusalAt(config);
  const values = { database: databaseName(config), name: databaseOrigin(config) };
  return new StartError(refusal ?? message('start.no_calendar', values));
}

/** Returns the message about what keeps this user from seeing SQLite's file; undefined: nothing does. */
function refusalAt(config: Config): Message | undefined {
  try {
    statSync(databaseFile(config));
    return undefined;
  } catch (error) {
    return /^(EACCES|EPERM)$/.test(codeOf(error)) ? sqliteProblem(error, config) : undefined;
  }
}

/** The oldest PostgreSQL that is tested. */
const LEAST_POSTGRES = 15;

const oldServer = (config: Config, version: string) =>
  new StartError(
    message('start.pg_old', {
      name: databaseOrigin(config),
      address: databaseName(config),
      version,
      least: String(LEAST_POSTGRES),
    }),
  );

/**
 * Looks at what a database holds. @throws StartError where no calendar of this version can be in it
 */
async function examine(db: Database, config: Config): Promise<SchemaForm> {
  const version = await serverVersion(db);
  if (version !== undefined && Number.parseInt(version, 10) < LEAST_POSTGRES)
    throw oldServer(config, version);
  const form = await formOf(db);
  if (form.state === 'foreign')
    throw new StartError(message('database.foreign', { database: databaseName(config) }));
  refuseNewer(form);
  return form;
}

/** Opens the database for `migrate` and the like, whether there is a calendar in it or not. @throws StartError */
export async function openToMigrate(
  config: Config,
  use: Use = 'make',
): Promise<{ db: Database; form: SchemaForm }> {
  return explainDatabaseErrors(config, async () => {
    const db = await openDatabase(config, { use });
    try {
      return { db, form: await examine(db, config) };
    } catch (error) {
      await db.close();
      throw error;
    }
  });
}

/** Brings what was opened to the present form, where that is wanted. Tells whether a calendar was made. */
async function prepare(
  db: Database,
  config: Config,
  use: Use,
  { log, tell }: { log: Log; tell: ShowPassword | undefined },
): Promise<boolean> {
  const form = await examine(db, config);
  if (form.state === 'empty' && use !== 'make') throw noCalendar(config);
  if (form.state === 'older' && use === 'read')
    throw new StartError(message('database.older', { database: databaseName(config) }));
  let isMade = false;
  if (use !== 'read') {
    // Whose password can't be is found out before anything is made.
    const add = form.state === 'empty' && tell ? await prepareAdministrator(config, tell) : undefined;
    if (form.state === 'older') await backUpBeforeMigration(db, config, log);
    const steps = await migrate(db, async () => {
      isMade = true;
    });
    if (steps.length > 0) log.info({ steps }, 'The database was brought to the present form.');
    await refuseUnfinishedMove(db);
    // By itself, so that hardly anything is left to fail once its password is told.
    if (add) await db.write(add);
    else if (use === 'make' && tell) await ensureAdministrator(db, config, tell);
  } else await refuseUnfinishedMove(db);
  return isMade;
}

/** The site's language and zone. */
interface Settled {
  readonly language: Language;
  readonly timezone: string;
}

/** Returns those that a calendar has, in which it shows itself to whoever only reads. */
async function findSettled(db: Database, config: Config): Promise<Settled> {
  return {
    language: (await findSiteLanguage(db.read)) ?? config.language,
    timezone: (await findSiteZone(db.read)) ?? config.timezone,
  };
}

/**
 * Does what follows the migrations: the site's language and zone as the settings have them, the search texts, and times
 * that other zone data have moved.
 */
export async function completeCalendar(
  db: Database,
  config: Config,
  log?: Pick<Log, 'info'>,
): Promise<Settled> {
  const settled = {
    language: await changeSiteLanguage(db, config),
    timezone: await applySiteZone(db, config),
  };
  await renewSearchTexts(db);
  // Its exports have one name, also once it can only be read.
  await calendarName(db);
  const moved = await renewZoneTimes(db, config.clock());
  if (moved > 0)
    log?.info({ moved, zone_data: zoneDataVersion() }, 'Times to come follow the zone data of this version.');
  return settled;
}

/**
 * Makes the first administrator, login `admin`, where there is no user yet. Gives the password if one had to be made
 * up; it can't be shown again.
 */
export async function ensureAdministrator(
  db: Database,
  config: Config,
  tell: ShowPassword = () => {},
): Promise<string | undefined> {
  if ((await countUsers(db.read)) > 0) return undefined;
  let told: string | undefined;
  const add = await prepareAdministrator(config, (password, code) => {
    told = password;
    tell(password, code);
  });
  await db.write(add);
  return told;
}
