import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '#context.ts';
import { filesOf } from './rules.ts';
import { findMedia, listStoredFiles, type MediaRow } from './store.ts';

/** The longest that the answer to a failed write waits for its files to be deleted; the rest goes on in the background. */
const ANSWER_WAITS_MS = 1_000;
/** Between looks at a database that can't be asked. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

type PreparedFiles = Pick<MediaRow, 'file' | 'original_file' | 'sizes'>;

/**
 * Deletes the files of a write that failed, but for those that have a row after all: a connection that breaks at the
 * commit doesn't tell whether it was done. While the database can't be asked for half a minute the files stay, and are
 * swept later (api/media/sweep.ts). Never throws; resolves within a second.
 */
export async function discardUnstored(services: Services, prepared: readonly PreparedFiles[]): Promise<void> {
  if (prepared.length === 0) return;
  const discarding = discard(services, prepared).catch((error: unknown) =>
    services.log.warn({ err: error }, 'Files of a write that failed stay until they are swept.'),
  );
  await Promise.race([discarding, pause(ANSWER_WAITS_MS, undefined, { ref: false })]);
}

/**
 * Removes the files of a deletion that failed, if their row is gone after all. Waits and gives up as `discardUnstored`; what
 * stays is swept later. Never throws.
 */
export async function retireIfGone(
  services: Services,
  row: Pick<MediaRow, 'id'> & PreparedFiles,
): Promise<void> {
  const retiring = retire(services, row).catch((error: unknown) =>
    services.log.warn({ err: error }, 'Files of a deletion that failed stay until they are swept.'),
  );
  await Promise.race([retiring, pause(ANSWER_WAITS_MS, undefined, { ref: false })]);
}

async function retire(services: Services, row: Pick<MediaRow, 'id'> & PreparedFiles): Promise<void> {
  const found = await patiently(() => services.db.write((trx) => findMedia(trx, row.id)));
  if (!found) await services.media.files.retire(filesOf(row));
}

async function discard(services: Services, prepared: readonly PreparedFiles[]): Promise<void> {
  const stored = await patiently(() => storedAmong(services, prepared));
  const unstored = prepared.filter(({ file }) => !stored.has(file));
  await services.media.files.remove(unstored.flatMap(filesOf));
}

// A write waits for the one before it to have ended, one way or the other; a mere look could come in between.
const storedAmong = ({ db }: Services, prepared: readonly PreparedFiles[]): Promise<ReadonlySet<string>> =>
  db.write((trx) =>
    listStoredFiles(
      trx,
      prepared.map(({ file }) => file),
    ),
  );

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await ask();
    } catch {
      await pause(pauseMs, undefined, { ref: false });
    }
  }
  return ask();
}
