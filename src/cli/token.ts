import { type Command, Option } from 'commander';
import { DEFAULT_SCOPE, scopes, type TokenScope } from '#api/access/scopes.ts';
import type { TokenRow } from '#api/access/store.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { withCalendar, withCalendarToRead, withExistingCalendar } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

const actions = () => import('#api/users/actions.ts');
const store = () => import('#api/access/store.ts');

/** Registers `token`: credentials for programs, used instead of passwords. */
export function register(program: Command): void {
  const token = program.command('token').description(translateText('cli.token'));
  for (const registerOne of [add, list, remove]) registerOne(token);
}

function add(token: Command): void {
  withSettings(token.command('add'))
    .description(translateText('cli.token.add'))
    .argument(placeholder('login'), translateText('cli.token.login'))
    .requiredOption(`--name ${placeholder('name')}`, translateText('cli.token.add.name'))
    .addOption(
      new Option(`--scope ${placeholder('scope')}`, translateText('cli.token.add.scope'))
        .choices([...scopes])
        .default(DEFAULT_SCOPE),
    )
    .option('--json', translateText('cli.json'))
    .action(
      async (login: string, options: { name: string; scope: TokenScope; json?: true }, command: Command) => {
        const [{ createToken }, { getUserByLogin }, { presentToken }] = await Promise.all([
          actions(),
          store(),
          import('#api/users/present.ts'),
        ]);
        const { token, secret } = await withCalendar(command, async (actor) => {
          const user = await getUserByLogin(actor.services.db.read, login);
          return createToken(actor, user.id, { name: options.name, scope: options.scope });
        });
        process.stdout.write(
          options.json
            ? `${JSON.stringify({ ...presentToken(token), token: secret }, null, 2)}\n`
            : `${secret}\n`,
        );
      },
    );
}

function list(token: Command): void {
  withSettings(token.command('list'))
    .description(translateText('cli.token.list'))
    .argument(placeholder('login'), translateText('cli.token.list.login'))
    .option('--json', translateText('cli.json'))
    .action(async (login: string, options: { json?: true }, command: Command) => {
      const [{ getUserByLogin, listTokens }, { presentToken }, { table }] = await Promise.all([
        store(),
        import('#api/users/present.ts'),
        import('./table.ts'),
      ]);
      const tokens = await withCalendarToRead(command, async ({ services }) => {
        const user = await getUserByLogin(services.db.read, login);
        return (await listTokens(services.db.read, user.id)).map(presentToken);
      });
      process.stdout.write(
        options.json
          ? `${JSON.stringify(tokens, null, 2)}\n`
          : table(
              [
                translateText('cli.head.id'),
                translateText('cli.head.name'),
                translateText('cli.head.scope'),
                translateText('cli.head.made'),
                translateText('cli.head.used'),
              ],
              tokens.map((one) => [
                String(one.id),
                one.name,
                one.scope,
                one.created_utc,
                one.last_used_utc ?? translateText('cli.never'),
              ]),
            ),
      );
    });
}

function remove(token: Command): void {
  withSettings(token.command('remove'))
    .description(translateText('cli.token.remove'))
    .argument(placeholder('login'), translateText('cli.token.login'))
    .argument(placeholder('token'), translateText('cli.token.remove.token'))
    .action(async (login: string, which: string, _options: object, command: Command) => {
      const [{ removeToken }, { getUserByLogin, listTokens }] = await Promise.all([actions(), store()]);
      const removed = await withExistingCalendar(command, async (actor) => {
        const user = await getUserByLogin(actor.services.db.read, login);
        const chosen = choose(await listTokens(actor.services.db.read, user.id), which);
        return removeToken(actor, user.id, chosen.id);
      });
      process.stdout.write(
        `${translateText('cli.token.remove.done', { id: removed.id, name: removed.name })}\n`,
      );
    });
}

/** Returns the token with an ID, else with a name. @throws UserFacingError if there is none, or the name is ambiguous */
function choose(tokens: readonly TokenRow[], which: string): TokenRow {
  const byId = tokens.find((one) => String(one.id) === which);
  if (byId) return byId;
  const [first, ...others] = tokens.filter((one) => one.name === which.trim());
  if (!first) throw new UserFacingError(message('cli.token.unknown', { which }));
  if (others.length > 0)
    throw new UserFacingError(
      message('cli.token.ambiguous', {
        count: others.length + 1,
        name: which,
        ids: [first, ...others].map(({ id }) => id).join(', '),
      }),
    );
  return first;
}
