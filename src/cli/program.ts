import { constants } from 'node:os';
import { Command, CommanderError } from 'commander';
import { printable } from '#foundation/text/printable.ts';
import { keepFilesPrivate } from '#store/data-folder.ts';
import manifest from '../../package.json' with { type: 'json' };
import { reorderArguments, resolveCommand } from './argument-order.ts';
import { failureOf } from './failure.ts';
import { translateHelp } from './help.ts';
import { nearestOption, settingsHelp } from './settings.ts';
import { language, translateText } from './translate.ts';

/** Exit code of a process whose output has no reader, by the convention of shells. */
const BROKEN_PIPE = 128 + constants.signals.SIGPIPE;

/**
 * Exits silently when the reader of standard output is gone, as in `kalends export | head`; ignores a closed standard
 * error.
 */
function exitOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
    throw error;
  });
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** The module of each command, loaded only if it is used or all are listed, so that commands start fast. */
const commands: Readonly<Record<string, () => Promise<{ register(program: Command): void }>>> = {
  serve: () => import('./serve.ts'),
  demo: () => import('./demo.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  backup: () => import('./backup.ts'),
  verify: () => import('./verify.ts'),
  restore: () => import('./restore.ts'),
  migrate: () => import('./migrate.ts'),
  move: () => import('./move.ts'),
  history: () => import('./history.ts'),
  undo: () => import('./undo.ts'),
  seed: () => import('./seed.ts'),
  check: () => import('./check.ts'),
  doctor: () => import('./doctor.ts'),
  completion: () => import('./completion.ts'),
};

keepFilesPrivate();

const program = translateHelp(new Command('kalends'))
  .description(translateText('cli.description'))
  .version(manifest.version, '-V, --version', translateText('help.version'))
  // Without a command, help is shown as an error: the commands, and where to read on.
  .addHelpText('after', ({ error }) => (error ? `\n${translateText('help.short')}` : settingsHelp()))
  .exitOverride()
  // Commander throws what it would print; it is printed below.
  .configureOutput({ outputError: () => {} });

const given = process.argv.slice(2);
const [asked = ''] = given[0] === 'help' ? given.slice(1) : given;
// Completion needs all commands.
const isOne = Object.hasOwn(commands, asked) && asked !== 'completion';
const files = isOne ? [commands[asked]] : Object.values(commands);
for (const file of files) (await file?.())?.register(program);

const args = reorderArguments(program, given);
// A service keeps running when its output's reader ends.
if (args[0] !== 'serve' && args[0] !== 'demo') exitOnBrokenPipe();

try {
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  const { line, code } = failureOf(error, language);
  const hint = error instanceof CommanderError ? hintFor(error) : '';
  if (line !== '') process.stderr.write(`kalends: ${printable(line)}${hint}\n`);
  process.exitCode = code;
}

/** Returns hints for a command line that was not understood: the option that may be meant, and where to read on. */
function hintFor({ code, message: own }: CommanderError): string {
  const { command, name } = resolveCommand(program, args);
  const [, option] = /^error: unknown option '(--.*)'$/s.exec(own) ?? [];
  const meant = option === undefined ? undefined : nearestOption(command, option);
  const suggestion =
    meant === undefined ? '' : ` ${translateText('misuse.suggestion', { names: `--${meant}` })}`;
  const isNpm = code === 'commander.excessArguments' && process.env['npm_lifecycle_event'] === 'start';
  const place =
    command === program
      ? translateText('misuse.see_help')
      : translateText('misuse.see_help_of', { command: name });
  return `${suggestion} (${isNpm ? translateText('misuse.npm') : place})`;
}
