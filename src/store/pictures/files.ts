import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, type FileHandle, open, rm, rmdir } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { keepForHolders } from './held.ts';
import { codeOf, isInside, makeFolder, realFolder, syncFolder } from './media-folder.ts';
import type { PictureFiles } from './picture.ts';
import { forgetRetired, isRestorable, restoreOne, retireOne, SWEPT } from './retired-files.ts';
import { asUnavailable, isFull, unavailable } from './unavailable.ts';

/** Paths are relative to the media folder, with `/`: `2026/11/5b2f9c61d08e47a3f1c2/photo.png`. */
export interface MediaFiles {
  /** Writes all of some files into a new folder of a year and month (1 to 12), or none. Returns a function that gives the path of each by its name. */
  write(year: number, month: number, files: readonly NewFile[]): Promise<PathOf>;
  /** Undefined if no such file is in the folder. */
  read(path: string): Promise<Buffer | undefined>;
  /** Size in bytes and instant of the last change; undefined if no such file is in the folder. */
  stat(path: string): Promise<{ size: number; modifiedMs: number } | undefined>;
  /** For reading in parts; undefined if no such file is in the folder. Whoever opens one reads or closes it. */
  open(path: string): Promise<OpenFile | undefined>;
  /** Files already gone do not matter. Throws RangeError, before removing any, for a path that leads elsewhere. */
  remove(paths: readonly string[]): Promise<void>;
  /**
   * Takes files that people may have seen from where they are served, to where the history finds them for as long as it goes back
   * (api/media/sweep.ts).
   */
  retire(paths: readonly string[]): Promise<void>;
  /** Returns whether all of these files are there, or were retired and can be restored. */
  isRestorable(paths: readonly string[]): Promise<boolean>;
  /** Brings retired files back to where they are served; those that are there stay as they are. */
  restore(paths: readonly string[]): Promise<void>;
}

/** A file of the folder; size in bytes, instant of the last change. */
export interface OpenFile {
  size: number;
  modifiedMs: number;
  /** The bytes between two positions, both included; closes as it ends or is destroyed, also before anything was read of it. */
  read(start: number, end: number): Readable;
  close(): Promise<void>;
}

/** Paths of a picture's files below the media folder; `sizes` by name, and by that `forms`, in the order given. */
export interface PicturePaths {
  file: string;
  original?: string;
  sizes: Record<string, string>;
  forms: Record<string, string[]>;
}

/** A file that is to be written. */
export interface NewFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Returns the path of a file below the media folder by its name. */
export type PathOf = (name: string) => string;

/** So many random bytes that nobody finds a folder by trying: addresses of pictures are all that drafts' are protected by. */
const RANDOM_BYTES = 10;
/** The names of folders of one write each, within those of their months. */
export const OF_ONE_WRITE = /^[0-9a-f]{20}$/;

/** Returns a new folder for the files of a write within that of its year and month, whose name nobody can guess. */
export const newFolder = (year: number, month: number): string =>
  `${monthFolder(year, month)}/${randomBytes(RANDOM_BYTES).toString('hex')}`;

/** Writes the files of a picture, all or none. */
export async function writePicture(
  files: Pick<MediaFiles, 'write'>,
  [year, month]: readonly [year: number, month: number],
  { file, original, sizes }: PictureFiles,
): Promise<PicturePaths> {
  const small = Object.values(sizes)
    .flatMap((size) => [size, ...(size.forms ?? [])])
    .map((one) => ({ name: one.file, bytes: one.bytes }));
  const pathOf = await files.write(year, month, [...(original ? [original] : []), file, ...small]);
  return {
    file: pathOf(file.name),
    ...(original && { original: pathOf(original.name) }),
    sizes: Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, pathOf(size.file)])),
    forms: Object.fromEntries(
      Object.entries(sizes).map(([name, { forms = [] }]) => [name, forms.map((form) => pathOf(form.file))]),
    ),
  };
}

/**
 * The files below one folder, which is made at the first write; several processes may share it. What is written or
 * removed stays so when the power fails.
 * @throws KalendsError `rest_storage_full`, `rest_read_only`; `rest_unavailable` where the disk is broken, or no more files may be open
 */
export function createMediaFiles(folder: string): MediaFiles {
  const files = filesBelow(folder);
  /** Writes, and gives up what an undo may want before what is sent is refused. */
  const withRoom = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      if (isFull(error) && (await forgetRetired(folder))) return write();
      throw error;
    }
  };
  return {
    write: (...args) => orUnavailable(withRoom(() => files.write(...args))),
    read: (...args) => orUnavailable(files.read(...args)),
    stat: (...args) => orUnavailable(files.stat(...args)),
    open: (...args) => orUnavailable(files.open(...args)),
    remove: (...args) => orUnavailable(files.remove(...args)),
    retire: (...args) => orUnavailable(files.retire(...args)),
    isRestorable: (...args) => orUnavailable(files.isRestorable(...args)),
    restore: (...args) => orUnavailable(files.restore(...args)),
  };
}

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asUnavailable(error);
  }
}

