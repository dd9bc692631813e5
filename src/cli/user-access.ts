import type { Command } from 'commander';
import { publicOrigin, withCalendarToRead, withExistingCalendar } from './open-calendar.ts';
import { withSettings } from './settings.ts';
import { placeholder, translateText } from './translate.ts';

/** Registers `user second-factor`: what somebody signs in with beside the password, and its removal where it is lost. */
export function registerSecondFactor(user: Command): void {
  withSettings(user.command('second-factor'))
    .description(translateText('cli.user.second_factor'))
    .argument(placeholder('login'), translateText('cli.user.login'))
    .option('--remove', translateText('cli.user.second_factor.remove'))
    .option('--passkeys', translateText('cli.user.second_factor.passkeys'))
    .action(async (login: string, options: { remove?: true; passkeys?: true }, command: Command) => {
      if (options.passkeys && !options.remove)
        command.error(translateText('misuse.missing_option', { option: '--remove' }));
      const [{ disableSecondFactor, secondFactorState }, { getUserByLogin }] = await Promise.all([
        import('#api/second-factor/actions.ts'),
        import('#api/access/store.ts'),
      ]);
      const line = options.remove
        ? await withExistingCalendar(command, async (actor) => {
            const found = await getUserByLogin(actor.services.db.read, login);
            const passkeys = options.passkeys === true;
            const before = await disableSecondFactor(actor, found.id, { passkeys });
            return translateText('cli.user.second_factor.removed', {
              login: found.login,
              app: before.totp_since_utc === null ? 'none' : 'removed',
              passkeys: passkeys ? before.passkeys : 0,
              left: passkeys ? 0 : before.passkeys,
            });
          })
        : await withCalendarToRead(command, async ({ services }) => {
            const found = await getUserByLogin(services.db.read, login);
            const state = await secondFactorState(services.db.read, found.id);
            return translateText('cli.user.second_factor.state', {
              login: found.login,
              app: state.totp_since_utc === null ? 'none' : 'on',
              since: state.totp_since_utc ?? '',
              codes: state.recovery_codes,
              passkeys: state.passkeys,
            });
          });
      process.stdout.write(`${line}\n`);
    });
}

/** Registers `user reset`: a link by which somebody who has forgotten the password sets another. */
export function registerReset(user: Command): void {
  withSettings(user.command('reset'))
    .description(translateText('cli.user.reset'))
    .argument(placeholder('login'), translateText('cli.user.login'))
    .action(async (login: string, _options: object, command: Command) => {
      const [{ makeResetLink }, { getUserByLogin }, { linkAddress }] = await Promise.all([
        import('#api/password-reset/actions.ts'),
        import('#api/access/store.ts'),
        import('#api/account-links/address.ts'),
      ]);
      const { known, address } = await withExistingCalendar(command, async (actor) => {
        const found = await getUserByLogin(actor.services.db.read, login);
        const code = await makeResetLink(actor, found.id);
        return {
          known: found.login,
          address: linkAddress(publicOrigin(actor.services.config), 'reset', code),
        };
      });
      // The address alone on standard output, as a token.
      process.stderr.write(`${translateText('cli.user.reset.done', { login: known })}\n`);
      process.stdout.write(`${address}\n`);
    });
}
