import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAbandoned, processTag, TAG } from '#foundation/files/process-tag.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { digestOf } from './archive.ts';

/** Reasons for which backups are made. Each has file names of its own, and cleaning up removes only its own. */
export const backupKinds = ['manual', 'scheduled', 'migration'] as const;
/** The reason for which a backup was made. */
export type BackupKind = (typeof backupKinds)[number];

const endings: Readonly<Record<BackupKind, string>> = {
  manual: '',
  scheduled: '-scheduled',
  migration: '-before-migration',
};

const PART = new RegExp(`^\\.kalends-${TAG}-[0-9a-f-]+\\.part$`);
const ID = 8;

/** A backup in a folder, as its name describes it. */
export interface BackupFile {
  readonly file: string;
  readonly kind: BackupKind;
  /** When it was made, by the clock of the machine that made it; Unix milliseconds. */
  readonly madeMs: number;
  /** Its number among those made in the same second, from 1. */
  readonly number: number;
}

/** Returns the part of file names that identifies a series. */
const seriesPrefix = (series: string) =>
  series
    .replaceAll(/[^0-9a-z]/gi, '')
    .slice(0, ID)
    .toLowerCase();

/** Returns a backup's file name: series, instant in UTC, kind. Names of a series and kind sort by date. */
export function backupName(series: string, made: Temporal.Instant, kind: BackupKind): string {
  const at = made.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
  return `kalends-${seriesPrefix(series)}-${at}${endings[kind]}.tar`;
}

/** Returns the backups of some series in a folder, newest first; none if the folder is missing. */
export async function listBackups(folder: string, series: readonly string[]): Promise<BackupFile[]> {
  const pattern = new RegExp(
    `^kalends-(?:${series.map(seriesPrefix).join('|')})-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z(-[a-z-]+)?(?:-(\\d+))?\\.tar$`,
  );
  const found: BackupFile[] = [];
  for (const name of await namesIn(folder)) {
    const [, year, month, day, hour, minute, second, ending = '', number = '1'] = pattern.exec(name) ?? [];
    const kind = backupKinds.find((one) => endings[one] === ending);
    if (year === undefined || kind === undefined) continue;
    const made = instantIn(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (made !== undefined)
      found.push({ file: path.join(folder, name), kind, madeMs: made, number: Number(number) });
  }
  return found.sort(newestFirst);
}

const newestFirst = (one: BackupFile, other: BackupFile) =>
  other.madeMs - one.madeMs || other.number - one.number;

function instantIn(text: string): number | undefined {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** A kind of backup, and the number of them to keep. */
export interface Retention {
  readonly kind: BackupKind;
  readonly keep: number;
}

const listOfKind = async (
  folder: string,
  series: readonly string[],
  kind: BackupKind,
): Promise<BackupFile[]> => (await listBackups(folder, series)).filter((one) => one.kind === kind);

/**
 * Sorts backups in the order in which they are kept: newest first. Those dated in the future come from a wrong clock
 * and count as the oldest, so that no later backup is removed in their favour.
 */
function inOrder(backups: readonly BackupFile[]): BackupFile[] {
  const nowMs = Temporal.Now.instant().epochMilliseconds;
  const isMisdated = ({ madeMs }: BackupFile) => Number(madeMs > nowMs);
  return backups.toSorted((a, b) => isMisdated(a) - isMisdated(b) || newestFirst(a, b));
}

/** Removes the oldest backups beyond `keep`, and returns the removed files. */
export async function pruneBackups(
  folder: string,
  series: readonly string[],
  { kind, keep }: Retention,
): Promise<string[]> {
  const old = inOrder(await listOfKind(folder, series, kind))
    .slice(keep)
    .map(({ file }) => file);
  for (const file of old) await rm(file, { force: true });
  return old;
}

/**
 * Returns the newest backups of a folder that a second one lacks, newest first: copies that failed when the backups
 * were made. Backups that the second folder would not keep are left out.
 */
export async function listUncopied(
  folder: string,
  second: string,
  series: readonly string[],
  { kind, keep }: Retention,
): Promise<string[]> {
  const copied = await listOfKind(second, series, kind);
  const names = new Set(copied.map(({ file }) => path.basename(file)));
  const uncopied = (await listOfKind(folder, series, kind)).filter(
    ({ file }) => !names.has(path.basename(file)),
  );
  return inOrder([...copied, ...uncopied])
    .slice(0, keep)
    .filter((one) => uncopied.includes(one))
    .map(({ file }) => file);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns whether a path means a folder: it is one, or ends with a slash. */
export async function isFolder(place: string): Promise<boolean> {
  if (/[/\\]$/.test(place)) return true;
  return (await stat(place).catch(() => undefined))?.isDirectory() ?? false;
}

/** Creates the backup folder for its owner alone, and removes what interrupted backups left in it. */
export async function prepareFolder(folder: string): Promise<void> {
  // With `recursive`, where a disk can only be read, Node says that a folder isn't there.
  const recursive = !existsSync(path.dirname(path.resolve(folder)));
  if (!existsSync(folder)) await mkdir(folder, { recursive, mode: 0o700 });
  for (const name of await namesIn(folder)) {
    const [, machine = '', pid] = PART.exec(name) ?? [];
    if (pid === undefined) continue;
    const part = path.join(folder, name);
    const found = await stat(part).catch(() => undefined);
    if (found && isAbandoned({ machine, pid: Number(pid) }, found.mtimeMs)) await rm(part, { force: true });
  }
}

/** Returns the name under which a file is written in a folder before it is complete. */
export const temporaryFile = (folder: string): string =>
  path.join(folder, `.kalends-${processTag()}-${crypto.randomUUID()}.part`);

/** Refuses to overwrite a file. @throws UserFacingError if it exists */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new UserFacingError(message('backup.exists', { file }));
}

/** Renames a complete file to its final name durably. @throws UserFacingError if that name is taken */
export async function publishFile(part: string, file: string): Promise<void> {
  refuseExisting(file);
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

/** Copies a backup to another folder and verifies the copy's digest. Returns the copy's path. */
export async function copyTo(file: string, folder: string, sha256: string): Promise<string> {
  await prepareFolder(folder);
  const target = path.join(folder, path.basename(file));
  const part = temporaryFile(folder);
  try {
    await copyFile(file, part);
    const handle = await open(part, 'r+');
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if ((await digestOf(part)) !== sha256)
      throw new UserFacingError(message('backup.copy_differs', { file: target }));
    await publishFile(part, target);
    return target;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Syncs a folder, so that its names survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
