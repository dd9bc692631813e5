import { memoize } from '#foundation/memoize/memoize.ts';

/** Longer addresses are cut: what several processes write at once stays whole on a pipe up to 4 kB. */
const LONGEST = 2_000;

/**
 * Names of what nobody may read in a log, however they go on: `password[]`, `current_password`, `access_token`. Letters
 * and digits alone are compared, so that `pass-word` and `X-API-Key` are found too.
 */
const SECRET =
  /passw|passphrase|passcode|pwd|kennwort|contrasen|secret|token|nonce|authori[sz]ation|bearer|jwt|apikey|accesskey|privatekey|idempotencykey|credential|signature|cookie|session|csrf|xsrf/;

/** Matches names with secret words that other words may hold: `user_pass`, and not `compass`. */
const SECRET_WORD = /\b(pass|pw|auth|sig|sid|otp|pin|clave)\b/;

/**
 * Matches words that are a secret by themselves, and as the end of a name only behind certain words: `key`, `reset_key`, and not
 * `postal_code` or `sort_key`.
 */
const SECRET_NAME =
  /^ ?(?:.*\b(?:reset|activation|access|login|confirm|confirmation|verification|verify|security|invite|invitation|time|device) )?(?:key|code) ?$/;

/** Matches what parts an address, and names from values: as it is, and escaped, however often (`rest_route=%2Fevents%2F5%3Fpassword%3D…`). */
const PARTS = /([?&;#/,=:{]|%(?:25)*(?:3f|26|3b|23|2f|2c|3d|3a|7b))/i;
const GIVES = /^([=:]|%(?:25)*3[da])$/i;

/**
 * User and password in an address that a value holds, however often it is escaped: `https://user:pass@host`,
 * `//user:pass@host`, `user:pass@host`. A password may hold what should have been escaped in it, so that all counts up
 * to the last `@`.
 */
const USER_INFO =
  /((?:\/|%(?:25)*2f){2})[^&]*(@|%(?:25)*40)|(^|[=,;?#]|%(?:25)*(?:3d|2c|3b|3f))[^&=,;?#]*(?::|%(?:25)*3a)[^&]*(@|%(?:25)*40)/gi;

/** Matches what follows the name of a scheme, as in a header: `Basic YWRtaW46aHVzaA==`. */
const SCHEME = /\b((?:basic|bearer|digest|negotiate)(?:\s|\+|:|%(?:25)*(?:20|09|3a))+)[^&\s]+/gi;

/** Matches the secret in the path of a feed's address, and of a submission's. */
const SECRET_PATH = /((?:feeds(?:\/|%(?:25)*2f)+secret|submit)(?:\/|%(?:25)*2f)+)[^&?#/.%]+/gi;

const AT = /@|%(?:25)*40/gi;

/** Looks no further than the last `@`: behind it each possible beginning would be tried to the end in vain. */
function withoutUserInfo(pair: string): string {
  let end = 0;
  for (const { index, 0: at } of pair.matchAll(AT)) end = index + at.length;
  if (end === 0) return pair;
  const blotted = pair
    .slice(0, end)
    .replace(
      USER_INFO,
      (_, slashes: string | undefined, at: string | undefined, mark: string | undefined, last: string) =>
        `${slashes ?? mark ?? ''}***${at ?? last}`,
    );
  return blotted + pair.slice(end);
}

/** An address as the log keeps it: what is given for a password or token is blotted out, in every spelling. */
export function loggedUrl(url: string): string {
  const told = url
    .replace(SECRET_PATH, '$1***')
    // What a value holds goes up to the next `&`: separators of other kinds may be part of it.
    .split('&')
    .map((pair) => withoutUserInfo(withoutSecret(pair)).replace(SCHEME, '$1***'))
    .join('&');
  return told.length > LONGEST ? `${told.slice(0, LONGEST)}…` : told;
}

function withoutSecret(pair: string): string {
  const parts = pair.split(PARTS);
  // Names, and what parts them, in turn.
  for (let at = 0; at + 1 < parts.length; at += 2)
    if (GIVES.test(parts[at + 1] ?? '') && isSecret(parts[at] ?? ''))
      return `${parts.slice(0, at + 2).join('')}***`;
  return pair;
}

/** The words of a name, in lower case, without accents and of whatever width (`ｐassword`). */
const wordsOf = (name: string): string =>
  utf8Of(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');

/** A text whose bytes came as characters: Node reads addresses as Latin-1, and escapes are undone byte by byte. */
const utf8Of = (text: string): string =>
  /[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text)
    ? Buffer.from(text, 'latin1').toString()
    : text;

/** Whether a name, escaped however often, is that of a secret: the same few names come with most requests. */
const isSecret = memoize(namesSecret);

function namesSecret(name: string): boolean {
  let text = name;
  for (let round = 0; round < 6; round++) {
    const words = wordsOf(text);
    if (SECRET_NAME.test(words) || SECRET_WORD.test(words) || SECRET.test(words.replaceAll(' ', '')))
      return true;
    const plain = text.replace(/%u([\da-f]{4})|\\u([\da-f]{4})|%([\da-f]{2})/gi, (_, ...codes: string[]) =>
      String.fromCharCode(Number.parseInt(codes.find((code) => code !== undefined) ?? '', 16)),
    );
    if (plain === text) return false;
    text = plain;
  }
  return false;
}

/** Parts of a text that look like `?name=value` or `&name=value`. */
const PAIR = /([?&]|%(?:25)*(?:3f|26))([^\s"'&?=]{1,200}?)(=|%(?:25)*3d)([^\s"&\\]+)/gi;

/** User and password of an address in a text. */
const LOGIN = /(:\/\/)[^\s"'/@?#]+@/g;

/** Blots out in a line of the log what addresses that errors quote give for a password or token. */
export const withoutSecrets = (line: string): string =>
  line
    .replace(PAIR, (whole, mark: string, name: string, equals: string) =>
      isSecret(name) ? `${mark}${name}${equals}***` : whole,
    )
    .replace(LOGIN, '$1***@');
