import { type Command, Help, type HelpConfiguration } from 'commander';
import type { MessageKey } from '#foundation/i18n/catalogue.ts';
import { translateText } from './translate.ts';

const plain = new Help();

const titles: Readonly<Record<string, MessageKey>> = {
  'Usage:': 'help.usage',
  'Arguments:': 'help.arguments',
  'Options:': 'help.options',
  'Commands:': 'help.commands',
};

/** Translates commander's own placeholders in a usage line. */
const withPlaces = (usage: string) =>
  usage
    .replace('[options]', `[${translateText('place.options')}]`)
    .replace('[command]', `[${translateText('place.command')}]`);

/** An option or argument, as far as its description needs it. */
interface HelpItem {
  readonly description: string;
  readonly argChoices?: readonly string[] | undefined;
  readonly defaultValue?: unknown;
}

function describeItem({ description, argChoices, defaultValue }: HelpItem, showDefault: boolean): string {
  const more: string[] = [];
  if (argChoices) more.push(translateText('help.choices', { values: argChoices.join(', ') }));
  if (showDefault) more.push(translateText('help.default', { value: String(defaultValue) }));
  return more.length > 0 ? `${description} (${more.join(', ')})` : description;
}

/** Configures `--help` in the operator's language, which commander has no translations for. */
export const helpInLanguage: HelpConfiguration = {
  styleTitle: (title) => {
    const key = titles[title];
    return key ? translateText(key) : title;
  },
  commandUsage: (command) => withPlaces(plain.commandUsage(command)),
  // Shortened: the command's own help has the full usage.
  subcommandTerm: (command) =>
    withPlaces(plain.subcommandTerm(command)).replace(` [${translateText('place.options')}]`, ''),
  subcommandDescription: (command) => command.description().split(/;| \(/, 1)[0] ?? '',
  optionDescription: (option) => describeItem(option, option.required && option.defaultValue !== undefined),
  argumentDescription: (argument) => describeItem(argument, argument.defaultValue !== undefined),
};

/** Configures help in the operator's language for a program and commands added afterwards. */
export function translateHelp(program: Command): Command {
  return program
    .configureHelp(helpInLanguage)
    .helpOption('-h, --help', translateText('help.help'))
    .helpCommand(`help [${translateText('place.command')}]`, translateText('help.help_command'));
}
