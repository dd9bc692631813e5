import { createHash, randomBytes } from 'node:crypto';

/** Recovery codes that a user has at once. */
const CODES = 10;
const GROUPS = 4;
/** Digits and letters that are not mistaken for one another. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

function makeCode(): string {
  const letters: string[] = [];
  while (letters.length < GROUPS * 4)
    for (const byte of randomBytes(32))
      if (byte < LETTERS.length * 8 && letters.length < GROUPS * 4)
        letters.push(LETTERS[byte % LETTERS.length] ?? '');
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * 4, at * 4 + 4).join('')).join('-');
}

/** Returns new recovery codes of a user: 16 letters and digits each (79 bits), in four groups. */
export const makeRecoveryCodes = (): string[] => Array.from({ length: CODES }, makeCode);

/** Returns the hash of a recovery code that is stored: SHA-256, since it is too random to need a slow one. */
export const recoveryHash = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex');
