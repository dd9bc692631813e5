import { type Command, Option } from 'commander';
import { type Role, roles } from '#users/permissions.ts';
import { withCalendar } from './calendar.ts';
import { withSettings } from './settings.ts';

/** `user …`: users and what they may do. */
export function register(program: Command): void {
  const user = program.command('user').description('users: add, list, remove, password, role');

  withSettings(user.command('add'))
    .description('add a user')
    .argument('<login>', 'name to sign in with')
    .addOption(new Option('--role <role>', 'what the user may do').choices([...roles]).makeOptionMandatory())
    .option('--email <address>', 'e-mail address, good for signing in too')
    .option('--name <name>', 'name shown to people (default: the login)')
    .option(
      '--password-stdin',
      'read a password from standard input (without it only tokens let the user in)',
    )
    .action(
      async (
        login: string,
        options: { role: Role; email?: string; name?: string; passwordStdin?: true },
        command: Command,
      ) => {
        const { readPassword } = await import('./password.ts');
        const password = options.passwordStdin ? await readPassword() : undefined;
        const { createUser } = await import('#users/actions.ts');
        const made = await withCalendar(command, (actor) =>
          createUser(actor, {
            login,
            role: options.role,
            email: options.email,
            name: options.name,
            password,
          }),
        );
        process.stdout.write(`Added user ${made.id}: ${made.login} (${made.role}).\n`);
      },
    );
}
