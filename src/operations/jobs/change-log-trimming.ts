import type { Deps } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type Job, startJob } from './job.ts';

const LOOK_EVERY_MS = 1_000;
/** Once it's all done, so long passes until the next look. */
const REST_MS = 3_600_000;
/** Writes come in between two batches. */
const NEXT_BATCH_MS = 50;
const AGAIN_MS = 60_000;
/** Lines in one transaction, which is soon done. */
const BATCH = 500;
const DAY_SECONDS = 86_400;

/**
 * Removes the oldest lines of the change log that are older than the setting says, so many at most, but never the last of
 * all. Gives whether there may be more. Whoever follows the log and isn't that far finds its last line gone, and reads
 * everything anew (`store/db/change-log-follower.ts`).
 */
export async function trimChangeLog({
  db,
  now,
  config,
  log,
}: Pick<Deps, 'db' | 'now' | 'config'> & Partial<Pick<Deps, 'log'>>): Promise<boolean> {
  if (config.changeLogDays === 0) return false;
  const before = utcText(now().subtract({ seconds: config.changeLogDays * DAY_SECONDS }));
  const lines = await db.read
    .selectFrom('changes')
    .select(['id', 'at_utc'])
    .orderBy('id')
    .limit(BATCH + 1)
    .execute();
  // The last line is what followers hold on to; one that comes after another is younger, whatever a clock said then.
  const old = lines.slice(0, -1).findLast(({ at_utc }) => at_utc < before);
  if (!old) return false;
  const beganMs = performance.now();
  const [deleted] = await db.write((trx) => trx.deleteFrom('changes').where('id', '<=', old.id).execute());
  const removed = Number(deleted?.numDeletedRows ?? 0);
  const duration_ms = Math.round(performance.now() - beganMs);
  log?.info({ job: 'change_log', removed, duration_ms }, 'Old lines of the change log were removed.');
  return lines.length > BATCH;
}

/** Trims the change log from time to time, where `isOurs` says that this process is to. A failure is logged and tried again. */
export function startChangeLogTrimming(deps: Deps, isOurs: () => boolean): Job {
  return startJob(async () => {
    try {
      if (!isOurs()) return LOOK_EVERY_MS;
      const more = await deps.metrics.jobs.run('change_log', () => trimChangeLog(deps));
      return more ? NEXT_BATCH_MS : REST_MS;
    } catch (error) {
      deps.log.error(
        { err: error, job: 'change_log' },
        'The change log could not be trimmed; it is tried again.',
      );
      return AGAIN_MS;
    }
  }, LOOK_EVERY_MS);
}
