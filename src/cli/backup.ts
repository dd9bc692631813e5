import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type Config, ConfigError, isRemote } from '#config.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { readInterval } from '#foundation/time/interval.ts';
import type { BackupKind } from '#transfer/backup/backup-files.ts';
import type { BackupResult } from '#transfer/backup/make.ts';
import { withExistingDatabase } from './existing-database.ts';
import { progressByKind } from './export.ts';
import { abortable } from './interrupt.ts';
import { configOf, withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

interface BackupOptions {
  to?: string;
  keep?: number;
  withKey?: true;
  every?: string | true;
  json?: true;
  kind: BackupKind;
}

const MEGABYTE = 1e6;
const MOST_KEPT = 100_000;

function count(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > MOST_KEPT)
    throw new InvalidArgumentError(translateText('misuse.integer', { low: 1, high: MOST_KEPT }));
  return number;
}

/** Returns a backup's target. @throws ConfigError if it is a network address */
function folderOrFile(name: string, given: string): string {
  if (isRemote(given)) throw new ConfigError(message('config.backup_to', { name, value: given }));
  return given;
}

/** Registers `backup`: the whole calendar in one file, while the service runs. */
export function register(program: Command): void {
  const command = withSettings(program.command('backup'));
  const kind = command.createOption('--kind <kind>').default('manual').choices(['manual', 'scheduled']);
  // Used by the service's backup job.
  kind.hidden = true;
  const every = command.createOption(`--every [${translateText('place.value')}]`);
  // Exists only for an error that names the right setting.
  every.hidden = true;
  command
    .description(translateText('cli.backup'))
    .argument(`[${translateText('place.file_or_folder')}]`, translateText('cli.backup.place'))
    .option(`--to ${placeholder('folder')}`, translateText('cli.backup.to'))
    .option(`--keep ${placeholder('count')}`, translateText('cli.backup.keep'), count)
    .option('--with-key', translateText('cli.backup.with_key'))
    .option('--json', translateText('cli.json'))
    .addOption(kind)
    .addOption(every)
    .addHelpText('after', `\n${translateText('cli.backup.after')}`)
    .action((given: string | undefined, options: BackupOptions, command: Command) =>
      backup(configOf(command), given, options),
    );
}

/** Returns the error for `--every`, which tells how to start the service with scheduled backups. */
function refuseInterval(given: string | undefined, { every, keep, to }: BackupOptions): ConfigError {
  const isInterval = typeof every === 'string' && Boolean(readInterval(every));
  const isFile = given === undefined || path.extname(given) !== '';
  const flags = [
    ...(isFile ? [] : ['--backup-dir', given]),
    ...['--backup-every', isInterval ? every : '6h', '--backup-keep', keep ?? 14],
    ...(to === undefined ? [] : ['--backup-to', to]),
  ];
  return new ConfigError(message('cli.backup.every', { options: flags.join(' ') }));
}

async function backup(config: Config, given: string | undefined, options: BackupOptions): Promise<void> {
  if (options.every !== undefined) throw refuseInterval(given, options);
  const target = folderOrFile('backup', given ?? `${config.backupDir}${path.sep}`);
  const to = options.to === undefined ? undefined : folderOrFile('--to', options.to);
  const [
    { makeBackup },
    { digestOf },
    { copyTo, isFolder, listUncopied, pruneBackups },
    { removableSeries },
    { refuseUnfinishedMove },
    { formOf, refuseNewer },
  ] = await Promise.all([
    import('#transfer/backup/make.ts'),
    import('#transfer/backup/archive.ts'),
    import('#transfer/backup/backup-files.ts'),
    import('#transfer/backup/series.ts'),
    import('#transfer/move/checkpoint.ts'),
    import('#store/db/migrate.ts'),
  ]);
  const inFolder = await isFolder(target);
  if (options.keep !== undefined && !inFolder && to === undefined)
    throw new ConfigError(message('cli.backup.keep_file'));
  const began = performance.now();
  const bars = process.stderr.isTTY ? progressByKind() : undefined;
  const made = await abortable(async (signal) => {
    try {
      return await withExistingDatabase(config, async (db) => {
        // A newer version's calendar contains unknown data.
        refuseNewer(await formOf(db));
        await refuseUnfinishedMove(db);
        return makeBackup(
          { db, data: config.data, ...(options.withKey ? { keyFile: config.keyFile } : {}) },
          { place: target, kind: options.kind },
          (what, done, total) => bars?.to(what === 'rows' ? 'saved' : 'files', done, total),
          signal,
        );
      });
    } finally {
      bars?.end();
    }
  }, message('cli.backup.interrupted'));
  if (!made) return;
  const { keep, kind } = options;
  const removed: string[] = [];
  const pruneIn = async (folder: string) => {
    if (keep === undefined) return;
    const series = await removableSeries(folder, config.data, made.series);
    removed.push(...(await pruneBackups(folder, series, { kind, keep })));
  };
  // Its own folder first: the disk must not fill while copies fail for weeks.
  if (inFolder) await pruneIn(target);
  const copy = to === undefined ? undefined : await copyTo(made.file, to, made.sha256);
  if (to !== undefined) await pruneIn(to);
  const late: string[] = [];
  // Copies that failed earlier, pruning after each, so that the second folder never exceeds its limit by much.
  if (inFolder && to !== undefined && keep !== undefined)
    for (const file of await listUncopied(target, to, made.series.slice(0, 1), { kind, keep })) {
      late.push(await copyTo(file, to, await digestOf(file)));
      await pruneIn(to);
    }
  if (made.manifest.missing.length > 0)
    process.stderr.write(
      `kalends: ${translateText('backup.missing', { count: made.manifest.missing.length, file: made.manifest.missing[0] ?? '' })}\n`,
    );
  if (options.json)
    process.stdout.write(`${JSON.stringify(asJson(made, { copy, late, removed }), null, 2)}\n`);
  else {
    process.stdout.write(`${lineOf(made, (performance.now() - began) / 1000)}\n`);
    if (copy !== undefined) process.stdout.write(`${translateText('cli.backup.copied', { file: copy })}\n`);
    if (late.length > 0)
      process.stdout.write(`${translateText('cli.backup.copied_late', { count: late.length })}\n`);
    if (removed.length > 0)
      process.stdout.write(`${translateText('cli.backup.removed', { count: removed.length })}\n`);
  }
}

const filesIn = ({ manifest }: BackupResult) =>
  manifest.members.filter(({ name }) => name.startsWith('media/')).length;

const lineOf = (made: BackupResult, seconds: number) =>
  translateText('cli.backup.done', {
    file: made.file,
    rows: Object.values(made.manifest.tables).reduce((sum, rows) => sum + rows, 0),
    files: filesIn(made),
    size: made.bytes / MEGABYTE,
    seconds,
  });

/** Copies that were made, and older backups that were removed. */
interface CopyResult {
  readonly copy: string | undefined;
  readonly late: readonly string[];
  readonly removed: readonly string[];
}

function asJson(made: BackupResult, { copy, late, removed }: CopyResult) {
  const { members: _, ...manifest } = made.manifest;
  const { file, bytes, sha256 } = made;
  return {
    ...{ file, bytes, sha256, ...manifest, files: filesIn(made) },
    ...{ copy: copy ?? null, late_copies: late, removed },
  };
}
