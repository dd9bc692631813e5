import { existsSync } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { KEY_FILE, SETTINGS_FILE } from '#store/data-folder.ts';
import type { Database } from '#store/db/engine.ts';
import { openSqlite } from '#store/db/sqlite.ts';
import { listTableNames } from '#store/db/table-names.ts';
import type { Archive } from './archive.ts';
import { syncFolder } from './backup-files.ts';
import { clearStaged, lockFolders } from './folder-lock.ts';
import { loadRows, optimizeDatabase } from './load.ts';
import type { Manifest } from './manifest.ts';
import { picturePathOf, settingsFileOf } from './read-manifest.ts';
import { STAGED } from './staging.ts';

/** Files synced at a time, so that waiting for the disk overlaps. */
const SYNCED_AT_ONCE = 32;
const MEDIA = 'media';
/** Marks, within the staging folder, that the files in the media folder come from this restore. */
const PLACED = 'placed';
const LOST_AND_FOUND = 'lost+found';
/** Entries that the data folder may hold before a restore, and that it leaves untouched. */
const ALLOWED_IN_DATA: ReadonlySet<string> = new Set([
  SETTINGS_FILE,
  `${SETTINGS_FILE}.restored`,
  KEY_FILE,
  `${KEY_FILE}.restored`,
  'backups',
  LOST_AND_FOUND,
  MEDIA,
  STAGED,
]);
const ALLOWED_IN_MEDIA: ReadonlySet<string> = new Set([LOST_AND_FOUND, STAGED]);

/** The destination of a restore: a data folder and, on PostgreSQL, a database. */
export interface Destination {
  readonly data: string;
  /** The SQLite file; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** The database's name in messages. */
  readonly shown: string;
  /** Opens the PostgreSQL database. */
  open(): Promise<Database>;
}

/** Receives the progress of a restore. */
export type RestoreProgress = (what: 'rows' | 'pictures', done: number, total: number) => void;

/**
 * Restores a verified backup (`readManifest`) to an empty destination. Stages everything first; an interrupted
 * restore leaves no calendar and can be repeated. Returns where the restored settings file is.
 * @throws UserFacingError naming anything that the destination already holds
 */
export async function restoreBackup(
  archive: Archive,
  manifest: Manifest,
  to: Destination,
  progress: RestoreProgress,
): Promise<{ settings: string | undefined }> {
  // Checked before anything is created, and again under the lock.
  await refuseFull(to, manifest);
  const folderLock = await lockFolders([to.data, ...(to.file === undefined ? [] : [path.dirname(to.file)])]);
  try {
    await refuseFull(to, manifest);
    return await restoreLocked(archive, manifest, to, progress);
  } finally {
    await folderLock.release();
  }
}

async function restoreLocked(
  archive: Archive,
  manifest: Manifest,
  to: Destination,
  progress: RestoreProgress,
): Promise<{ settings: string | undefined }> {
  await removeStaged(to, manifest);
  await mkdir(path.join(to.data, STAGED), { recursive: true, mode: 0o700 });
  await syncFolder(to.data);
  try {
    const settings = await (to.file === undefined
      ? intoDatabase(archive, manifest, to, progress)
      : intoFile(archive, manifest, { ...to, file: to.file }, progress));
    await clearStaged(to.data);
    await syncFolder(to.data);
    if (to.file === undefined) await withDatabase(to.open, optimizeDatabase);
    return { settings };
  } catch (error) {
    // A connection lost at the end leaves open whether the commit succeeded.
    if (!(error instanceof DestinationTakenError) && (await mayBeRestored(to))) throw error;
    await removeStaged(to, manifest);
    throw error;
  }
}

/** Thrown if something was put at the destination meanwhile; nothing of the backup is there. */
class DestinationTakenError extends UserFacingError {
  override name = 'DestinationTakenError';
}

async function mayBeRestored({ file, open }: Destination): Promise<boolean> {
  if (file !== undefined) return existsSync(file);
  try {
    const db = await open();
    try {
      return (await listTableNames(db.read, db.dialect.name)).length > 0;
    } finally {
      await db.close();
    }
  } catch {
    return true;
  }
}

async function intoDatabase(
  archive: Archive,
  manifest: Manifest,
  to: Destination,
  progress: RestoreProgress,
): Promise<string | undefined> {
  let settings: string | undefined;
  await withDatabase(to.open, async (db) => {
    await refuseTables(db, to.shown);
    settings = await placeFiles(archive, manifest, to.data, progress);
    // This transaction is the last step of the restore.
    const placed = settings;
    await loadRows(archive, manifest, db, {
      progress: (done, total) => progress('rows', done, total),
      // A restore with another data folder may have come first.
      begin: (trx) => refuseTables({ read: trx, dialect: db.dialect }, to.shown),
    }).catch(async (error: unknown) => {
      if (error instanceof DestinationTakenError && placed !== undefined) await rm(placed, { force: true });
      throw error;
    });
  });
  return settings;
}

async function intoFile(
  archive: Archive,
  manifest: Manifest,
  { data, file }: Destination & { readonly file: string },
  progress: RestoreProgress,
): Promise<string | undefined> {
  const staged = path.join(path.dirname(file), STAGED);
  const made = path.join(staged, path.basename(file));
  await mkdir(staged, { recursive: true, mode: 0o700 });
  await withDatabase(
    async () => openSqlite(made),
    async (db) => {
      await loadRows(archive, manifest, db, { progress: (done, total) => progress('rows', done, total) });
      await optimizeDatabase(db);
    },
  );
  await chmod(made, 0o600);
  await syncFile(made);
  const settings = await placeFiles(archive, manifest, data, progress);
  refuseFile(file);
  await rename(made, file);
  await syncFolder(path.dirname(file));
  await clearStaged(path.dirname(file));
  return settings;
}

