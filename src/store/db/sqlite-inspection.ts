import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
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
import { unchangedFile } from './sqlite-file.ts';

/** Findings about a calendar's file. */
export interface SqliteState extends CalendarState {
  readonly version: string;
  /** Faults that SQLite itself finds; empty: none. */
  readonly faults: readonly string[];
  /** Bytes of the database's file, and of the log beside it. */
  readonly bytes: number;
  readonly logBytes: number;
}

const HEADER = 'SQLite format 3\0';
const WAIT_MS = 2_000;

/** Whether a file begins as those of SQLite do; an empty one is a database that nothing was written into yet. */
export function isSqliteFile(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(HEADER.length);
    const length = readSync(descriptor, start, 0, start.length, 0);
    return length === 0 || start.toString('latin1') === HEADER;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Looks into a calendar's file and changes nothing, neither in it nor beside it, so that a look by another user leaves no file
 * that the service couldn't write.
 * @throws Error of the driver where it can't be opened or read
 */
export function inspectSqlite(file: string): SqliteState {
  const database = new DatabaseSync(unchangedFile(file), { readOnly: true, timeout: WAIT_MS });
  try {
    const column = (statement: string, name: string, ...values: string[]) =>
      database
        .prepare(statement)
        .all(...values)
        .map((row) => String(row[name]));
    const tables = new Set(column(`select name from sqlite_master where type = 'table'`, 'name'));
    const isCalendar = ASKED_TABLES.every((name) => tables.has(name));
    const count = (statement: string) => Number(column(statement, 'n')[0] ?? 0);
    return {
      version: column('select sqlite_version() as v', 'v')[0] ?? '',
      faults: column('pragma quick_check(5)', 'quick_check').filter((fault) => fault !== 'ok'),
      bytes: statSync(file).size,
      logBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      applied: tables.has('migrations') ? column('select name from migrations', 'name') : undefined,
      users: isCalendar ? count('select count(*) as n from users') : 0,
      administrators: isCalendar ? count(`select count(*) as n from users where role = 'administrator'`) : 0,
      isMoving: isCalendar && count(`select count(*) as n from settings where name = 'move'`) > 0,
      olderPictures: isCalendar ? Number(column(OLDER_PICTURES_STATEMENT, 'name')[0]) : 0,
      mails: readMails(tables.has(MAILS_TABLE) ? column(MAILS_STATEMENT, 'name') : []),
      apps: readApps(tables.has(APPS_TABLE) ? column(APPS_STATEMENT, 'name') : []),
      mapTiles: readMapTiles(isCalendar ? column(TILES_STATEMENT, 'name') : []),
      mailServer: readSetting(isCalendar ? column(MAIL_SERVER_STATEMENT, 'name') : []),
    };
  } finally {
    database.close();
  }
}
