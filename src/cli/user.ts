import { type Command, Option } from 'commander';
import { type Role, roles } from '#users/permissions.ts';
import { withCalendar } from './calendar.ts';
import { readPassword } from './password.ts';
import { withSettings } from './settings.ts';

const actions = () => import('#users/actions.ts');
const store = () => import('#users/store.ts');

/** `user …`: users and what they may do. */
export function register(program: Command): void {
  const user = program.command('user').description('users: add, list, remove, password, role');
  for (const registerOne of [add, list, remove, password, role]) registerOne(user);
}

function add(user: Command): void {
  withSettings(user.command('add'))
    .description('add a user')
    .argument('<login>', 'name to sign in with')
    .addOption(new Option('--role <role>', 'what the user may do').choices([...roles]).makeOptionMandatory())
    .option('--email <address>', 'e-mail address, good for signing in too')
    .option('--name <name>', 'name shown to people (default: the login)')
    .option(
      '--password-stdin',
      'read a password from standard input; without one only tokens let the user in',
    )
    .action(
      async (
        login: string,
        options: { role: Role; email?: string; name?: string; passwordStdin?: true },
        command: Command,
      ) => {
        const fields = {
          login,
          role: options.role,
          email: options.email,
          name: options.name,
          password: options.passwordStdin ? await readPassword() : undefined,
        };
        const { createUser } = await actions();
        const made = await withCalendar(command, (actor) => createUser(actor, fields));
        process.stdout.write(`Added user ${made.id}: ${made.login} (${made.role}).\n`);
      },
    );
}

function list(user: Command): void {
  withSettings(user.command('list'))
    .description('list the users')
    .option('--json', 'as JSON')
    .action(async (options: { json?: true }, command: Command) => {
      const [{ listUsers }, { presentUser }, { table }] = await Promise.all([
        store(),
        import('#users/present.ts'),
        import('./table.ts'),
      ]);
      const users = await withCalendar(command, ({ deps }) => listUsers(deps.db.read));
      process.stdout.write(
        options.json
          ? `${JSON.stringify(users.map(presentUser), null, 2)}\n`
          : table(
              ['ID', 'LOGIN', 'ROLE', 'NAME', 'E-MAIL'],
              users.map(({ id, login, role, name, email }) => [String(id), login, role, name, email]),
            ),
      );
    });
}

function remove(user: Command): void {
  withSettings(user.command('remove'))
    .description('remove a user with its tokens')
    .argument('<login>', 'the user')
    .option('--reassign <login>', 'who takes the events, venues, organizers and files of the user')
    .action(async (login: string, options: { reassign?: string }, command: Command) => {
      const [{ removeUser }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const line = await withCalendar(command, async (actor) => {
        const { read } = actor.deps.db;
        const { id } = await getUserByLogin(read, login);
        const heir =
          options.reassign === undefined ? undefined : await getUserByLogin(read, options.reassign);
        const { user, moved } = await removeUser(actor, id, heir?.id);
        const gift = heir ? ` ${moved} ${moved === 1 ? 'item' : 'items'} went to ${heir.login}.` : '';
        return `Removed user ${user.id}: ${user.login}.${gift}\n`;
      });
      process.stdout.write(line);
    });
}

function password(user: Command): void {
  withSettings(user.command('password'))
    .description('set the password of a user')
    .argument('<login>', 'the user')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action(async (login: string, _options: object, command: Command) => {
      const given = await readPassword();
      const [{ changeUser }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const changed = await withCalendar(command, async (actor) => {
        const { id } = await getUserByLogin(actor.deps.db.read, login);
        return changeUser(actor, id, { password: given });
      });
      process.stdout.write(`Changed the password of user ${changed.id}: ${changed.login}.\n`);
    });
}

function role(user: Command): void {
  withSettings(user.command('role'))
    .description('give a user another role')
    .argument('<login>', 'the user')
    .addArgument(user.createArgument('<role>', 'what the user may do').choices([...roles]))
    .action(async (login: string, given: Role, _options: object, command: Command) => {
      const [{ changeUser }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const changed = await withCalendar(command, async (actor) => {
        const { id } = await getUserByLogin(actor.deps.db.read, login);
        return changeUser(actor, id, { role: given });
      });
      process.stdout.write(`User ${changed.id}, ${changed.login}, is ${changed.role} now.\n`);
    });
}
