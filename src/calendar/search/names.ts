import { type RawBuilder, sql } from 'kysely';
import { fold } from '#foundation/text/fold.ts';
import { plainText } from '#foundation/text/markup.ts';
import { spellingsOf } from '#foundation/text/search.ts';
import type { Reading } from '#store/db/engine.ts';
import { likeText } from '#store/db/pattern.ts';

const linkedNames = (
  table: 'venues' | 'organizers',
  column: 'venue_id' | 'organizer_id',
  name: RawBuilder<unknown>,
) => sql`
  select ${name} as name from ${sql.table(table)} t join ${sql.table(`event_${table}`)} l on l.${sql.ref(column)} = t.id
    where l.event_id in (select id from found) and t.status = 'publish' and t.password = ''
  union all select x.title from translations x join ${sql.table(table)} t on t.id = x.resource_id
    join ${sql.table(`event_${table}`)} l on l.${sql.ref(column)} = t.id
    where x.kind = ${table} and l.event_id in (select id from found) and t.status = 'publish' and t.password = ''`;

const termNames = (table: 'categories' | 'tags', column: 'category_id' | 'tag_id') => sql`
  select t.name from ${sql.table(table)} t join ${sql.table(`event_${table}`)} l on l.${sql.ref(column)} = t.id
    where l.event_id in (select id from found)
  union all select x.title from translations x join ${sql.table(`event_${table}`)} l on l.${sql.ref(column)} = x.resource_id
    where x.kind = ${table} and l.event_id in (select id from found)`;

/** Returns the names by which dates of public events are found everywhere: titles, and names of what they link to, in all languages. */
export async function listNames(db: Reading, dates: readonly number[]): Promise<string[]> {
  if (dates.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    with found as (select event_id as id from occurrences where id in (${sql.join([...dates])}))
    select title as name from events where id in (select id from found)
    union all select title from translations where kind = 'events' and resource_id in (select id from found)
    union all ${linkedNames('venues', 'venue_id', sql`t.name || ' ' || t.address || ' ' || t.city || ' ' || t.district`)}
    union all ${linkedNames('organizers', 'organizer_id', sql`t.name`)}
    union all ${termNames('categories', 'category_id')}
    union all ${termNames('tags', 'tag_id')}`.execute(db);
  return rows.map(({ name }) => plainText(name));
}

/** Returns a folded word as it stands in one of some names; undefined where none has it. */
export function writtenWord(word: string, names: readonly string[]): string | undefined {
  for (const name of names)
    for (const [written] of name.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
      if (spellingsOf(written).includes(word)) return written;
  return undefined;
}

/** Kinds of things with a page of their own, as their tables are named. */
const namedKinds = ['venues', 'organizers', 'categories', 'tags'] as const;

/** Something with a page that has all words of a search in its name. */
export interface NamedItem {
  readonly kind: (typeof namedKinds)[number];
  readonly id: number;
}

/** Returns what everybody may see whose names, in any language, have all of some folded words; few of each kind, the shortest names first. */
export async function listNamedItems(
  db: Reading,
  words: readonly string[],
  most: number,
): Promise<NamedItem[]> {
  if (words.length === 0) return [];
  const has = (column: string) =>
    sql.join(
      words.map((word) => sql`${sql.ref(column)} like ${`%${likeText(word)}%`} escape '\\'`),
      sql` and `,
    );
  const found = await Promise.all(
    namedKinds.map(async (kind) => {
      const isPost = kind === 'venues' || kind === 'organizers';
      const open = isPost ? sql`and t.status = 'publish' and t.password = ''` : sql``;
      const { rows } = await sql<{ id: number }>`
        select id from (select t.id, t.name_key from ${sql.table(kind)} t where ${has('t.name_key')} ${open}
          union select t.id, t.name_key from ${sql.table(kind)} t join translations x
            on x.kind = ${kind} and x.resource_id = t.id where ${has('x.title_key')} ${open}) named
        order by length(name_key), id limit ${most}`.execute(db);
      return rows.map(({ id }): NamedItem => ({ kind, id }));
    }),
  );
  return found.flat();
}

/** Returns whether a text has a folded word. */
export const hasWord = (text: string, word: string): boolean => fold(plainText(text)).includes(word);
