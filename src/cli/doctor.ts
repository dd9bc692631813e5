import type { Command } from 'commander';
import type { Message } from '#foundation/i18n/catalogue.ts';
import manifest from '../../package.json' with { type: 'json' };
import { say, tell } from './say.ts';
import { environmentOf, withSettings } from './settings.ts';

/** Returns the name by which programs know a finding, the same in each language. */
const codeOf = ({ key }: Message): string => key.replace(/^doctor\.(fine\.)?/, '');

/** `doctor`: whether the service has what it needs, and what to do where it hasn't. */
export function register(program: Command): void {
  withSettings(program.command('doctor'))
    .description(say('cli.doctor'))
    .option('--json', say('cli.json'))
    .action(async (options: { json?: true }, command: Command) => {
      const { examine } = await import('#operations/doctor/doctor.ts');
      const findings = await examine(environmentOf(command), manifest.version, (check) => {
        if (process.stderr.isTTY)
          process.stderr.write(
            `\r\u001b[K${say('cli.doctor.progress', { check: say(`doctor.check.${check}`) })}`,
          );
      });
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
      if (options.json) {
        const shown = findings.map(({ check, severity, what, remedy }) => ({
          check,
          severity,
          code: codeOf(what),
          what: tell(what),
          ...(remedy ? { remedy: tell(remedy) } : {}),
        }));
        process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
      } else {
        for (const { check, severity, what, remedy } of findings) {
          process.stdout.write(
            `${say(`doctor.severity.${severity}`)}  ${say(`doctor.check.${check}`)}: ${tell(what)}\n`,
          );
          if (remedy) process.stdout.write(`    ${tell(remedy)}\n`);
        }
        process.stdout.write(
          `${say('cli.doctor.sum', { errors: count('error'), warnings: count('warning') })}\n`,
        );
      }
      if (count('error') > 0) process.exitCode = 1;
    });
}