async function placeFiles(
  archive: Archive,
  manifest: Manifest,
  data: string,
  progress: RestoreProgress,
): Promise<string | undefined> {
  await stageFiles(archive, manifest, data, progress);
  await placeMedia(data, manifest);
  await placeKey(data);
  return placeSettings(data);
}

async function withDatabase(
  open: () => Promise<Database>,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await open();
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/** Refuses a destination that is not empty. @throws UserFacingError naming what is there */
async function refuseFull({ data, file, shown, open }: Destination, { media }: Manifest): Promise<void> {
  if (file !== undefined) refuseFile(file);
  else await withDatabase(open, (db) => refuseTables(db, shown));
  const refuse = (place: string) => {
    throw new UserFacingError(message('cli.restore.not_empty', { place }));
  };
  for (const name of await namesIn(data)) if (!ALLOWED_IN_DATA.has(name)) refuse(path.join(data, name));
  // A backup without pictures keeps those in place; with the marker, they come from an interrupted restore.
  if (!media || existsSync(path.join(data, STAGED, PLACED))) return;
  for (const name of await namesIn(path.join(data, MEDIA)))
    if (!ALLOWED_IN_MEDIA.has(name)) refuse(path.join(data, MEDIA, name));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Removes what an interrupted restore left. */
async function removeStaged({ data, file }: Destination, { media }: Manifest): Promise<void> {
  const staged = path.join(data, STAGED);
  const folder = path.join(data, MEDIA);
  if (media && existsSync(path.join(staged, PLACED)))
    for (const name of await namesIn(folder))
      if (name !== LOST_AND_FOUND) await rm(path.join(folder, name), { recursive: true, force: true });
  await rm(path.join(folder, STAGED), { recursive: true, force: true });
  if (file !== undefined) await clearStaged(path.dirname(file));
  await clearStaged(data);
}

function refuseFile(file: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal'])
    if (existsSync(file + ending))
      throw new DestinationTakenError(message('cli.restore.not_empty', { place: file + ending }));
}

async function refuseTables(db: Pick<Database, 'read' | 'dialect'>, shown: string): Promise<void> {
  const [table] = await listTableNames(db.read, db.dialect.name);
  if (table !== undefined)
    throw new DestinationTakenError(message('cli.restore.not_empty_database', { to: shown, table }));
}

/** Writes picture and settings files to staging folders. */
async function stageFiles(
  archive: Archive,
  manifest: Manifest,
  data: string,
  progress: RestoreProgress,
): Promise<void> {
  const total = manifest.members.filter(({ name }) => picturePathOf(name) !== undefined).length;
  const folders = new Set<string>();
  const syncing = new Set<Promise<void>>();
  let done = 0;
  for await (const { name, read } of archive.members()) {
    const picture = picturePathOf(name);
    const settings = settingsFileOf(name);
    if (picture === undefined && settings === undefined) continue;
    const target = path.join(
      data,
      picture === undefined ? STAGED : path.join(MEDIA, STAGED),
      picture ?? settings ?? SETTINGS_FILE,
    );
    const folder = path.dirname(target);
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    const synced = syncAndClose(await writeFile(target, read())).finally(() => syncing.delete(synced));
    // Failures surface below, where the promise is awaited.
    synced.catch(() => {});
    syncing.add(synced);
    if (syncing.size >= SYNCED_AT_ONCE) await Promise.race(syncing);
    if (picture !== undefined) progress('pictures', ++done, total);
  }
  await Promise.all(syncing);
  for (const folder of folders) await syncFolder(folder);
}

/** Writes a new file and returns it open, so that it can be synced while the next one is written. */
async function writeFile(file: string, content: AsyncIterable<Buffer>): Promise<FileHandle> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const part of content)
      for (let at = 0; at < part.length; ) at += (await handle.write(part, at)).bytesWritten;
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function syncAndClose(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const syncFile = async (file: string): Promise<void> => syncAndClose(await open(file, 'r'));

/** Moves the staged media in place year by year, since the media folder may be a mount point. */
async function placeMedia(data: string, { media }: Manifest): Promise<void> {
  if (!media) return;
  const folder = path.join(data, MEDIA);
  const staged = path.join(folder, STAGED);
  await mkdir(staged, { recursive: true, mode: 0o700 });
  await syncAndClose(await writeFile(path.join(data, STAGED, PLACED), emptyContent()));
  await syncFolder(path.join(data, STAGED));
  for (const name of await namesIn(staged)) await rename(path.join(staged, name), path.join(folder, name));
  await rm(staged, { recursive: true, force: true });
  await syncFolder(folder);
}

async function* emptyContent(): AsyncIterable<Buffer> {}

/** Moves the restored key in place, beside one that is there already. */
async function placeKey(data: string): Promise<void> {
  const staged = path.join(data, STAGED, KEY_FILE);
  if (!existsSync(staged)) return;
  const file = path.join(data, KEY_FILE);
  await rename(staged, existsSync(file) ? `${file}.restored` : file);
  await syncFolder(data);
}

/** Moves the restored settings beside the current ones, which may name another database. */
async function placeSettings(data: string): Promise<string | undefined> {
  const staged = path.join(data, STAGED, SETTINGS_FILE);
  if (!existsSync(staged)) return undefined;
  const target = path.join(data, `${SETTINGS_FILE}.restored`);
  await rename(staged, target);
  await syncFolder(data);
  return target;
}
