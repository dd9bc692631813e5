import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Encodes a value as CBOR (RFC 8949): numbers, texts, bytes, and maps of these. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, number: number): Buffer => {
    if (number < 24) return Buffer.from([(major << 5) | number]);
    if (number < 256) return Buffer.from([(major << 5) | 24, number]);
    return Buffer.from([(major << 5) | 25, number >> 8, number & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (!(value instanceof Map)) throw new TypeError('CBOR of this is not written here.');
  const members = [...value].flatMap(([name, member]: [number | string, Parameters<typeof cbor>[0]]) => [
    cbor(name),
    cbor(member),
  ]);
  return Buffer.concat([head(5, value.size), ...members]);
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest();
const base64 = (content: Buffer) => content.toString('base64url');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** Options of an answer: who asks for it, and what the authenticator does wrong. */
export interface Asked {
  readonly challenge: string;
  readonly origin: string;
  readonly host: string;
  /** Leaves out that it has asked its user for a finger or a PIN. */
  readonly unverified?: boolean;
}

/** An authenticator of one passkey (WebAuthn §6), with ES256 and without attestation, in a few lines. */
export class Authenticator {
  readonly id = base64(randomBytes(16));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  #handle: string | undefined;

  #clientData(type: string, { challenge, origin }: Asked): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #data({ host, unverified }: Asked, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    const flags = PRESENT | (unverified ? 0 : VERIFIED) | (attested ? ATTESTED : 0);
    return Buffer.concat([sha256(host), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  }

  /** Answers as `navigator.credentials.create()` does. @param handle of the user, in base64url, which it keeps */
  create(asked: Asked, handle: string): object {
    this.#handle = handle;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(asked, attested)],
    ]);
    return this.#credential({
      clientDataJSON: base64(this.#clientData('webauthn.create', asked)),
      attestationObject: base64(cbor(attestation)),
      transports: ['internal', 'carrier-pigeon'],
    });
  }

  /** Answers as `navigator.credentials.get()` does. */
  get(asked: Asked): object {
    const data = this.#data(asked);
    const clientData = this.#clientData('webauthn.get', asked);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: base64(clientData),
      authenticatorData: base64(data),
      signature: base64(signature),
      userHandle: this.#handle,
    });
  }

  #credential(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
