import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { codeOf, exists, isInside, makeFolder, realFolder, syncFolder } from './media-folder.ts';
import { isFull } from './unavailable.ts';

/** The folder of retired files, under their old paths; names that begin with a dot aren't served. */
export const SWEPT = '.swept';

/** Gives up all retired files, where the disk is full. Returns whether there were any. */
export async function forgetRetired(folder: string): Promise<boolean> {
  const place = join(folder, SWEPT);
  if (!(await exists(place))) return false;
  await rm(place, { recursive: true, force: true });
  return true;
}

/** Takes a file from where it is served. */
export async function retireOne(target: string, aside: string): Promise<void> {
  try {
    await setAside(target, aside);
  } catch (error) {
    if (!isFull(error)) throw error;
    // A full disk takes no new folder before something is gone.
    await rm(target, { force: true });
  }
}

/** Moves a file to where it isn't served. */
async function setAside(target: string, aside: string): Promise<void> {
  try {
    // Its time there begins before it lies there: another process may look just then.
    const now = Temporal.Now.instant().epochMilliseconds / 1000;
    await utimes(target, now, now);
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
    await rename(target, aside);
  } catch (error) {
    // It was gone already, or another process retires it too.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Brings a retired file back to where it is served; one that is there stays as it is. */
export async function restoreOne(folder: string, path: string): Promise<void> {
  if (!isInside(path)) throw new RangeError(`Not a path in the media folder: ${path}`);
  await makeFolder(dirname(join(folder, path)));
  const place = await realFolder(folder, posix.dirname(path));
  if (place === undefined) throw new Error(`${path} is not inside the media folder`);
  const target = join(place, posix.basename(path));
  if (await exists(target)) return;
  const aside = join(folder, SWEPT, path);
  // To those who sweep it is new: its row comes after it.
  const now = Temporal.Now.instant().epochMilliseconds / 1000;
  await utimes(aside, now, now);
  await rename(aside, target);
  await syncFolder(place);
}

/** Returns whether a file is there, or was retired and can be restored. */
export const isRestorable = async (folder: string, path: string): Promise<boolean> =>
  isInside(path) && ((await exists(join(folder, path))) || (await exists(join(folder, SWEPT, path))));
