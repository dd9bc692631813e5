import type { Command } from 'commander';
import { say } from './say.ts';
import { configOf, withSettings } from './settings.ts';

/** `migrate`: brings the database to the present form, which `serve` does too. */
export function register(program: Command): void {
  withSettings(program.command('migrate'))
    .description(say('cli.migrate'))
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
            ? `${say('cli.migrate.done', { file, names: taken.join(', ') })}\n`
            : `${say('cli.migrate.nothing', { file })}\n`,
        );
      } finally {
        await db.close();
      }
    });
}
