import { loaders, type ParsedTexts } from 'virtual:texts';
import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, use } from 'react';
import type en from '#foundation/i18n/en.json';

/** A language of the administration. */
export type AdminLanguage = 'en' | 'de' | 'es';
/** Names a text of the administration in the service's catalogues. */
export type AdminKey = Extract<
  keyof typeof en,
  | `admin.${string}`
  | `page.accessibility.${string}`
  | `page.opening.${string}`
  | 'problem.too_short'
  | 'problem.too_long'
  | 'problem.blank'
>;
/** Values of a text's places. */
export type TextValues = Readonly<Record<string, string | number>>;
/** Returns a text in the language of the page. */
export type Say = (key: AdminKey, values?: TextValues) => string;

/** A language with its texts. */
export interface LanguageTexts {
  readonly language: AdminLanguage;
  readonly say: Say;
}

const isLanguage = (code: string): code is AdminLanguage => Object.hasOwn(loaders, code);

/** All languages of the administration. */
export const adminLanguages: readonly AdminLanguage[] = Object.keys(loaders).filter(isLanguage);

/** The languages of the calendar's pages, in which its texts are written. */
export const writtenLanguages: readonly AdminLanguage[] = adminLanguages.filter((code) =>
  document.documentElement.dataset['languages']?.split(' ').includes(code),
);

/** Returns the language of a code such as `de-AT`; English for one that there isn't. */
export function adminLanguageOf(code: string): AdminLanguage {
  const [base = ''] = code.split('-');
  return isLanguage(base) ? base : 'en';
}

const loaded = new Map<AdminLanguage, ParsedTexts>();
let current: AdminLanguage | undefined;
let hasLater = false;

async function load(language: AdminLanguage, part: 'first' | 'later'): Promise<void> {
  const { default: texts } = await loaders[language][part]();
  loaded.set(language, { ...loaded.get(language), ...texts });
}

/** Loads the texts of another language than the page's, as far as the pages that were opened need them. */
export async function loadOtherTexts(language: AdminLanguage): Promise<LanguageTexts> {
  await Promise.all([load(language, 'first'), hasLater && load(language, 'later')]);
  const formats = new Map<AdminKey, IntlMessageFormat>();
  const say: Say = (key, values) => {
    const text = loaded.get(language)?.[key];
    if (text === undefined) throw new Error(`The text ${key} is not loaded`);
    if (typeof text === 'string') return text;
    const format = formats.get(key) ?? new IntlMessageFormat(text, language);
    formats.set(key, format);
    return String(format.format(values));
  };
  return { language, say };
}

/** Loads the texts of the page's language, as far as the pages that were opened need them. */
export function loadTexts(language: AdminLanguage): Promise<LanguageTexts> {
  current = language;
  return loadOtherTexts(language);
}

/** Loads the texts beyond those of the first pages, for the language of the page and for those chosen from then on. */
export async function loadLaterTexts(): Promise<void> {
  hasLater = true;
  if (current) await load(current, 'later');
}

const TextsContext = createContext<LanguageTexts | undefined>(undefined);

/** Gives the texts of a language to all that stands within. */
export const TextsProvider = ({ texts, children }: { texts: LanguageTexts; children: ReactNode }) => (
  <TextsContext value={texts}>{children}</TextsContext>
);

/** Returns the texts of the page's language. */
export function useTexts(): LanguageTexts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('There are no texts');
  return texts;
}
