import { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { isAbandoned, processTag, TAG } from '#foundation/files/process-tag.ts';
import { codeOf } from './media-folder.ts';

/** Folder of deleted files that are held while the media folder is copied, with a folder for each copy. */
const HELD = '.held';
const NAMED = new RegExp(`^${TAG}-`);
const ALIVE_EVERY_MS = 60_000;

/** Keeps deleted files of a media folder readable until it is released. */
export interface Hold {
  /** Folder in which deleted files keep the paths that they had. */
  readonly place: string;
  release(): Promise<void>;
}

/**
 * Keeps files of pictures that any process deletes from now on until the hold is released, so that rows read afterwards still
 * find their files. Removes the holds of killed processes. Returns undefined where there is no media folder yet, or it can only
 * be read.
 */
export async function holdMedia(folder: string): Promise<Hold | undefined> {
  if (!(await modifiedOf(folder))) return undefined;
  const place = path.join(folder, HELD, `${processTag()}-${crypto.randomUUID()}`);
  try {
    for (const name of await holdsIn(folder)) await dropAbandoned(path.join(folder, HELD, name), name);
    // With `recursive`, where a disk can only be read, Node says that a folder isn't there.
    await mkdir(path.dirname(place), { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await mkdir(place, { mode: 0o700 });
  } catch (error) {
    // Whoever may only read the folder copies what is there.
    if (/^(EROFS|EACCES|EPERM)$/.test(codeOf(error))) return undefined;
    throw error;
  }
  const timer = setInterval(() => {
    const now = Temporal.Now.instant().epochMilliseconds / 1000;
    utimes(place, now, now).catch(() => {});
  }, ALIVE_EVERY_MS).unref();
  return {
    place,
    async release() {
      clearInterval(timer);
      await rm(place, { recursive: true, force: true });
    },
  };
}

/** Keeps a file that is about to be deleted for those who hold the folder; `file` is its path below the folder. */
export async function keepForHolders(folder: string, file: string): Promise<void> {
  for (const name of await holdsIn(folder)) {
    const kept = path.join(folder, HELD, name, file);
    try {
      await mkdir(path.dirname(kept), { recursive: true, mode: 0o700 });
      await link(path.join(folder, file), kept);
    } catch {
      // It's kept already or gone, or the disk is full: a deletion goes on whoever copies.
    }
  }
}

/** Gives up what processes held that were killed. */
export async function dropAbandonedHolds(folder: string): Promise<void> {
  for (const name of await holdsIn(folder)) await dropAbandoned(path.join(folder, HELD, name), name);
}

async function dropAbandoned(place: string, name: string): Promise<void> {
  const [, machine = '', pid] = NAMED.exec(name) ?? [];
  const modifiedMs = await modifiedOf(place);
  if (modifiedMs === undefined || !isAbandoned({ machine, pid: Number(pid) }, modifiedMs)) return;
  await rm(place, { recursive: true, force: true });
}

async function holdsIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(path.join(folder, HELD))).filter((name) => NAMED.test(name));
  } catch {
    return [];
  }
}

async function modifiedOf(place: string): Promise<number | undefined> {
  return (await stat(place).catch(() => undefined))?.mtimeMs;
}
