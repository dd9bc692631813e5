import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type Page } from '#api/routing/paging.ts';
import type { FilterEvent } from '#calendar/posts/parameters.ts';
import { idsByTranslatedSlug } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import type { Reading } from '#store/db/engine.ts';
import { likeText } from '#store/db/pattern.ts';
import { type TermKind, termTraits } from './kind.ts';
import type { SortKey } from './list-parameters.ts';
import { slugIn } from './rules.ts';
import { type TermRow, termColumns } from './store.ts';

/** A query for a list of terms (reference 4.9); its filters combine with `and`. */
export interface TermQuery {
  search?: string | undefined;
  exclude?: readonly number[] | undefined;
  include?: readonly number[] | undefined;
  order: 'asc' | 'desc';
  orderby: SortKey;
  hideEmpty: boolean;
  parent?: number | undefined;
  event?: FilterEvent | undefined;
  slug?: string | undefined;
  /** The language searched beside the site's; undefined: none. */
  translation: Language | undefined;
}

/** The condition of `hide_empty`: terms with published events, and all categories above such. */
const filled = (kind: TermKind) =>
  kind === 'tags'
    ? sql`t.count > 0`
    : sql`t.id in (
        with recursive filled (id, parent) as (
          select id, parent from categories where count > 0
          union
          select c.id, c.parent from categories c join filled f on c.id = f.parent
        )
        select id from filled)`;

function among(ids: readonly number[]): RawBuilder<unknown> {
  return ids.length === 0 ? sql`1 = 0` : sql`t.id in (${sql.join([...ids])})`;
}

function conditions(kind: TermKind, query: TermQuery): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`1 = 1`];
  if (query.search !== undefined) {
    const pattern = `%${likeText(fold(query.search))}%`;
    const translated = query.translation
      ? sql` or t.id in (select resource_id from translations where kind = ${kind} and language = ${query.translation}
          and (title_key like ${pattern} escape '\\' or slug like ${pattern} escape '\\'))`
      : sql``;
    all.push(
      sql`(t.name_key like ${pattern} escape '\\' or t.slug like ${pattern} escape '\\'${translated})`,
    );
  }
  if (query.exclude !== undefined) all.push(sql`not (${among(query.exclude)})`);
  if (query.include !== undefined) all.push(among(query.include));
  if (query.parent !== undefined && kind === 'categories') all.push(sql`t.parent = ${query.parent}`);
  if (query.slug !== undefined) {
    const slug = slugIn(query.slug);
    all.push(sql`(t.slug = ${slug} or t.id in ${idsByTranslatedSlug(kind, [slug])})`);
  }
  if (query.event !== undefined) {
    const { table, column } = termTraits[kind].links;
    const { rowId, open } = query.event;
    all.push(
      open
        ? sql`t.id in (select ${sql.ref(column)} from ${sql.table(table)} where event_id = ${rowId})`
        : sql`1 = 0`,
    );
  } else if (query.hideEmpty) all.push(filled(kind));
  return sql.join(all, sql` and `);
}

function sorting(kind: TermKind, query: TermQuery): RawBuilder<unknown> {
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const by = (key: RawBuilder<unknown>) => sql`${key} ${direction}, t.id ${direction}`;
  switch (query.orderby) {
    case 'slug':
      return by(sql`t.slug`);
    case 'count':
      // Ties go by ascending ID in both directions, as clients of the reference expect (D38).
      return sql`t.count ${direction}, t.id asc`;
    case 'description':
      return by(sql`lower(t.description)`);
    case 'parent':
      return by(kind === 'categories' ? sql`t.parent` : sql`t.id`);
    case 'id':
    case 'none':
    case 'term_group':
      return by(sql`t.id`);
    case 'include':
      if (!query.include || query.include.length === 0) return by(sql`t.name_key`);
      return by(
        sql`case t.id ${sql.join(
          query.include.map((id, place) => sql`when ${id} then ${sql.lit(place)}`),
          sql` `,
        )} end`,
      );
    case 'name':
      return by(sql`t.name_key`);
  }
}

/** Returns one page of terms, and the number of terms on all pages. */
export async function listTerms(
  db: Reading,
  kind: TermKind,
  query: TermQuery,
  page: Page,
): Promise<{ rows: TermRow[]; total: number }> {
  const where = conditions(kind, query);
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(kind)} t where ${where}`.execute(db);
  const total = Number(counted.rows[0]?.total ?? 0);
  if (total <= offsetOf(page)) return { rows: [], total };
  const { rows } = await sql<TermRow>`
    select ${termColumns(kind)} from ${sql.table(kind)} t where ${where}
    order by ${sorting(kind, query)} limit ${page.per_page} offset ${offsetOf(page)}`.execute(db);
  return { rows, total };
}
