import { setTimeout as pause } from 'node:timers/promises';
import { mayImport, roles, statuses } from '#api/access/permissions.ts';
import { findUser } from '#api/access/store.ts';
import type { Services } from '#context.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { spoolBytes } from '../importers/byte-source.ts';
import { ImportError } from '../importers/import-item.ts';
import { runImport } from '../importers/importer.ts';
import { readingSite } from '../importers/reading-site.ts';
import { kindNamed } from '../importers/registry/kinds.ts';
import { type OpenRequest, type OpenSource, openSource } from '../importers/registry/reader-thread.ts';
import type { SourceOptions } from '../importers/source-kind.ts';
import { recordEntries } from './record.ts';
import { deleteFileOf, findImport, type ImportRow, readFileOf, updateImport } from './store.ts';

/** Items of one transaction: others that write wait for no more. */
const ITEMS_AT_ONCE = 100;
const POLITE_PAUSE_MS = 200;
/** Items that an import may have (contract I3). */
const MOST_ITEMS = 100_000;
/** A site that goes on giving is given up. */
const LONGEST_HOURS = 12;
/** Whether somebody has canceled is looked at so often, whatever the import is at. */
const LOOK_EVERY_MS = 250;

/** Opens what an import reads, in a thread of its own. Addresses are guarded as those of pictures are. @throws ImportError */
async function openStored(services: Services, row: ImportRow, signal: AbortSignal): Promise<OpenSource> {
  const kind = kindNamed(row.kind);
  const options: SourceOptions = JSON.parse(row.options);
  const request: OpenRequest = {
    // Two people may import the same site: each begins at its beginning.
    name: `import ${row.id}`,
    shown: row.url ?? row.source,
    options,
    site: readingSite(services),
    mostItems: MOST_ITEMS,
    isDryRun: row.dry_run === 1,
  };
  if (row.url !== null) {
    const { allowHosts } = services.media.rules;
    const network = { pauseMs: POLITE_PAUSE_MS, allowHosts, all: false };
    const { source, ...opened } = await openSource(kind, { address: row.url, network }, request, {
      signal,
      large: 0,
    });
    // A name in a request makes no host trusted.
    return { ...opened, source: { ...source, trustedHosts: [] } };
  }
  const bytes = await spoolBytes(readFileOf(services.db.read, row.id));
  try {
    const { close, ...opened } = await openSource(kind, { bytes }, request, { large: 0, signal });
    return { ...opened, close: () => close().finally(() => bytes.close()) };
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

/** Returns a signal that ends an import: canceled by somebody, stopped with the service, or out of time. */
function watchImport(services: Services, { id, url }: ImportRow, isStopped: () => boolean) {
  const controller = new AbortController();
  const endMs = performance.now() + LONGEST_HOURS * 3_600_000;
  const look = async () => {
    if (url !== null && performance.now() > endMs)
      controller.abort(new ImportError(message('import.took_too_long', { hours: LONGEST_HOURS })));
    const row = isStopped() ? undefined : await findImport(services.db.read, id);
    if (row?.state !== 'running') controller.abort();
  };
  const ended = new AbortController();
  const lookOn = async () => {
    while (!controller.signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: ended.signal });
      // Where the database is away, the import itself notices.
      await look().catch(() => {});
    }
  };
  void lookOn().catch(() => {});
  return { signal: controller.signal, end: () => ended.abort() };
}

async function importAll(
  services: Services,
  row: ImportRow,
  signal: AbortSignal,
): Promise<'done' | 'stopped'> {
  const user = await findUser(services.db.read, row.user_id);
  const role = roles.find((one) => one === user?.role);
  const viewer = user && role ? { id: user.id, role, login: user.login } : null;
  // Rights may have been taken away while it waited.
  if (!viewer || !mayImport(viewer, row.author_id ?? undefined))
    throw new ImportError(message('import.no_right'));
  const isDryRun = row.dry_run === 1;
  let isCanceled = false;
  let items = 0;
  const isOver = () => isCanceled || signal.aborted;
  const opened: OpenSource[] = [];
  try {
    const open = await openStored(services, row, signal);
    opened.push(open);
    const { source, kind } = open;
    const { repairs = [], columns } = source;
    await services.db.write((trx) =>
      updateImport(trx, row.id, ['running'], {
        kind,
        repairs: JSON.stringify(repairs),
        columns: columns === undefined ? null : JSON.stringify(columns),
      }),
    );
    await runImport(services, source, {
      viewer,
      importId: row.id,
      choices: choicesOf(row),
      isDryRun,
      itemsAtOnce: ITEMS_AT_ONCE,
      isStopped: isOver,
      async record(trx, entries, { what, done, total }) {
        // Venues and the like that events name are no items of their own.
        items += entries.filter(({ position, kind }) => position === undefined || kind === 'events').length;
        if (items > MOST_ITEMS)
          throw new ImportError(message('import.too_many_items', { source: row.source, limit: MOST_ITEMS }));
        await recordEntries(trx, row.id, entries, isDryRun);
        const goesOn = await updateImport(trx, row.id, ['running'], { reading: what, done, total });
        isCanceled = !goesOn;
      },
    });
  } catch (error) {
    if (signal.reason instanceof ImportError) throw signal.reason;
    if (!signal.aborted) throw error;
  } finally {
    for (const { close } of opened) await close();
  }
  return isOver() ? 'stopped' : 'done';
}

const reasonOf = (error: unknown): Message | undefined =>
  error instanceof ImportError ? error.userMessage : undefined;

/**
 * Runs an import to its end, or takes one up again that was interrupted: what it has told of already is met again and left
 * as it is. Where `isStopped` says so it waits for the next run.
 */
export async function runStored(
  services: Services,
  waiting: ImportRow,
  isStopped: () => boolean,
): Promise<void> {
  const { db, log } = services;
  const { id } = waiting;
  const begun = { state: 'running', started_utc: waiting.started_utc ?? utcText(services.now()) };
  if (!(await db.write((trx) => updateImport(trx, id, ['queued', 'running'], begun)))) return;
  const ended = { ended_utc: utcText(services.now()) };
  const watch = watchImport(services, waiting, isStopped);
  try {
    if ((await importAll(services, waiting, watch.signal)) === 'stopped') {
      const row = await findImport(db.read, id);
      if (row?.state === 'canceled') await db.write((trx) => deleteFileOf(trx, id));
      return;
    }
    ended.ended_utc = utcText(services.now());
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
  } finally {
    watch.end();
  }
}
