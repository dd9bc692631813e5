import type { Config } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database } from '#store/db/engine.ts';
import { formOf } from '#store/db/migrate.ts';
import { pruneBackups } from './backup-files.ts';
import { makeBackup } from './make.ts';
import { removableSeries } from './series.ts';

/** The setting for how many of these backups are kept. */
const SETTING = 'KALENDS_BACKUP_MIGRATION';

/**
 * Backs up the rows of a calendar of an older version before its schema is migrated; pictures are not changed by
 * that. Does nothing if there is nothing to migrate or the setting is 0. Returns the file.
 * @throws UserFacingError if the backup fails, since there would be no way back
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
    throw new UserFacingError(message('backup.before_migration', values), { cause: error });
  }
}
