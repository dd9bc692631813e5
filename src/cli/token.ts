import type { Command } from 'commander';
import type { Token } from '#users/store.ts';
import { withCalendar } from './calendar.ts';
import { withSettings } from './settings.ts';

const actions = () => import('#users/actions.ts');
const store = () => import('#users/store.ts');

/** `token …`: what programs sign in with instead of a password. */
export function register(program: Command): void {
  const token = program.command('token').description('tokens for programs: add, list, remove');
  for (const registerOne of [add, list, remove]) registerOne(token);
}

function add(token: Command): void {
  withSettings(token.command('add'))
    .description('make a token and print it; it cannot be shown again')
    .argument('<login>', 'whose token')
    .requiredOption('--name <name>', 'what it is for')
    .action(async (login: string, options: { name: string }, command: Command) => {
      const [{ createToken }, { getUserByLogin }] = await Promise.all([actions(), store()]);
      const secret = await withCalendar(command, async (actor) => {
        const user = await getUserByLogin(actor.deps.db.read, login);
        return (await createToken(actor, user.id, options.name)).secret;
      });
      process.stdout.write(`${secret}\n`);
    });
}

function list(token: Command): void {
  withSettings(token.command('list'))
    .description('list the tokens of a user: what they are for, when they were made and last used (UTC)')
    .argument('<login>', 'whose tokens')
    .option('--json', 'as JSON')
    .action(async (login: string, options: { json?: true }, command: Command) => {
      const [{ getUserByLogin, listTokens }, { presentToken }, { table }] = await Promise.all([
        store(),
        import('#users/present.ts'),
        import('./table.ts'),
      ]);
      const tokens = await withCalendar(command, async ({ deps }) => {
        const user = await getUserByLogin(deps.db.read, login);
        return (await listTokens(deps.db.read, user.id)).map(presentToken);
      });
      process.stdout.write(
        options.json
          ? `${JSON.stringify(tokens, null, 2)}\n`
          : table(
              ['ID', 'NAME', 'MADE', 'LAST USED'],
              tokens.map((one) => [String(one.id), one.name, one.created_utc, one.last_used_utc ?? 'never']),
            ),
      );
    });
}

function remove(token: Command): void {
  withSettings(token.command('remove'))
    .description('revoke a token')
    .argument('<login>', 'whose token')
    .argument('<token>', 'its ID or its name')
    .action(async (login: string, which: string, _options: object, command: Command) => {
      const [{ removeToken }, { getUserByLogin, listTokens }] = await Promise.all([actions(), store()]);
      const removed = await withCalendar(command, async (actor) => {
        const user = await getUserByLogin(actor.deps.db.read, login);
        const chosen = choose(await listTokens(actor.deps.db.read, user.id), which);
        return removeToken(actor, user.id, chosen.id);
      });
      process.stdout.write(`Removed token ${removed.id}: ${removed.name}.\n`);
    });
}

/** The token of that ID, else of that name. Names need not be unique: where one isn't, only the ID will do. */
function choose(tokens: readonly Token[], which: string): Token {
  const byId = tokens.find((one) => String(one.id) === which);
  if (byId) return byId;
  const [first, ...others] = tokens.filter((one) => one.name === which.trim());
  if (!first) throw new Error(`The user has no token with the ID or name "${which}".`);
  if (others.length > 0)
    throw new Error(
      `${others.length + 1} tokens have the name "${which}". Give the ID: ${[first, ...others].map(({ id }) => id).join(', ')}.`,
    );
  return first;
}
