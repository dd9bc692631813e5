import { guesserAt } from '#api/access/guesses.ts';
import { findUser, type User } from '#api/access/store.ts';
import { refuseElsewhere } from '#api/sessions/actions.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import { challengeHash, isOwnChallenge, makeChallenge, rememberedUntil } from './challenge.ts';
import { type RelyingParty, relyingPartyAt } from './relying-party.ts';
import type { Asserted } from './schema.ts';
import { challengeKey, findPasskey, notePasskeyUse, type PasskeyRow, useChallenge } from './store.ts';

// Nobody guesses a signature; the limit is for those who try all the same, and keep the processor busy.
const REFUSED = { most: 30, windowMs: 60_000 };

const subjectOf = ({ id }: RelyingParty) => `sign in\n${id}`;

/**
 * Returns the options with which a browser asks for any passkey of this calendar. Their challenge is good for five minutes.
 * @throws KalendsError `rest_passkeys_unavailable`
 */
export async function signInOptions({ services, now, links }: Call): Promise<object> {
  const party = relyingPartyAt(links.origin);
  const key = await challengeKey(services.db);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: makeChallenge(key, subjectOf(party), now),
    userVerification: 'required',
  });
}

/** An assertion that holds, with what it says. */
interface Proved {
  readonly challenge: string;
  readonly counter: string;
  readonly isBackedUp: boolean;
}

async function verified(
  { services, now }: Call,
  { party, passkey, response }: { party: RelyingParty; passkey: PasskeyRow; response: Asserted },
): Promise<Proved> {
  const key = await challengeKey(services.db);
  const { userHandle, ...signed } = response.response;
  if (userHandle && userHandle !== passkey.user_handle) throw new Error('The user handle is another one.');
  let challenge = '';
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: signed },
    expectedChallenge: (answered) => {
      challenge = answered;
      return isOwnChallenge(answered, { key, subject: subjectOf(party), now });
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: Buffer.from(passkey.public_key, 'base64url'),
      counter: Number(passkey.counter),
    },
  });
  if (!isRight) throw new Error('The signature is wrong.');
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { challenge, counter: String(newCounter), isBackedUp: credentialBackedUp };
}

/**
 * Returns the user whose passkey has answered a challenge, which is used up. It has verified its user, so that nothing else is
 * asked for.
 * @throws KalendsError `rest_passkey_refused`, `rest_passkeys_unavailable`, `rest_cross_origin`, `rest_too_many_requests`
 */
export async function provePasskey(call: Call, response: Asserted): Promise<User> {
  refuseElsewhere(call);
  const { services, now, client, links } = call;
  const party = relyingPartyAt(links.origin);
  const attempt = await services.guesses.begin([{ name: ['passkey', guesserAt(client)], limit: REFUSED }]);
  const refuse = async (cause?: unknown): Promise<never> => {
    await attempt.wrong(services.db);
    throw new KalendsError('rest_passkey_refused', { cause });
  };
  const passkey = await findPasskey(services.db.read, response.id);
  const user = passkey && (await findUser(services.db.read, passkey.user_id));
  if (!user || passkey.relying_party !== party.id) return refuse();
  const { challenge, counter, isBackedUp } = await verified(call, { party, passkey, response }).catch(refuse);
  const nowUtc = utcText(now);
  const isTaken = await services.db.write(async (trx) => {
    const used = { hash: challengeHash(challenge), nowUtc, untilUtc: utcText(rememberedUntil(now)) };
    const noted = { counter, is_backed_up: isBackedUp ? 1 : 0, last_used_utc: nowUtc };
    return (await useChallenge(trx, used)) && (await notePasskeyUse(trx, passkey.id, noted));
  });
  if (!isTaken) return refuse();
  await attempt.right();
  return user;
}
