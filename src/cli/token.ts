import type { Command } from 'commander';
import { withCalendar } from './calendar.ts';
import { withSettings } from './settings.ts';

/** `token …`: what programs sign in with instead of a password. */
export function register(program: Command): void {
  const token = program.command('token').description('tokens for programs: add, list, remove');

  withSettings(token.command('add'))
    .description('make a token and print it; it cannot be shown again')
    .argument('<login>', 'whose token')
    .requiredOption('--name <name>', 'what it is for')
    .action(async (login: string, options: { name: string }, command: Command) => {
      const [{ createToken }, { getUserByLogin }] = await Promise.all([
        import('#users/actions.ts'),
        import('#users/store.ts'),
      ]);
      const secret = await withCalendar(command, async (actor) => {
        const user = await getUserByLogin(actor.deps.db.read, login);
        return (await createToken(actor, user.id, options.name)).secret;
      });
      process.stdout.write(`${secret}\n`);
    });
}
