import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Folder with collections of real files (`ics`, `web`), which are not part of the repository; undefined: their tests do not run. */
const FOLDER = process.env['KALENDS_TEST_CORPORA'];

/** Returns the files of a collection whose names match, in order; none where `KALENDS_TEST_CORPORA` names no folder. */
export function filesOf(collection: 'ics' | 'web', names: RegExp): string[] {
  if (!FOLDER) return [];
  const folder = path.join(FOLDER, collection);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file))
    .map((file) => path.join(folder, file))
    .sort();
}
