import type { Command, Option } from 'commander';

/** Options before the first command word, with their values, and the remaining arguments. */
interface LeadingOptions {
  readonly options: readonly string[];
  readonly rest: readonly string[];
}

function* commandsBelow(command: Command): Generator<Command> {
  for (const one of command.commands) {
    yield one;
    yield* commandsBelow(one);
  }
}

function findOption(command: Command, given: string): Option | undefined {
  const [name = ''] = given.split('=', 1);
  const commands = [command, ...commandsBelow(command)];
  return commands.flatMap(({ options }) => options).find((one) => one.long === name || one.short === name);
}

/** Splits off the options before the first word; undefined if one is unknown or belongs to the program itself. */
function takeLeadingOptions(program: Command, args: readonly string[]): LeadingOptions | undefined {
  let at = 0;
  for (let given = args[0]; given?.startsWith('-') && given !== '-' && given !== '--'; given = args[at]) {
    const option = findOption(program, given);
    if (!option || program.options.includes(option)) return undefined;
    at += option.required && !given.includes('=') ? 2 : 1;
  }
  return { options: args.slice(0, at), rest: args.slice(at) };
}

/**
 * Returns the arguments in the order that commander expects: commands, then options, including those given before the
 * command. `help X Y` becomes `X Y --help`. Leaves what it does not recognize to commander's error messages.
 */
export function reorderArguments(program: Command, given: readonly string[]): string[] {
  const isHelp = given[0] === 'help';
  const words: string[] = [];
  const moved: string[] = [];
  let rest = isHelp ? given.slice(1) : given;
  for (let command = program; command.commands.length > 0; ) {
    const leading = takeLeadingOptions(command, rest);
    if (!leading) break;
    const [word] = leading.rest;
    if (word === undefined && !isHelp) return words;
    const next = command.commands.find((one) => one.name() === word);
    // Otherwise `--help` after an unknown command would be answered as if it were absent.
    if (!next && word !== undefined && !word.startsWith('-')) return [...words, word];
    if (!next || word === undefined) break;
    moved.push(...leading.options);
    words.push(word);
    rest = leading.rest.slice(1);
    command = next;
  }
  return [...words, ...moved, ...rest, ...(isHelp ? ['--help'] : [])];
}

/** Returns the command that reordered arguments name, as far as they do, and its full name. */
export function resolveCommand(
  program: Command,
  args: readonly string[],
): { command: Command; name: string } {
  let command = program;
  const names = [program.name()];
  for (const word of args) {
    const next = command.commands.find((one) => one.name() === word);
    if (!next) break;
    command = next;
    names.push(word);
  }
  return { command, name: names.join(' ') };
}
