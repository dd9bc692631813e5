import {
  type Language,
  languageOf,
  type Message,
  type MessageKey,
  message,
  translate,
  type Values,
} from '#foundation/i18n/catalogue.ts';
import { printable } from '#foundation/text/printable.ts';

/**
 * Returns the operator's language by POSIX (XBD 8.2): the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not
 * empty decides. `de_AT.UTF-8` is German; `C`, `POSIX`, nothing and languages without a catalogue are English.
 */
export function operatorLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const [, code] = /^([a-z]+)(?:[_.@-]|$)/i.exec(locale) ?? [];
  return languageOf(code?.toLowerCase()) ?? 'en';
}

/** The operator's language, in which this process prints everything. */
export const language = operatorLanguage(process.env);

/** Returns a text of the catalogue in the operator's language. */
export const translateText = (key: MessageKey, values?: Values): string =>
  /** Returns a message in the operator's language, without control characters that a terminal would obey. */
  translateMessage(message(key, values));

/** A text in the operator's language, with nothing in it that a terminal would obey. */
export const translateMessage = (text: Message): string => printable(translate(language, text));

/** Returns the placeholder of a value in usage lines: `<file>`. */
export const placeholder = (name: PlaceholderName): string => `<${translateText(`place.${name}`)}>`;
/** Returns the placeholder of several values in usage lines: `<file...>`. */
export const placeholders = (name: PlaceholderName): string => `<${translateText(`place.${name}`)}...>`;

type PlaceholderName = keyof {
  [K in MessageKey as K extends `place.${infer Name}` ? Name : never]: true;
};
