import type { Command } from 'commander';
import { withCalendar } from './calendar.ts';
import { withSettings } from './settings.ts';

/** `check`: whether everything kept is as it should be. */
export function register(program: Command): void {
  withSettings(program.command('check'))
    .description('look the whole calendar over for faults, changing nothing; exit code 1 if there are any')
    .option('--json', 'as JSON')
    .action(async (options: { json?: true }, command: Command) => {
      const { findFaults } = await import('#check/findings.ts');
      const findings = await withCalendar(command, ({ deps }) =>
        findFaults(deps, (rule) => {
          if (process.stderr.isTTY) process.stderr.write(`\r\u001b[Klooking for: ${rule}`);
        }),
      );
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      if (options.json) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
      else if (findings.length === 0) process.stdout.write('No faults were found.\n');
      else
        for (const { what, id } of findings)
          process.stdout.write(`${what}${id === undefined ? '' : `: ${id}`}\n`);
      if (findings.length > 0) process.exitCode = 1;
    });
}
