import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Services } from '#context.ts';
import {
  type Language,
  languageChoice,
  languages,
  type Message,
  message,
} from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { printableInLine } from '#foundation/text/printable.ts';
import { findZone } from '#foundation/time/zone.ts';
import type { ByteSource } from '#transfer/importers/byte-source.ts';
import { encodingNamed } from '#transfer/importers/decode.ts';
import { ImportError, type ImportSource, type SourceColumn } from '#transfer/importers/import-item.ts';
import { type SourceKindName, sourceKindNames, sourceKinds } from '#transfer/importers/registry/kinds.ts';
import type { OpenSource } from '#transfer/importers/registry/reader-thread.ts';
import type { ImportReport } from '#transfer/importers/report.ts';
import {
  type DateOrder,
  dateOrders,
  type OnWait,
  type SourceKind,
  type SourceOptions,
} from '#transfer/importers/source-kind.ts';
import type { SettingName } from '../settings.ts';
import { progressByKind } from './export.ts';
import { interruptible } from './interrupt.ts';
import { withCalendar } from './open-calendar.ts';
import { checkFolder, checkOutputFile, removeUnfinished, writeAtomically } from './output-file.ts';
import { askSecret } from './prompt.ts';
import { withSettings } from './settings.ts';
import { language, placeholder, placeholders, translateMessage, translateText } from './translate.ts';

interface ImportCommandOptions {
  login?: string;
  token?: string;
  pause?: number;
  media?: string;
  pictures: boolean;
  allowHost?: string[];
  report?: string;
  json?: true;
  language?: Language;
  dryRun?: true;
  mapping?: string[];
  dateOrder?: DateOrder;
  timezone?: string;
  encoding?: string;
  follow?: true;
  includePrivate?: true;
}

const POLITE_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 600_000;
const REMARKS_SHOWN = 20;
/** Standard input as a source, and its name in checkpoints. */
const STREAM = '-';

function milliseconds(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > LONGEST_PAUSE_MS)
    throw new InvalidArgumentError(translateText('misuse.milliseconds', { limit: LONGEST_PAUSE_MS }));
  return number;
}

const isAddress = (source: string) => /^(?:https?|webcals?):\/\//i.test(source);

function zone(text: string): string {
  if (findZone(text) === undefined) throw new InvalidArgumentError(translateText('misuse.zone'));
  return text;
}

function encoding(text: string): string {
  const name = encodingNamed(text);
  if (name === undefined) throw new InvalidArgumentError(translateText('misuse.encoding'));
  return name;
}

function columnField(text: string, before: readonly string[] = []): string[] {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError(translateText('misuse.mapping'));
  return [...before, text];
}

/** The choices for reading a source as options of a command. */
const sourceOptions: Readonly<Record<keyof SourceOptions, () => Option>> = {
  timezone: () =>
    new Option(`--timezone ${placeholder('zone')}`, translateText('cli.import.timezone')).argParser(zone),
  encoding: () =>
    new Option(`--encoding ${placeholder('encoding')}`, translateText('cli.import.encoding')).argParser(
      encoding,
    ),
  include_private: () => new Option('--include-private', translateText('cli.import.include_private')),
  mapping: () =>
    new Option(`--mapping ${placeholder('mapping')}`, translateText('cli.import.mapping')).argParser(
      columnField,
    ),
  date_order: () =>
    new Option(`--date-order ${placeholder('order')}`, translateText('cli.import.date_order')).choices([
      ...dateOrders,
    ]),
  follow: () => new Option('--follow', translateText('cli.import.follow')),
};

/** Adds the options of sites that are read page by page. */
function addSiteOptions(command: Command): void {
  command
    .option(`--login ${placeholder('login')}`, translateText('cli.import.login'))
    .option(`--token ${placeholder('token')}`, translateText('cli.import.token'))
    .option(
      `--pause ${placeholder('milliseconds')}`,
      translateText('cli.import.pause', { default: POLITE_PAUSE_MS }),
      milliseconds,
    )
    .option(`--media ${placeholder('folder')}`, translateText('cli.import.media'))
    .addOption(
      new Option(
        `--language ${placeholder('language')}`,
        translateText('cli.import.language', { languages: languageChoice() }),
      ).choices([...languages]),
    );
}

