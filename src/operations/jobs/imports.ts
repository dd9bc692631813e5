import type { Deps } from '#context.ts';
import { findUnfinished } from '#transfer/imports/store.ts';
import { type Job, startJob } from './job.ts';
import { RepeatedFailureFilter } from './repeated-failure.ts';

const LOOK_EVERY_MS = 500;
const AFTER_FAILURE_MS = 5_000;

/**
 * Starts the job that runs imports, one after the other, and takes back those that are to be undone; after a restart it goes
 * on with what was interrupted. Failures that are no matter of the import are logged and tried again.
 */
export function startImports(deps: Deps, isOurs: () => boolean = () => true): Job {
  const failure = new RepeatedFailureFilter();
  return startJob(async (isStopped) => {
    try {
      if (!isOurs()) return LOOK_EVERY_MS;
      const row = await findUnfinished(deps.db.read);
      if (!row) return LOOK_EVERY_MS;
      const isOver = () => isStopped() || !isOurs();
      // Importers and their clients are read at the first import: each start would wait for them.
      const work =
        row.state === 'undoing'
          ? (await import('#transfer/imports/undo.ts')).undoStored
          : (await import('#transfer/imports/run.ts')).runStored;
      await deps.metrics.jobs.run('imports', () => work(deps, row, isOver));
      failure.reset();
      return 0;
    } catch (error) {
      if (failure.shouldLog(error, performance.now()))
        deps.log.error({ err: error, job: 'imports' }, 'An import could not go on; it is tried again.');
      return AFTER_FAILURE_MS;
    }
  });
}
