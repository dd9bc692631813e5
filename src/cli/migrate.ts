import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, databaseFile, databaseName } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { onPostgres } from './existing-database.ts';
import { interruptible } from './interrupt.ts';
import { configOf, withSettings } from './settings.ts';
import { translateMessage, translateText } from './translate.ts';

interface MigrateOptions {
  dryRun?: true;
  json?: true;
}

/** Registers `migrate`: brings the database to the present schema, as `serve` does too. */
export function register(program: Command): void {
  withSettings(program.command('migrate'))
    .description(translateText('cli.migrate'))
    .option('--dry-run', translateText('cli.migrate.dry_run'))
    .option('--json', translateText('cli.json'))
    .action(async (options: MigrateOptions, command: Command) => {
      const config = configOf(command);
      await (options.dryRun ? showPending(config, options) : migrateNow(config, options));
    });
}

async function migrateNow(config: Config, { json }: MigrateOptions): Promise<void> {
  const [
    { migrate },
    { completeCalendar, openToMigrate },
    { explainDatabaseErrors },
    { backUpBeforeMigration },
  ] = await Promise.all([
    import('#store/db/migrate.ts'),
    import('#main.ts'),
    import('#operations/start/database-errors.ts'),
    import('#transfer/backup/before-migration.ts'),
  ]);
  const file = databaseName(config);
  const { db } = await openToMigrate(config);
  try {
    const backup = await backUpBeforeMigration(db, config, { warn: () => {} });
    if (backup !== undefined && !json)
      process.stdout.write(`${translateText('cli.migrate.backup', { file: backup })}\n`);
    const taken = await interruptible({ describe: () => message('cli.migrate.interrupted', { file }) }, () =>
      explainDatabaseErrors(config, async () => {
        const steps = await migrate(db);
        await completeCalendar(db, config);
        return steps;
      }),
    );
    const warning = await db.complete();
    if (warning) process.stderr.write(`${translateMessage(warning)}\n`);
    if (json) printJson({ database: file, taken, backup: backup ?? null });
    else
      process.stdout.write(
        taken.length > 0
          ? `${translateText('cli.migrate.done', { file, names: taken.join(', ') })}\n`
          : `${translateText('cli.migrate.nothing', { file })}\n`,
      );
  } finally {
    await db.close();
  }
}

/** Prints which migrations would run; creates and changes no database. */
async function showPending(config: Config, { json }: MigrateOptions): Promise<void> {
  const { migrationNames } = await import('#store/db/migrate.ts');
  const file = databaseName(config);
  const state =
    !onPostgres(config) && !existsSync(databaseFile(config))
      ? { applied: [], pending: migrationNames }
      : await stateOf(config);
  const { applied, pending } = state;
  // Only an existing calendar with pending migrations is backed up.
  const backup = applied.length > 0 && pending.length > 0 && config.backupMigration > 0;
  if (json) return printJson({ database: file, applied, pending, backup });
  if (pending.length === 0) process.stdout.write(`${translateText('cli.migrate.nothing', { file })}\n`);
  else {
    const key = applied.length === 0 ? 'cli.migrate.would_make' : 'cli.migrate.would';
    process.stdout.write(`${translateText(key, { file, names: pending.join(', ') })}\n`);
    if (backup)
      process.stdout.write(`${translateText('cli.migrate.would_back_up', { folder: config.backupDir })}\n`);
  }
}

async function stateOf(config: Config) {
  const { openToMigrate } = await import('#main.ts');
  const { db, form } = await openToMigrate(config, 'read');
  await db.close();
  return form;
}

function printJson(value: object): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
