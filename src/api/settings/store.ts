import type { Reading, Writing } from '#store/db/engine.ts';
import { deleteSetting, putSetting } from '#store/db/stored-settings.ts';

/** Distinguishes settings of the site from what else the table keeps. */
const PREFIX = 'site.';

/** Returns what is stored of the site's settings: JSON by name. */
export async function listStoredSettings(db: Reading): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', '>=', PREFIX)
    .where('name', '<', 'site/')
    .execute();
  return new Map(rows.map(({ name, value }) => [name.slice(PREFIX.length), value]));
}

/** Stores a setting of the site as JSON; null removes it. */
export async function storeSetting(trx: Writing, name: string, value: unknown): Promise<void> {
  if (value === null) await deleteSetting(trx, PREFIX + name);
  else await putSetting(trx, PREFIX + name, JSON.stringify(value));
}
