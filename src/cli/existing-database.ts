import { existsSync } from 'node:fs';
import { type Config, databaseFile } from '#config.ts';
import { isPostgres } from '#foundation/network/database-address.ts';
import type { Database } from '#store/db/engine.ts';

/** Returns whether the settings name PostgreSQL. */
export const onPostgres = ({ databaseUrl }: Config): boolean =>
  databaseUrl !== undefined && isPostgres(databaseUrl);

/**
 * Opens the configured database as it is to read it, without creating or migrating a calendar, and closes it after `work`.
 * @throws UserFacingError if there is no calendar
 */
export async function withExistingDatabase<T>(
  config: Config,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const [{ noCalendar, openDatabase }, { hasCalendar }] = await Promise.all([
    import('#main.ts'),
    import('#store/db/migrate.ts'),
  ]);
  if (!onPostgres(config) && !existsSync(databaseFile(config))) throw noCalendar(config);
  const db = await openDatabase(config, { use: 'read' });
  try {
    if (!(await hasCalendar(db))) throw noCalendar(config);
    return await work(db);
  } finally {
    await db.close();
  }
}
