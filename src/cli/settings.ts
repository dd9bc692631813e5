import cluster from 'node:cluster';
import path from 'node:path';
import { type Command, Help } from 'commander';
import { type Config, ConfigError, readConfig } from '#config.ts';
import { languageChoice, type Message, type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { nearest } from '#foundation/text/nearest.ts';
import { unknownSettings } from '#operations/start/unknown-settings.ts';
import { type Environment, isSetting, isVariable, type SettingName, settings } from '../settings.ts';
import { readSettingsFile, type SettingsFile, settingsFileIn } from './settings-file.ts';
import { placeholder, translateMessage, translateText } from './translate.ts';

/** Groups of settings in help; those not listed here go to the last one. */
const groups: readonly (readonly [MessageKey, readonly SettingName[]])[] = [
  ['help.settings.listening', ['KALENDS_HOST', 'KALENDS_PORT', 'KALENDS_WORKERS']],
  [
    'help.settings.data',
    [
      'KALENDS_DATA',
      'DATABASE_URL',
      'DATABASE_REPLICA_URL',
      'KALENDS_LISTEN_URL',
      'KALENDS_DATABASE_CONNECTIONS',
      'KALENDS_CHANGE_LOG_DAYS',
      'KALENDS_HISTORY_DAYS',
      'KALENDS_HORIZON',
    ],
  ],
  [
    'help.settings.site',
    [
      'KALENDS_SITE_NAME',
      'KALENDS_TIMEZONE',
      'KALENDS_LANGUAGE',
      'KALENDS_LANGUAGES',
      'KALENDS_CURRENCY',
      'KALENDS_CURRENCY_POSITION',
      'KALENDS_LOGO',
      'KALENDS_ACCENT',
      'KALENDS_FONT',
      'KALENDS_RADIUS',
      'KALENDS_WEEK_START',
      'KALENDS_HOUR_CYCLE',
      'KALENDS_DEFAULT_VIEW',
      'KALENDS_IMPRINT_URL',
      'KALENDS_PRIVACY_URL',
      'KALENDS_MAP_TILES',
      'KALENDS_MAP_CREDIT',
      'KALENDS_MAP_OUTLINE',
      'KALENDS_GEOCODER',
      'KALENDS_HOME',
      'KALENDS_ADMIN_PASSWORD',
    ],
  ],
  ['help.settings.web', ['KALENDS_PUBLIC_URL', 'KALENDS_TRUST_PROXY', 'KALENDS_CORS_ORIGINS']],
  [
    'help.settings.limits',
    [
      'KALENDS_PER_PAGE_MAX',
      'KALENDS_BODY_LIMIT',
      'KALENDS_UPLOAD_LIMIT',
      'KALENDS_ANSWER_LIMIT',
      'KALENDS_FETCH_ALLOW',
      'KALENDS_RATE_LIMIT',
      'KALENDS_STALL_TIMEOUT',
      'KALENDS_KEEP_ALIVE',
      'KALENDS_MAX_CONNECTIONS',
      'KALENDS_SHUTDOWN_DELAY',
    ],
  ],
  [
    'help.settings.backups',
    [
      'KALENDS_BACKUP_DIR',
      'KALENDS_BACKUP_EVERY',
      'KALENDS_BACKUP_KEEP',
      'KALENDS_BACKUP_TO',
      'KALENDS_BACKUP_MIGRATION',
    ],
  ],
  ['help.settings.mail', ['KALENDS_SMTP_URL', 'KALENDS_MAIL_FROM']],
  [
    'help.settings.watching',
    [
      'KALENDS_LOG_LEVEL',
      'KALENDS_LOG_FORMAT',
      'KALENDS_SLOW_MS',
      'KALENDS_METRICS_PORT',
      'KALENDS_METRICS_TOKEN',
    ],
  ],
  ['help.settings.operation', ['KALENDS_CACHE', 'KALENDS_CLOCK']],
];

const optionName = (setting: string) =>
  `--${setting
    .replace(/^KALENDS_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

/** Returns the settings by group for `--help`: option, description, variable and default. */
export function settingsHelp(): string {
  const help = new Help();
  // Wraps only on a terminal: programs search for whole lines.
  help.prepareContext({ helpWidth: process.stdout.columns ?? Number.MAX_SAFE_INTEGER });
  const term = (name: string) => `${optionName(name)} ${placeholder('value')}`;
  const width = Math.max(...settings.map(([name]) => term(name).length));
  const line = ([name, fallback]: readonly [SettingName, string]) => {
    const source = fallback === '' ? name : `${name}, ${translateText('help.default', { value: fallback })}`;
    return help.formatItem(
      term(name),
      width,
      `${translateText(`setting.${name}`, { languages: languageChoice() })} [${source}]`,
      help,
    );
  };
  const grouped = new Set(groups.flatMap(([, names]) => names));
  const parts = groups.map(([title, names], at) => {
    const isLast = at === groups.length - 1;
    const listed = settings.filter(([name]) => names.includes(name) || (isLast && !grouped.has(name)));
    return [`${translateText(title)}`, ...listed.map(line)].join('\n');
  });
  return `\n${translateText('help.settings')}\n\n${parts.join('\n\n')}`;
}

/** Returns the known option most similar to an unknown one, settings included. */
export function nearestOption(command: Command, given: string): string | undefined {
  const [name = ''] = given.split('=', 1);
  const known = command.options.flatMap(({ long }) => long ?? []);
  return nearest(
    name.slice(2),
    known.map((one) => one.slice(2)).filter((one) => one !== 'end-with-parent'),
  );
}

/**
 * Adds the settings as options, which take precedence over the environment, except those in `but`, which the command
 * defines itself. Help lists them if `listed`, and otherwise says where they are listed.
 */
export function withSettings(
  command: Command,
  { but = [], listed = false }: { but?: readonly SettingName[]; listed?: boolean } = {},
): Command {
  const elsewhere = but.includes('KALENDS_DATA') ? 'help.settings_some' : 'help.settings_too';
  command.addHelpText('after', () => (listed ? settingsHelp() : `\n${translateText(elsewhere)}`));
  for (const [name] of settings) {
    if (but.includes(name)) continue;
    const option = command.createOption(`${optionName(name)} ${placeholder('value')}`);
    option.hidden = true;
    command.addOption(option);
  }
  return command.option(`--env-file ${placeholder('file')}`, translateText('cli.env_file'));
}

/** Returns the settings given as options, by variable, and the `--env-file`. */
function settingsFromOptions(command: Command): {
  values: Partial<Record<SettingName, string>>;
  envFile: string | undefined;
} {
  const options = command.optsWithGlobals<Record<string, unknown>>();
  const values: Partial<Record<SettingName, string>> = {};
  for (const [name] of settings) {
    // The command's own option of this name has another meaning.
    if (!command.options.some((one) => one.long === optionName(name) && one.hidden)) continue;
    const key = optionName(name)
      .slice(2)
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const given = options[key];
    if (typeof given === 'string') values[name] = given;
    // `--no-cache` and the like.
    if (given === false) values[name] = '0';
  }
  const { envFile } = options;
  return { values, envFile: typeof envFile === 'string' ? envFile : undefined };
}

/**
 * Returns the settings of a command: its options over the environment over a file, which is that of `--env-file`,
 * else `kalends.env` in the data folder. Adds the file's variables to this process's environment for child processes.
 * @throws ConfigError
 */
export function configOf(command: Command): Config {
  const { env, origins, file } = gatherSettings(command);
  const warnings = cluster.isWorker
    ? []
    : [
        ...(file?.warnings ?? []),
        ...unknownVariables(process.env),
        ...unknownVariables(file?.values ?? {}, file),
      ];
  const config = readConfig(env, { origins, warnings });
  // `serve` logs the warnings.
  if (command.name() !== 'serve')
    for (const warning of warnings) process.stderr.write(`kalends: ${translateMessage(warning)}\n`);
  return config;
}

/**
 * Returns a command's settings by variable, not validated, for checks that also report the file's permissions.
 * @throws ConfigError if the file is unreadable
 */
export const environmentOf = (command: Command): Environment =>
  gatherSettings(command, { anyMode: true }).env;

function gatherSettings(
  command: Command,
  options: { anyMode?: boolean } = {},
): {
  env: Environment;
  origins: Partial<Record<SettingName, string>>;
  file: SettingsFile | undefined;
} {
  const { values, envFile } = settingsFromOptions(command);
  const file = cluster.isWorker ? undefined : settingsFileOf(values, envFile, options);
  const origins: Partial<Record<SettingName, string>> = {};
  for (const [name, value] of Object.entries(file?.values ?? {})) {
    if (value === undefined || !isVariable(name)) continue;
    // Node, if started without `--`, has read the file of --env-file too.
    if (process.env[name]?.trim() && !(envFile && process.env[name] === value)) continue;
    process.env[name] = value;
    if (isSetting(name) && file) origins[name] = `${name} (${file.file}:${file.lines.get(name) ?? 1})`;
  }
  for (const [name] of settings) if (values[name] !== undefined) origins[name] = optionName(name);
  return { env: { ...process.env, ...values }, origins, file };
}

function settingsFileOf(
  values: Partial<Record<SettingName, string>>,
  envFile: string | undefined,
  options: { anyMode?: boolean },
): SettingsFile | undefined {
  const named = envFile ?? process.env[ENV_FILE]?.trim();
  if (named)
    return readSettingsFile(path.resolve(named), envFile === undefined ? ENV_FILE : '--env-file', options);
  const data = path.resolve(values.KALENDS_DATA?.trim() || process.env['KALENDS_DATA']?.trim() || DATA);
  const file = readSettingsFile(settingsFileIn(data), undefined, options);
  const other = file?.values['KALENDS_DATA']?.trim();
  // A file in the data folder can't name another data folder.
  if (file && other && path.resolve(other) !== data)
    throw new ConfigError(
      message('config.file_data', {
        file: file.file,
        line: String(file.lines.get('KALENDS_DATA') ?? 1),
        folder: data,
      }),
    );
  return file;
}

const ENV_FILE = 'KALENDS_ENV_FILE';
const DATA = settings.find(([name]) => name === 'KALENDS_DATA')?.[1] ?? '.';

/** Returns messages about names that look like settings and are none. Of a file all are meant for us, DATABASE_… too. */
function unknownVariables(env: Environment, file?: SettingsFile): Message[] {
  return unknownSettings(env, file && /^(KALENDS|DATABASE)_/i).map(({ name, meant }) => {
    const shown = file ? `${name} (${file.file}:${file.lines.get(name) ?? 1})` : name;
    return meant === undefined
      ? message('config.unknown', { name: shown })
      : message('config.unknown_near', { name: shown, meant });
  });
}
