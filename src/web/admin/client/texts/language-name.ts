import type { AdminLanguage } from './texts.tsx';

const namesIn = new Map<AdminLanguage, Intl.DisplayNames>();

/** Returns the name of a language, such as `de` or `nds`, in the language of the page. */
export function languageIn(language: AdminLanguage, code: string): string {
  const names = namesIn.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  namesIn.set(language, names);
  return names.of(code) ?? code;
}

/** Returns a language's name in itself, as whoever writes it knows it. */
export function languageName(code: AdminLanguage): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
