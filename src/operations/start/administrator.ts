import { randomBytes } from 'node:crypto';
import { makeToken, tokenHash } from '#api/access/credentials.ts';
import { hashPassword } from '#api/access/password.ts';
import { passwordProblem } from '#api/access/rules.ts';
import { countUsers, insertUser } from '#api/access/store.ts';
import { insertLink } from '#api/account-links/store.ts';
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

/**
 * Shows a generated password to whoever starts the service, and the code of the link by which another is chosen in the
 * browser; called once.
 */
export type ShowPassword = (password: string, code: string) => void;

/**
 * Prepares the first administrator, login `admin`. The returned function adds it in a transaction if there are no
 * users, and shows a generated password, and the code of the first start's link, before the commit, so that an interruption can leave a shown password without
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
  const code = makeToken();
  let isTold = adminPassword !== undefined;
  return async (trx) => {
    if ((await countUsers(trx)) > 0) return;
    const created_utc = utcText(config.clock());
    const { id } = await insertUser(trx, {
      login: 'admin',
      email: '',
      name: translate(config.language, message('user.administrator')),
      role: 'administrator',
      password_hash: hash,
      created_utc,
    });
    // Whoever gives a password has chosen one.
    if (adminPassword === undefined)
      await insertLink(trx, {
        purpose: 'setup',
        hash: tokenHash(code),
        user_id: id,
        role: null,
        email: '',
        made_by: null,
        created_utc,
        expires_utc: null,
      });
    // The transaction may be repeated.
    if (!isTold) showPassword(password, code);
    isTold = true;
  };
}
