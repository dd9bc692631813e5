import type { Config } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import type { Database } from '#store/db/engine.ts';
import { formOf } from '#store/db/migrate.ts';
import { pruneBackups } from './backup-files.ts';
import { makeBackup } from './make.ts';
import { removableSeries } from './series.ts';

/** The setting that says how many of these are kept. */
const SETTING = 'KALENDS_BACKUP_MIGRATION';

/**
 * Makes a backup of a calendar of an older version, before its tables are brought to the present form; of its rows, since
 * pictures stay as they are. Nothing is done where there is nothing to migrate, or the setting says so.
 * @throws ToldError where it can't be made: there would be no way back
 */
export async function backUpBeforeMigration(
  db: Database,
  config: Pick<Config, 'data' | 'backupDir' | 'backupMigration'>,
  log: { warn(details: object, text: string): void },
): Promise<string | undefined> {
  const { data, backupDir: folder, backupMigration: keep } = config;
  const { applied, pending } = await formOf(db);
  if (applied.length === 0 || pending.length === 0 || keep === 0) return undefined;
  try {
    const target = { place: `${folder}/`, kind: 'migration' } as const;
    const { file, series } = await makeBackup({ db, data, withoutMedia: true }, target, () => {});
    await pruneBackups(folder, await removableSeries(folder, data, series), { kind: 'migration', keep });
    log.warn({ file, steps: pending }, `The calendar was backed up to ${file} before it is migrated.`);
    return file;
  } catch (error) {
    const values = { folder, reason: reasonOf(error), setting: SETTING };
    throw new ToldError(message('backup.before_migration', values), { cause: error });
  }
}
