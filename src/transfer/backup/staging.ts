import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';

/** Name of the staging folder of a restore below the data folder; removed once the restore is complete. */
export const STAGED = '.restore';

/**
 * Refuses to start after an unfinished restore, so that no new calendar is created in its place.
 * @param hasCalendar whether the database holds a calendar: then the restore was complete, and only its marker is
 * left
 * @throws UserFacingError naming the staging folder
 */
export async function refuseUnfinishedRestore(
  data: string,
  hasCalendar: () => Promise<boolean>,
): Promise<void> {
  const staged = path.join(data, STAGED);
  if (!existsSync(staged)) return;
  if (!(await hasCalendar()))
    throw new UserFacingError(message('cli.restore.unfinished', { folder: staged }));
  await rm(staged, { recursive: true, force: true });
}
