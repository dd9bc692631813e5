import { findUser, type User } from '#api/access/store.ts';
import { makeLink, openLink, useLink } from '#api/account-links/links.ts';
import type { LinkRow } from '#api/account-links/store.ts';
import type { Actor } from '#api/routing/actor.ts';
import type { Input } from '#api/routing/parameter.ts';
import { changeUser } from '#api/users/actions.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import type { resetFields } from './schema.ts';

/** For so long a link that the operator has made can be used. */
const OPERATORS_HOURS = 24;

/** Makes a link by which a user sets another password, and returns its code, which can't be read again. */
export async function makeResetLink(actor: Actor, userId: number): Promise<string> {
  const { code } = await actor.services.db.write((trx) =>
    makeLink(trx, actor, { purpose: 'reset', hours: OPERATORS_HOURS, user_id: userId }),
  );
  return code;
}

/** Returns the account that a code opens. @throws KalendsError `rest_invalid_code`, `rest_too_many_requests` */
export async function openReset(call: Call, code: string): Promise<{ link: LinkRow; user: User }> {
  const link = await openLink(call, 'reset', code);
  const { read } = call.services.db.origin ?? call.services.db;
  const user = link.user_id === null ? undefined : await findUser(read, link.user_id);
  if (!user) throw new KalendsError('rest_invalid_code');
  return { link, user };
}

/**
 * Sets a user's password by a link, which is used up, and ends all sessions. What the account asks for beside the password stays:
 * nobody is signed in by this.
 * @throws KalendsError `rest_invalid_code`, `rest_invalid_param`, `rest_too_many_requests`
 */
export async function resetPassword(
  call: Call,
  { code, password, revoke_tokens }: Input<typeof resetFields>,
): Promise<User> {
  const { link, user } = await openReset(call, code);
  const actor = { ...call, viewer: null };
  return changeUser(actor, user.id, { password, revoke_tokens }, (trx) => useLink(trx, link));
}
