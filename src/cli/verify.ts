import type { Command } from 'commander';
import { message } from '#foundation/i18n/catalogue.ts';
import type { Manifest } from '#transfer/backup/manifest.ts';
import type { Fault } from '#transfer/check/check.ts';
import { progressByKind } from './export.ts';
import { abortable } from './interrupt.ts';
import { placeholder, translateMessage, translateText } from './translate.ts';

interface VerifyOptions {
  quick?: true;
  json?: true;
}

/** Registers `verify`: whether a backup is intact and the calendar in it consistent. */
export function register(program: Command): void {
  program
    .command('verify')
    .description(translateText('cli.verify'))
    .argument(placeholder('file'), translateText('cli.verify.file'))
    .option('--quick', translateText('cli.verify.quick'))
    .option('--json', translateText('cli.json'))
    .addHelpText('after', `\n${translateText('cli.verify.after')}`)
    .action((file: string, options: VerifyOptions) => verify(file, options));
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  const [{ withArchive }, { readManifest }, { findFaultsIn }] = await Promise.all([
    import('#transfer/backup/archive.ts'),
    import('#transfer/backup/read-manifest.ts'),
    import('#transfer/backup/verify.ts'),
  ]);
  const bars = process.stderr.isTTY ? progressByKind() : undefined;
  const found = await abortable(async (signal) => {
    try {
      return await withArchive(file, async (archive) => {
        const manifest = await readManifest(archive, (done, total) => {
          signal.throwIfAborted();
          bars?.to('verified', done, total);
        });
        const progress = {
          rows: (done: number, total: number) => bars?.to('restored', done, total),
          rule: () => bars?.end(),
        };
        const findings = options.quick ? [] : await findFaultsIn(archive, manifest, progress, signal);
        return { manifest, findings };
      });
    } finally {
      bars?.end();
    }
  }, message('cli.verify.interrupted'));
  if (!found) return;
  const { manifest, findings } = found;
  if (findings.length > 0) process.exitCode = 1;
  if (options.json) {
    const { members, ...rest } = manifest;
    const faults = findings.map(({ what, ...at }) => ({ what: translateMessage(what), ...at }));
    const files = filesIn(manifest).length;
    process.stdout.write(
      `${JSON.stringify({ file, ...rest, files, members: members.length, faults }, null, 2)}\n`,
    );
  } else process.stdout.write(`${linesOf(file, manifest, findings, options).join('\n')}\n`);
}

const filesIn = ({ members }: Manifest) => members.filter(({ name }) => name.startsWith('media/'));

function linesOf(
  file: string,
  manifest: Manifest,
  findings: readonly Fault[],
  { quick = false }: { quick?: boolean },
): string[] {
  const { tables, made, kalends, engine, media, missing } = manifest;
  const rows = (name: string) => tables[name] ?? 0;
  return [
    translateText('cli.verify.made', { file, made, version: kalends, engine }),
    translateText('cli.verify.content', {
      events: rows('events'),
      venues: rows('venues'),
      organizers: rows('organizers'),
      users: rows('users'),
      pictures: rows('media'),
    }),
    media
      ? translateText('cli.verify.files', { count: filesIn(manifest).length })
      : translateText('cli.verify.no_files'),
    ...(missing.length > 0
      ? [translateText('backup.missing', { count: missing.length, file: missing[0] ?? '' })]
      : []),
    ...findings.map(({ what, id }) => `${translateMessage(what)}${id === undefined ? '' : `: ${id}`}`),
    findings.length > 0
      ? translateText('cli.verify.faults')
      : translateText(quick ? 'cli.verify.whole' : 'cli.verify.sound'),
  ];
}
