import { createRequire } from 'node:module';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { once } from '#foundation/memoize/memoize.ts';
import type de from './de.json';
import type en from './en.json';
import type es from './es.json';
import { type LanguageWords, languageWords } from './words.ts';

/** Names a text of the catalogues; `en.json` is the source. */
export type MessageKey = keyof typeof en;
/** Values for the placeholders of a text: numbers, names, or texts of the catalogues. */
export type Values = Readonly<Record<string, string | number | Message>>;

/** A text for people, not yet in a language. */
export interface Message {
  key: MessageKey;
  values?: Values;
}

/** Properties of a language beside its catalogue. */
export interface LanguageTraits {
  /** In the language itself, as public pages link to it. */
  readonly name: string;
  /** Words that it knows in texts of others. */
  readonly words: LanguageWords;
  /** Whose words dates may be typed in (`foundation/time/languages.ts`). */
  readonly dates: 'english' | 'german' | 'spanish';
  /** Spelling of its letters in slugs and file names (`foundation/text/fold.ts`). */
  readonly spelling: 'plain' | 'german';
  /** Its row in SQLite's index of translations, which has four for each event. Databases hold it: never change one. */
  readonly slot: 0 | 1 | 2 | 3;
}

/** Lists the languages in the order in which answers name them. A new one is its line here and its catalogue. */
const traits = {
  en: { name: 'English', words: languageWords.en, dates: 'english', spelling: 'plain', slot: 0 },
  de: { name: 'Deutsch', words: languageWords.de, dates: 'german', spelling: 'german', slot: 1 },
  es: { name: 'Español', words: languageWords.es, dates: 'spanish', spelling: 'plain', slot: 2 },
} as const satisfies Readonly<Record<string, LanguageTraits>>;

/** Code of a language of the program: ISO 639-1, lower case. */
export type Language = keyof typeof traits;

const isLanguage = (code: string): code is Language => Object.hasOwn(traits, code);

/** Lists the codes of all languages, in the order in which answers name them. */
export const languages: readonly Language[] = Object.keys(traits).filter(isLanguage);

const byCode = new Map<unknown, Language>(languages.map((language) => [language, language]));

/** Returns the language of a code (`de`); undefined for any other value. */
export const languageOf = (code: unknown): Language | undefined => byCode.get(code);

/** Holds what sets each language apart: its name, its rules for dates and slugs, its place in the search index. */
export const languageTraits: Readonly<Record<Language, LanguageTraits>> = traits;

/** Makes one value for each language. */
export const forLanguages = <T>(make: (language: Language) => T): Readonly<Record<Language, T>> =>
  // `languages` has every key of the type.
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, T>;

/** Texts of a language by their keys: ICU MessageFormat with plural and select. */
type Catalogue = Readonly<Record<MessageKey, string>>;
/** A file with all keys; another one does not compile. */
type CompleteFile<File extends Catalogue> = File;
type Catalogues = { en: typeof en; de: CompleteFile<typeof de>; es: CompleteFile<typeof es> } & Readonly<
  Record<Language, Catalogue>
>;

const require = createRequire(import.meta.url);
const catalogues = forLanguages((language) =>
  once((): Catalogue => require(`#foundation/i18n/${language}.json`)),
);

/** Returns the texts of a language, which are read when they are first asked for: each takes more than a mebibyte of memory. */
export function catalogueOf<L extends Language>(language: L): Catalogues[L];
/** Returns the texts of a language as plain texts by their keys. */
export function catalogueOf(language: Language): Catalogue {
  return catalogues[language]();
}

const formats = forLanguages(() => new Map<MessageKey, IntlMessageFormat>());

function formatOf(language: Language, key: MessageKey): IntlMessageFormat {
  const known = formats[language].get(key);
  if (known) return known;
  // Texts name HTML and XML elements, which are no markup of the message.
  const format = new IntlMessageFormat(catalogueOf(language)[key], language, undefined, { ignoreTag: true });
  formats[language].set(key, format);
  return format;
}

/** The places of a text. */
function placesIn(parts: readonly MessageFormatElement[], names = new Set<string>()): Set<string> {
  for (const part of parts) {
    if ('value' in part && part.type !== TYPE.literal) names.add(part.value);
    if (part.type === TYPE.plural || part.type === TYPE.select)
      for (const option of Object.values(part.options)) placesIn(option.value, names);
  }
  return names;
}

/** Names the places of a key's text, the same in each language. */
export const placesOf = (key: MessageKey): string[] => [...placesIn(formatOf('en', key).getAst())];

/** The text of a key in a language, with its values in their places. */
export function translate(language: Language, { key, values }: Message): string {
  const text = catalogueOf(language)[key];
  if (!/[{']/.test(text)) return text;
  const filled = Object.entries(values ?? {}).map(
    ([name, value]) => [name, typeof value === 'object' ? translate(language, value) : value] as const,
  );
  const given = Object.fromEntries(filled);
  return filledIn(text, given) ?? String(formatOf(language, key).format(given));
}

/** A text that has nothing but places for values; undefined for others, for which the library takes its time to get ready. */
function filledIn(text: string, values: Readonly<Record<string, string | number>>): string | undefined {
  if (!PLACES_ALONE.test(text)) return undefined;
  let isWhole = true;
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    isWhole &&= Object.hasOwn(values, name);
    return String(values[name]);
  });
  return isWhole ? filled : undefined;
}

const PLACES_ALONE = /^(?:[^{}']|\{\w+\})*$/;

/** Returns a text for people by its key, with the values for its placeholders. */
export function message(key: MessageKey, values?: Values): Message {
  return values ? { key, values } : { key };
}

/** Returns the codes of all languages as a list to choose from (`en, de or es`). */
export function languageChoice(): Message {
  const [last = '', next = '', ...others] = languages.toReversed();
  return others.reduce(
    (rest, item) => message('list.more', { item, rest }),
    message('list.or', { item: next, last }),
  );
}

/** Whether a value is a text that isn't in a language yet, among values that are anything. */
export function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    isMessageKey(value.key)
  );
}

/** Whether a text is a key, for keys made from names (descriptions of parameters). */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(catalogueOf('en'), key);
}
