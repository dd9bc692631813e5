import type { Reading, Writing } from '#store/db/engine.ts';
import { deleteSetting, putSetting } from '#store/db/stored-settings.ts';

/** Distinguishes settings of the site from what else the table keeps. */
const PREFIX = 'site.';

/** The settings of a calendar as stored: those of the site as JSON by name, its language and its time zone. */
export interface StoredSite {
  readonly settings: ReadonlyMap<string, string>;
  readonly language: string | undefined;
  readonly timezone: string | undefined;
}

/** Returns the settings that a calendar stores of its site, in one statement. */
export async function findStoredSite(db: Reading): Promise<StoredSite> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where((eb) =>
      eb.or([
        eb.and([eb('name', '>=', PREFIX), eb('name', '<', 'site/')]),
        eb('name', 'in', ['language', 'timezone']),
      ]),
    )
    .execute();
  const all = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    settings: new Map(
      [...all].flatMap(([name, value]) =>
        name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value] as const] : [],
      ),
    ),
    language: all.get('language'),
    timezone: all.get('timezone'),
  };
}

/** Stores a setting of the site as JSON; null removes it. */
export async function storeSetting(trx: Writing, name: string, value: unknown): Promise<void> {
  if (value === null) await deleteSetting(trx, PREFIX + name);
  else await putSetting(trx, PREFIX + name, JSON.stringify(value));
}
