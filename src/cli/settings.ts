import cluster from 'node:cluster';
import path from 'node:path';
import type { Command } from 'commander';
import { type Message, message } from '#i18n/catalogue.ts';
import { nearest } from '#text/nearest.ts';
import {
  type Config,
  ConfigError,
  type Environment,
  isSetting,
  isVariable,
  readConfig,
  type SettingName,
  settings,
} from '../config.ts';
import { place, say, tell } from './say.ts';
import { fileIn, readSettingsFile, type SettingsFile } from './settings-file.ts';

const optionName = (setting: string) =>
  `--${setting
    .replace(/^KALENDS_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

/** The settings as `--help` lists them. */
export function settingsHelp(): string {
  const lines = settings.map(
    ([name, fallback]) => `  ${name.padEnd(24)}${say(`setting.${name}`)}${fallback ? ` [${fallback}]` : ''}`,
  );
  return `\n${say('help.settings')}\n${lines.join('\n')}`;
}

/** Adds the settings as options; given ones win over the environment. `but`: those whose option the command has for itself. */
export function withSettings(command: Command, { but = [] }: { but?: readonly SettingName[] } = {}): Command {
  for (const [name] of settings) {
    if (but.includes(name)) continue;
    const option = command.createOption(`${optionName(name)} ${place('value')}`);
    option.hidden = true;
    command.addOption(option);
  }
  return command.option(`--env-file ${place('file')}`, say('cli.env_file'));
}

/** The settings that a command's options give, by their variables, and how. */
function givenBy(command: Command): {
  values: Partial<Record<SettingName, string>>;
  envFile: string | undefined;
} {
  const options = command.optsWithGlobals<Record<string, unknown>>();
  const values: Partial<Record<SettingName, string>> = {};
  for (const [name] of settings) {
    // An option of the command's own has the same name and another meaning.
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
 * The settings of a command: its options over the environment over a file: that of `--env-file`, else `kalends.env` in the
 * data folder. What stands in the file alone is in this process's environment afterwards, for the processes that it starts.
 * @throws ConfigError
 */
export function configOf(command: Command): Config {
  const { values, envFile } = givenBy(command);
  const file = cluster.isWorker ? undefined : settingsFileOf(values, envFile);
  const origins: Partial<Record<SettingName, string>> = {};
  for (const [name, value] of Object.entries(file?.values ?? {})) {
    if (value === undefined || !isVariable(name)) continue;
    // Where Node was started without `--` it has read the file of --env-file, too.
    if (process.env[name]?.trim() && !(envFile && process.env[name] === value)) continue;
    process.env[name] = value;
    if (isSetting(name) && file) origins[name] = `${name} (${file.file}:${file.lines.get(name) ?? 1})`;
  }
  for (const [name] of settings) if (values[name] !== undefined) origins[name] = optionName(name);
  const warnings = cluster.isWorker
    ? []
    : [
        ...(file?.warnings ?? []),
        ...unknownVariables(process.env),
        ...unknownVariables(file?.values ?? {}, file),
      ];
  const config = readConfig({ ...process.env, ...values }, { origins, warnings });
  // The service says it in its log.
  if (command.name() !== 'serve')
    for (const warning of warnings) process.stderr.write(`kalends: ${tell(warning)}\n`);
  return config;
}

function settingsFileOf(
  values: Partial<Record<SettingName, string>>,
  envFile: string | undefined,
): SettingsFile | undefined {
  const named = envFile ?? process.env[ENV_FILE]?.trim();
  if (named) return readSettingsFile(path.resolve(named), envFile === undefined ? ENV_FILE : '--env-file');
  const data = path.resolve(values.KALENDS_DATA?.trim() || process.env['KALENDS_DATA']?.trim() || DATA);
  const file = readSettingsFile(fileIn(data), undefined);
  const other = file?.values['KALENDS_DATA']?.trim();
  // What is read from a folder can't say that it's another.
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

/** Names that look like settings and are none: nothing tells of them otherwise. */
function unknownVariables(env: Environment, file?: SettingsFile): Message[] {
  const bare = (name: string) => name.toUpperCase().replace(/^KALENDS_/, '');
  return (
    Object.keys(env)
      .filter((name) => /^(KALENDS|DATABASE)_/i.test(name) && !isVariable(name))
      // Other programs have databases, too.
      .filter((name) => file !== undefined || /^KALENDS_/i.test(name))
      .sort()
      .map((name) => {
        const line = file?.lines.get(name);
        const shown = file ? `${name} (${file.file}:${line ?? 1})` : name;
        const best = nearest(
          bare(name),
          settings.map(([known]) => bare(known)),
        );
        const meant = settings.find(([known]) => bare(known) === best)?.[0];
        return meant === undefined
          ? message('config.unknown', { name: shown })
          : message('config.unknown_near', { name: shown, meant });
      })
  );
}
