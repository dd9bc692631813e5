import { type Message, message } from '#foundation/i18n/catalogue.ts';

/** Why a text is no JSON, from what `JSON.parse` threw: its own words are English, and say where. */
export function syntaxFault(error: unknown): Message {
  const own = error instanceof Error ? error.message : '';
  const [, token] = /^Unexpected token '(.+?)', /su.exec(own) ?? [];
  // Of a character beyond the first plane the engine names one half.
  if (token?.isWellFormed()) return message('syntax.token', { token });
  const [, position] = / at position (\d+)/.exec(own) ?? [];
  if (position !== undefined) return message('syntax.position', { position: Number(position) });
  return message(/^Unexpected end/.test(own) ? 'syntax.end' : 'syntax.fault');
}
