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

/** Asks the browser to answer with a passkey. @throws DOMException where nobody agrees to it */
export async function answerPasskey(options: object): Promise<Record<string, unknown>> {
  const json: PublicKeyCredentialRequestOptionsJSON = Object.assign({ challenge: '' }, options);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

/** Members that the interface always sends. */
const emptyCreation = (): PublicKeyCredentialCreationOptionsJSON => ({
  challenge: '',
  pubKeyCredParams: [],
  rp: { name: '' },
  user: { id: '', name: '', displayName: '' },
});