/** Registers `import`: calendars from other systems, a command for each kind of source. */
export function register(program: Command): void {
  const command = program.command('import').description(translateText('cli.import'));
  for (const kind of sourceKindNames) {
    const { isSite, options }: SourceKind = sourceKinds[kind];
    // These options mean something else where the source is read by them.
    const but: SettingName[] = [
      ...(isSite ? (['KALENDS_LANGUAGE'] as const) : []),
      ...(options.includes('timezone') ? (['KALENDS_TIMEZONE'] as const) : []),
    ];
    const own = withSettings(command.command(kind), { but })
      .description(translateText(`cli.import.${kind}`))
      .argument(
        placeholders('source'),
        translateText(isSite ? 'cli.import.source' : 'cli.import.source_file'),
      );
    if (isSite) addSiteOptions(own);
    for (const name of options) own.addOption(sourceOptions[name]());
    own
      .option('--no-pictures', translateText('cli.import.no_pictures'))
      .option(`--allow-host ${placeholders('host')}`, translateText('cli.import.allow_host'))
      .option('--dry-run', translateText('cli.import.dry_run'))
      .option(`--report ${placeholder('file')}`, translateText('cli.import.report'))
      .option('--json', translateText('cli.json'))
      .addHelpText(
        'after',
        `${isSite ? `\n${translateText('cli.import.token_elsewhere')}\n` : ''}\n${translateText('cli.import.after')}`,
      )
      .action((sources: string[], options: ImportCommandOptions, command: Command) =>
        interruptible({ describe: () => message('cli.import.interrupted'), cleanUp: removeUnfinished }, () =>
          importSources(kind, sources, options, command),
        ),
      );
  }
}

/** Alternative to passing the token in the command line, which other users of the machine can read. */
const TOKEN = 'KALENDS_IMPORT_TOKEN';

async function importSources(
  kind: SourceKindName,
  sources: string[],
  given: ImportCommandOptions,
  command: Command,
): Promise<void> {
  const isSite = 'isSite' in sourceKinds[kind];
  const options = isSite && sources.some(isAddress) ? await withToken(given) : given;
  if (options.login !== undefined && options.token === undefined)
    command.error(translateText('import.login_needs_token'));
  if (options.report !== undefined) await checkOutputFile('--report', options.report);
  if (options.media !== undefined) await checkFolder('--media', options.media);
  const [{ runImport }, { ImportReport: Total }, { findFirstAdministrator }] = await Promise.all([
    import('#transfer/importers/importer.ts'),
    import('#transfer/importers/report.ts'),
    import('#api/access/store.ts'),
  ]);
  const total = new Total();
  const columns: SourceColumn[] = [];
  await withCalendar(command, async ({ services }) => {
    const viewer = await findFirstAdministrator(services.db.read);
    if (!viewer) throw new ImportError(message('import.needs_administrator'));
    for (const given of sources) {
      const bars = progressByKind();
      const { source, close } = await openGiven(kind, given, options, services);
      try {
        const report = await runImport(services, source, {
          viewer,
          pictureFolder: options.media,
          withoutPictures: !options.pictures,
          isDryRun: options.dryRun === true,
          progress: ({ what, done, total: all }) => bars.to(what, done, all),
          resumed: () => process.stderr.write(`${translateText('cli.import.resumed', { source: given })}\n`),
        });
        total.add(report);
        if (options.dryRun) columns.push(...(source.columns ?? []));
      } finally {
        bars.end();
        await close();
      }
    }
  });
  const shown = { ...total.shown(language), ...(columns.length > 0 ? { columns } : {}) };
  const text = `${JSON.stringify(shown, null, 2)}\n`;
  if (options.report !== undefined) {
    await writeAtomically(options.report, async (out) => void out.write(text));
  }
  const { table } = await import('./table.ts');
  const told = columnsText(columns, table) + reportText(total, table, options.report);
  process.stdout.write(options.json ? text : told);
}

async function withToken(options: ImportCommandOptions): Promise<ImportCommandOptions> {
  const { login } = options;
  const token =
    options.token ??
    (process.env[TOKEN]?.trim() ||
      (login === undefined ? undefined : await askSecret(translateText('cli.import.ask_token', { login }))));
  return token ? { ...options, token } : options;
}

/** Returns the choices for reading a source. */
function choicesOf(options: ImportCommandOptions): SourceOptions {
  const { mapping, dateOrder, timezone, encoding, follow, includePrivate } = options;
  const pairs = mapping?.map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  return {
    mapping: pairs && Object.fromEntries(pairs),
    date_order: dateOrder,
    timezone,
    encoding,
    follow,
    include_private: includePrivate,
  };
}

