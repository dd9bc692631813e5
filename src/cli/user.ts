import { type Command, Option } from 'commander';
import { type Role, roles } from '#api/access/permissions.ts';
import type { User } from '#api/access/store.ts';
import { withCalendar, withCalendarToRead, withExistingCalendar } from './open-calendar.ts';
import { askNewPassword, canAsk } from './prompt.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';
import { registerReset, registerSecondFactor } from './user-access.ts';

const actions = () => import('#api/users/actions.ts');
const store = () => import('#api/access/store.ts');

/** Registers `user`: users and their roles. */
export function register(program: Command): void {
  const user = program.command('user').description(translateText('cli.user'));
  for (const registerOne of [add, list, edit, remove, password, registerReset, registerSecondFactor, role])
    registerOne(user);
}

function add(user: Command): void {
  withSettings(user.command('add'))
    .description(translateText('cli.user.add'))
    .argument(placeholder('login'), translateText('cli.user.add.login'))
    .addOption(
      new Option(`--role ${placeholder('role')}`, translateText('cli.role'))
        .choices([...roles])
        .makeOptionMandatory(),
    )
    .option(`--email ${placeholder('address')}`, translateText('cli.user.add.email'))
    .option(`--name ${placeholder('name')}`, translateText('cli.user.add.name'))
    .option('--password-stdin', translateText('cli.user.add.password'))
    .option('--json', translateText('cli.json'))
    .action(
      async (
        login: string,
        options: { role: Role; email?: string; name?: string; passwordStdin?: true; json?: true },
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
        const { id, role } = made;
        await report(made, options.json, translateText('cli.user.add.done', { id, login: made.login, role }));
      },
    );
}

/** Prints a user as JSON, or a line for people. */
async function report(user: User, isJson: true | undefined, line: string): Promise<void> {
  const { presentUser } = await import('#api/users/present.ts');
  process.stdout.write(isJson ? `${JSON.stringify(presentUser(user), null, 2)}\n` : `${line}\n`);
}

interface EditOptions {
  login?: string;
  role?: Role;
  email?: string;
  name?: string;
  json?: true;
}

function edit(user: Command): void {
  withSettings(user.command('edit'))
    .description(translateText('cli.user.edit'))
    .argument(placeholder('login'), translateText('cli.user.login'))
    .option(`--login ${placeholder('login')}`, translateText('cli.user.edit.login'))
    .addOption(new Option(`--role ${placeholder('role')}`, translateText('cli.role')).choices([...roles]))
    .option(`--email ${placeholder('address')}`, translateText('cli.user.edit.email'))
    .option(`--name ${placeholder('name')}`, translateText('cli.user.edit.name'))
    .option('--json', translateText('cli.json'))
    .action(async (given: string, options: EditOptions, command: Command) => {
      const { login, role, email, name, json } = options;
      if ([login, role, email, name].every((one) => one === undefined))
        command.error(translateText('cli.user.edit.nothing'));
      const [{ changeUser }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const changed = await withCalendar(command, async (actor) => {
        const { id } = await getUserByLogin(actor.services.db.read, given);
        return changeUser(actor, id, { login, role, email, name });
      });
      await report(
        changed,
        json,
        translateText('cli.user.edit.done', { id: changed.id, login: changed.login, role: changed.role }),
      );
    });
}

function list(user: Command): void {
  withSettings(user.command('list'))
    .description(translateText('cli.user.list'))
    .option('--json', translateText('cli.json'))
    .action(async (options: { json?: true }, command: Command) => {
      const [{ listUsers }, { presentUser }, { table }] = await Promise.all([
        store(),
        import('#api/users/present.ts'),
        import('./table.ts'),
      ]);
      const users = await withCalendarToRead(command, ({ services }) => listUsers(services.db.read));
      process.stdout.write(
        options.json
          ? `${JSON.stringify(users.map(presentUser), null, 2)}\n`
          : table(
              (['id', 'login', 'role', 'name', 'email'] as const).map((name) =>
                translateText(`cli.head.${name}`),
              ),
              users.map(({ id, login, role, name, email }) => [String(id), login, role, name, email]),
            ),
      );
    });
}

function remove(user: Command): void {
  withSettings(user.command('remove'))
    .description(translateText('cli.user.remove'))
    .argument(placeholder('login'), translateText('cli.user.login'))
    .option(`--reassign ${placeholder('login')}`, translateText('cli.user.remove.reassign'))
    .action(async (login: string, options: { reassign?: string }, command: Command) => {
      const [{ removeUser }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const line = await withExistingCalendar(command, async (actor) => {
        const { read } = actor.services.db;
        const { id } = await getUserByLogin(read, login);
        const heir =
          options.reassign === undefined ? undefined : await getUserByLogin(read, options.reassign);
        const { user, moved } = await removeUser(actor, id, heir?.id);
        const gift = heir
          ? ` ${translateText('cli.user.remove.moved', { count: moved, login: heir.login })}`
          : '';
        return `${translateText('cli.user.remove.done', { id: user.id, login: user.login })}${gift}\n`;
      });
      process.stdout.write(line);
    });
}

interface PasswordOptions {
  passwordStdin?: true;
  revokeTokens?: true;
}

function password(user: Command): void {
  withSettings(user.command('password'))
    .description(translateText('cli.user.password'))
    .argument(placeholder('login'), translateText('cli.user.login'))
    .option('--password-stdin', translateText('cli.user.password.stdin'))
    .option('--revoke-tokens', translateText('cli.user.password.revoke'))
    .action(async (login: string, options: PasswordOptions, command: Command) => {
      if (!options.passwordStdin && !canAsk())
        command.error(translateText('misuse.missing_option', { option: '--password-stdin' }));
      const read = options.passwordStdin ? await readPassword() : undefined;
      const [{ changeUser }, { getUserByLogin, listTokens }] = await Promise.all([actions(), store()]);
      const isRevoking = options.revokeTokens === true;
      const { changed, tokens } = await withExistingCalendar(command, async (actor) => {
        const { id, login: known } = await getUserByLogin(actor.services.db.read, login);
        const password = read ?? (await askNewPassword(known));
        const tokens = (await listTokens(actor.services.db.read, id)).length;
        const changed = await changeUser(actor, id, { password, revoke_tokens: isRevoking });
        return { changed, tokens };
      });
      process.stdout.write(
        `${translateText('cli.user.password.done', { id: changed.id, login: changed.login })}\n`,
      );
      if (tokens > 0)
        process.stdout.write(
          `${translateText(isRevoking ? 'cli.user.password.revoked' : 'cli.user.password.tokens', { count: tokens })}\n`,
        );
    });
}

function role(user: Command): void {
  withSettings(user.command('role'))
    .description(translateText('cli.user.role'))
    .argument(placeholder('login'), translateText('cli.user.login'))
    .addArgument(user.createArgument(placeholder('role'), translateText('cli.role')).choices([...roles]))
    .action(async (login: string, given: Role, _options: object, command: Command) => {
      const [{ changeUser }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const changed = await withExistingCalendar(command, async (actor) => {
        const { id } = await getUserByLogin(actor.services.db.read, login);
        return changeUser(actor, id, { role: given });
      });
      const { id, login: name, role: present } = changed;
      process.stdout.write(`${translateText('cli.user.role.done', { id, login: name, role: present })}\n`);
    });
}

/** Returns the password on standard input without the trailing line break. */
async function readPassword(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > 10_000) break;
  }
  return text.replace(/\r?\n$/, '');
}
