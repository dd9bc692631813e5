import type { MediaFiles, PicturePaths } from '#store/pictures/files.ts';
import type { PictureFiles } from '#store/pictures/picture.ts';

const folderOf = (year: number, month: number) => `${year}/${String(month).padStart(2, '0')}`;

/** Returns a function that gives each of some names, which begin alike, the form that is free for all of them. */
async function freeNames(
  files: MediaFiles,
  folder: string,
  [first = '', ...others]: readonly string[],
): Promise<(name: string) => string> {
  const stem = first.replace(/\.[^.]*$/, '');
  for (let number = 0; ; number++) {
    const pathOf = (name: string) =>
      `${folder}/${number === 0 ? name : `${stem}-${number}${name.slice(stem.length)}`}`;
    const there = await Promise.all([first, ...others].map((name) => files.stat(pathOf(name))));
    if (there.every((one) => one === undefined)) return pathOf;
  }
}

async function pathsOf(
  files: MediaFiles,
  folder: string,
  { file, original, sizes }: PictureFiles,
): Promise<PicturePaths> {
  const entries = Object.entries(sizes);
  const names = entries.flatMap(([, size]) => [size.file, ...(size.forms ?? []).map((form) => form.file)]);
  const pathOf = await freeNames(files, folder, [...(original ? [original.name] : []), file.name, ...names]);
  return {
    file: pathOf(file.name),
    ...(original && { original: pathOf(original.name) }),
    sizes: Object.fromEntries(entries.map(([name, size]) => [name, pathOf(size.file)])),
    forms: Object.fromEntries(
      entries.map(([name, { forms = [] }]) => [name, forms.map((form) => pathOf(form.file))]),
    ),
  };
}

/** Returns files that are read as they are and never changed, for writes that are tried out: new ones get the names they would have. */
export const trialFiles = (files: MediaFiles): MediaFiles => ({
  ...files,
  write: async (year, month, name) => (await freeNames(files, folderOf(year, month), [name]))(name),
  writePicture: (year, month, wanted) => pathsOf(files, folderOf(year, month), wanted),
  remove: async () => {},
  retire: async () => {},
  restore: async () => {},
});

/** Files that a transaction adds and takes away. */
export interface HeldFiles {
  readonly files: MediaFiles;
  /** Takes away what was to be, once the transaction is durable. */
  commit(): Promise<void>;
  /** Removes what was added, and retires again what was restored, once the transaction is taken back. */
  rollback(): Promise<void>;
}

/** Returns files for a transaction that may still be taken back: what is to be removed stays until it is durable. */
export function heldFiles(files: MediaFiles): HeldFiles {
  const added: string[] = [];
  const retired = new Set<string>();
  const restored = new Set<string>();
  return {
    files: {
      ...files,
      async write(...args) {
        const path = await files.write(...args);
        added.push(path);
        return path;
      },
      async writePicture(...args) {
        const paths = await files.writePicture(...args);
        const forms = Object.values(paths.forms).flat();
        added.push(
          paths.file,
          ...(paths.original ? [paths.original] : []),
          ...Object.values(paths.sizes),
          ...forms,
        );
        return paths;
      },
      retire: async (paths) => {
        for (const path of paths) retired.add(path);
      },
      async restore(paths) {
        // What this transaction was to take away is still there.
        const gone = paths.filter((path) => !retired.delete(path));
        for (const path of gone) restored.add(path);
        await files.restore(gone);
      },
    },
    commit: () => files.retire([...retired]),
    async rollback() {
      await files.remove(added);
      await files.retire([...restored]);
    },
  };
}
