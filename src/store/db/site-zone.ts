import { findZone } from '#foundation/time/zone.ts';
import { moveVersion } from './changes.ts';
import type { Database, Reading } from './engine.ts';

const SETTING = 'timezone';

/** Returns the time zone that a calendar has; undefined where it was never told one, or one that nobody knows any more. */
export async function findSiteZone(db: Reading): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row && findZone(row.value) ? row.value : undefined;
}

/**
 * Stores the time zone asked for in the calendar; without one the calendar keeps its own.
 * @returns the zone that the site has from now on
 */
export async function applySiteZone(
  db: Database,
  asked: { timezone: string; timezoneGiven: boolean },
): Promise<string> {
  const { timezone, timezoneGiven } = asked;
  const known = await findSiteZone(db.read);
  if (!timezoneGiven) return known ?? timezone;
  if (known === timezone) return timezone;
  await db.write(async (trx) => {
    await trx.deleteFrom('settings').where('name', '=', SETTING).execute();
    await trx.insertInto('settings').values({ name: SETTING, value: timezone }).execute();
    await moveVersion(trx);
  });
  return timezone;
}
