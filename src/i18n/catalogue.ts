import en from './en.json' with { type: 'json' };

export type MessageKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

/** A text for people, not yet in a language. */
export interface Message {
  key: MessageKey;
  values?: Values;
}

export type Language = 'en' | 'de' | 'es';
export const languages: readonly Language[] = ['en', 'de', 'es'];

const catalogues: Record<Language, Readonly<Record<MessageKey, string>>> = { en, de: en, es: en };

/** The text of a key in a language, `{name}` replaced by the values. */
export function translate(language: Language, { key, values }: Message): string {
  return catalogues[language][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values?.[name] ?? whole),
  );
}

export function message(key: MessageKey, values?: Values): Message {
  return values ? { key, values } : { key };
}

/** Whether a text is a key, for keys made from names (descriptions of parameters). */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
