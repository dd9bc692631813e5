import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { once } from '#foundation/memoize/memoize.ts';

/** The files with which a page of the administration begins, by their names among the assets. */
export interface AdminBundle {
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that the script imports at once, to be fetched beside it. */
  readonly preloads: readonly string[];
}

/** The name of the file beside the bundle of the program that says which these are. */
export const ADMIN_MANIFEST = 'admin.json';

/** Beside the bundle of the program; where the sources are run, that of the last installation. */
const FILES = [
  path.join(import.meta.dirname, ADMIN_MANIFEST),
  path.join(import.meta.dirname, '..', '..', '..', 'dist', ADMIN_MANIFEST),
];

/** Returns what a page of the administration begins with, read once; undefined where nothing has built it. */
export const adminBundle = once((): AdminBundle | undefined => {
  const file = FILES.find((one) => existsSync(one));
  return file === undefined ? undefined : JSON.parse(readFileSync(file, 'utf8'));
});
