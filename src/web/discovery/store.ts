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

/** The events of which a term's page shows some, else search engines may not have it (contract P2): in UTC, or on their own clocks. */
export type TermWindow =
  | { readonly endsAfterUtc: string }
  | { readonly from: string; readonly until: string };

/** Returns SQL for the terms of a kind that events in a window have; categories also through those below them. */
function termsWithEvents(kind: 'categories' | 'tags', window: TermWindow): RawBuilder<unknown> {
  const [links, column] =
    kind === 'categories' ? ['event_categories', 'category_id'] : ['event_tags', 'tag_id'];
  const within =
    'endsAfterUtc' in window
      ? sql`o.utc_end_date >= ${window.endsAfterUtc}`
      : sql`o.start_date < ${window.until} and (o.end_date > ${window.from} or o.start_date >= ${window.from})`;
  const above =
    kind === 'categories'
      ? sql`union select c.parent from categories c join shown s on s.id = c.id where c.parent > 0`
      : sql``;
  return sql`with recursive shown (id) as (
      select l.${sql.ref(column)} from ${sql.table(links)} l where exists (
        select 1 from occurrences o join events e on e.id = o.event_id
        where o.event_id = l.event_id and o.status = 'publish' and o.hide_from_listings = 0 and e.password = '' and ${within})
      ${above}
    ) select id from shown`;
}

// What search engines may have: published, listed, without a password; of a series its own row alone (contract P3).
const OPEN = sql`t.status = 'publish' and t.password = '' and t.slug <> ''`;

function conditionOf(kind: TranslatedKind, window: TermWindow): RawBuilder<boolean> {
  if (kind === 'events') return sql`${OPEN} and t.hide_from_listings = 0 and t.series_id in (0, t.id)`;
  if (kind === 'venues' || kind === 'organizers') return sql`${OPEN}`;
  return sql`t.slug <> '' and t.id in (${termsWithEvents(kind, window)})`;
}

const modifiedOf = (kind: TranslatedKind) =>
  kind === 'categories' || kind === 'tags' ? sql`''` : sql`t.modified_utc`;

/** Returns the parts in which all things of a kind stand, in their order. Reads the whole table. */
export async function listSitemapParts(
  db: Reading,
  kind: TranslatedKind,
  window: TermWindow,
): Promise<SitemapPart[]> {
  const { rows } = await sql<{ part: number | string; modified: string }>`
    select part, max(modified) as modified from (
      select ${modifiedOf(kind)} as modified, (row_number() over (order by t.id) - 1) / ${sql.lit(PART)} as part
      from ${sql.table(kind)} t where ${conditionOf(kind, window)}
    ) parts group by part order by part`.execute(db);
  return rows.map(({ part, modified }) => ({ number: Number(part) + 1, modified }));
}

/** Returns the things of one part, by ID. */
export async function listSitemapRows(
  db: Reading,
  kind: TranslatedKind,
  { number, window }: { readonly number: number; readonly window: TermWindow },
): Promise<readonly SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    select t.id, t.slug, ${modifiedOf(kind)} as modified, t.translations,
      ${kind === 'categories' ? sql`t.parent` : sql`0`} as parent
    from ${sql.table(kind)} t where ${conditionOf(kind, window)}
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
