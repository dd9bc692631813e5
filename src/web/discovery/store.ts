import { type RawBuilder, sql } from 'kysely';
import type { Reading } from '#store/db/engine.ts';
import type { TranslatedKind } from '#store/db/tables.ts';

/** Entries of one sitemap: with long slugs in every language it stays below 50 MB. */
const PART = 5_000;

/** A part of the sitemaps of a kind. */
export interface SitemapPart {
  /** From 1. */
  readonly number: number;
  /** UTC text of the latest change in it; '' where none is known. */
  readonly modified: string;
}

/** A thing in a sitemap. */
export interface SitemapRow {
  readonly id: number;
  readonly slug: string;
  readonly modified: string;
  /** Languages in which it has texts, with commas. */
  readonly translations: string;
  /** The category above it; 0: none. */
  readonly parent: number;
}

// What search engines may have: published, listed, without a password; of a series its own row alone (contract P3).
const OPEN = sql`t.status = 'publish' and t.password = '' and t.slug <> ''`;
const conditions: Readonly<Record<TranslatedKind, RawBuilder<boolean>>> = {
  events: sql`${OPEN} and t.hide_from_listings = 0 and t.series_id in (0, t.id)`,
  venues: sql`${OPEN}`,
  organizers: sql`${OPEN}`,
  categories: sql`t.slug <> ''`,
  tags: sql`t.slug <> ''`,
};

const modifiedOf = (kind: TranslatedKind) =>
  kind === 'categories' || kind === 'tags' ? sql`''` : sql`t.modified_utc`;

/** Returns the parts in which all things of a kind stand, in their order. Reads the whole table. */
export async function listSitemapParts(db: Reading, kind: TranslatedKind): Promise<SitemapPart[]> {
  const { rows } = await sql<{ part: number | string; modified: string }>`
    select part, max(modified) as modified from (
      select ${modifiedOf(kind)} as modified, (row_number() over (order by t.id) - 1) / ${sql.lit(PART)} as part
      from ${sql.table(kind)} t where ${conditions[kind]}
    ) parts group by part order by part`.execute(db);
  return rows.map(({ part, modified }) => ({ number: Number(part) + 1, modified }));
}

/** Returns the things of one part, by ID. */
export async function listSitemapRows(
  db: Reading,
  kind: TranslatedKind,
  number: number,
): Promise<readonly SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select t.id, t.slug, ${modifiedOf(kind)} as modified, t.translations,
      ${kind === 'categories' ? sql`t.parent` : sql`0`} as parent
    from ${sql.table(kind)} t where ${conditions[kind]}
    order by t.id limit ${PART} offset ${(number - 1) * PART}`.execute(db);
  return rows;
}

/** Returns the slugs that things of a kind have in other languages, by ID and language, for those from one ID to another. */
export async function listTranslatedSlugs(
  db: Reading,
  kind: TranslatedKind,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const rows = await db
    .selectFrom('translations')
    .select(['resource_id', 'language', 'slug'])
    .where('kind', '=', kind)
    .where('resource_id', '>=', first)
    .where('resource_id', '<=', last)
    .where('slug', '<>', '')
    .execute();
  const slugs = new Map<number, Map<string, string>>();
  for (const { resource_id, language, slug } of rows) {
    const known = slugs.get(resource_id) ?? new Map<string, string>();
    slugs.set(resource_id, known.set(language, slug));
  }
  return slugs;
}
