import { mayImport, roles, statuses } from '#api/access/permissions.ts';
import { findUser } from '#api/access/store.ts';
import type { Deps } from '#context.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { spoolBytes } from '../importers/byte-source.ts';
import { ImportError, type ImportSource } from '../importers/import-item.ts';
import { runImport } from '../importers/importer.ts';
import { SiteClient } from '../importers/tec/client.ts';
import { openFileSource } from '../importers/tec/reader-thread.ts';
import { siteSource } from '../importers/tec/source.ts';
import { recordEntries } from './record.ts';
import { deleteFileOf, findImport, type ImportRow, readFileOf, updateImport } from './store.ts';

/** Items of one transaction: others that write wait for no more. */
const ITEMS_AT_ONCE = 100;
const POLITE_PAUSE_MS = 200;

interface OpenedSource {
  readonly source: ImportSource;
  close(): Promise<void>;
}

/** Opens what an import reads. Addresses are guarded as those of pictures are. @throws ImportError */
async function openSource(deps: Deps, row: ImportRow): Promise<OpenedSource> {
  if (row.url !== null) {
    const { allowHosts } = deps.media.rules;
    const client = new SiteClient(row.url, { pauseMs: POLITE_PAUSE_MS, allowHosts });
    try {
      const source = await siteSource(client, row.url, { all: false });
      // A name in a request makes no host trusted.
      return { source: { ...source, trustedHosts: [] }, close: () => client.close() };
    } catch (error) {
      await client.close();
      throw error;
    }
  }
  const bytes = await spoolBytes(readFileOf(deps.db.read, row.id));
  try {
    const named = { name: `import ${row.id}`, shown: row.source, requestedLanguage: undefined };
    const { source, close } = await openFileSource(bytes, named);
    return { source, close: () => close().finally(() => bytes.close()) };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

/** Returns the choices that an import was asked for with. Whoever imports is the author of all that is new, unless somebody was named. */
function choicesOf(row: ImportRow) {
  const categories: unknown = JSON.parse(row.categories);
  return {
    status: statuses.find((one) => one === row.status),
    categories: Array.isArray(categories) ? categories.filter((id) => typeof id === 'number') : [],
    author: row.author_id ?? row.user_id,
  };
}

async function importAll(deps: Deps, row: ImportRow, isStopped: () => boolean): Promise<'done' | 'stopped'> {
  const user = await findUser(deps.db.read, row.user_id);
  const role = roles.find((one) => one === user?.role);
  const viewer = user && role ? { id: user.id, role, login: user.login } : null;
  // Rights may have been taken away while it waited.
  if (!viewer || !mayImport(viewer, row.author_id ?? undefined))
    throw new ImportError(message('import.no_right'));
  const isDryRun = row.dry_run === 1;
  let isCanceled = false;
  const isOver = () => isCanceled || isStopped();
  const { source, close } = await openSource(deps, row);
  try {
    await runImport(deps, source, {
      viewer,
      importId: row.id,
      choices: choicesOf(row),
      isDryRun,
      itemsAtOnce: ITEMS_AT_ONCE,
      isStopped: isOver,
      async record(trx, entries, { what, done, total }) {
        await recordEntries(trx, row.id, entries, isDryRun);
        const goesOn = await updateImport(trx, row.id, ['running'], { reading: what, done, total });
        isCanceled = !goesOn;
      },
    });
  } finally {
    await close();
  }
  return isOver() ? 'stopped' : 'done';
}

const reasonOf = (error: unknown): Message | undefined =>
  error instanceof ImportError ? error.userMessage : undefined;

/**
 * Runs an import to its end, or takes one up again that was interrupted: what it has told of already is met again and left
 * as it is. Where `isStopped` says so it waits for the next run.
 */
export async function runStored(deps: Deps, waiting: ImportRow, isStopped: () => boolean): Promise<void> {
  const { db, log } = deps;
  const { id } = waiting;
  const begun = { state: 'running', started_utc: waiting.started_utc ?? utcText(deps.now()) };
  if (!(await db.write((trx) => updateImport(trx, id, ['queued', 'running'], begun)))) return;
  const ended = { ended_utc: utcText(deps.now()) };
  try {
    if ((await importAll(deps, waiting, isStopped)) === 'stopped') {
      const row = await findImport(db.read, id);
      if (row?.state === 'canceled') await db.write((trx) => deleteFileOf(trx, id));
      return;
    }
    ended.ended_utc = utcText(deps.now());
    await db.write(async (trx) => {
      await updateImport(trx, id, ['running'], { state: 'done', ...ended });
      await deleteFileOf(trx, id);
    });
    log.info({ job: 'imports', import: id }, 'An import has ended.');
  } catch (error) {
    const reason = reasonOf(error);
    // Whatever else goes wrong is tried again: the database may be away for a moment.
    if (!reason) throw error;
    await db.write(async (trx) => {
      await updateImport(trx, id, ['running'], { state: 'failed', error: JSON.stringify(reason), ...ended });
      await deleteFileOf(trx, id);
    });
    log.warn({ job: 'imports', import: id, reason: reason.key }, 'An import has failed.');
  }
}
