/** Longer addresses are cut: what several processes write at once stays whole on a pipe up to 4 kB. */
const LONGEST = 2_000;

/** Names of what nobody may read in a log, however they go on: `password[]`, `current_password`, `access_token`. */
const SECRET =
  /pass(word|wd|phrase|code)|passwd|\bpwd|secret|token|_?nonce|authorization|api_?-?key|credential|signature/;

/** What parts an address, and names from values: as it is, and escaped, however often (`rest_route=%2Fevents%2F5%3Fpassword%3D…`). */
const PARTS = /([?&;#/,=:{]|%(?:25)*(?:3f|26|3b|23|2f|2c|3d|3a|7b))/i;
const GIVES = /^([=:]|%(?:25)*3[da])$/i;

/** An address as the log keeps it: what is given for a password or token is blotted out, in every spelling. */
export function loggedUrl(url: string): string {
  const told = url
    .replace(/(:\/\/)[^/?#@]*@/, '$1***@')
    // What a value holds goes up to the next `&`: separators of other kinds may be part of it.
    .split('&')
    .map(withoutSecret)
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

/** Whether a name, escaped however often, is that of a secret. */
function isSecret(name: string): boolean {
  let text = name;
  for (let round = 0; round < 6; round++) {
    if (SECRET.test(text.toLowerCase())) return true;
    const plain = text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (plain === text) return false;
    text = plain;
  }
  return false;
}

/** Parts of a text that look like `?name=value` or `&name=value`. */
const PAIR = /([?&]|%(?:25)*(?:3f|26))([^\s"'&?=]{1,200}?)(=|%(?:25)*3d)([^\s"&\\]+)/gi;

/** Blots out in a line of the log what addresses that errors quote give for a password or token. */
export const withoutSecrets = (line: string): string =>
  line.replace(PAIR, (whole, mark: string, name: string, equals: string) =>
    isSecret(name) ? `${mark}${name}${equals}***` : whole,
  );
