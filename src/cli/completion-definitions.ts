import type { Argument, Command, Option } from 'commander';
import { languages } from '#foundation/i18n/catalogue.ts';
import { levels } from '#foundation/logging/levels.ts';
import { placeholder } from './translate.ts';

/** Possible values of an argument or option: words, files, or neither. */
export interface CompletionValues {
  readonly words: readonly string[];
  readonly isFile: boolean;
}

/** An option for shell completion. */
export interface OptionDefinition {
  /** `--long`. */
  readonly name: string;
  readonly description: string;
  /** Its values; undefined for an option without one. */
  readonly value: CompletionValues | undefined;
}

/** A command for shell completion. */
export interface CommandDefinition {
  /** Its words, such as `user add`; '' for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionDefinition[];
  readonly positions: readonly CompletionValues[];
}

/** Values of settings that have only a few, by option. */
const known: Readonly<Record<string, readonly string[]>> = {
  '--language': languages,
  '--log-level': levels,
  '--currency-position': ['prefix', 'postfix'],
};
/** Setting options offered for every command; `serve` and `demo` offer all. */
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

/** Returns whether to offer an option: hidden ones are settings, which have values, or for programs only. */
function isOffered(path: string, { hidden, required, long = '' }: Option): boolean {
  if (!hidden) return true;
  return required && (EVERYWHERE.test(long) || WITH_SETTINGS.test(path));
}

/** Returns the definitions of a program and of its commands at every depth, itself first. */
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

/** Returns all options that have a value, which is then not a command's name. */
export function valueOptions(program: Command): string[] {
  const options = [program, ...program.commands].flatMap((one) => [
    ...one.options,
    ...one.commands.flatMap((below) => below.options),
  ]);
  const names = options.filter(({ required }) => required).map(({ long }) => long ?? '');
  return [...new Set(names)];
}
