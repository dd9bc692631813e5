import type { Command } from 'commander';
import { message } from '#i18n/catalogue.ts';
import { interruptible } from './interrupt.ts';
import { say, tell } from './say.ts';
import { configOf, withSettings } from './settings.ts';

/** `migrate`: brings the database to the present form, which `serve` does too. */
export function register(program: Command): void {
  withSettings(program.command('migrate'))
    .description(say('cli.migrate'))
    .action(async (_options: object, command: Command) => {
      const config = configOf(command);
      const [{ databaseName }, { explained }, { migrate }, { openToMigrate }] = await Promise.all([
        import('../config.ts'),
        import('#start/database.ts'),
        import('#db/migrate.ts'),
        import('../main.ts'),
      ]);
      const file = databaseName(config);
      const { db } = await openToMigrate(config);
      try {
        const taken = await interruptible({ told: () => message('cli.migrate.interrupted', { file }) }, () =>
          explained(config, () => migrate(db)),
        );
        const warning = await db.complete();
        if (warning) process.stderr.write(`${tell(warning)}\n`);
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
