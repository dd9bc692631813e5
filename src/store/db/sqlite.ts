import { DatabaseSync } from 'node:sqlite';
import { isUnavailable } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Writing } from './engine.ts';
import { GroupCommit } from './group-commit.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { isFull, openKysely } from './sqlite-driver.ts';
import { existingFile, isWritable, makeFile, removeMade, unchangedFile } from './sqlite-file.ts';
import { FileGuard, FileVersionWatch } from './sqlite-watch.ts';
import { DatabaseStats } from './stats.ts';

const WAIT_MS = 10_000;

/** @throws UserFacingError where the file is another program's database, before anything in it is changed */
function refuseForeign(database: DatabaseSync, file: string): void {
  const tables = database
    .prepare(
      "select 1 from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~' limit 1",
    )
    .all();
  if (tables.length === 0) return;
  // A table of that name is common.
  const ours = "select 1 from pragma_table_info('migrations') where name = 'applied_utc'";
  if (database.prepare(ours).get() === undefined)
    throw new UserFacingError(message('database.foreign', { database: file }));
}

/** Options for opening a file of SQLite. */
export interface SqliteOptions {
  /** Makes one where none is; else that is an error, as when a worker comes later. */
  readonly create?: boolean | undefined;
  /** Whether a file that can't be written is opened all the same, to be read. */
  readonly mayBeReadOnly?: boolean | undefined;
  /** Which file it must be (`fileIdentity`). */
  readonly identity?: string | undefined;
}

/** The log gives its room back to the disk but for so many bytes, once all of it is written back. */
const LOG_BYTES = 16 * 1024 * 1024;

/**
 * The calendar in one SQLite file, made when missing; one that still has no tables when it is closed is removed. One writing connection and one for reading; other processes
 * may have the file open: reads go on beside their writes, a write waits for theirs, `waitMs` at most. A commit is
 * on the disk when `write` returns (`synchronous=FULL`).
 * @throws KalendsError where `isUnavailable`, from reads and writes that a lock or the disk keeps from being done, and while
 * the file that was opened isn't at its path
 */
export function openSqlite(
  file: string,
  waitMs: number = WAIT_MS,
  { create = true, mayBeReadOnly = false, identity }: SqliteOptions = {},
): Database {
  let isReadOnly = mayBeReadOnly && !isWritable(file);
  let isAlone = false;
  const made = create && !isReadOnly ? makeFile(file) : undefined;
  const guard = new FileGuard(file, identity);
  const existing = existingFile(file);
  const open = (readOnly: boolean) => () => {
    try {
      return openOnce(readOnly);
    } catch (error) {
      // On a full disk the first to open it can't make what connections share, and nobody else can have it open.
      if (!mayBeReadOnly || isReadOnly || !isFull(error)) throw error;
      isReadOnly = true;
      isAlone = true;
      return openOnce(readOnly);
    }
  };
  const openOnce = (readOnly: boolean) => {
    guard.checkNow();
    const database = isReadOnly
      ? new DatabaseSync(unchangedFile(file, isAlone), { readOnly: true, timeout: 0 })
      : new DatabaseSync(existing, { timeout: 0 });
    try {
      if (!guard.isOpened) refuseForeign(database, file);
      if (!isReadOnly) database.exec('pragma journal_mode = wal');
      guard.opened();
      if (!isReadOnly) {
        database.exec(`pragma journal_size_limit = ${LOG_BYTES}`);
        database.exec('pragma synchronous = full');
      }
      database.exec('pragma foreign_keys = on');
      // KiB. Lists and searches read much; a write needs few pages at once, but would come to keep all that it ever
      // touched. Imports have more (`expectMany`).
      database.exec(readOnly ? 'pragma cache_size = -32768' : 'pragma cache_size = -8192');
      database.exec('pragma temp_store = memory');
      if (readOnly) database.exec('pragma query_only = on');
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  const stats = new DatabaseStats();
  const read = openKysely(open(true), waitMs, { guard, stats });
  const writer = openKysely(open(false), waitMs, { guard, stats });
  const watch = new FileVersionWatch(open(true), guard, () =>
    read.selectFrom('calendar').select(['version', 'token']).executeTakeFirst(),
  );
  const alone = async <T>(work: (trx: Writing) => Promise<T>): Promise<T> => {
    try {
      return await writer.transaction().execute(work);
    } finally {
      watch.invalidate();
    }
  };
  const close = async () => {
    watch.close();
    await read.destroy();
    await writer.destroy();
    if (made) removeMade(made);
  };
  const commits = new GroupCommit<Writing>(alone, {
    // A smaller write may have room where a larger one has none.
    isHopeless: (error) => isUnavailable(error) && error.code !== 'rest_storage_full',
    patienceMs: waitMs,
  });
  return {
    read,
    dialect: sqliteDialect,
    stats,
    write: (work) => stats.measure((measured) => commits.write(measured), work),
    writeOnce: (work) => stats.measure((measured) => commits.writeAlone(measured), work),
    alone,
    complete: async () => undefined,
    known: watch.known,
    version: watch.version,
    close,
    async discard(version) {
      await close();
      if (made) removeMade(made, version);
    },
  };
}
