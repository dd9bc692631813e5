import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { type Config, databaseFile } from '#config.ts';
import { isPostgres } from '#foundation/network/database-address.ts';

/** The file of settings that a data folder may hold. */
export const SETTINGS_FILE = 'kalends.env';
/** The file with the key of sealed secrets in a data folder, unless a setting names another. */
export const KEY_FILE = 'kalends.key';
/** Bits of a mode that let others in than the owner. */
const OTHERS = 0o077;
const OURS =
  /^(media|backups|\.restore|kalends\.env(\.restored)?|kalends\.key(\.restored)?|kalends\.db(-wal|-shm|-journal)?|[\w-][\w.-]*\.pmtiles)$/;

/** Sets the process's umask, so that only its owner can read the files it creates from now on. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/**
 * Takes from others what an older version left open to them: the database's files, the folder of pictures, and the data
 * folder where it holds nothing but these, or nothing yet. What isn't ours is left as it is.
 * @returns a data folder that others can look into, because it isn't ours alone; undefined: there is none
 */
export function narrowData(config: Config): string | undefined {
  const { databaseUrl, data } = config;
  if (!(databaseUrl && isPostgres(databaseUrl)))
    for (const ending of ['', '-wal', '-shm', '-journal']) narrowFile(databaseFile(config) + ending);
  narrow(path.join(data, 'media'));
  const folder = lookAt(data);
  if (!folder?.isDirectory() || (folder.mode & OTHERS) === 0) return undefined;
  return holdsOursAlone(data) && narrow(data) ? undefined : data;
}

function holdsOursAlone(folder: string): boolean {
  try {
    const names = readdirSync(folder);
    return names.every((name) => OURS.test(name));
  } catch {
    return false;
  }
}

const lookAt = (place: string): Stats | undefined => statSync(place, { throwIfNoEntry: false });

function narrowFile(place: string): void {
  if (lookAt(place)?.isFile()) narrow(place);
}

/** Whether a file or folder is its owner's alone now. Only what belongs to the user of this process is touched. */
function narrow(place: string): boolean {
  try {
    const found = lookAt(place);
    if (!found || process.getuid === undefined) return false;
    if ((found.mode & OTHERS) === 0) return true;
    if (found.uid !== process.getuid()) return false;
    chmodSync(place, found.mode & 0o7700);
    return true;
  } catch {
    return false;
  }
}
