import { can } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
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
import { sanitizeRich } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { type PostTable, textColumns } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import type { Origin } from './origin.ts';
import { restoredSlug, trashedSlug } from './rules.ts';

const NO_TRANSLATIONS: Translations = new Map();

/** Returns the texts that were sent, made harmless: each as an article's markup, and the title as `title` has it. */
export function cleanTexts(
  sent: Partial<Record<keyof Texts, string | undefined>>,
  title: (typed: string) => string,
): Partial<Texts> {
  const cleaned: Partial<Texts> = {};
  for (const name of textColumns) {
    const typed = sent[name];
    if (typed !== undefined) cleaned[name] = name === 'title' ? title(typed) : sanitizeRich(typed);
  }
  return cleaned;
}

/** What of a stored post decides about its texts. */
export interface StoredTexts extends RowLanguages {
  id: number;
  slug: string;
  texts: RowTexts;
}

/** The texts of a post after a write, and the slug that was asked for its row. */
export interface WrittenTexts extends RewrittenTexts {
  /** For the row; undefined: none, or one that belongs to a translation. */
  asked: string | undefined;
  /** Whether there are or were translations to be stored. */
  translated: boolean;
}

/**
 * What a write with these texts, sanitized, makes of a post's texts in all languages (contract 1).
 * @throws KalendsError naming `titleField` where the last title or name would go
 */
export async function writeTexts(
  batch: WriteBatch,
  actor: Actor,
  table: PostTable,
  before: StoredTexts,
  write: { texts: Partial<Texts>; slug: string | undefined; titleField: string },
): Promise<WrittenTexts> {
  const { language, site } = languagesOf(actor);
  const kept =
    before.translations === '' ? NO_TRANSLATIONS : await listTranslations(batch.trx, table, before);
  const original = originalLanguage(before, site);
  const ownSlug = kept.get(original)?.slug ?? '';
  const isRows = language === site || (language === original && ownSlug === '');
  const sent: Partial<Translation> = { ...write.texts };
  // Who may not publish gives no slug that others could find taken (reference 5.4).
  if (write.slug !== undefined && !isRows && can(actor.viewer, 'publish')) {
    const given = await freeFor(batch, table, before, write.slug, language);
    sent.slug = given === restoredSlug(before.slug) ? '' : given;
  }
  const becomesSites = isRows && language === site && original !== site;
  const moves =
    becomesSites &&
    write.slug !== undefined &&
    (await freeFor(batch, table, before, write.slug, language)) !== restoredSlug(before.slug);
  const left = moves ? before.slug : undefined;
  const written = rewrite(before, kept, { language, site, sent, left });
  if (before.texts.title !== '' && written.texts.title === '')
    throw invalidParameter(write.titleField, message('problem.last_text'));
  return {
    ...written,
    asked: isRows && !(language !== site && write.slug === '') ? write.slug : undefined,
    translated: kept.size > 0 || written.translations.size > 0,
  };
}

/** What a post gets for a slug that is asked for: where that is taken, this may be the one that the post has already. */
async function freeFor(
  batch: WriteBatch,
  table: PostTable,
  { id }: Pick<StoredTexts, 'id'>,
  asked: string,
  language: Language,
): Promise<string> {
  const wanted = slugify(asked, language);
  return wanted === '' ? '' : batch.slugs.free(table, wanted, id);
}

/** The slugs of translations as the trash marks them, or free again when they come out of it. */
export async function markTrashedSlugs(
  batch: WriteBatch,
  table: PostTable,
  id: number,
  translations: Translations,
  status: { was: string; now: string },
): Promise<Translations> {
  if (status.was !== 'trash' && status.now !== 'trash') return translations;
  const restated = new Map<Language, Translation>();
  for (const [language, one] of translations) {
    let { slug } = one;
    if (slug !== '')
      slug =
        status.now === 'trash' ? trashedSlug(slug) : await batch.slugs.free(table, restoredSlug(slug), id);
    restated.set(language, { ...one, slug });
  }
  return restated;
}

/** Whether an import tells texts that a write of one language can't bring about. */
export function bringsTranslations({ language, translations }: Origin, before?: RowLanguages): boolean {
  if (translations === undefined) return false;
  const told = Object.values(translations);
  const isOther = language !== undefined && before !== undefined && before.language !== language;
  return told.length > 1 || told.some(({ slug }) => slug) || isOther || (before?.translations ?? '') !== '';
}

/**
 * The texts of a resource as an import tells them, in all languages at once, and its slug: what it had before is gone.
 * @param free gives a slug that is free for it
 */
export async function importedTexts(
  origin: Origin,
  row: RowLanguages & { slug: string },
  site: Language,
  clean: { title(typed: string): string; rich(typed: string): string; free(slug: string): Promise<string> },
): Promise<RewrittenTexts & { slug: string }> {
  const own = new Map<Language, Translation>();
  for (const language of languages) {
    const told = origin.translations?.[language];
    if (!told) continue;
    const slug = slugify(told.slug ?? '', language);
    own.set(language, {
      ...eachText((name) => (name === 'title' ? clean.title : clean.rich)(told[name] ?? '')),
      slug: slug === '' ? '' : await clean.free(slug),
    });
  }
  const first = { language: origin.language ?? row.language, translations: '' };
  const slug = moveSlugToRow({ ...first, slug: row.slug }, own, { was: originalLanguage(first, site), site });
  return { ...compose(own, first, site), slug };
}

/** So many bytes in each of all that an event links to make no event too large. */
const SHORT = 10_000;

/** Whether a description that was sent may be longer than what it replaces, and so long that events become too large by it. */
export function mayExceedLimit(
  sent: string | undefined,
  before: { description: string },
  actor: Actor,
): boolean {
  if (sent === undefined || sent.length < SHORT) return false;
  const { language, site } = languagesOf(actor);
  return language !== site || Buffer.byteLength(sent) > Buffer.byteLength(before.description);
}
