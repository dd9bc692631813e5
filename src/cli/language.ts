import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';

/**
 * Returns the operator's language by POSIX (XBD 8.2): the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not
 * empty decides. `de_AT.UTF-8` is German; `C`, `POSIX`, nothing and languages without a catalogue are English.
 */
export function operatorLanguage(env: Readonly<Record<string, string | undefined>>): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  const [, code] = /^([a-z]+)(?:[_.@-]|$)/i.exec(locale) ?? [];
  return languageOf(code?.toLowerCase()) ?? 'en';
}
