import { type MediaFiles, newFolder } from '#store/pictures/files.ts';

/** Returns files that are read as they are and never changed, for writes that are tried out: new ones get an address that nothing has. */
export const trialFiles = (files: MediaFiles): MediaFiles => ({
  ...files,
  write: async (year, month) => {
    const folder = newFolder(year, month);
    return (name) => `${folder}/${name}`;
  },
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
      async write(year, month, wanted) {
        const pathOf = await files.write(year, month, wanted);
        added.push(...wanted.map(({ name }) => pathOf(name)));
        return pathOf;
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
