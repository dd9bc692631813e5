import { type Message, message } from '#foundation/i18n/catalogue.ts';

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
