import { findZone } from '#foundation/time/zone.ts';
import { moveVersion } from './changes.ts';
import type { Database, Reading, Writing } from './engine.ts';
import { findSetting, putSetting } from './stored-settings.ts';

const SETTING = 'timezone';

/** Returns the time zone that a calendar has; undefined where it was never told one, or one that nobody knows any more. */
export async function findSiteZone(db: Reading): Promise<string | undefined> {
  const stored = await findSetting(db, SETTING);
  return stored !== undefined && findZone(stored) ? stored : undefined;
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
  await db.write((trx) => storeSiteZone(trx, timezone));
  return timezone;
}

/** Stores the zone that the site has from now on; the version moves. */
export async function storeSiteZone(trx: Writing, timezone: string): Promise<void> {
  await putSetting(trx, SETTING, timezone);
  await moveVersion(trx);
}
