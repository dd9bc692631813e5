import { accessSync, closeSync, constants, mkdirSync, openSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isBusy } from './sqlite-driver.ts';
import { isSameVersion, type Version, versionOf } from './version.ts';

/** File and folder that opening a database has made where nothing was. */
export interface MadeFile {
  readonly file: string;
  /** The outermost folder that was made for it. */
  readonly folder: string | undefined;
}

/** Makes an empty file for a database, for its owner alone, with the folders that lead to it; undefined: it was there. */
export function makeFile(file: string): MadeFile | undefined {
  const folder = makeFolders(path.dirname(file));
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return { file, folder };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined;
    removeFolders(path.dirname(file), folder);
    throw error;
  }
}

/**
 * Takes a lock that no other process has, by a file that is made for it; it ends with the process at the latest. Gives what
 * releases it; undefined: another process has it.
 */
export function lockFile(file: string): (() => void) | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return () => database.close();
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/**
 * Makes a folder and those above it, for their owner alone. Gives the outermost that was made. Not all at once, as Node
 * would: where a system refuses by saying that something isn't there (/proc), it tries for ever.
 */
function makeFolders(folder: string): string | undefined {
  if (statSync(folder, { throwIfNoEntry: false })) return undefined;
  const above = path.dirname(folder);
  const outermost = above === folder ? undefined : makeFolders(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Somebody else was quicker, or a link leads nowhere, which the file's making tells.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return outermost;
    removeFolders(above, outermost);
    throw error;
  }
  return outermost ?? folder;
}

/** Returns the address by which SQLite opens a file and never makes one. */
export function existingFile(file: string): URL {
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'rw');
  return address;
}

/**
 * Returns the address by which SQLite reads a file and changes nothing, neither in it nor beside it: where no log is there, none
 * is made.
 * @param isAlone whether nobody else has it open, so that an empty log is none
 */
export function unchangedFile(file: string, isAlone = false): URL {
  const address = pathToFileURL(file);
  address.searchParams.set('mode', 'ro');
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log || (isAlone && log.size === 0)) address.searchParams.set('immutable', '1');
  return address;
}

/** Whether SQLite may write a file, and make the files that it keeps beside it while it is open. */
export function isWritable(file: string): boolean {
  try {
    for (const place of [file, path.dirname(file)]) accessSync(place, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Removes a database that `makeFile` has made, and the folders made for it, where nobody has it open: one without
 * tables, or a calendar that is as it was at `version`. Leaves any other as it is, as nobody's mistake costs a calendar.
 */
export function removeMade({ file, folder }: MadeFile, version?: Version): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(existingFile(file), { timeout: 0 });
    // In WAL mode too, this way the first read fails where any other connection is open.
    database.exec('pragma locking_mode = exclusive');
    const { n } = database.prepare('select count(*) as n from sqlite_master').get() ?? {};
    if (n !== 0) {
      const row = database.prepare('select version, token from calendar').get();
      const known = row && versionOf({ version: row['version'], token: row['token'] });
      if (!isSameVersion(known, version)) return;
    }
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
  } catch {
    return;
  } finally {
    database?.close();
  }
  removeFolders(path.dirname(file), folder);
}

/** Removes empty folders from one up to another that was made last. */
function removeFolders(from: string, outermost: string | undefined): void {
  if (outermost === undefined) return;
  try {
    for (let folder = from; folder.length >= outermost.length; folder = path.dirname(folder))
      rmdirSync(folder);
  } catch {
    // Something else is in it by now.
  }
}
