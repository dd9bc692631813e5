import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import { lockFile } from '#store/db/sqlite-file.ts';
import { STAGED } from './staging.ts';

/** The lock of a restore that is under way, among what it stages. */
const LOCK = 'lock';

/** Folders that no other restore uses while this one does. */
export interface FolderLock {
  /** Gives them back as they were, but for what stands in them by now. */
  release(): Promise<void>;
}

/**
 * Claims the folders into which a calendar is restored. They are made where they are missing.
 * @throws ToldError where another restore into one of them is under way
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
  if (!unlock) throw new ToldError(message('cli.restore.under_way', { place: folder }));
  return async () => {
    // Each only where nothing is left in it: what an interrupted restore staged stays.
    await rm(file, { force: true });
    // With it everything goes that the lock has beside its file.
    unlock();
    await rmdir(staged).catch(() => {});
    if (!hadFolder) await rmdir(folder).catch(() => {});
  };
}

/** Removes what is staged in a folder that is claimed, but for the claim itself. */
export async function clearStaged(folder: string): Promise<void> {
  const staged = path.join(folder, STAGED);
  if (!existsSync(staged)) return;
  for (const name of await readdir(staged))
    if (name !== LOCK) await rm(path.join(staged, name), { recursive: true, force: true });
}
