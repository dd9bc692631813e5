import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, type FileHandle, link, open, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { keepForHolders } from './held.ts';
import { codeOf, exists, isInside, makeFolder, realFolder, syncFolder } from './media-folder.ts';
import type { PictureFiles } from './picture.ts';
import { forgetRetired, isRestorable, restoreOne, retiredMark, retireOne, SWEPT } from './retired-files.ts';
import { asUnavailable, isFull, unavailable } from './unavailable.ts';

/** Paths are relative to the media folder, with `/`: `2026/11/photo.png`. */
export interface MediaFiles {
  /** Keeps a file in the folder of a year and month (1 to 12), as `name` or, where that is taken, `name-1` and on. */
  write(year: number, month: number, name: string, bytes: Uint8Array): Promise<string>;
  /** Keeps all files of a picture under one free stem, or none of them. */
  writePicture(year: number, month: number, files: PictureFiles): Promise<PicturePaths>;
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
   * (api/media/sweep.ts). Their names are never given again, since caches keep them.
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

interface NewFile {
  name: string;
  bytes: Uint8Array;
}

// So many files of one name in a month are a mistake, and each further one would take longer.
const maxTries = 10_000;

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
    writePicture: (...args) => orUnavailable(withRoom(() => files.writePicture(...args))),
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
    write: async (year, month, name, bytes) => {
      await root();
      const pathOf = await writeAll(folder, monthFolder(year, month), [{ name, bytes }]);
      return pathOf(name);
    },
    writePicture: async (year, month, { file, original, sizes }) => {
      await root();
      const small = Object.values(sizes)
        .flatMap((size) => [size, ...(size.forms ?? [])])
        .map((one) => ({ name: one.file, bytes: one.bytes }));
      // The shortest name comes first: all others begin with its stem.
      const wanted = [...(original ? [original] : []), file, ...small];
      const pathOf = await writeAll(folder, monthFolder(year, month), wanted);
      return {
        file: pathOf(file.name),
        ...(original && { original: pathOf(original.name) }),
        sizes: Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, pathOf(size.file)])),
        forms: Object.fromEntries(
          Object.entries(sizes).map(([name, { forms = [] }]) => [
            name,
            forms.map(({ file }) => pathOf(file)),
          ]),
        ),
      };
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
  const places = new Set<string>();
  for (const path of paths) {
    const place = await realFolder(folder, posix.dirname(path));
    if (place === undefined) continue;
    places.add(place);
    await removeOne(join(place, posix.basename(path)), path);
  }
  // What is said to be deleted must not come back.
  for (const place of places) await syncFolder(place);
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

// Gives the path of each file by the name that was wished for it.
async function writeAll(
  folder: string,
  directory: string,
  wanted: NewFile[],
): Promise<(name: string) => string> {
  const stem = wanted[0]?.name.replace(/\.[^.]*$/, '') ?? '';
  const wrong = wanted.find(({ name }) => !isInside(name) || name.includes('/') || !name.startsWith(stem));
  if (wrong !== undefined) throw new RangeError(`Not a file name here: ${wrong.name}`);
  await makeFolder(join(folder, directory));
  const place = await realFolder(folder, directory);
  if (place === undefined) throw new Error(`${directory} is not inside the media folder`);

  const ready: (NewFile & { temporary: string })[] = [];
  try {
    for (const file of wanted) {
      const temporary = join(place, `.${randomUUID()}.part`);
      ready.push({ ...file, temporary });
      await writeNew(temporary, file.bytes);
    }
    for (let number = 0; number < maxTries; number += 1) {
      const free = number === 0 ? stem : `${stem}-${number}`;
      const nameOf = (name: string) => free + name.slice(stem.length);
      const targets = ready.map((file) => ({ ...file, target: join(place, nameOf(file.name)) }));
      if (!(await publishAll(targets))) continue;
      await syncFolder(place);
      return (name) => `${directory}/${nameOf(name)}`;
    }
    throw new Error(`No free name for ${stem} in ${directory}`);
  } finally {
    for (const { temporary } of ready) await rm(temporary, { force: true });
  }
}

// False, and nothing published, if any of the names is taken.
async function publishAll(
  files: readonly (NewFile & { temporary: string; target: string })[],
): Promise<boolean> {
  const published: string[] = [];
  try {
    for (const { temporary, target, bytes } of files) {
      if (await exists(retiredMark(target))) return await takeBack(published);
      await publish(temporary, target, bytes);
      published.push(target);
    }
    return true;
  } catch (error) {
    await takeBack(published);
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function takeBack(published: readonly string[]): Promise<false> {
  for (const target of published) await rm(target, { force: true });
  return false;
}

// A link appears whole and never replaces a file, whichever process comes first.
async function publish(temporary: string, target: string, bytes: Uint8Array): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    // Network shares and FAT have no links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'].includes(codeOf(error))) throw error;
    await writeNew(target, bytes);
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
