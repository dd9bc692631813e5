import { type Message, message } from '#foundation/i18n/catalogue.ts';

/** The most levels of lists and objects in JSON that is taken from outside; no calendar has more than a few. */
export const MAX_JSON_DEPTH = 64;

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d,
];

/** Returns whether a JSON text has more levels than `MAX_JSON_DEPTH`; whoever walks through those runs out of stack. */
export function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isQuoted) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isQuoted = false;
    } else if (code === QUOTE) isQuoted = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Returns where and why a text is no JSON, by the error of `JSON.parse`, in words of the catalogues. */
export function syntaxFault(error: unknown): Message {
  const own = error instanceof Error ? error.message : '';
  const [, token] = /^Unexpected token '(.+?)', /su.exec(own) ?? [];
  // Of a character beyond the first plane the engine names one half.
  if (token?.isWellFormed()) return message('syntax.token', { token });
  const [, position] = / at position (\d+)/.exec(own) ?? [];
  if (position !== undefined) return message('syntax.position', { position: Number(position) });
  return message(/^Unexpected end/.test(own) ? 'syntax.end' : 'syntax.fault');
}
