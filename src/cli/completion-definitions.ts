import type { Argument, Command, Option } from 'commander';
import { languages } from '#foundation/i18n/catalogue.ts';
import { levels } from '#foundation/logging/levels.ts';
import { placeholder } from './translate.ts';

/** What may stand in a place of a command line: one of some words, a file, or what nobody can guess. */
export interface CompletionValues {
  readonly words: readonly string[];
  readonly isFile: boolean;
}

export interface OptionDefinition {
  /** `--long`. */
  readonly name: string;
  readonly description: string;
  /** Undefined: it takes none. */
  readonly value: CompletionValues | undefined;
}

/** One command, as far as shells complete it. */
export interface CommandDefinition {
  /** Its words, `user add`; '' for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionDefinition[];
  readonly positions: readonly CompletionValues[];
}

/** Settings whose values are few, by their options. */
const known: Readonly<Record<string, readonly string[]>> = {
  '--language': languages,
  '--log-level': levels,
  '--currency-position': ['prefix', 'postfix'],
};
/** Options of settings that are offered everywhere; `serve` and `demo`, which are started with them, offer all. */
const EVERYWHERE = /^--(data|database-url|env-file)$/;
const WITH_SETTINGS = /^(serve|demo)$/;
const FILES = /^--(data|env-file|.*-dir)$/;

const isFilePlace = (text: string) =>
  (['file', 'folder', 'source'] as const).some((name) => text.includes(placeholder(name).slice(1, -1)));

const valuesOf = (words: readonly string[] = [], isFile = false): CompletionValues => ({ words, isFile });

const positionOf = (argument: Argument): CompletionValues =>
  valuesOf(argument.argChoices, isFilePlace(argument.name()));

function optionOf(option: Option): OptionDefinition {
  const name = option.long ?? '';
  const isFile = FILES.test(name) || isFilePlace(option.flags.slice(name.length));
  const value = valuesOf(option.argChoices ?? known[name], isFile);
  return { name, description: option.description, value: option.required ? value : undefined };
}

/** Whether an option is for people: help leaves settings out, which take values, and what programs say to each other. */
function isOffered(path: string, { hidden, required, long = '' }: Option): boolean {
  if (!hidden) return true;
  return required && (EVERYWHERE.test(long) || WITH_SETTINGS.test(path));
}

/** Returns a program's commands at every depth, itself first. */
export function commandDefinitions(program: Command, path = ''): CommandDefinition[] {
  const commands = program.commands.map((one) => ({ name: one.name(), description: one.description() }));
  const below = program.commands.flatMap((one) => commandDefinitions(one, `${path} ${one.name()}`.trim()));
  const options = program.options.filter((one) => isOffered(path, one)).map(optionOf);
  const help = program.createOption('--help');
  return [
    {
      path,
      commands,
      options: [...options, optionOf(help)],
      positions: program.registeredArguments.map(positionOf),
    },
    ...below,
  ];
}

/** Returns all options that take a value, which isn't the name of a command then. */
export function valueOptions(program: Command): string[] {
  const options = [program, ...program.commands].flatMap((one) => [
    ...one.options,
    ...one.commands.flatMap((below) => below.options),
  ]);
  const names = options.filter(({ required }) => required).map(({ long }) => long ?? '');
  return [...new Set(names)];
}
