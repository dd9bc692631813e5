import { type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';
import { type TextColumn, textColumns } from '#store/db/tables.ts';

/** The texts that have a language each; '' is none. Of venues, organizers, categories and tags `title` is the name. */
export type Texts = Record<TextColumn, string>;

/** Texts of a row, which hasn't all of them. */
export type RowTexts = Partial<Texts> & Pick<Texts, 'title' | 'description'>;

/** The texts that may be long: all but the title. */
export const longTexts = textColumns.filter((name) => name !== 'title');

/** Returns one text for each column of texts, in their order. */
export function eachText(text: (name: TextColumn) => string): Texts {
  // All columns have one.
  return Object.fromEntries(textColumns.map((name) => [name, text(name)])) as Texts;
}

/** Returns a value of one type for each column of texts, such as the schema of a member. */
export const typedTexts = <T>(value: T): Record<TextColumn, T> =>
  Object.fromEntries(textColumns.map((name) => [name, value])) as Record<TextColumn, T>;

/** Returns all texts of a row; those that its kind doesn't have are ''. */
export const textsOf = (row: Partial<Texts>): Texts => eachText((name) => row[name] ?? '');

/** All of one language; `slug` is '' where it shares the resource's own. */
export interface Translation extends Texts {
  slug: string;
}

export type Translations = ReadonlyMap<Language, Translation>;

/** What a row says of its languages. */
export interface RowLanguages {
  language: string;
  translations: string;
}

export const NO_TEXTS: Translation = { ...textsOf({}), slug: '' };

const hasText = (one: Translation) => textColumns.some((field) => one[field] !== '');
const isNothing = (one: Translation) => !hasText(one) && one.slug === '';

/** The language that a row was first written in. */
export const originalLanguage = (row: RowLanguages, site: Language): Language =>
  languageOf(row.language) ?? site;

/** All languages in which it has a title or name, in the order en, de, es. */
export function titleLanguages(row: RowLanguages, site: Language): Language[] {
  const listed = row.translations.split(',');
  const some = languages.filter((language) => listed.includes(language));
  return some.length > 0 ? some : [originalLanguage(row, site)];
}

/** The language of the title shown to readers of another (contract 1, content languages). */
export function shownLanguage(row: RowLanguages, asked: Language, site: Language): Language {
  const titled = titleLanguages(row, site);
  const original = originalLanguage(row, site);
  return [asked, site, original].find((one) => titled.includes(one)) ?? titled[0] ?? original;
}

/** What a row and its translations become by a write. */
export interface RewrittenTexts {
  /** For the row: the site's texts, each falling back to the original language's. */
  texts: Texts;
  columns: { language: Language; translations: string };
  /** All languages' own texts; none where there is but one language. */
  translations: Translations;
}

/** Its own texts by language: those kept beside it, or the row's where it has one language only. */
function ownTexts(
  before: RowLanguages & { texts: RowTexts },
  kept: Translations,
  site: Language,
): Map<Language, Translation> {
  if (kept.size > 0) return new Map([...kept].map(([language, texts]) => [language, { ...texts }]));
  return new Map([[originalLanguage(before, site), { ...textsOf(before.texts), slug: '' }]]);
}

/** The row's texts and columns for what it has in each language. `own` loses what is nothing. */
export function compose(
  own: Map<Language, Translation>,
  before: RowLanguages,
  site: Language,
): RewrittenTexts {
  for (const [language, one] of own) if (isNothing(one)) own.delete(language);
  const titled = languages.filter((language) => own.get(language)?.title);
  const first = originalLanguage(before, site);
  // What is left of it, a description say, goes on being shown where others have none.
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
 * What a write in `language` makes of a resource (contract 1, content languages): only that language's own texts
 * change, '' removes one, and the slug of a language goes with its last text. `sent.slug` is a free one, or ''; `left`
 * is the row's slug so far, which the original language keeps.
 */
export function rewrite(
  before: RowLanguages & { texts: RowTexts },
  kept: Translations,
  write: { language: Language; site: Language; sent: Partial<Translation>; left?: string | undefined },
): RewrittenTexts {
  const { language, site, sent, left } = write;
  const own = ownTexts(before, kept, site);
  const first = own.get(originalLanguage(before, site));
  if (left && first && first.slug === '') first.slug = left;
  const present = own.get(language) ?? NO_TEXTS;
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const next: Translation = { ...present, ...given };
  if (hasText(present) && !hasText(next) && !given['slug']) next.slug = '';
  own.set(language, next);
  return compose(own, before, site);
}

/** Whose slug the row has: the site's, unless it still is the one with which it was first written in another language. */
function slugOwner(row: RowLanguages, own: Translations, site: Language): Language {
  const original = originalLanguage(row, site);
  return original === site || own.get(original)?.slug ? site : original;
}

/**
 * Puts the slug of the site's language into the row, where it has one of its own, and the row's to that whose it was.
 * @param was the site's language when the row was written
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

/** The same resource on a site whose language has become another. */
export function relocalize(
  before: RowLanguages & { texts: RowTexts; slug: string },
  kept: Translations,
  languages: { was: Language; site: Language },
): RewrittenTexts & { slug: string } {
  const own = ownTexts(before, kept, languages.was);
  const slug = moveSlugToRow(before, own, languages);
  return { ...compose(own, before, languages.site), slug };
}

/** A row that shows texts of a language, and those that are its own, where it has some. Never written back. */
export type Localized<R> = R & { readonly own?: Translation };

/** Returns the texts that a row has, and its slug, as readers of a language see them: its own, each falling back to the row's. */
export function localizedTexts<R extends RowTexts & { slug: string }>(
  row: R,
  own: Translation,
): Pick<R, keyof R & keyof Translation> {
  const texts: Partial<Translation> = { slug: own.slug || row.slug };
  for (const name of textColumns) {
    const stored = row[name];
    if (stored !== undefined) texts[name] = own[name] || stored;
  }
  // It has each of these that the row has.
  return texts as Pick<R, keyof R & keyof Translation>;
}
