import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { lockFile } from '#store/db/sqlite-file.ts';
import { STAGED } from './staging.ts';

/** The lock file of a running restore, within the staging folder. */
const LOCK = 'lock';

/** Exclusive use of folders by one restore. */
export interface FolderLock {
  /** Releases the folders, and removes those that were created and are still empty. */
  release(): Promise<void>;
}

/**
 * Locks the folders into which a calendar is restored, and creates missing ones.
 * @throws UserFacingError if another restore into one of them is running
 */
export async function lockFolders(folders: readonly string[]): Promise<FolderLock> {
  const released: (() => Promise<void>)[] = [];
  const release = async () => {
    for (const one of released.toReversed()) await one();
  };
  try {
    for (const folder of new Set(folders.map((one) => path.resolve(one))))
      released.push(await lockFolder(folder));
  } catch (error) {
    await release();
    throw error;
  }
  return { release };
}

async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const hadFolder = existsSync(folder);
  const staged = path.join(folder, STAGED);
  await mkdir(staged, { recursive: true, mode: 0o700 });
  const file = path.join(staged, LOCK);
  const unlock = lockFile(file);
  if (!unlock) throw new UserFacingError(message('cli.restore.under_way', { place: folder }));
  return async () => {
    // rmdir fails for folders in use, so that what an interrupted restore staged is kept.
    await rm(file, { force: true });
    // Also removes the files that the lock keeps beside its own.
    unlock();
    await rmdir(staged).catch(() => {});
    if (!hadFolder) await rmdir(folder).catch(() => {});
  };
}

/** Removes everything staged in a locked folder except the lock. */
export async function clearStaged(folder: string): Promise<void> {
  const staged = path.join(folder, STAGED);
  if (!existsSync(staged)) return;
  for (const name of await readdir(staged))
    if (name !== LOCK) await rm(path.join(staged, name), { recursive: true, force: true });
}
