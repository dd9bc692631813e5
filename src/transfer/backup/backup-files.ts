import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isAbandoned, processTag, TAG } from '#foundation/files/process-tag.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import { digestOf } from './archive.ts';

/** What had a backup made; each has names of its own, and only its own are ever removed. */
export const backupKinds = ['manual', 'scheduled', 'migration'] as const;
export type BackupKind = (typeof backupKinds)[number];

const endings: Readonly<Record<BackupKind, string>> = {
  manual: '',
  scheduled: '-scheduled',
  migration: '-before-migration',
};

const PART = new RegExp(`^\\.kalends-${TAG}-[0-9a-f-]+\\.part$`);
const ID = 8;

/** A backup in a folder, as far as its name tells. */
export interface BackupFile {
  readonly file: string;
  readonly kind: BackupKind;
  /** When it was made, by the clock of the machine that did. */
  readonly madeMs: number;
  /** Which it is of those made in that second, from 1 on. */
  readonly number: number;
}

/** The beginning of the names of all backups of a series. */
const seriesPrefix = (series: string) =>
  series
    .replaceAll(/[^0-9a-z]/gi, '')
    .slice(0, ID)
    .toLowerCase();

/** The name of a backup: series, instant in UTC, kind. Names of one series and kind are in the order of their dates. */
export function backupName(series: string, made: Temporal.Instant, kind: BackupKind): string {
  const at = made.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '');
  return `kalends-${seriesPrefix(series)}-${at}${endings[kind]}.tar`;
}

/** Returns the backups of some series in a folder, the newest first; a folder that isn't there has none. */
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

/** Backups of a kind, and how many of them are kept. */
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
 * Backups in the order in which they are kept: the newest first. Those of later than now were dated by a clock that was wrong:
 * they count as the oldest, so that none made since has to go for them.
 */
function inOrder(backups: readonly BackupFile[]): BackupFile[] {
  const nowMs = Temporal.Now.instant().epochMilliseconds;
  const isMisdated = ({ madeMs }: BackupFile) => Number(madeMs > nowMs);
  return backups.toSorted((a, b) => isMisdated(a) - isMisdated(b) || newestFirst(a, b));
}

/** Removes the oldest backups beyond so many. Gives what it removed. */
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
 * Returns the newest backups of a folder that a second one lacks, the newest first: copies that could not be made when the
 * backups were. What the second would not keep for long isn't among them.
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

/** Whether a place is meant as a folder: it is one, or ends with a slash. */
export async function isFolder(place: string): Promise<boolean> {
  if (/[/\\]$/.test(place)) return true;
  return (await stat(place).catch(() => undefined))?.isDirectory() ?? false;
}

/** Makes the folder of backups where it's missing, for its owner alone, and removes what interrupted ones left in it. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await namesIn(folder)) {
    const [, machine = '', pid] = PART.exec(name) ?? [];
    if (pid === undefined) continue;
    const part = path.join(folder, name);
    const found = await stat(part).catch(() => undefined);
    if (found && isAbandoned({ machine, pid: Number(pid) }, found.mtimeMs)) await rm(part, { force: true });
  }
}

/** The name under which something is written in a folder before it's whole. */
export const temporaryFile = (folder: string): string =>
  path.join(folder, `.kalends-${processTag()}-${crypto.randomUUID()}.part`);

/** @throws ToldError where something has that name already */
export function refuseExisting(file: string): void {
  if (existsSync(file)) throw new ToldError(message('backup.exists', { file }));
}

/** Gives a whole file its name, for good. @throws ToldError where that is taken */
export async function publishFile(part: string, file: string): Promise<void> {
  refuseExisting(file);
  await rename(part, file);
  await syncFolder(path.dirname(file));
}

/** Copies a backup into another folder, and makes sure that the copy is the same. Gives the copy. */
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
      throw new ToldError(message('backup.copy_differs', { file: target }));
    await publishFile(part, target);
    return target;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Has the names in a folder survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
