import { translationIn } from '#api/routing/actor.ts';
import { textColumns } from '#calendar/events/fields.ts';
import type { Call } from '#context.ts';
import { type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';
import type { TextColumn } from '#store/db/tables.ts';

/** The texts that have a language; '' is none. Of venues, organizers, categories and tags `title` is the name. */
export type Texts = Record<TextColumn, string>;

/** The texts of a row, whose kind may lack some. */
export type RowTexts = Partial<Texts> & Pick<Texts, 'title' | 'description'>;

/** The names of the texts that may be long: all but the title. */
export const longTexts = textColumns.filter((name) => name !== 'title');

/** Returns texts made by a function of their names, in the order of the columns. */
export function eachText(text: (name: TextColumn) => string): Texts {
  // All columns have one.
  return Object.fromEntries(textColumns.map((name) => [name, text(name)])) as Texts;
}

/** Returns the same value for each text, such as the schema of a member. */
export const typedTexts = <T>(value: T): Record<TextColumn, T> =>
  Object.fromEntries(textColumns.map((name) => [name, value])) as Record<TextColumn, T>;

/** Returns all texts of a row; those that its kind lacks are ''. */
export const textsOf = (row: Partial<Texts>): Texts => eachText((name) => row[name] ?? '');

/** The texts of one language; `slug` is '' where the language has none of its own. */
export interface Translation extends Texts {
  slug: string;
}

/** Texts by language. */
export type Translations = ReadonlyMap<Language, Translation>;

/** The columns of a row that list its languages: the original one, and those with a title, joined by commas ('': only the original). */
export interface RowLanguages {
  language: string;
  translations: string;
}

/** A translation without any text. */
export const NO_TEXTS: Translation = { ...textsOf({}), slug: '' };

const hasText = (one: Translation) => textColumns.some((field) => one[field] !== '');

/** Returns the language in which a row was first written. */
export const originalLanguage = (row: RowLanguages, site: Language): Language =>
  languageOf(row.language) ?? site;

/** Returns the languages in which a row has a title or name, in the order of `languages`. */
export function titleLanguages(row: RowLanguages, site: Language): Language[] {
  const listed = row.translations.split(',');
  const some = languages.filter((language) => listed.includes(language));
  return some.length > 0 ? some : [originalLanguage(row, site)];
}

/** Returns the language of the title that readers of a language see (contract 1, content languages). */
export function shownLanguage(row: RowLanguages, asked: Language, site: Language): Language {
  const titled = titleLanguages(row, site);
  const original = originalLanguage(row, site);
  return [asked, site, original].find((one) => titled.includes(one)) ?? titled[0] ?? original;
}

/** A row's texts and its translations after a write. */
export interface RewrittenTexts {
  /** The row's texts: the site's, each falling back to the original language's. */
  texts: Texts;
  columns: { language: Language; translations: string };
  /** The texts of each language without fallbacks; empty where there is only one language. */
  translations: Translations;
}

/** Returns the texts of each language without fallbacks: the translations stored, or the row's where it has one language. */
export function ownTexts(
  before: RowLanguages & { texts: RowTexts },
  stored: Translations,
  site: Language,
): Map<Language, Translation> {
  if (stored.size > 0) return new Map([...stored].map(([language, texts]) => [language, { ...texts }]));
  return new Map([[originalLanguage(before, site), { ...textsOf(before.texts), slug: '' }]]);
}

/** Returns a row's texts and columns for its texts in each language. Removes blank languages from `own`. */
export function compose(
  own: Map<Language, Translation>,
  before: RowLanguages,
  site: Language,
): RewrittenTexts {
  for (const [language, one] of own) if (!hasText(one) && one.slug === '') own.delete(language);
  const titled = languages.filter((language) => own.get(language)?.title);
  const first = originalLanguage(before, site);
  // A description left in the original language is still shown where others have none.
  const isLeft = titled.length === 0 || hasText(own.get(first) ?? NO_TEXTS);
  const original = isLeft ? first : titled.includes(site) ? site : (titled[0] ?? first);
  const texts = eachText((name) => own.get(site)?.[name] || own.get(original)?.[name] || '');
  if (texts.title === '') texts.title = (titled[0] && own.get(titled[0])?.title) ?? '';
  const isOne = [...own].every(([language, one]) => language === original && one.slug === '');
  return {
    texts,
    columns: { language: original, translations: isOne ? '' : titled.join(',') || original },
    translations: isOne ? new Map() : own,
  };
}

/**
 * Returns a resource's texts after a write in `language` (contract 1, content languages): only that language changes, ''
 * removes a text, and a language's slug goes with its last text. `sent.slug` is free, or ''; `left` is the row's slug so
 * far, which the original language keeps.
 */
export function rewrite(
  before: RowLanguages & { texts: RowTexts },
  stored: Translations,
  write: { language: Language; site: Language; sent: Partial<Translation>; left?: string | undefined },
): RewrittenTexts {
  const { language, site, sent, left } = write;
  const own = ownTexts(before, stored, site);
  const first = own.get(originalLanguage(before, site));
  if (left && first && first.slug === '') first.slug = left;
  const present = own.get(language) ?? NO_TEXTS;
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const next: Translation = { ...present, ...given };
  if (hasText(present) && !hasText(next) && !given['slug']) next.slug = '';
  own.set(language, next);
  return compose(own, before, site);
}

/** Returns the language whose slug the row has: the site's, unless it is still the original language's. */
function slugOwner(row: RowLanguages, own: Translations, site: Language): Language {
  const original = originalLanguage(row, site);
  return original === site || own.get(original)?.slug ? site : original;
}

/**
 * Returns the row's slug, which is the site language's where that has one; in `own` the slug replaced goes to its language.
 * @param languages `was` is the site's language when the row was written
 */
export function moveSlugToRow(
  row: RowLanguages & { slug: string },
  own: Map<Language, Translation>,
  { was, site }: { was: Language; site: Language },
): string {
  const sites = own.get(site);
  if (!sites?.slug) return row.slug;
  const { slug } = sites;
  const owner = slugOwner(row, own, was);
  const left = own.get(owner) ?? NO_TEXTS;
  own.set(site, { ...sites, slug: '' });
  if (owner !== site) own.set(owner, { ...left, slug: row.slug });
  return slug;
}

/** Returns a resource's texts and slug after the site's language has changed. */
export function relocalize(
  before: RowLanguages & { texts: RowTexts; slug: string },
  stored: Translations,
  languages: { was: Language; site: Language },
): RewrittenTexts & { slug: string } {
  const own = ownTexts(before, stored, languages.was);
  const slug = moveSlugToRow(before, own, languages);
  return { ...compose(own, before, languages.site), slug };
}

/** A row with its texts in a language; `own` are those of that language without fallbacks. Must not be written back. */
export type Localized<R> = R & { readonly own?: Translation };

/** Returns a row's texts and slug as readers of a language see them: those of the language, each falling back to the row's. */
export function localizedTexts<R extends RowTexts & { slug: string }>(
  row: R,
  own: Translation,
): Pick<R, keyof R & keyof Translation> {
  const texts: Partial<Translation> = { slug: own.slug || row.slug };
  for (const name of textColumns) {
    const stored = row[name];
    if (stored !== undefined) texts[name] = own[name] || stored;
  }
  // It has each member that the row has.
  return texts as Pick<R, keyof R & keyof Translation>;
}

/** Returns the members `language` and `translations` of a resource (contract 1). */
export function presentLanguages(
  row: RowLanguages,
  { language, services }: Pick<Call, 'language' | 'services'>,
): { language: string; translations: string[] } {
  const site = services.config.language;
  return { language: shownLanguage(row, language, site), translations: titleLanguages(row, site) };
}

/** Returns texts as stored, for editing; of another language than the site's without fallbacks, which a client would write back as its own. */
export function rawTexts(
  row: RowTexts & RowLanguages,
  own: Texts | undefined,
  call: Pick<Call, 'language' | 'services'>,
): Texts {
  const site = call.services.config.language;
  const isOnly = row.translations === '' && shownLanguage(row, call.language, site) === call.language;
  return textsOf(translationIn(call) === undefined || isOnly ? row : (own ?? {}));
}
