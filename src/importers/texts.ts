import type { Writing } from '#db/engine.ts';
import type { TranslatedKind } from '#db/tables.ts';
import type { Language } from '#i18n/catalogue.ts';
import type { Origin } from '#posts/origin.ts';
import { plainText } from '#text/fold.ts';
import { slugify } from '#text/slug.ts';
import { listTranslations } from '#translations/store.ts';
import { originalOf, type RowLanguages, type Texts } from '#translations/texts.ts';
import type { Arriving } from './arrival.ts';

/** In which language the texts of an item are kept: that which the source names, else that it was asked for, else the site's. */
export const languageOfTexts = (item: Arriving, asked: Language | undefined, site: Language): Language =>
  item.language ?? asked ?? site;

/** What of an origin tells about texts. */
export const originOfTexts = ({
  language,
  translations,
}: Arriving): Pick<Origin, 'language' | 'translations'> =>
  translations === undefined ? {} : { language, translations };

/** A stored thing about to be changed. */
export interface StoredThing extends RowLanguages {
  id: number;
  slug: string;
  texts: Texts;
}

interface SentTexts {
  description?: string | undefined;
  excerpt?: string | undefined;
  slug?: string | undefined;
}

/**
 * The fields of a change with the texts that are this language's own: a source shows another language's where it has
 * none, and those are no translation. Without any texts where the source had none in the language asked for.
 * @param name the field that is the title
 */
export async function ownFields<N extends string, F extends SentTexts & { [K in N]?: string | undefined }>(
  trx: Writing,
  kind: TranslatedKind,
  row: StoredThing,
  fields: F,
  write: { name: N; item: Arriving; asked: Language | undefined; site: Language },
): Promise<F> {
  const { name, item, asked, site } = write;
  if (item.translations !== undefined) return fields;
  const { [name]: title, description, excerpt, slug, ...others } = fields;
  // Only texts were taken away, all of which may be missing.
  if (asked !== undefined && item.language !== undefined && item.language !== asked)
    return others as unknown as F;
  const language = languageOfTexts(item, asked, site);
  const kept = await listTranslations(trx, kind, row);
  const original = originalOf(row, site);
  const shownElse = (field: keyof Texts): string => {
    if (kept.size === 0) return original === language ? '' : row.texts[field];
    const others = [site, original].filter((one) => one !== language);
    return others.map((one) => kept.get(one)?.[field]).find(Boolean) ?? '';
  };
  const own = (field: keyof Texts, sent: string | undefined): string | undefined => {
    const other = shownElse(field);
    return sent !== undefined && other !== '' && plainText(sent) === plainText(other) ? '' : sent;
  };
  const isRowsSlug = slug !== undefined && language !== original && slugify(slug) === row.slug;
  return {
    ...fields,
    [name]: own('title', title),
    description: own('description', description),
    ...(excerpt === undefined ? {} : { excerpt: own('excerpt', excerpt) }),
    ...(isRowsSlug ? { slug: language === site ? undefined : '' } : {}),
  };
}
