import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { type Config, databaseFile, databaseOrigin, nameOf } from '#config.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { codeOf, reasonOf } from '#foundation/i18n/system.ts';

/**
 * Returns what keeps SQLite from its file, by the error and by what is at the path; undefined where neither tells.
 * @param error the driver's or the system's; undefined: another process has the file locked
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

/** Returns what keeps the folder of pictures from being one, in which a service would find out at the first upload; undefined: nothing. */
export function mediaProblem(config: Config): Message | undefined {
  const folder = findBlockingFile(path.join(config.data, 'media'));
  return folder === undefined
    ? undefined
    : message('start.no_folder', { name: nameOf(config, 'KALENDS_DATA'), folder });
}

/** What is at a path, if that can be seen. */
function statIfVisible(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The first part of a path that is there and no folder. */
function findBlockingFile(folder: string): string | undefined {
  const found = statIfVisible(folder);
  if (found) return found.isDirectory() ? undefined : folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : findBlockingFile(above);
}

/** A folder, or the one nearest above it that is there. */
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
    // A number without a name, as in containers.
    return String(process.getuid?.() ?? '?');
  }
}
