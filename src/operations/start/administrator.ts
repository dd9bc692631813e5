import { randomBytes } from 'node:crypto';
import { hashPassword } from '#api/access/password.ts';
import { passwordProblem } from '#api/access/rules.ts';
import { countUsers, insertUser } from '#api/access/store.ts';
import { type Config, ConfigError } from '#config.ts';
import type { Problem } from '#errors.ts';
import { type MessageKey, message, translate } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { nameOf } from '../../settings.ts';

/** Returns the message for an unacceptable password, which names the setting. */
function problemKey({ message: { key } }: Problem): MessageKey {
  if (key === 'problem.blank') return 'config.password_blank';
  return key === 'problem.too_short' ? 'config.password_short' : 'config.password';
}

/** Shows a generated password to whoever starts the service; called once. */
export type ShowPassword = (password: string) => void;

/**
 * Prepares the first administrator, login `admin`. The returned function adds it in a transaction if there are no
 * users, and shows a generated password before the commit, so that an interruption can leave a shown password without
 * a user, but never a user whose password nobody saw.
 * @throws ConfigError if KALENDS_ADMIN_PASSWORD is no acceptable password
 */
export async function prepareAdministrator(
  config: Config,
  showPassword: ShowPassword,
): Promise<(trx: Writing) => Promise<void>> {
  const { adminPassword, origins } = config;
  const problem = adminPassword === undefined ? undefined : passwordProblem(adminPassword);
  if (problem)
    throw new ConfigError(
      message(problemKey(problem), {
        ...problem.message.values,
        name: nameOf({ origins }, 'KALENDS_ADMIN_PASSWORD'),
      }),
    );
  const password = adminPassword ?? randomBytes(15).toString('base64url');
  const hash = await hashPassword(password);
  let isTold = adminPassword !== undefined;
  return async (trx) => {
    if ((await countUsers(trx)) > 0) return;
    await insertUser(trx, {
      login: 'admin',
      email: '',
      name: translate(config.language, message('user.administrator')),
      role: 'administrator',
      password_hash: hash,
      created_utc: utcText(config.clock()),
    });
    // The transaction may be repeated.
    if (!isTold) showPassword(password);
    isTold = true;
  };
}
