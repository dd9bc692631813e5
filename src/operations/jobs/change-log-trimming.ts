import type { Services } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type Job, startJob } from './job.ts';

const LOOK_EVERY_MS = 1_000;
/** Pause once everything is trimmed. */
const REST_MS = 3_600_000;
/** Pause between batches, in which writes can proceed. */
const NEXT_BATCH_MS = 50;
const AGAIN_MS = 60_000;
/** Entries deleted per transaction, to keep it short. */
const BATCH = 500;
const DAY_SECONDS = 86_400;
/** Entries of the history deleted per transaction, to keep it short. */
const HISTORY_BATCH = 200;

/**
 * Deletes one batch of entries of the history that are older than the setting allows, with their images: what they changed can't
 * be taken back any more. Returns whether there may be more.
 */
export async function trimHistory({
  db,
  now,
  config,
  log,
}: Pick<Services, 'db' | 'now' | 'config'> & Partial<Pick<Services, 'log'>>): Promise<boolean> {
  if (config.historyDays === 0) return false;
  const before = utcText(now().subtract({ seconds: config.historyDays * DAY_SECONDS }));
  const entries = await db.read
    .selectFrom('history')
    .select(['id', 'at_utc'])
    .orderBy('id')
    .limit(HISTORY_BATCH)
    .execute();
  // Order is by ID, since clocks may have been wrong.
  const old = entries.findLast(({ at_utc }) => at_utc < before);
  if (!old) return false;
  await db.write(async (trx) => {
    await trx.deleteFrom('history_images').where('history_id', '<=', old.id).execute();
    await trx.deleteFrom('history').where('id', '<=', old.id).execute();
  });
  log?.info({ job: 'change_log', until: old.id }, 'Old entries of the history were removed.');
  return old.id === entries.at(-1)?.id && entries.length === HISTORY_BATCH;
}

/**
 * Deletes one batch of change log entries older than the setting allows, but never the last entry. Returns whether
 * there may be more. Followers that have not read that far notice that their last entry is gone and reload everything
 * (`store/db/change-log-follower.ts`).
 */
export async function trimChangeLog({
  db,
  now,
  config,
  log,
}: Pick<Services, 'db' | 'now' | 'config'> & Partial<Pick<Services, 'log'>>): Promise<boolean> {
  if (config.changeLogDays === 0) return false;
  const before = utcText(now().subtract({ seconds: config.changeLogDays * DAY_SECONDS }));
  const lines = await db.read
    .selectFrom('changes')
    .select(['id', 'at_utc'])
    .orderBy('id')
    .limit(BATCH + 1)
    .execute();
  // Followers need the last entry. Order is by ID, since clocks may have been wrong.
  const old = lines.slice(0, -1).findLast(({ at_utc }) => at_utc < before);
  if (!old) return false;
  const beganMs = performance.now();
  const [deleted] = await db.write((trx) => trx.deleteFrom('changes').where('id', '<=', old.id).execute());
  const removed = Number(deleted?.numDeletedRows ?? 0);
  const duration_ms = Math.round(performance.now() - beganMs);
  log?.info({ job: 'change_log', removed, duration_ms }, 'Old lines of the change log were removed.');
  return lines.length > BATCH;
}

/** Starts the job that trims the change log and the history while `isOurs` returns true. Failures are logged and retried. */
export function startChangeLogTrimming(services: Services, isOurs: () => boolean): Job {
  return startJob(async () => {
    try {
      if (!isOurs()) return LOOK_EVERY_MS;
      const more = await services.metrics.jobs.run(
        'change_log',
        async () => (await trimChangeLog(services)) || (await trimHistory(services)),
      );
      return more ? NEXT_BATCH_MS : REST_MS;
    } catch (error) {
      services.log.error(
        { err: error, job: 'change_log' },
        'The change log could not be trimmed; it is tried again.',
      );
      return AGAIN_MS;
    }
  }, LOOK_EVERY_MS);
}
