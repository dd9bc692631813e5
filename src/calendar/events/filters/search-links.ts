import { type RawBuilder, sql } from 'kysely';
import type { ResourceDescription } from '#api/routing/field-description.ts';
import { searchedField } from '#calendar/linked/rules.ts';
import { organizerDescription } from '#calendar/organizers/fields.ts';
import { filledCategories } from '#calendar/terms/store.ts';
import { venueDescription } from '#calendar/venues/fields.ts';
import { plainText } from '#foundation/text/markup.ts';
import { type SearchTerm, searchable } from '#foundation/text/search.ts';
import type { Reading } from '#store/db/engine.ts';
import { likeText } from '#store/db/pattern.ts';
import type { LinkTable } from './filter.ts';

/** Venues, organizers, categories and tags with a term of a search in their names, by the table that links them to events. */
export type NamedLinks = Readonly<Record<LinkTable, readonly number[]>>;

/** Returns the numbers that the fields have in search texts by which a search of events knows an item. */
const numbersOf = (fields: ResourceDescription): number[] =>
  Object.values(fields).flatMap(({ naming, searched }) => (naming && searched !== undefined ? searched : []));

/** The numbers of the fields by which a search names venues and organizers. */
const namingFields = {
  venues: numbersOf(venueDescription),
  organizers: numbersOf(organizerDescription),
} as const;

/** A name that may have a term: its ID and its texts as searches look through them. */
interface NamedRow {
  readonly id: number;
  readonly texts: readonly string[];
}

const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

/** Returns the condition that a column of folded texts has one of some words. */
const hasAny = (column: string, words: readonly string[]) =>
  anyOf(words.map((word) => sql`${sql.ref(column)} like ${`%${likeText(word)}%`} escape '\\'`));

/** Reads the public venues or organizers whose search text, in any language, has one of some words. */
async function readLinked(
  db: Reading,
  table: 'venues' | 'organizers',
  words: readonly string[],
): Promise<NamedRow[]> {
  const { rows } = await sql<{ id: number; text: string }>`
    select id, search_text as text from ${sql.table(table)}
      where status = 'publish' and password = '' and ${hasAny('search_text', words)}
    union all select x.resource_id, x.search_text from translations x join ${sql.table(table)} t on t.id = x.resource_id
      where x.kind = ${table} and t.status = 'publish' and t.password = '' and ${hasAny('x.search_text', words)}`.execute(
    db,
  );
  return rows.map(({ id, text }) => ({
    id,
    texts: namingFields[table].map((field) => searchedField(text, field)),
  }));
}

/** Reads the categories or tags whose name, in any language, may have one of some words. */
async function readTerms(
  db: Reading,
  table: 'categories' | 'tags',
  words: readonly string[],
): Promise<NamedRow[]> {
  // Keys have umlauts as their letters.
  const keys = [...new Set([...words, ...words.map((word) => word.replace(/([aou])e/g, '$1'))])];
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from ${sql.table(table)} where ${hasAny('name_key', keys)}
    union all select resource_id, title from translations where kind = ${table} and ${hasAny('title_key', keys)}`.execute(
    db,
  );
  return rows.map(({ id, name }) => ({ id, texts: [searchable(plainText(name))] }));
}

/** Returns what each of some terms names, in any language and as far as everybody may see it; categories with those below. */
export async function findNamedLinks(db: Reading, terms: readonly SearchTerm[]): Promise<NamedLinks[]> {
  const words = [...new Set(terms.flat())];
  if (words.length === 0) return [];
  const [venues, organizers, categories, tags] = await Promise.all([
    readLinked(db, 'venues', words),
    readLinked(db, 'organizers', words),
    readTerms(db, 'categories', words),
    readTerms(db, 'tags', words),
  ]);
  const having = (rows: readonly NamedRow[], term: SearchTerm) => [
    ...new Set(
      rows.flatMap(({ id, texts }) =>
        texts.some((text) => term.some((word) => text.includes(word))) ? [id] : [],
      ),
    ),
  ];
  return Promise.all(
    terms.map(async (term) => ({
      event_venues: having(venues, term),
      event_organizers: having(organizers, term),
      event_categories: await filledCategories(db, having(categories, term)),
      event_tags: having(tags, term),
    })),
  );
}
