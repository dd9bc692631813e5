import { type Command, Help, type HelpConfiguration } from 'commander';
import type { MessageKey } from '#foundation/i18n/catalogue.ts';
import { say } from './say.ts';

const plain = new Help();

const titles: Readonly<Record<string, MessageKey>> = {
  'Usage:': 'help.usage',
  'Arguments:': 'help.arguments',
  'Options:': 'help.options',
  'Commands:': 'help.commands',
};

/** A line of usage with the places of commander's own making named in the operator's language. */
const withPlaces = (usage: string) =>
  usage.replace('[options]', `[${say('place.options')}]`).replace('[command]', `[${say('place.command')}]`);

/** An option or argument as far as its description needs it. */
interface Described {
  readonly description: string;
  readonly argChoices?: readonly string[] | undefined;
  readonly defaultValue?: unknown;
}

function described({ description, argChoices, defaultValue }: Described, showDefault: boolean): string {
  const more: string[] = [];
  if (argChoices) more.push(say('help.choices', { values: argChoices.join(', ') }));
  if (showDefault) more.push(say('help.default', { value: String(defaultValue) }));
  return more.length > 0 ? `${description} (${more.join(', ')})` : description;
}

/** `--help` in the operator's language: commander has its own words in its code. */
export const helpInLanguage: HelpConfiguration = {
  styleTitle: (title) => {
    const key = titles[title];
    return key ? say(key) : title;
  },
  commandUsage: (command) => withPlaces(plain.commandUsage(command)),
  // In short: a command's own help has all of it.
  subcommandTerm: (command) =>
    withPlaces(plain.subcommandTerm(command)).replace(` [${say('place.options')}]`, ''),
  subcommandDescription: (command) => command.description().split(/;| \(/, 1)[0] ?? '',
  optionDescription: (option) => described(option, option.required && option.defaultValue !== undefined),
  argumentDescription: (argument) => described(argument, argument.defaultValue !== undefined),
};

/** Gives a program, and the commands added to it afterwards, help in the operator's language. */
export function speakHelp(program: Command): Command {
  return program
    .configureHelp(helpInLanguage)
    .helpOption('-h, --help', say('help.help'))
    .helpCommand(`help [${say('place.command')}]`, say('help.help_command'));
}
