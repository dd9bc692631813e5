import { type RawBuilder, sql } from 'kysely';
import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { type TranslatedKind, type TranslationsTable, textColumns } from '#store/db/tables.ts';
import { longTexts, type RowLanguages, type Translation, type Translations } from './rules.ts';

/** What a resource has in each language; empty where it has one language only. */
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
 * Bytes of the long texts of a row of the table known as `t`, and of those in the language that has most of them. Both
 * engines know lengths in bytes without reading the texts.
 */
export function bytesOfTexts(kind: Exclude<TranslatedKind, 'events'>): RawBuilder<number> {
  const excerpt = kind === 'venues' || kind === 'organizers' ? sql` + octet_length(t.excerpt)` : sql``;
  return sql<number>`(octet_length(t.description)${excerpt} + case when t.translations = '' then 0 else coalesce((
      select max(octet_length(x.description) + octet_length(x.excerpt)) from translations x
      where x.kind = ${sql.lit(kind)} and x.resource_id = t.id), 0) end)`;
}

/** Rows of one kind, for `loadTranslations`. */
export interface TranslatedRows {
  kind: TranslatedKind;
  rows: Iterable<RowLanguages & { id: number }>;
  /** Without descriptions and excerpts. */
  isLean?: boolean;
}

/** The texts in one language of many things, by kind and ID. One statement, none where nothing has any. */
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

/** What each of some things has in each language; those with one language are missing. One statement at most. */
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

/** What is derived of a translation for finding it. */
export interface TranslationKeys {
  title_key: string;
  search_text: string;
}

/** Makes these all that a resource has in languages beside its row. */
export async function saveTranslations(
  trx: Writing,
  kind: TranslatedKind,
  id: number,
  translations: Translations,
  keysOf: (texts: Translation) => TranslationKeys,
): Promise<void> {
  await trx.deleteFrom('translations').where('kind', '=', kind).where('resource_id', '=', id).execute();
  for (const [language, texts] of translations)
    await trx
      .insertInto('translations')
      .values({ kind, resource_id: id, language, ...texts, ...keysOf(texts) })
      .execute();
}

/** The IDs that have a slug in some language as a translation, but one. */
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

/** A subquery: the IDs of a kind that have one of these slugs in some language of their own. */
export const idsByTranslatedSlug = (kind: TranslatedKind, slugs: readonly string[]): RawBuilder<number> =>
  sql`(select resource_id from translations where kind = ${kind} and slug <> '' and slug in (${sql.join([...slugs])}))`;

/** A subquery: the IDs of a kind that have one of these names, folded, in some language. */
export const idsByTranslatedName = (kind: TranslatedKind, keys: readonly string[]): RawBuilder<number> =>
  sql`(select resource_id from translations where kind = ${kind} and title_key <> '' and title_key in (${sql.join([...keys])}))`;
