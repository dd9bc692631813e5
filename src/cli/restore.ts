import type { Command } from 'commander';
import { type Config, databaseFile, databaseName } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { onPostgres } from './existing-database.ts';
import { progressByKind } from './export.ts';
import { abortable } from './interrupt.ts';
import { configOf, withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

/** Registers `restore`: a calendar from a backup, to an empty place. */
export function register(program: Command): void {
  withSettings(program.command('restore'))
    .description(translateText('cli.restore'))
    .argument(placeholder('file'), translateText('cli.verify.file'))
    .option('--json', translateText('cli.json'))
    .addHelpText('after', `\n${translateText('cli.restore.after')}`)
    .action((file: string, options: { json?: true }, command: Command) =>
      restore(configOf(command), file, options),
    );
}

async function restore(config: Config, file: string, options: { json?: true }): Promise<void> {
  const [{ withArchive }, { readManifest }, { restoreBackup }, { forgetLostApps }, { openDatabase }] =
    await Promise.all([
      import('#transfer/backup/archive.ts'),
      import('#transfer/backup/read-manifest.ts'),
      import('#transfer/backup/restore.ts'),
      import('#api/second-factor/sealed-secrets.ts'),
      import('#main.ts'),
    ]);
  const began = performance.now();
  const bars = process.stderr.isTTY ? progressByKind() : undefined;
  const shown = databaseName(config);
  const destination = {
    data: config.data,
    file: onPostgres(config) ? undefined : databaseFile(config),
    shown,
    open: () => openDatabase({ ...config, listenUrl: undefined, replicaUrl: undefined }),
  };
  const done = await abortable(async (signal) => {
    try {
      return await withArchive(file, async (archive) => {
        const manifest = await readManifest(archive, (read, total) => {
          signal.throwIfAborted();
          bars?.to('verified', read, total);
        });
        const { settings } = await restoreBackup(archive, manifest, destination, (what, part, total) => {
          signal.throwIfAborted();
          bars?.to(what === 'rows' ? 'restored' : 'files', part, total);
        });
        if (!manifest.tables['totp_secrets']) return { manifest, settings, lost: [] };
        const db = await openDatabase({ ...config, listenUrl: undefined, replicaUrl: undefined });
        try {
          return { manifest, settings, lost: await forgetLostApps(db, config.keyFile) };
        } finally {
          await db.close();
        }
      });
    } finally {
      bars?.end();
    }
  }, message('cli.restore.interrupted'));
  if (!done) return;
  const { manifest, settings, lost } = done;
  const { members: _, ...rest } = manifest;
  const seconds = (performance.now() - began) / 1000;
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ database: shown, data: config.data, settings: settings ?? null, second_factor_lost: lost, ...rest }, null, 2)}\n`,
    );
    return;
  }
  const events = manifest.tables['events'] ?? 0;
  process.stdout.write(
    `${translateText('cli.restore.done', { made: manifest.made, to: shown, events, seconds })}\n`,
  );
  if (settings !== undefined)
    process.stdout.write(`${translateText('cli.restore.settings', { file: settings })}\n`);
  if (lost.length > 0)
    process.stdout.write(
      `${translateText('cli.restore.second_factor', { count: lost.length, logins: lost.join(', ') })}\n`,
    );
  if (!manifest.media)
    process.stdout.write(`${translateText('cli.restore.no_files', { folder: config.data })}\n`);
}
