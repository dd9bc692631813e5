import { setTimeout as pause } from 'node:timers/promises';
import type { Services } from '#context.ts';
import { findUnfinished, type ImportRow, turnOf } from '#transfer/imports/store.ts';
import { type Job, startJob } from './job.ts';
import { RepeatedFailureFilter } from './repeated-failure.ts';

const LOOK_EVERY_MS = 500;
const AFTER_FAILURE_MS = 5_000;
/** People whose imports run at once, each with a thread that reads; others wait until one of them ends. */
const MOST_AT_ONCE = 8;

/**
 * Starts the job that runs imports, and takes back those that are to be undone; after a restart it goes on with what was
 * interrupted. Those of one person run one after the other, those of several at once: they take turns batch by batch, as each
 * batch is a transaction. Failures that are no matter of the import are logged and tried again.
 */
export function startImports(services: Services, isOurs: () => boolean = () => true): Job {
  const failure = new RepeatedFailureFilter();
  const stopping = new AbortController();
  const isOver = () => stopping.signal.aborted || !isOurs();
  /** What is under way, by the person whose turn it is. */
  const turns = new Map<number, Promise<void>>();

  const tellFailure = (error: unknown) => {
    if (failure.shouldLog(error, performance.now()))
      services.log.error({ err: error, job: 'imports' }, 'An import could not go on; it is tried again.');
  };
  const work = async (row: ImportRow) => {
    try {
      // Importers and their clients are read at the first import: each start would wait for them.
      const run =
        row.state === 'undoing'
          ? (await import('#transfer/imports/undo.ts')).undoStored
          : (await import('#transfer/imports/run.ts')).runStored;
      const site = await services.settings.read(services.db, { isWriting: true });
      const settled = { ...services, site, config: site.config };
      await services.metrics.jobs.run('imports', () => run(settled, row, isOver));
      failure.reset();
    } catch (error) {
      tellFailure(error);
      await pause(AFTER_FAILURE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const startNext = async (): Promise<boolean> => {
    if (isOver() || turns.size >= MOST_AT_ONCE) return false;
    const row = await findUnfinished(services.db.read, new Set(turns.keys()));
    if (!row) return false;
    const user = turnOf(row);
    turns.set(
      user,
      work(row).finally(() => turns.delete(user)),
    );
    return true;
  };
  const job = startJob(async () => {
    try {
      while (await startNext()) {}
      return LOOK_EVERY_MS;
    } catch (error) {
      tellFailure(error);
      return AFTER_FAILURE_MS;
    }
  });
  return {
    async stop() {
      stopping.abort();
      await job.stop();
      await Promise.all(turns.values());
    },
  };
}
