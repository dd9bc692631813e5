import type { Command } from 'commander';
import { placeholder, translateText } from './translate.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Registers `completion`: the completion script of a shell, generated from the commands. */
export function register(program: Command): void {
  const command = program.command('completion');
  command
    .description(translateText('cli.completion'))
    .addArgument(
      command
        .createArgument(placeholder('shell'), translateText('cli.completion.shell'))
        .choices([...shells]),
    )
    .addHelpText('after', `\n${translateText('cli.completion.after')}`)
    .action(async (shell: (typeof shells)[number]) => {
      const [{ commandDefinitions, valueOptions }, { bashScript }, { zshScript }, { fishScript }] =
        await Promise.all([
          import('./completion-definitions.ts'),
          import('./completion-bash.ts'),
          import('./completion-zsh.ts'),
          import('./completion-fish.ts'),
        ]);
      const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell];
      process.stdout.write(script(commandDefinitions(program), valueOptions(program)));
    });
}
