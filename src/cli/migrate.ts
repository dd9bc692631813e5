import type { Command } from 'commander';
import { configOf, withSettings } from './settings.ts';

/** `migrate`: brings the database to the present form, which `serve` does too. */
export function register(program: Command): void {
  withSettings(program.command('migrate'))
    .description('bring the database to the form of this version (serve does it too)')
    .action(async (_options: object, command: Command) => {
      const config = configOf(command);
      const [{ databaseFile }, { migrate }, { openSqlite }] = await Promise.all([
        import('../config.ts'),
        import('#db/migrate.ts'),
        import('#db/sqlite.ts'),
      ]);
      const file = databaseFile(config);
      const db = openSqlite(file);
      try {
        const taken = await migrate(db);
        process.stdout.write(
          taken.length > 0
            ? `Migrated ${file}: ${taken.join(', ')}.\n`
            : `${file} is in the form of this version already.\n`,
        );
      } finally {
        await db.close();
      }
    });
}
