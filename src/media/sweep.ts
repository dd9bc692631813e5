import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const HOUR_MS = 3_600_000;

/**
 * Removes what interrupted writes left in a media folder: `.*.part` files, untouched for an hour by the machine's
 * clock. Gives their paths. A folder that isn't there is an empty one.
 */
export async function sweepMedia(folder: string, nowMs: number): Promise<string[]> {
  const swept: string[] = [];
  for (const year of await foldersIn(folder, /^\d{4}$/))
    for (const month of await foldersIn(year, /^\d\d$/))
      for (const name of await readdir(month)) {
        const path = join(month, name);
        if (!/^\..+\.part$/.test(name) || !(await isStale(path, nowMs))) continue;
        await rm(path, { force: true });
        swept.push(path);
      }
  return swept;
}

async function foldersIn(folder: string, named: RegExp): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && named.test(entry.name))
      .map(({ name }) => join(folder, name));
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

// Another process may be sweeping too, or finish its write just now.
async function isStale(path: string, nowMs: number): Promise<boolean> {
  try {
    return nowMs - (await stat(path)).mtimeMs > HOUR_MS;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
