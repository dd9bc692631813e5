import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Config, databaseFile, databaseOrigin } from '#config.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { codeOf, reasonOf } from '#foundation/i18n/system.ts';
import { nameOf } from '../../settings.ts';

/**
 * Returns why SQLite cannot use its file, judging by the error and the path; undefined if neither tells.
 * @param error error of the driver or system; undefined if another process has locked the file
 */
export function sqliteProblem(error: unknown, config: Config): Message | undefined {
  const file = databaseFile(config);
  const folder = path.dirname(file);
  const name = databaseOrigin(config);
  const user = userName();
  const code = codeOf(error);
  if (error === undefined) return message('start.locked', { name, file });
  const blocking = findBlockingFile(folder);
  if (blocking !== undefined) return message('start.no_folder', { name, folder: blocking });
  const found = statIfVisible(file);
  if (found?.isDirectory()) return message('start.is_folder', { name, file });
  if (code === 'SQLITE_NOTADB' || (found && !found.isFile()))
    return message('start.no_database', { name, file });
  if (code === 'SQLITE_CORRUPT') return message('start.damaged', { name, file });
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code)) return message('start.disk_full', { name, folder });
  if (
    !/^(SQLITE_(READONLY|CANTOPEN|IOERR)|EACCES|EPERM|EROFS|EIO|ENOENT|EEXIST|ELOOP|ENAMETOOLONG)$/.test(code)
  )
    return undefined;
  for (const ending of ['', '-wal', '-shm']) {
    const refusal =
      statIfVisible(file + ending) && accessError(file + ending, constants.R_OK | constants.W_OK);
    if (refusal !== undefined)
      return message('start.file_refused', { name, file: file + ending, reason: reasonOf(refusal), user });
  }
  const nearest = nearestFolder(folder);
  const refusal = accessError(nearest, constants.W_OK | constants.X_OK);
  if (refusal !== undefined)
    return message('start.folder_refused', { name, folder: nearest, reason: reasonOf(refusal), user });
  return message('start.folder_refused', { name, folder, reason: reasonOf(error), user });
}

/** Returns why the media folder cannot be used, which would otherwise show at the first upload; undefined if it can. */
export function mediaProblem(config: Config): Message | undefined {
  const folder = findBlockingFile(path.join(config.data, 'media'));
  return folder === undefined
    ? undefined
    : message('start.no_folder', { name: nameOf(config, 'KALENDS_DATA'), folder });
}

/** Returns the status of a path; undefined if it does not exist or is not accessible. */
function statIfVisible(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the first part of a path that exists and is not a folder. */
function findBlockingFile(folder: string): string | undefined {
  const found = statIfVisible(folder);
  if (found) return found.isDirectory() ? undefined : folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : findBlockingFile(above);
}

/** Returns the folder, or the nearest parent that exists. */
function nearestFolder(folder: string): string {
  const above = path.dirname(folder);
  return statIfVisible(folder) || above === folder ? folder : nearestFolder(above);
}

function accessError(place: string, mode: number): unknown {
  try {
    accessSync(place, mode);
    return undefined;
  } catch (error) {
    return error;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user ID without a name, as in containers.
    return String(process.getuid?.() ?? '?');
  }
}
