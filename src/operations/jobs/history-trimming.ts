import type { Services } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';

/** Entries deleted per transaction, to keep it short. */
const BATCH = 200;
const DAY_SECONDS = 86_400;

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
    .limit(BATCH)
    .execute();
  // Order is by ID, since clocks may have been wrong.
  const old = entries.findLast(({ at_utc }) => at_utc < before);
  if (!old) return false;
  await db.write(async (trx) => {
    await trx.deleteFrom('history_images').where('history_id', '<=', old.id).execute();
    await trx.deleteFrom('history').where('id', '<=', old.id).execute();
  });
  log?.info({ job: 'change_log', until: old.id }, 'Old entries of the history were removed.');
  return old.id === entries.at(-1)?.id && entries.length === BATCH;
}
