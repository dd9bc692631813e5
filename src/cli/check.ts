import type { Command } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import { interruptible } from './interrupt.ts';
import { withCalendarToRead } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { translateMessage, translateText } from './translate.ts';

/** Registers `check`: whether all stored data is consistent. */
export function register(program: Command): void {
  withSettings(program.command('check'))
    .description(translateText('cli.check'))
    .option('--json', translateText('cli.json'))
    .action(async (options: { json?: true }, command: Command) => {
      const { findFaults } = await import('#transfer/check/check.ts');
      const faults = await interruptible({ describe: () => message('cli.check.interrupted') }, () =>
        withCalendarToRead(command, ({ services: { db, media, now, config } }) =>
          findFaults(
            {
              db,
              now,
              keyFile: config.keyFile,
              publicUrl: config.publicUrl,
              media: { folder: media.folder, has: async (file) => Boolean(await media.files.stat(file)) },
            },
            (rule) => {
              if (process.stderr.isTTY)
                process.stderr.write(`\r\u001b[K${translateText('cli.check.progress', { rule })}`);
            },
          ),
        ),
      );
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      const findings = faults.map(({ what, ...at }) => ({
        rule: what.key.replace(/^check\./, ''),
        what: translateMessage(what),
        ...at,
      }));
      if (options.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
      else if (findings.length === 0) process.stdout.write(`${translateText('cli.check.none')}\n`);
      else
        for (const { what, id } of findings)
          process.stdout.write(`${what}${id === undefined ? '' : `: ${id}`}\n`);
      if (findings.length > 0) process.exitCode = 1;
    });
}
