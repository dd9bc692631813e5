import { can } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { eventDescription, textColumns } from '#calendar/events/fields.ts';
import {
  compose,
  eachText,
  moveSlugToRow,
  originalLanguage,
  type RewrittenTexts,
  type RowLanguages,
  type RowTexts,
  rewrite,
  type Texts,
  type Translation,
  type Translations,
} from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { invalidParameter } from '#errors.ts';
import { type Language, languages, message } from '#foundation/i18n/catalogue.ts';
import { sanitizeRich, singleLine } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import type { PostTable, TextColumn } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import type { ImportOrigin } from './import-origin.ts';
import { restoredSlug, trashedSlug } from './rules.ts';

const NO_TRANSLATIONS: Translations = new Map();

interface TextCleaners {
  title(typed: string): string;
  rich(typed: string): string;
}

/** Returns how a text is sanitized: as a title, as a line without markup, or as an article. */
const cleanText = (name: TextColumn, { title, rich }: TextCleaners): ((typed: string) => string) =>
  ({ title, line: singleLine, paragraphs: rich })[eventDescription[name].text];

/** Returns the texts that were sent, sanitized as a line or as rich text, and the title as `title` cleans it. */
export function cleanTexts(
  sent: Partial<Record<keyof Texts, string | undefined>>,
  title: (typed: string) => string,
): Partial<Texts> {
  const cleaned: Partial<Texts> = {};
  for (const name of textColumns) {
    const typed = sent[name];
    if (typed !== undefined) cleaned[name] = cleanText(name, { title, rich: sanitizeRich })(typed);
  }
  return cleaned;
}

/** The stored state on which a write of texts depends. */
export interface StoredTexts extends RowLanguages {
  id: number;
  slug: string;
  texts: RowTexts;
}

/** The texts of a post after a write, and the slug asked for. */
export interface WrittenTexts extends RewrittenTexts {
  /** The slug asked for the row; undefined: none, or it belongs to a translation. */
  asked: string | undefined;
  /** Whether the table of translations has to be written. */
  translated: boolean;
}

/**
 * Returns a post's texts in all languages after a write of these sanitized texts (contract 1).
 * @throws KalendsError `rest_invalid_param` for `titleField` where the last title or name would be removed
 */
export async function writeTexts(
  batch: WriteBatch,
  actor: Actor,
  table: PostTable,
  before: StoredTexts,
  write: { texts: Partial<Texts>; slug: string | undefined; titleField: string },
): Promise<WrittenTexts> {
  const { language, site } = languagesOf(actor);
  const stored =
    before.translations === '' ? NO_TRANSLATIONS : await listTranslations(batch.trx, table, before);
  const original = originalLanguage(before, site);
  const ownSlug = stored.get(original)?.slug ?? '';
  const isRows = language === site || (language === original && ownSlug === '');
  const sent: Partial<Translation> = { ...write.texts };
  // Callers who may not publish reserve no slug that others would find taken (reference 5.4).
  if (write.slug !== undefined && !isRows && can(actor.viewer, 'publish')) {
    const given = await freeSlug(batch, table, before, write.slug, language);
    sent.slug = given === restoredSlug(before.slug) ? '' : given;
  }
  const becomesSites = isRows && language === site && original !== site;
  const moves =
    becomesSites &&
    write.slug !== undefined &&
    (await freeSlug(batch, table, before, write.slug, language)) !== restoredSlug(before.slug);
  const left = moves ? before.slug : undefined;
  const written = rewrite(before, stored, { language, site, sent, left });
  if (before.texts.title !== '' && written.texts.title === '')
    throw invalidParameter(write.titleField, message('problem.last_text'));
  return {
    ...written,
    asked: isRows && !(language !== site && write.slug === '') ? write.slug : undefined,
    translated: stored.size > 0 || written.translations.size > 0,
  };
}

/** Returns the free slug for one that is asked for; where that is taken, it may be the one that the post has already. */
async function freeSlug(
  batch: WriteBatch,
  table: PostTable,
  { id }: Pick<StoredTexts, 'id'>,
  asked: string,
  language: Language,
): Promise<string> {
  const wanted = slugify(asked, language);
  return wanted === '' ? '' : batch.slugs.free(table, wanted, id);
}

/** Returns translations with their slugs marked as trashed, or made unique again when the item leaves the trash. */
export async function markTrashedSlugs(
  batch: WriteBatch,
  table: PostTable,
  id: number,
  translations: Translations,
  status: { was: string; now: string },
): Promise<Translations> {
  if (status.was !== 'trash' && status.now !== 'trash') return translations;
  const marked = new Map<Language, Translation>();
  for (const [language, one] of translations) {
    let { slug } = one;
    if (slug !== '')
      slug =
        status.now === 'trash' ? trashedSlug(slug) : await batch.slugs.free(table, restoredSlug(slug), id);
    marked.set(language, { ...one, slug });
  }
  return marked;
}

/** Returns whether an import has translations that a write in one language can't store. */
export function bringsTranslations({ language, translations }: ImportOrigin, before?: RowLanguages): boolean {
  if (translations === undefined) return false;
  const texts = Object.values(translations);
  const isOther = language !== undefined && before !== undefined && before.language !== language;
  return texts.length > 1 || texts.some(({ slug }) => slug) || isOther || (before?.translations ?? '') !== '';
}

/**
 * Returns the texts of a resource in all languages and its slug as an import has them, replacing those stored.
 * @param clean `free` returns a slug that no other item has
 */
export async function importedTexts(
  origin: ImportOrigin,
  row: RowLanguages & { slug: string },
  site: Language,
  clean: TextCleaners & { free(slug: string): Promise<string> },
): Promise<RewrittenTexts & { slug: string }> {
  const own = new Map<Language, Translation>();
  for (const language of languages) {
    const imported = origin.translations?.[language];
    if (!imported) continue;
    const slug = slugify(imported.slug ?? '', language);
    own.set(language, {
      ...eachText((name) => cleanText(name, clean)(imported[name] ?? '')),
      slug: slug === '' ? '' : await clean.free(slug),
    });
  }
  const first = { language: origin.language ?? row.language, translations: '' };
  const slug = moveSlugToRow({ ...first, slug: row.slug }, own, { was: originalLanguage(first, site), site });
  return { ...compose(own, first, site), slug };
}

/** A description shorter than this makes no event too large, even if all that it links to have as much. */
const SHORT = 10_000;

/** Returns whether a description that was sent may be longer than the one before, and make events too large. */
export function mayExceedLimit(
  sent: string | undefined,
  before: { description: string },
  actor: Actor,
): boolean {
  if (sent === undefined || sent.length < SHORT) return false;
  const { language, site } = languagesOf(actor);
  return language !== site || Buffer.byteLength(sent) > Buffer.byteLength(before.description);
}
