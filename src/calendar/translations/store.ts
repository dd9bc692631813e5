import { type RawBuilder, sql } from 'kysely';
import { textColumns } from '#calendar/events/fields.ts';
import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { TranslatedKind, TranslationsTable } from '#store/db/tables.ts';
import { keepTranslatedSlugs } from './former-slugs.ts';
import { longTexts, type RowLanguages, type Translation, type Translations } from './rules.ts';

/** Returns a resource's texts by language; empty where it has one language only. One statement at most. */
export async function listTranslations(
  db: Reading,
  kind: TranslatedKind,
  row: RowLanguages & { id: number },
): Promise<Translations> {
  if (row.translations === '') return new Map();
  const rows = await db
    .selectFrom('translations')
    .select(['language', ...textColumns, 'slug'])
    .where('kind', '=', kind)
    .where('resource_id', '=', row.id)
    .execute();
  return new Map(
    rows.flatMap(({ language, ...texts }) => {
      const known = languageOf(language);
      return known ? [[known, texts] as const] : [];
    }),
  );
}

/**
 * Returns an expression for the bytes of the long texts of a row of the table called `t`, plus those of the language that
 * has most. Both engines know lengths in bytes without reading the texts.
 */
export function bytesOfTexts(kind: Exclude<TranslatedKind, 'events'>): RawBuilder<number> {
  const excerpt = kind === 'venues' || kind === 'organizers' ? sql` + octet_length(t.excerpt)` : sql``;
  return sql<number>`(octet_length(t.description)${excerpt} + case when t.translations = '' then 0 else coalesce((
      select max(octet_length(x.description) + octet_length(x.excerpt)) from translations x
      where x.kind = ${sql.lit(kind)} and x.resource_id = t.id), 0) end)`;
}

/** Rows of one kind whose translations are to be loaded. */
export interface TranslatedRows {
  kind: TranslatedKind;
  rows: Iterable<RowLanguages & { id: number }>;
  /** Leaves descriptions and excerpts ''. */
  isLean?: boolean;
}

/** Returns texts in one language by kind and ID. One statement, none where no row has translations. */
export async function loadTranslations(
  db: Reading,
  language: Language,
  wanted: readonly TranslatedRows[],
): Promise<Readonly<Record<TranslatedKind, ReadonlyMap<number, Translation>>>> {
  const found = {
    events: new Map<number, Translation>(),
    venues: new Map<number, Translation>(),
    organizers: new Map<number, Translation>(),
    categories: new Map<number, Translation>(),
    tags: new Map<number, Translation>(),
  };
  const conditions: RawBuilder<unknown>[] = [];
  const lean: TranslatedKind[] = [];
  for (const { kind, rows, isLean } of wanted) {
    const ids = new Set<number>();
    for (const row of rows) if (row.translations !== '') ids.add(row.id);
    if (ids.size > 0) conditions.push(sql`kind = ${kind} and resource_id in (${sql.join([...ids])})`);
    if (ids.size > 0 && isLean) lean.push(kind);
  }
  if (conditions.length === 0) return found;
  const text = (name: string) =>
    sql`case when kind in (${sql.join(lean)}) then '' else ${sql.ref(name)} end as ${sql.ref(name)}`;
  const texts = sql.join(longTexts.map((name) => (lean.length === 0 ? sql.ref(name) : text(name))));
  const { rows } = await sql<Translation & Pick<TranslationsTable, 'kind' | 'resource_id'>>`
    select kind, resource_id, title, ${texts}, slug from translations
    where language = ${language} and ((${sql.join(conditions, sql`) or (`)}))`.execute(db);
  for (const { kind, resource_id, ...own } of rows) found[kind].set(resource_id, own);
  return found;
}

/** Returns texts by ID and language; rows with one language are missing. One statement at most. */
export async function listAllTranslations(
  db: Reading,
  kind: TranslatedKind,
  rows: readonly (RowLanguages & { id: number })[],
): Promise<Map<number, Map<Language, Translation>>> {
  const found = new Map<number, Map<Language, Translation>>();
  const ids = rows.flatMap((row) => (row.translations === '' ? [] : row.id));
  if (ids.length === 0) return found;
  const stored = await db
    .selectFrom('translations')
    .select(['resource_id', 'language', ...textColumns, 'slug'])
    .where('kind', '=', kind)
    .where('resource_id', 'in', ids)
    .orderBy('resource_id')
    .orderBy('language')
    .execute();
  for (const { resource_id, language, ...texts } of stored) {
    const known = languageOf(language);
    if (!known) continue;
    const one = found.get(resource_id) ?? new Map<Language, Translation>();
    found.set(resource_id, one.set(known, texts));
  }
  return found;
}

/** The columns of a translation that are derived for searching it. */
export interface TranslationKeys {
  title_key: string;
  search_text: string;
}

/** Replaces all translations of a resource; slugs that it had by them lead to it from now on. */
export async function saveTranslations(
  trx: Writing,
  kind: TranslatedKind,
  id: number,
  translations: Translations,
  keysOf: (texts: Translation) => TranslationKeys,
): Promise<void> {
  const slugs = [...translations.values()].flatMap(({ slug }) => slug || []);
  await keepTranslatedSlugs(trx, kind, id, slugs);
  await trx.deleteFrom('translations').where('kind', '=', kind).where('resource_id', '=', id).execute();
  for (const [language, texts] of translations)
    await trx
      .insertInto('translations')
      .values({ kind, resource_id: id, language, ...texts, ...keysOf(texts) })
      .execute();
}

/** Returns whether a translation of another resource of the kind has a slug. */
export async function isTranslatedSlugTaken(
  db: Reading,
  kind: TranslatedKind,
  slug: string,
  ownId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('translations')
    .select('resource_id')
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('slug', '<>', '')
    .where('resource_id', '<>', ownId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a subquery for the IDs whose translations have one of these slugs. */
export const idsByTranslatedSlug = (kind: TranslatedKind, slugs: readonly string[]): RawBuilder<number> =>
  sql`(select resource_id from translations where kind = ${kind} and slug <> '' and slug in (${sql.join([...slugs])}))`;

/** Returns a subquery for the IDs whose translations have one of these names, folded. */
export const idsByTranslatedName = (kind: TranslatedKind, keys: readonly string[]): RawBuilder<number> =>
  sql`(select resource_id from translations where kind = ${kind} and title_key <> '' and title_key in (${sql.join([...keys])}))`;
