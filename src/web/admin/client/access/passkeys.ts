import { api, bodyOf } from '../interface/client.ts';
import type { Session } from '../interface/session.ts';

/** An address of numbers, for which browsers make no passkey. */
const NUMBERS = /^(?:[\d.]+|\[.*\])$/;

/** Returns whether this browser makes and knows passkeys here, by the JSON that the interface has for them. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  !NUMBERS.test(location.hostname);

const jsonOf = (credential: Credential | null): Record<string, unknown> => {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError');
  return { ...credential.toJSON() };
};

/** Asks the browser to make a passkey. @throws DOMException where nobody agrees to it */
export async function makePasskey(options: object): Promise<Record<string, unknown>> {
  const json: PublicKeyCredentialCreationOptionsJSON = Object.assign(emptyCreation(), options);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return jsonOf(await navigator.credentials.create({ publicKey }));
}

async function answerPasskey(options: object): Promise<Record<string, unknown>> {
  const json: PublicKeyCredentialRequestOptionsJSON = Object.assign({ challenge: '' }, options);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

/** Begins a session with a passkey, in place of the present one. @throws DOMException where nobody agrees to it */
export async function signInByPasskey(remember: boolean): Promise<Session> {
  const { options } = await bodyOf(api.POST('/kalends/v1/sessions/passkeys/options'));
  const response = await answerPasskey(options);
  return bodyOf(api.POST('/kalends/v1/sessions/passkeys', { body: { response, remember } }));
}

/** Members that the interface always sends. */
const emptyCreation = (): PublicKeyCredentialCreationOptionsJSON => ({
  challenge: '',
  pubKeyCredParams: [],
  rp: { name: '' },
  user: { id: '', name: '', displayName: '' },
});
