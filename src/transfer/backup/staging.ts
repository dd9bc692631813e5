import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';

/** Where a restore puts everything before it's whole, below the data folder; it's gone once the restore is done. */
export const STAGED = '.restore';

/**
 * @param hasCalendar whether the database has one: then the restore was whole, and only what marked it is left
 * @throws ToldError where a restore hasn't been finished, so that no new calendar is made in its place
 */
export async function refuseUnfinishedRestore(
  data: string,
  hasCalendar: () => Promise<boolean>,
): Promise<void> {
  const staged = path.join(data, STAGED);
  if (!existsSync(staged)) return;
  if (!(await hasCalendar())) throw new ToldError(message('cli.restore.unfinished', { folder: staged }));
  await rm(staged, { recursive: true, force: true });
}
