import { sql } from 'kysely';
import { idsByTranslatedSlug } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { slugForms, slugify, uniqueSlug } from '#foundation/text/slug.ts';
import type { Reading } from '#store/db/engine.ts';
import { prepared } from '#store/db/prepared.ts';

const TRASHED = '__trashed';

export type PostTable = 'events' | 'venues' | 'organizers';

/** The slug under which a trashed item is kept, also of one that has none, and back. */
export const trashedSlug = (slug: string) => (slug.endsWith(TRASHED) ? slug : slug + TRASHED);
export const restoredSlug = (slug: string) =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug;

const othersWith = (table: PostTable) =>
  prepared((db, slug: string, ownId: number) =>
    sql<{ id: number }>`
      select id from ${sql.table(table)} where slug = ${slug} and id <> ${ownId}
      union all
      select resource_id from translations where kind = ${table} and slug = ${slug} and slug <> '' and resource_id <> ${ownId}
      limit 1`.compile(db),
  );
const othersOf = {
  events: othersWith('events'),
  venues: othersWith('venues'),
  organizers: othersWith('organizers'),
};

/** A slug that no other item of the kind has in any language, whatever its status: `-2`, `-3`… are appended (reference 5.4). */
export async function freeSlug(
  db: Reading,
  table: PostTable,
  wanted: string,
  ownId: number,
  isKnownFree: (slug: string) => boolean = () => false,
): Promise<string> {
  return uniqueSlug(
    wanted,
    async (slug) => !isKnownFree(slug) && (await othersOf[table](db, slug, ownId)).length > 0,
  );
}

/** From a title in that language; one without usable characters gives the number. */
export const slugFrom = (title: string, id: number, language: Language) =>
  slugify(title, language) || String(id);

/** Finds by slug of any language, in any form it may come in: published items first, then the oldest. */
export async function findIdBySlug(db: Reading, table: PostTable, slug: string): Promise<number | undefined> {
  const forms = slugForms(restoredSlug(slug));
  const wanted = slug.endsWith(TRASHED) ? (forms.length > 0 ? forms : ['']).map(trashedSlug) : forms;
  for (const one of wanted) {
    const id = await findIdByExactSlug(db, table, one);
    if (id !== undefined) return id;
  }
  return undefined;
}

async function findIdByExactSlug(db: Reading, table: PostTable, wanted: string): Promise<number | undefined> {
  // One index after the other: `or` may make a database walk over everything.
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where slug = ${wanted}
      union all select resource_id from ${idsByTranslatedSlug(table, [wanted])} as named)
    order by id limit 50`.execute(db);
  return (rows.find((row) => row.status === 'publish') ?? rows[0])?.id;
}
