import { type Language, languageOf, languages } from '#foundation/i18n/catalogue.ts';

/** The texts that have a language each; '' is none. Of venues, organizers, categories and tags `title` is the name. */
export interface Texts {
  title: string;
  description: string;
  excerpt: string;
}

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

export const NO_TEXTS: Translation = { title: '', description: '', excerpt: '', slug: '' };
const fields = ['title', 'description', 'excerpt'] as const;

const hasText = (one: Translation) => fields.some((field) => one[field] !== '');
const isNothing = (one: Translation) => !hasText(one) && one.slug === '';

/** The language that a row was first written in. */
export const originalOf = (row: RowLanguages, site: Language): Language => languageOf(row.language) ?? site;

/** All languages in which it has a title or name, in the order en, de, es. */
export function titledIn(row: RowLanguages, site: Language): Language[] {
  const listed = row.translations.split(',');
  const some = languages.filter((language) => listed.includes(language));
  return some.length > 0 ? some : [originalOf(row, site)];
}

/** The language of the title shown to readers of another (contract 1, content languages). */
export function shownLanguage(row: RowLanguages, asked: Language, site: Language): Language {
  const titled = titledIn(row, site);
  const original = originalOf(row, site);
  return [asked, site, original].find((one) => titled.includes(one)) ?? titled[0] ?? original;
}

/** What a row and its translations become by a write. */
export interface Rewritten {
  /** For the row: the site's texts, each falling back to the original language's. */
  texts: Texts;
  columns: { language: Language; translations: string };
  /** All languages' own texts; none where there is but one language. */
  translations: Translations;
}

/** Its own texts by language: those kept beside it, or the row's where it has one language only. */
function ownTexts(
  before: RowLanguages & { texts: Texts },
  kept: Translations,
  site: Language,
): Map<Language, Translation> {
  if (kept.size > 0) return new Map([...kept].map(([language, texts]) => [language, { ...texts }]));
  const { title, description, excerpt } = before.texts;
  return new Map([[originalOf(before, site), { title, description, excerpt, slug: '' }]]);
}

/** The row's texts and columns for what it has in each language. `own` loses what is nothing. */
export function compose(own: Map<Language, Translation>, before: RowLanguages, site: Language): Rewritten {
  for (const [language, one] of own) if (isNothing(one)) own.delete(language);
  const titled = languages.filter((language) => own.get(language)?.title);
  const first = originalOf(before, site);
  // What is left of it, a description say, goes on being shown where others have none.
  const isLeft = titled.length === 0 || hasText(own.get(first) ?? NO_TEXTS);
  const original = isLeft ? first : titled.includes(site) ? site : (titled[0] ?? first);
  const text = (field: keyof Texts) => own.get(site)?.[field] || own.get(original)?.[field] || '';
  const texts = { title: text('title'), description: text('description'), excerpt: text('excerpt') };
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
  before: RowLanguages & { texts: Texts },
  kept: Translations,
  write: { language: Language; site: Language; sent: Partial<Translation>; left?: string | undefined },
): Rewritten {
  const { language, site, sent, left } = write;
  const own = ownTexts(before, kept, site);
  const first = own.get(originalOf(before, site));
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
  const original = originalOf(row, site);
  return original === site || own.get(original)?.slug ? site : original;
}

/**
 * Puts the slug of the site's language into the row, where it has one of its own, and the row's to that whose it was.
 * @param was the site's language when the row was written
 */
export function seatSlug(
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
export function resettle(
  before: RowLanguages & { texts: Texts; slug: string },
  kept: Translations,
  languages: { was: Language; site: Language },
): Rewritten & { slug: string } {
  const own = ownTexts(before, kept, languages.was);
  const slug = seatSlug(before, own, languages);
  return { ...compose(own, before, languages.site), slug };
}

/** A row that shows texts of a language, and those that are its own, where it has some. Never written back. */
export type Localized<R> = R & { readonly own?: Translation };

/** A row's texts as readers of a language see them: its own, each falling back to the row's. */
export function overlaid(row: Translation, own: Translation | undefined): Translation {
  if (!own) return row;
  return {
    title: own.title || row.title,
    description: own.description || row.description,
    excerpt: own.excerpt || row.excerpt,
    slug: own.slug || row.slug,
  };
}
