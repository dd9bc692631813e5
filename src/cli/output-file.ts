import { createWriteStream, rmSync, type Stats } from 'node:fs';
import { access, constants, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';

/** Files being written, which an interruption would leave incomplete. */
const unfinished = new Set<string>();

async function lookAt(place: string): Promise<Stats | undefined> {
  try {
    return await stat(place);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function checkAccess(option: string, place: string, mode: number): Promise<void> {
  try {
    await access(place, mode);
  } catch (error) {
    throw new UserFacingError(
      message('cli.file.unwritable', { option, file: place, reason: reasonOf(error) }),
      {
        cause: error,
      },
    );
  }
}

/** Checks that an option names a folder. @throws UserFacingError if it does not */
export async function checkFolder(option: string, folder: string): Promise<void> {
  const found = await lookAt(folder).catch(() => undefined);
  if (!found) throw new UserFacingError(message('cli.file.no_folder', { option, folder }));
  if (!found.isDirectory()) throw new UserFacingError(message('cli.file.not_folder', { option, folder }));
}

/** Checks that files can be created in the folder of an option. @throws UserFacingError if they cannot */
export async function checkOutputFolder(option: string, folder: string): Promise<void> {
  await checkFolder(option, folder);
  await checkAccess(option, folder, constants.W_OK | constants.X_OK);
}

/** Checks, before any work is done, that the file of an option can be written. @throws UserFacingError if it cannot */
export async function checkOutputFile(option: string, file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  await checkFolder(option, folder);
  const found = await lookAt(file);
  if (found?.isDirectory() || /[\\/]$/.test(file))
    throw new UserFacingError(message('cli.file.is_folder', { option, file: path.resolve(file) }));
  if (found) await checkAccess(option, file, constants.W_OK);
  if (!found || found.isFile()) await checkOutputFolder(option, folder);
}

/** Writes a file under a temporary name and renames it when complete; writes to devices and pipes directly. */
export async function writeAtomically(file: string, write: (out: Writable) => Promise<void>): Promise<void> {
  const found = await lookAt(file);
  const isWhole = !found || found.isFile();
  // A pipe behind a link has no real path.
  const real = found?.isFile() ? await realpath(file) : file;
  const target = isWhole ? `${real}.part` : real;
  if (isWhole) unfinished.add(target);
  const out = createWriteStream(target, { mode: 0o600 });
  try {
    await write(out);
    out.end();
    await finished(out);
    if (isWhole) await rename(target, real);
  } catch (error) {
    out.destroy();
    /** Removes all incomplete files synchronously. */
    removeUnfinished();
    throw error;
  } finally {
    unfinished.delete(target);
  }
}

/** Removes at once what is only half written. */
export function removeUnfinished(): void {
  for (const file of unfinished) rmSync(file, { force: true });
}
