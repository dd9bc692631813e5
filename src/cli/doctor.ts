import type { Command } from 'commander';
import type { Message } from '#foundation/i18n/catalogue.ts';
import manifest from '../../package.json' with { type: 'json' };
import { environmentOf, withSettings } from './settings.ts';
import { translateMessage, translateText } from './translate.ts';

/** Returns the code of a finding for programs, the same in each language. */
const codeOf = ({ key }: Message): string => key.replace(/^doctor\.(fine\.)?/, '');

/** Registers `doctor`: whether the service has what it needs, with remedies. */
export function register(program: Command): void {
  withSettings(program.command('doctor'))
    .description(translateText('cli.doctor'))
    .option('--json', translateText('cli.json'))
    .action(async (options: { json?: true }, command: Command) => {
      const { diagnose } = await import('#operations/doctor/doctor.ts');
      const findings = await diagnose(environmentOf(command), manifest.version, (check) => {
        if (process.stderr.isTTY)
          process.stderr.write(
            `\r\u001b[K${translateText('cli.doctor.progress', { check: translateText(`doctor.check.${check}`) })}`,
          );
      });
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
      if (options.json) {
        const shown = findings.map(({ check, severity, what, remedy }) => ({
          check,
          severity,
          code: codeOf(what),
          what: translateMessage(what),
          ...(remedy ? { remedy: translateMessage(remedy) } : {}),
        }));
        process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
      } else {
        for (const { check, severity, what, remedy } of findings) {
          process.stdout.write(
            `${translateText(`doctor.severity.${severity}`)}  ${translateText(`doctor.check.${check}`)}: ${translateMessage(what)}\n`,
          );
          if (remedy) process.stdout.write(`    ${translateMessage(remedy)}\n`);
        }
        process.stdout.write(
          `${translateText('cli.doctor.sum', { errors: count('error'), warnings: count('warning') })}\n`,
        );
      }
      if (count('error') > 0) process.exitCode = 1;
    });
}
