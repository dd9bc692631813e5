import { type RawBuilder, sql } from 'kysely';
import type { Pending } from '#store/db/pending.ts';
import { prepared } from '#store/db/prepared.ts';
import { freeSlug, type PostTable } from './slugs.ts';

/** What a write is going to ask of a table: whether a slug is free, and whether a name, folded, is new. */
export interface Expected {
  readonly table: PostTable;
  readonly slug: string;
  readonly nameKey?: string | undefined;
}

const LAST_POST = -1;
const isThere = (what: number, table: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`select ${sql.lit(what)}, 0 where exists (select 1 from ${table} where ${condition})`;

/** One for all: the number of the last post, and which of the slugs and names are there. */
function question(expected: readonly Pick<Expected, 'table' | 'nameKey'>[]) {
  return prepared((db, ...texts: string[]) => {
    const parts = expected.flatMap(({ table, nameKey }, place) => {
      const [slug, name] = [texts[place * 2] ?? '', texts[place * 2 + 1] ?? ''];
      const kind = sql.lit(table);
      const own = sql.table(table);
      const translations = sql.table('translations');
      const slugs = [
        isThere(place * 2, own, sql`slug = ${slug}`),
        isThere(place * 2, translations, sql`kind = ${kind} and slug <> '' and slug = ${slug}`),
      ];
      if (nameKey === undefined) return slugs;
      return [
        ...slugs,
        isThere(place * 2 + 1, own, sql`name_key = ${name}`),
        isThere(place * 2 + 1, translations, sql`kind = ${kind} and title_key <> '' and title_key = ${name}`),
      ];
    });
    return sql<{ what: number; value: number }>`
      select ${sql.lit(LAST_POST)} as what, value from sequences where name = 'post'
      union all ${sql.join(parts, sql` union all `)}`.compile(db);
  });
}

/** By tables, with a sign where a name is asked for too: each once, so that there are few. */
const questions = new Map<string, ReturnType<typeof question>>();

const slugNote = (table: PostTable, slug: string) => `${table}/${slug}`;
const nameNote = (table: PostTable, nameKey: string) => `${table}=${nameKey}`;

/** Asks at once what a write would ask one after the other; of each table once. */
export async function foresee(pending: Pending, expected: readonly Expected[]): Promise<void> {
  const shape = expected.map(({ table, nameKey }) => (nameKey === undefined ? table : `${table}+`)).join();
  const ask = questions.get(shape) ?? question(expected);
  questions.set(shape, ask);
  const rows = await ask(pending.trx, ...expected.flatMap(({ slug, nameKey }) => [slug, nameKey ?? '']));
  const there = new Map(rows.map(({ what, value }) => [what, value]));
  const last = there.get(LAST_POST);
  if (last !== undefined) pending.noteLastPost(last);
  for (const [place, { table, slug, nameKey }] of expected.entries()) {
    if (!there.has(place * 2)) pending.noteAbsent(slugNote(table, slug));
    if (nameKey !== undefined && !there.has(place * 2 + 1)) pending.noteAbsent(nameNote(table, nameKey));
  }
}

/** Whether nothing of a table has a name, folded, in any language, as far as that was foreseen. */
export const isForeseenNew = (pending: Pending, table: PostTable, nameKey: string): boolean =>
  pending.isAbsent(nameNote(table, nameKey));

/** `freeSlug`, which asks only what wasn't foreseen. */
export const foreseenSlug = (
  pending: Pending,
  table: PostTable,
  wanted: string,
  ownId: number,
): Promise<string> =>
  freeSlug(pending.trx, table, wanted, ownId, (slug) => pending.isAbsent(slugNote(table, slug)));
