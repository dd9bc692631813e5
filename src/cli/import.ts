import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ImportError, type Source } from '#importers/arrival.ts';
import type { Report } from '#importers/report.ts';
import { withCalendar } from './calendar.ts';
import { progressByKind } from './export.ts';
import { withSettings } from './settings.ts';

interface TecOptions {
  login?: string;
  token?: string;
  pause?: number;
  media?: string;
  pictures: boolean;
  allowHost?: string[];
  report?: string;
}

const POLITE_PAUSE_MS = 200;
const REMARKS_SHOWN = 20;
const STREAM_NAME = 'standard input';

function milliseconds(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 600_000)
    throw new InvalidArgumentError('It must be milliseconds, at most 600000.');
  return number;
}

const isAddress = (source: string) => /^https?:\/\//i.test(source);

/** `import …`: calendars from elsewhere. */
export function register(program: Command): void {
  const command = program.command('import').description('bring a calendar from elsewhere; safe to run again');
  withSettings(command.command('tec'))
    .description(
      'bring events, venues, organizers, categories, tags and pictures of The Events Calendar or Kalends',
    )
    .argument(
      '<source...>',
      'a JSON file with answers of GET …/events or an export (- is standard input), or the address of a site',
    )
    .option('--login <login>', 'sign in to the site, for what is not public')
    .option('--token <token>', 'application password of the login; without a login, a token of Kalends')
    .option(
      '--pause <ms>',
      `pause between two requests to the site (default ${POLITE_PAUSE_MS}, 0 on this machine)`,
      milliseconds,
    )
    .option('--media <folder>', 'folder into which "export --media" copied the pictures')
    .option('--no-pictures', 'fetch no pictures')
    .option(
      '--allow-host <host...>',
      'fetch pictures from this host (host or host:port) although it is not public',
    )
    .option('--report <file>', 'write everything that was left out to this file, as JSON')
    .addHelpText(
      'after',
      '\nRun again, it updates what has changed at its source, doubles nothing, and goes on where it was interrupted.\nExit codes: 0 done (what was left out is reported), 1 not possible, 2 wrong arguments.',
    )
    .action(importTec);
}

async function importTec(sources: string[], options: TecOptions, command: Command): Promise<void> {
  if (options.login !== undefined && options.token === undefined) command.error('--login needs --token');
  const [{ runImport }, { Report: Total }, { findFirstAdministrator }] = await Promise.all([
    import('#importers/importer.ts'),
    import('#importers/report.ts'),
    import('#users/store.ts'),
  ]);
  const total = new Total();
  await withCalendar(command, async ({ deps }) => {
    const viewer = await findFirstAdministrator(deps.db.read);
    if (!viewer) throw new ImportError('An import needs an administrator: add one with "kalends user add".');
    for (const given of sources) {
      const bars = progressByKind();
      const { source, close } = await openSource(given, options);
      try {
        const report = await runImport(deps, source, {
          viewer,
          pictureFolder: options.media,
          withoutPictures: !options.pictures,
          progress: ({ what, done, total: all }) => bars.to(what, done, all),
          resumed: () => process.stderr.write(`${given} was interrupted before: going on from there.\n`),
        });
        total.add(report);
      } finally {
        bars.end();
        await close();
      }
    }
  });
  if (options.report !== undefined) await writeFile(options.report, `${JSON.stringify(total, null, 2)}\n`);
  const { table } = await import('./table.ts');
  process.stdout.write(reportText(total, table, options.report));
}

async function openSource(
  given: string,
  options: TecOptions,
): Promise<{ source: Source; close(): Promise<void> }> {
  const { fileSource, siteSource } = await import('#importers/tec/source.ts');
  const trusting = (source: Source): Source => ({
    ...source,
    trustedHosts: [...source.trustedHosts, ...(options.allowHost ?? [])],
  });
  if (!isAddress(given)) {
    if (options.token !== undefined)
      throw new ImportError(`--token is for the address of a site, not for ${given}.`);
    const text = await readSource(given);
    return {
      source: trusting(fileSource(text, given === '-' ? STREAM_NAME : path.basename(given))),
      close: async () => {},
    };
  }
  if (!URL.parse(given)) throw new ImportError(`${given} is no address.`);
  const { SiteClient } = await import('#importers/tec/client.ts');
  const client = new SiteClient(given, {
    authorization: authorizationOf(options),
    pauseMs: options.pause ?? (isThisMachine(given) ? 0 : POLITE_PAUSE_MS),
  });
  try {
    const source = await siteSource(client, given, { all: options.token !== undefined });
    return { source: trusting(source), close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

const isThisMachine = (address: string) => {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
};

function authorizationOf({ login, token }: TecOptions): string | undefined {
  if (token === undefined) return undefined;
  return login === undefined
    ? `Bearer ${token}`
    : `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`;
}

async function readSource(given: string): Promise<string> {
  if (given === '-') {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
    return text;
  }
  try {
    return await readFile(given, 'utf8');
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT'
        ? 'there is no such file'
        : String(error instanceof Error ? error.message : error);
    throw new ImportError(`${given} cannot be read: ${reason}.`);
  }
}

/** The report for people: what came by kind, then what was left out and why. */
function reportText(
  report: Report,
  table: (headings: readonly string[], rows: readonly (readonly string[])[]) => string,
  file: string | undefined,
): string {
  const rows = report.kinds.map((kind) => {
    const { added, updated, unchanged, left_out } = report.counts[kind];
    return [kind, ...[added, updated, unchanged, left_out].map(String)];
  });
  const head = report.changed
    ? ''
    : 'Nothing to do: everything that can be taken is here, as its source has it.\n';
  const counts = rows.length > 0 ? table(['', 'NEW', 'UPDATED', 'UNCHANGED', 'LEFT OUT'], rows) : '';
  const { remarks } = report;
  if (remarks.length === 0) return head + counts;
  const lines = remarks
    .slice(0, REMARKS_SHOWN)
    .map(({ kind, item, field, reason }) => `  ${kind}: ${item}: ${field ? `${field} ` : ''}${reason}\n`);
  const more = remarks.length - lines.length;
  const rest =
    more === 0
      ? ''
      : `  and ${more} more${file === undefined ? ' (--report FILE has them all)' : `: see ${file}`}\n`;
  return `${head}${counts}Left out:\n${lines.join('')}${rest}`;
}