async function openGiven(
  kind: SourceKindName,
  given: string,
  options: ImportCommandOptions,
  services: Services,
): Promise<OpenSource> {
  const trusting = (source: ImportSource): ImportSource => ({
    ...source,
    trustedHosts: [...source.trustedHosts, ...(options.allowHost ?? [])],
  });
  const [{ openSource }, { readingSite }] = await Promise.all([
    import('#transfer/importers/registry/reader-thread.ts'),
    import('#transfer/importers/reading-site.ts'),
  ]);
  const request = {
    name: `file ${given === STREAM ? STREAM : path.basename(given)}`,
    shown: isAddress(given) ? given : shownName(given),
    options: choicesOf(options),
    site: readingSite(services),
    requestedLanguage: options.language,
    isDryRun: options.dryRun === true,
  };
  if (!isAddress(given)) {
    if (options.token !== undefined && options.token !== process.env[TOKEN]?.trim())
      throw new ImportError(message('import.token_needs_address', { source: shownName(given) }));
    const bytes = await openFile(given);
    try {
      const { source, close, ...opened } = await openSource(kind, { bytes }, request);
      return { ...opened, source: trusting(source), close: () => close().finally(() => bytes.close()) };
    } catch (error) {
      await bytes.close();
      throw error;
    }
  }
  if (!URL.parse(given)) throw new ImportError(message('import.no_address', { source: given }));
  const network = {
    authorization: authorizationOf(options),
    pauseMs: options.pause ?? (isThisMachine(given) ? 0 : POLITE_PAUSE_MS),
    all: options.token !== undefined,
  };
  const onWait: OnWait = (reason, waitMs) => {
    const seconds = Math.ceil(waitMs / 1000);
    process.stderr.write(`${translateMessage(message('import.waiting', { reason, seconds }))}\n`);
  };
  const { source, ...opened } = await openSource(kind, { address: given, network }, request, { onWait });
  return { ...opened, source: trusting(source) };
}

const isThisMachine = (address: string) => {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
};

function authorizationOf({ login, token }: ImportCommandOptions): string | undefined {
  if (token === undefined) return undefined;
  return login === undefined
    ? `Bearer ${token}`
    : `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`;
}

/** Returns the name of a file or of standard input in messages. */
const shownName = (given: string): string | Message =>
  given === STREAM ? message('import.standard_input') : path.basename(given);

async function openFile(given: string): Promise<ByteSource> {
  const { openBytes, spoolBytes } = await import('#transfer/importers/byte-source.ts');
  if (given === STREAM) return spoolBytes(process.stdin);
  try {
    return await openBytes(given);
  } catch (error) {
    throw new ImportError(message('import.unreadable', { source: given, reason: reasonOf(error) }));
  }
}

type WriteTable = (headings: readonly string[], rows: readonly (readonly string[])[]) => string;

/** Returns the columns of tables for people, with the fields that they are. */
function columnsText(columns: readonly SourceColumn[], table: WriteTable): string {
  if (columns.length === 0) return '';
  const headings = (['column', 'field', 'samples'] as const).map((name) => translateText(`cli.head.${name}`));
  const rows = columns.map(({ column, field, samples }) => [column, field ?? '', samples.join(' | ')]);
  return `${translateText('cli.import.columns')}\n${table(headings, rows)}\n`;
}

/** Returns the report for people: counts by kind, then what was left out and why. */
function reportText(report: ImportReport, table: WriteTable, file: string | undefined): string {
  const rows = report.kinds.map((kind) => {
    const { added, updated, unchanged, left_out } = report.counts[kind];
    return [translateText(`kind.${kind}`), ...[added, updated, unchanged, left_out].map(String)];
  });
  const head = report.changed ? '' : `${translateText('cli.import.nothing')}\n`;
  const headings = (['new', 'updated', 'unchanged', 'left_out'] as const).map((name) =>
    translateText(`cli.head.${name}`),
  );
  const counts = rows.length > 0 ? table(['', ...headings], rows) : '';
  const { left_out: remarks } = report.shown(language);
  if (remarks.length === 0) return head + counts;
  const lines = remarks
    .slice(0, REMARKS_SHOWN)
    .map(
      ({ kind, item, field, reason }) =>
        `  ${printableInLine(`${translateText(`kind.${kind}`)}: ${item}: ${field ? `${field} ` : ''}${reason}`)}\n`,
    );
  const more = remarks.length - lines.length;
  const rest =
    file === undefined
      ? translateText('cli.import.more', { count: more })
      : translateText('cli.import.more_in', { count: more, file });
  return `${head}${counts}${translateText('cli.import.left_out')}\n${lines.join('')}${more === 0 ? '' : `  ${rest}\n`}`;
}
