import { access, mkdir, open, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** Returns whether a path below the media folder has plain segments only: none that is hidden (our temporary files are), climbs, or means a drive or stream on Windows. */
export function isInside(path: string): boolean {
  return path.split('/').every((segment) => /^[^.\\:\0][^\\:\0]*$/.test(segment));
}

/** Returns where a folder below the media folder is; undefined if there is none, or a link leads out of the media folder. */
export async function realFolder(folder: string, directory: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const place = await realpath(join(root, directory));
    return place === root || place.startsWith(root.endsWith(sep) ? root : root + sep) ? place : undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Returns whether there is something at a path. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes a folder, which is safe once the one above knows its name. */
export async function makeFolder(path: string, { withParents = true } = {}): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    // Not with `recursive`: where a disk can only be read, Node then says that a folder isn't there.
    await make().catch(async (error: unknown) => {
      if (!withParents || codeOf(error) !== 'ENOENT') throw error;
      await makeFolder(dirname(path));
      await make();
    });
  } catch (error) {
    if (withParents && codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes the names in a folder safe: without it they could be lost with the power, though the contents are safe. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the code of an error of the system; `''` for none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
