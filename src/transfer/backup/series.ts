import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Reading, Writing } from '#store/db/engine.ts';
import { findSetting, putSetting } from '#store/db/stored-settings.ts';

/** Setting of a restored calendar that lists its series, newest first, separated by spaces. */
const NAME = 'backup_series';
/** Number of restores in a row that the list remembers. */
const MOST = 20;

/**
 * Returns the series names of a calendar's backups, its own first: a restored calendar begins a series of its own,
 * after those it had when the backup was made.
 */
export async function listSeries(db: Reading, calendar: string): Promise<readonly [string, ...string[]]> {
  const stored = await findSetting(db, NAME);
  const [own = calendar, ...before] = stored?.split(' ') ?? [];
  return [own, ...before];
}

/** Begins a new series for a restored calendar: the original may still be running and rely on its own backups. */
export async function beginSeries(trx: Writing, calendar: string): Promise<void> {
  const value = [randomUUID(), ...(await listSeries(trx, calendar))].slice(0, MOST).join(' ');
  await putSetting(trx, NAME, value);
}

/**
 * Returns the series whose backups a calendar may remove from a folder: in its own data folder all of its series,
 * since no other calendar writes there; elsewhere only its own.
 */
export async function removableSeries(
  folder: string,
  data: string,
  series: readonly [string, ...string[]],
): Promise<readonly string[]> {
  return (await isBelow(folder, data)) ? series : series.slice(0, 1);
}

/** Returns whether a folder lies in another, with links resolved: one that leads outside may be shared. */
async function isBelow(folder: string, data: string): Promise<boolean> {
  try {
    const between = path.relative(await realpath(data), await realpath(folder));
    return between !== '' && !path.isAbsolute(between) && between.split(path.sep)[0] !== '..';
  } catch {
    return false;
  }
}
