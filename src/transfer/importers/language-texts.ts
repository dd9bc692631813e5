import type { ImportOrigin } from '#calendar/posts/import-origin.ts';
import {
  longTexts,
  originalLanguage,
  type RowLanguages,
  type RowTexts,
  type Texts,
  titleLanguages,
} from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import { slugify } from '#foundation/text/slug.ts';
import type { Writing } from '#store/db/engine.ts';
import type { TextColumn, TranslatedKind } from '#store/db/tables.ts';
import type { ImportItem } from './import-item.ts';

/** The language requested from a source, and this site's language. */
export interface RequestedLanguage {
  requestedLanguage: Language | undefined;
  site: Language;
}

/** Returns the language of an item's texts: the one the source names, else the requested one, else the site's. */
export const languageOfTexts = (item: ImportItem, { requestedLanguage, site }: RequestedLanguage): Language =>
  item.language ?? requestedLanguage ?? site;

/** Returns whether a source lacks an item's texts in the requested language and shows another's instead. */
const isUntranslated = (item: ImportItem, { requestedLanguage }: RequestedLanguage) =>
  requestedLanguage !== undefined && item.language !== undefined && item.language !== requestedLanguage;

/** Returns the part of an origin that concerns texts: language and translations. */
export const originOfTexts = ({
  language,
  translations,
}: ImportItem): Pick<ImportOrigin, 'language' | 'translations'> =>
  translations === undefined ? {} : { language, translations };

/** A stored row that is about to be updated, with its texts. */
export interface StoredRow extends RowLanguages {
  id: number;
  slug: string;
  texts: RowTexts;
}

type SentTexts = { [field in Exclude<TextColumn, 'title'> | 'slug']?: string | undefined };

/**
 * Returns the fields of an update with only those texts that are this language's own: a source shows another
 * language's text where it has none, which is not a translation. Texts imported earlier that the source has lost are
 * removed.
 * @param name the field that is the title
 * @param seen whether the item was imported in the requested language before
 */
export async function fieldsInLanguage<
  N extends string,
  F extends SentTexts & { [K in N]?: string | undefined },
>(
  trx: Writing,
  kind: TranslatedKind,
  row: StoredRow,
  fields: F,
  write: RequestedLanguage & { name: N; item: ImportItem; seen: boolean },
): Promise<{ fields: F; writtenIn: Language }> {
  const { name, item, requestedLanguage, site, seen } = write;
  const language = languageOfTexts(item, write);
  if (item.translations !== undefined) return { fields, writtenIn: language };
  const { [name]: title, slug } = fields;
  // A description is always sent.
  const sentTexts = longTexts.filter((one) => one === 'description' || fields[one] !== undefined);
  const translations = await listTranslations(trx, kind, row);
  if (requestedLanguage && isUntranslated(item, write)) {
    const isGone =
      seen &&
      translations.has(requestedLanguage) &&
      titleLanguages(row, site).some((one) => one !== requestedLanguage);
    const texts = [name, 'slug', ...sentTexts].map((one) => [one, isGone ? '' : undefined] as const);
    return { fields: { ...fields, ...Object.fromEntries(texts) }, writtenIn: requestedLanguage };
  }
  const original = originalLanguage(row, site);
  const shownElse = (field: keyof Texts): string => {
    if (translations.size === 0) return original === language ? '' : (row.texts[field] ?? '');
    const others = [site, original].filter((one) => one !== language);
    return others.map((one) => translations.get(one)?.[field]).find(Boolean) ?? '';
  };
  const own = (field: keyof Texts, sent: string | undefined): string | undefined => {
    const other = shownElse(field);
    return sent !== undefined && other !== '' && plainText(sent) === plainText(other) ? '' : sent;
  };
  const isRowsSlug = slug !== undefined && language !== original && slugify(slug, language) === row.slug;
  return {
    fields: {
      ...fields,
      [name]: own('title', title),
      ...Object.fromEntries(sentTexts.map((one) => [one, own(one, fields[one])])),
      ...(isRowsSlug ? { slug: language === site ? undefined : '' } : {}),
    },
    writtenIn: language,
  };
}
