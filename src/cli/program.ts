import { Command, CommanderError } from 'commander';
import { failureOf } from './failure.ts';
import { settingsHelp } from './settings.ts';

/** Each command's file, read only when it is the one asked for (or all are listed), so that it starts soon. */
const commands: Readonly<Record<string, () => Promise<{ register(program: Command): void }>>> = {
  serve: () => import('./serve.ts'),
  user: () => import('./user.ts'),
  token: () => import('./token.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  migrate: () => import('./migrate.ts'),
  seed: () => import('./seed.ts'),
  check: () => import('./check.ts'),
};

const program = new Command('kalends')
  .description('A self-hosted event calendar service with the REST interface of The Events Calendar.')
  .addHelpText('after', settingsHelp())
  .exitOverride()
  .configureOutput({
    outputError: (text, write) => {
      const line = text
        .replace(/^error: /, '')
        .trim()
        .replace(/\s*\n\s*/g, ' ');
      write(`kalends: ${line} (kalends --help shows all commands)\n`);
    },
  });

const asked = process.argv[2] ?? '';
const files = Object.hasOwn(commands, asked) ? [commands[asked]] : Object.values(commands);
for (const file of files) (await file?.())?.register(program);

try {
  await program.parseAsync();
} catch (error) {
  const { line, code } = failureOf(error);
  // Commander has said by then what it didn't understand.
  if (!(error instanceof CommanderError)) process.stderr.write(`kalends: ${line}\n`);
  process.exitCode = code;
}
