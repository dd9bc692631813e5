import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Reading, Writing } from '#store/db/engine.ts';

/** The setting of a calendar that came out of a backup; its value is its series, the newest first, parted by blanks. */
const NAME = 'backup_series';
/** Of how many restores one after the other it's known. */
const MOST = 20;

/**
 * Returns the names under which backups of a calendar have been made, its own first: a calendar that was restored begins a
 * series of its own, beside those that it had when the backup was made.
 */
export async function listSeries(db: Reading, calendar: string): Promise<readonly [string, ...string[]]> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  const [own = calendar, ...before] = row?.value.split(' ') ?? [];
  return [own, ...before];
}

/**
 * Begins a series for a calendar that is restored: the one that the backup was made of may be running still, and counts on
 * its own backups.
 */
export async function beginSeries(trx: Writing, calendar: string): Promise<void> {
  const value = [randomUUID(), ...(await listSeries(trx, calendar))].slice(0, MOST).join(' ');
  await trx
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Returns which series a calendar may remove from a folder: in its own data folder also those of before it was restored,
 * since no other calendar's backups go there; elsewhere its own alone.
 */
export async function removableSeries(
  folder: string,
  data: string,
  series: readonly [string, ...string[]],
): Promise<readonly string[]> {
  return (await isBelow(folder, data)) ? series : series.slice(0, 1);
}

/** Whether a folder is in another, links followed: one that leads out of it may be shared. */
async function isBelow(folder: string, data: string): Promise<boolean> {
  try {
    const between = path.relative(await realpath(data), await realpath(folder));
    return between !== '' && !path.isAbsolute(between) && between.split(path.sep)[0] !== '..';
  } catch {
    return false;
  }
}
