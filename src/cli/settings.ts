import type { Command } from 'commander';
import { type Config, readConfig, type SettingName, settings } from '../config.ts';
import { place, say } from './say.ts';

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
  return command;
}

/** The settings of a command: its options over the environment. @throws ConfigError */
export function configOf(command: Command): Config {
  const options = command.optsWithGlobals<Record<string, unknown>>();
  const env: Record<string, string | undefined> = { ...process.env };
  const origins: Partial<Record<SettingName, string>> = {};
  for (const [name] of settings) {
    // An option of the command's own has the same name and another meaning.
    if (!command.options.some((one) => one.long === optionName(name) && one.hidden)) continue;
    const key = optionName(name)
      .slice(2)
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const given = options[key];
    if (typeof given !== 'string' && given !== false) continue;
    origins[name] = optionName(name);
    // `--no-cache` and the like.
    env[name] = given === false ? '0' : given;
  }
  return readConfig(env, { origins });
}
