import path from 'node:path';
import type { Command } from 'commander';
import { ConfigError, databaseFile } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { isDatabase, isPostgres, shownAddress } from '#foundation/network/database-address.ts';
import { progressByKind } from './export.ts';
import { interruptible } from './interrupt.ts';
import { withCalendarToRead } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateMessage, translateText } from './translate.ts';

const DIGITS = 16;

/** Registers `move`: copies the calendar to another database. */
export function register(program: Command): void {
  withSettings(program.command('move'))
    .description(translateText('cli.move'))
    .requiredOption(`--to ${placeholder('address')}`, translateText('cli.move.to'))
    .option('--json', translateText('cli.json'))
    .addHelpText('after', `\n${translateText('cli.move.after')}`)
    .action(async ({ to: given, json }: { to: string; json?: true }, command: Command) => {
      // Checked here, not by commander, whose message would show the address with its password.
      if (!isDatabase(given))
        throw new ConfigError(message('config.database', { name: '--to', value: shownAddress(given) }));
      const [{ moveCalendar }, { openDatabase }, { table }] = await Promise.all([
        import('#transfer/move/move.ts'),
        import('#main.ts'),
        import('./table.ts'),
      ]);
      const began = performance.now();
      await withCalendarToRead(command, async ({ services }) => {
        const { config } = services;
        const to = isPostgres(given) ? given : `sqlite:${path.resolve(given.slice('sqlite:'.length))}`;
        const from = config.databaseUrl ? shownAddress(config.databaseUrl) : `sqlite:${databaseFile(config)}`;
        const shown = shownAddress(to);
        const target = await openDatabase({
          ...config,
          databaseUrl: to,
          origins: { ...config.origins, DATABASE_URL: '--to' },
          listenUrl: undefined,
          replicaUrl: undefined,
        });
        const bars = progressByKind();
        try {
          const { tables, warning } = await interruptible(
            { describe: () => message('cli.move.interrupted', { to: shown }) },
            () =>
              moveCalendar(
                services.db,
                target,
                { from, to: shown },
                {
                  resumed: () =>
                    process.stderr.write(`${translateText('cli.move.resumed', { to: shown })}\n`),
                  progress: bars.to,
                },
              ),
          );
          bars.end();
          if (warning) process.stderr.write(`${translateMessage(warning)}\n`);
          if (json) {
            const shownTables = tables.map(({ name, rows, digest }) => ({
              table: name,
              rows,
              checksum: digest,
            }));
            process.stdout.write(`${JSON.stringify({ from, to: shown, tables: shownTables }, null, 2)}\n`);
            return;
          }
          const seconds = (performance.now() - began) / 1000;
          process.stdout.write(
            table(
              (['table', 'rows', 'checksum'] as const).map((name) => translateText(`cli.head.${name}`)),
              tables.map(({ name, rows, digest }) => [name, String(rows), digest.slice(0, DIGITS)]),
            ),
          );
          const rows = tables.reduce((sum, one) => sum + one.rows, 0);
          process.stdout.write(`${translateText('cli.move.done', { count: rows, to: shown, seconds })}\n`);
          process.stdout.write(`${translateText('cli.move.pictures', { folder: services.media.folder })}\n`);
          process.stdout.write(`${translateText('cli.move.next', { to: shown })}\n`);
        } finally {
          bars.end();
          await target.close();
        }
      });
    });
}
