import { Command } from 'commander';
import { ConfigError, readConfig, settings } from '../config.ts';

const program = new Command('kalends')
  .description('A self-hosted event calendar service with the REST interface of The Events Calendar.')
  .showHelpAfterError('(kalends --help shows all commands)')
  .addHelpText(
    'after',
    `\nSettings, as environment variables or as options of the same names (KALENDS_PORT is --port):\n${settings
      .map(([name, text, fallback]) => `  ${name.padEnd(24)}${text}${fallback ? ` [${fallback}]` : ''}`)
      .join('\n')}`,
  );

const optionName = (setting: string) =>
  `--${setting
    .replace(/^KALENDS_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

/** Adds the settings as options; given ones win over the environment. */
function withSettings(command: Command): Command {
  for (const [name, text] of settings) {
    const option = command.createOption(`${optionName(name)} <value>`, text);
    option.hidden = true;
    command.addOption(option);
  }
  return command;
}

function configOf(command: Command) {
  const options = command.optsWithGlobals<Record<string, string | undefined>>();
  const env: Record<string, string | undefined> = { ...process.env };
  for (const [name] of settings) {
    const key = optionName(name)
      .slice(2)
      .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (typeof options[key] === 'string') env[name] = options[key];
  }
  return readConfig(env);
}

withSettings(program.command('serve'))
  .description('serve the interface and the pages')
  .action(async (_options, command: Command) => {
    const { serve } = await import('./serve.ts');
    await serve(configOf(command));
  });

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`kalends: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
