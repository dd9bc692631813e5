import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The key by which a calendar seals the secrets that it has to read again. */
export interface SecretKey {
  /** 16 hexadecimal digits of its digest, by which a sealed text names it. */
  readonly id: string;
  readonly bytes: Buffer;
}

const BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{16})\.([\w-]+)$/;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns the key in a file; undefined where there is none. @throws Error where the file can't be read or holds no key */
export function readSecretKey(file: string): SecretKey | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const bytes = Buffer.from(text.trim(), 'base64url');
  if (bytes.length !== BYTES) throw new Error(`${file} holds no key of Kalends.`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
}

/** Makes a key in a file that its owner alone may read, or returns the one that another process has made meanwhile. */
export function createKeyFile(file: string): SecretKey {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    const handle = openSync(file, 'wx', 0o600);
    try {
      writeSync(handle, `${randomBytes(BYTES).toString('base64url')}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const made = readSecretKey(file);
  if (!made) throw new Error(`${file} is gone.`);
  return made;
}

/** Returns the ID of the key by which a text is sealed; undefined: it isn't sealed. */
export const sealedBy = (text: string): string | undefined => SEALED.exec(text)?.[1];

/** Seals a text (AES-256-GCM), so that it opens with the same key and for the same owner only. */
export function seal({ id, bytes }: SecretKey, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${sealed.toString('base64url')}`;
}

/** Returns the text of a sealed one; undefined where another key sealed it, for another owner, or it was changed. */
export function unseal({ id, bytes }: SecretKey, sealed: string, owner: string): string | undefined {
  const [, by, content = ''] = SEALED.exec(sealed) ?? [];
  const parts = Buffer.from(content, 'base64url');
  if (by !== id || parts.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', bytes, parts.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(parts.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(parts.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