function filesBelow(folder: string): MediaFiles {
  const root = rootFolder(folder);
  return {
    write: async (year, month, wanted) => {
      await root();
      const directory = newFolder(year, month);
      await writeAll(folder, directory, wanted);
      return (name) => `${directory}/${name}`;
    },
    read: (path) => withFile(folder, path, (handle) => handle.readFile()),
    stat: (path) =>
      withFile(folder, path, async (handle) => {
        const { size, mtimeMs } = await handle.stat();
        return { size, modifiedMs: mtimeMs };
      }),
    open: async (path) => {
      const handle = await openInside(folder, path);
      if (handle === undefined) return undefined;
      const { size, mtimeMs } = await handle.stat().catch(async (error: unknown) => {
        await handle.close();
        throw error;
      });
      return {
        size,
        modifiedMs: mtimeMs,
        read: (start, end) => handle.createReadStream({ start, end }),
        close: () => handle.close(),
      };
    },
    remove: (paths) => removeAll(folder, paths, (target) => rm(target, { force: true })),
    retire: (paths) =>
      removeAll(folder, paths, async (target, path) => {
        await keepForHolders(folder, path);
        await retireOne(target, join(folder, SWEPT, path));
      }),
    isRestorable: async (paths) => {
      for (const path of paths) if (!(await isRestorable(folder, path))) return false;
      return true;
    },
    restore: async (paths) => {
      for (const path of paths) await restoreOne(folder, path);
    },
  };
}

/**
 * Makes the folder where there never was one. One that was there and is gone was removed, moved or unmounted: what is
 * written into a new one would be lost with it, and be in the way of the other when that comes back.
 */
function rootFolder(folder: string): () => Promise<void> {
  let isMade = existsSync(folder);
  // The calendar's own, which mustn't be made anew either.
  const hadParent = existsSync(dirname(folder));
  return async () => {
    try {
      if (!isMade) await makeFolder(folder, { withParents: !hadParent });
      else await access(folder);
      isMade = true;
    } catch (error) {
      const { code } = error instanceof Error && 'code' in error ? error : {};
      if (code === 'EEXIST') isMade = true;
      else {
        const known = asUnavailable(error);
        throw known === error ? unavailable(error) : known;
      }
    }
  };
}

async function removeAll(
  folder: string,
  paths: readonly string[],
  removeOne: (target: string, path: string) => Promise<void>,
): Promise<void> {
  const outside = paths.find((path) => !isInside(path));
  if (outside !== undefined) throw new RangeError(`Not a path in the media folder: ${outside}`);
  const places = new Map<string, string>();
  for (const path of paths) {
    const directory = posix.dirname(path);
    const place = await realFolder(folder, directory);
    if (place === undefined) continue;
    places.set(place, directory);
    await removeOne(join(place, posix.basename(path)), path);
  }
  // What is said to be deleted must not come back.
  for (const [place, directory] of places) {
    await syncFolder(place);
    if (OF_ONE_WRITE.test(posix.basename(directory))) await removeIfEmpty(place);
  }
}

/** Removes a folder that has no files any more. */
export async function removeIfEmpty(place: string): Promise<void> {
  await rmdir(place).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error;
  });
}

function monthFolder(year: number, month: number): string {
  const valid =
    Number.isInteger(year) &&
    year >= 0 &&
    year <= 9999 &&
    Number.isInteger(month) &&
    month >= 1 &&
    month <= 12;
  if (!valid) throw new RangeError(`Not a year and month: ${year}, ${month}`);
  return `${String(year).padStart(4, '0')}/${String(month).padStart(2, '0')}`;
}

async function writeAll(folder: string, directory: string, wanted: readonly NewFile[]): Promise<void> {
  const wrong = wanted.find(({ name }) => !isInside(name) || name.includes('/'));
  if (wrong !== undefined) throw new RangeError(`Not a file name here: ${wrong.name}`);
  await makeFolder(join(folder, directory));
  const place = await realFolder(folder, directory);
  if (place === undefined) throw new Error(`${directory} is not inside the media folder`);
  try {
    // Nobody knows the folder before they are all there.
    for (const { name, bytes } of wanted) await writeNew(join(place, name), bytes);
    await syncFolder(place);
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw error;
  }
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function withFile<T>(
  folder: string,
  path: string,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const handle = await openInside(folder, path);
  try {
    return handle && (await use(handle));
  } finally {
    await handle?.close();
  }
}

async function openInside(folder: string, path: string): Promise<FileHandle | undefined> {
  const place = isInside(path) ? await realFolder(folder, posix.dirname(path)) : undefined;
  const handle = place === undefined ? undefined : await openPlain(join(place, posix.basename(path)));
  if (handle === undefined || (await handle.stat()).isFile()) return handle;
  await handle.close();
  return undefined;
}

async function openPlain(path: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK a named pipe would keep us waiting for its writer.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR', 'EISDIR', 'ENXIO', 'ENAMETOOLONG'].includes(codeOf(error)))
      return undefined;
    throw error;
  }
}
