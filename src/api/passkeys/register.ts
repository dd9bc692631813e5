import { requirePassword } from '#api/access/sessions/proof.ts';
import { findUser, type User } from '#api/access/store.ts';
import { changed } from '#api/routing/actor.ts';
import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';
import { logChanges } from '#store/db/changes.ts';
import { challengeHash, isOwnChallenge, makeChallenge, rememberedUntil, userHandle } from './challenge.ts';
import { type RelyingParty, relyingPartyAt } from './relying-party.ts';
import { knownTransports, type newPasskeyFields } from './schema.ts';
import { challengeKey, insertPasskey, listPasskeys, type PasskeyRow, useChallenge } from './store.ts';

async function getUser({ services }: Pick<Call, 'services'>, id: number): Promise<User> {
  const user = await findUser(services.db.read, id);
  if (!user) throw new KalendsError('rest_user_invalid_id');
  return user;
}

const subjectOf = (userId: number, { id }: RelyingParty) => `create\n${userId}\n${id}`;

/**
 * Returns the options with which a browser makes a passkey of a user. Their challenge is good for five minutes and that user.
 * @throws KalendsError `rest_passkeys_unavailable`, `rest_password_required`, `rest_too_many_requests`
 */
export async function creationOptions(call: Call, userId: number, currentPassword?: string): Promise<object> {
  const { services, now, links } = call;
  const party = relyingPartyAt(links.origin);
  const user = await getUser(call, userId);
  await requirePassword(call, currentPassword);
  const key = await challengeKey(services.db);
  const known = await listPasskeys(services.db.read, userId);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: services.config.siteName,
    rpID: party.id,
    userName: user.login,
    userDisplayName: user.name,
    userID: userHandle(key, userId),
    challenge: makeChallenge(key, subjectOf(userId, party), now),
    attestationType: 'none',
    // Signing in asks for no name, so that the authenticator has to know whose it is; and it stands for the password, too.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known
      .filter((one) => one.relying_party === party.id)
      .map(({ credential_id }) => ({ id: credential_id })),
  });
}

/** Returns the refusal of a response that answers other options, or none. @param cause what is wrong with it, for the log */
const refused = (cause?: unknown): KalendsError =>
  new KalendsError('rest_invalid_param', {
    data: { problems: { response: { message: message('problem.credential_refused') } } },
    values: { names: 'response' },
    cause,
  });

/**
 * Adds the passkey that a browser has made to a user, whose options proved the password.
 * @throws KalendsError `rest_invalid_param` for a response that doesn't answer them, `rest_passkey_exists`,
 * `rest_passkeys_unavailable`
 */
export async function addPasskey(
  call: Call,
  userId: number,
  { name, response }: Input<typeof newPasskeyFields>,
): Promise<PasskeyRow> {
  const { services, now, links } = call;
  const party = relyingPartyAt(links.origin);
  const key = await challengeKey(services.db);
  const own = { key, subject: subjectOf(userId, party), now };
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  let answered = '';
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports: [] } },
    expectedChallenge: (challenge) => {
      answered = challenge;
      return isOwnChallenge(challenge, own);
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refused(cause);
  });
  if (!registrationInfo) throw refused();
  const { credential, credentialBackedUp } = registrationInfo;
  const nowUtc = utcText(now);
  return services.db.write(async (trx) => {
    const used = { hash: challengeHash(answered), nowUtc, untilUtc: utcText(rememberedUntil(now)) };
    if (!(await useChallenge(trx, used))) throw refused();
    const passkey = await insertPasskey(trx, {
      user_id: userId,
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: String(credential.counter),
      transports: JSON.stringify(knownTransports(response.response.transports)),
      user_handle: userHandle(key, userId).toString('base64url'),
      relying_party: party.id,
      is_backed_up: credentialBackedUp ? 1 : 0,
      created_utc: nowUtc,
      last_used_utc: null,
    });
    if (!passkey) throw new KalendsError('rest_passkey_exists');
    await logChanges(trx, [changed(call, 'user', userId, 'update')]);
    return passkey;
  });
}
