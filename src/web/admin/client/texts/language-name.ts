import type { AdminLanguage } from './texts.tsx';

/** Returns a language's name in itself, as whoever writes it knows it. */
export function languageName(code: AdminLanguage): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
