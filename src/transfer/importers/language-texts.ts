import type { Origin } from '#calendar/posts/origin.ts';
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

/** In which language a source was asked for everything, and the site's here. */
export interface RequestedLanguage {
  requestedLanguage: Language | undefined;
  site: Language;
}

/** The language of an item's texts: that which the source names, else that it was asked for, else the site's. */
export const languageOfTexts = (item: ImportItem, { requestedLanguage, site }: RequestedLanguage): Language =>
  item.language ?? requestedLanguage ?? site;

/** Whether a source has no texts of an item in the language asked for, and shows another's. */
const isUntranslated = (item: ImportItem, { requestedLanguage }: RequestedLanguage) =>
  requestedLanguage !== undefined && item.language !== undefined && item.language !== requestedLanguage;

/** What of an origin tells about texts. */
export const originOfTexts = ({
  language,
  translations,
}: ImportItem): Pick<Origin, 'language' | 'translations'> =>
  translations === undefined ? {} : { language, translations };

/** A stored thing about to be changed. */
export interface StoredTexts extends RowLanguages {
  id: number;
  slug: string;
  texts: RowTexts;
}

type SentTexts = { [field in Exclude<TextColumn, 'title'> | 'slug']?: string | undefined };

/**
 * The fields of a change with the texts that are this language's own: a source shows another language's where it has
 * none, and those are no translation. What was taken in a language that the source has no texts in any more is removed.
 * @param name the field that is the title
 * @param seen whether it was taken in the language asked for before
 */
export async function fieldsInLanguage<
  N extends string,
  F extends SentTexts & { [K in N]?: string | undefined },
>(
  trx: Writing,
  kind: TranslatedKind,
  row: StoredTexts,
  fields: F,
  write: RequestedLanguage & { name: N; item: ImportItem; seen: boolean },
): Promise<{ fields: F; writtenIn: Language }> {
  const { name, item, requestedLanguage, site, seen } = write;
  const language = languageOfTexts(item, write);
  if (item.translations !== undefined) return { fields, writtenIn: language };
  const { [name]: title, slug } = fields;
  // A description is always among what was sent.
  const sentTexts = longTexts.filter((one) => one === 'description' || fields[one] !== undefined);
  const kept = await listTranslations(trx, kind, row);
  if (requestedLanguage && isUntranslated(item, write)) {
    const isGone =
      seen &&
      kept.has(requestedLanguage) &&
      titleLanguages(row, site).some((one) => one !== requestedLanguage);
    const texts = [name, 'slug', ...sentTexts].map((one) => [one, isGone ? '' : undefined] as const);
    return { fields: { ...fields, ...Object.fromEntries(texts) }, writtenIn: requestedLanguage };
  }
  const original = originalLanguage(row, site);
  const shownElse = (field: keyof Texts): string => {
    if (kept.size === 0) return original === language ? '' : (row.texts[field] ?? '');
    const others = [site, original].filter((one) => one !== language);
    return others.map((one) => kept.get(one)?.[field]).find(Boolean) ?? '';
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
