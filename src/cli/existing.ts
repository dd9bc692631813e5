import { existsSync } from 'node:fs';
import type { Database } from '#db/engine.ts';
import { message } from '#i18n/catalogue.ts';
import { ToldError } from '#i18n/told.ts';
import { type Config, databaseFile, databaseName, isPostgres } from '../config.ts';

/** Whether the settings name PostgreSQL. */
export const onPostgres = ({ databaseUrl }: Config): boolean =>
  databaseUrl !== undefined && isPostgres(databaseUrl);

/**
 * Opens the calendar that settings name as it is: none is made, and none is brought to another form.
 * @throws ToldError where there is none
 */
export async function withExisting<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const [{ openDatabase }, { hasCalendar }] = await Promise.all([
    import('../main.ts'),
    import('#db/migrate.ts'),
  ]);
  const nothing = () => new ToldError(message('cli.no_calendar', { place: databaseName(config) }));
  if (!onPostgres(config) && !existsSync(databaseFile(config))) throw nothing();
  const db = await openDatabase(config);
  try {
    if (!(await hasCalendar(db))) throw nothing();
    return await work(db);
  } finally {
    await db.close();
  }
}
