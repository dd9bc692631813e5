import { type Command, Help } from 'commander';
import type { MessageKey } from '#i18n/catalogue.ts';
import { type Config, type Environment, readConfig, type SettingName, settings } from '../config.ts';
import { place, say } from './say.ts';

/** Where help lists each setting; those that are named nowhere come with the last. */
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
    ],
  ],
  [
    'help.settings.site',
    [
      'KALENDS_SITE_NAME',
      'KALENDS_TIMEZONE',
      'KALENDS_LANGUAGE',
      'KALENDS_CURRENCY',
      'KALENDS_CURRENCY_POSITION',
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
    ],
  ],
  ['help.settings.operation', ['KALENDS_CACHE', 'KALENDS_LOG_LEVEL', 'KALENDS_CLOCK']],
];

const optionName = (setting: string) =>
  `--${setting
    .replace(/^KALENDS_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

/** Returns the settings by group as `--help` lists them: option, what it is, variable and default. */
export function settingsHelp(): string {
  const help = new Help();
  // Only for a terminal: programs look for whole lines.
  help.prepareContext({ helpWidth: process.stdout.columns ?? Number.MAX_SAFE_INTEGER });
  const term = (name: string) => `${optionName(name)} ${place('value')}`;
  const width = Math.max(...settings.map(([name]) => term(name).length));
  const line = ([name, fallback]: readonly [SettingName, string]) => {
    const source = fallback === '' ? name : `${name}, ${say('help.default', { value: fallback })}`;
    return help.formatItem(term(name), width, `${say(`setting.${name}`)} [${source}]`, help);
  };
  const grouped = new Set(groups.flatMap(([, names]) => names));
  const parts = groups.map(([title, names], at) => {
    const isLast = at === groups.length - 1;
    const listed = settings.filter(([name]) => names.includes(name) || (isLast && !grouped.has(name)));
    return [`${say(title)}`, ...listed.map(line)].join('\n');
  });
  return `\n${say('help.settings')}\n\n${parts.join('\n\n')}`;
}

/**
 * Adds the settings as options; given ones win over the environment. `but`: those whose option the command has for
 * itself. Help lists them where they are `listed`, and says elsewhere where they are.
 */
export function withSettings(
  command: Command,
  { but = [], listed = false }: { but?: readonly SettingName[]; listed?: boolean } = {},
): Command {
  command.addHelpText('after', () => (listed ? settingsHelp() : `\n${say('help.settings_too')}`));
  for (const [name] of settings) {
    if (but.includes(name)) continue;
    const option = command.createOption(`${optionName(name)} ${place('value')}`);
    option.hidden = true;
    command.addOption(option);
  }
  return command;
}

/** The settings of a command: its options over the environment. @throws ConfigError */
export const configOf = (command: Command): Config => readConfig(environmentOf(command));

/** Returns the environment with a command's options in the places of the variables that they stand for, all unread. */
export function environmentOf(command: Command): Environment {
  const options = command.optsWithGlobals<Record<string, unknown>>();
  const env: Record<string, string | undefined> = { ...process.env };
  for (const [name] of settings) {
    // An option of the command's own has the same name and another meaning.
    if (!command.options.some((one) => one.long === optionName(name) && one.hidden)) continue;
    const key = optionName(name)
      .slice(2)
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const given = options[key];
    if (typeof given === 'string') env[name] = given;
    // `--no-cache` and the like.
    if (given === false) env[name] = '0';
  }
  return env;
}
