import { sql } from 'kysely';
import { idsByTranslatedSlug } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { slugForms, slugify } from '#foundation/text/slug.ts';
import type { Reading } from '#store/db/engine.ts';
import type { PostTable } from '#store/db/tables.ts';

const TRASHED = '__trashed';

/** The slug under which a trashed item is kept, also of one that has none, and back. */
export const trashedSlug = (slug: string) => (slug.endsWith(TRASHED) ? slug : slug + TRASHED);
export const restoredSlug = (slug: string) =>
  slug.endsWith(TRASHED) ? slug.slice(0, -TRASHED.length) : slug;

/** Returns the slug of a title in its language; the number for one without usable characters. */
export const slugFrom = (title: string, id: number, language: Language) =>
  slugify(title, language) || String(id);

/** Finds an item by its slug in any language, however encoded: published ones first, then the oldest. */
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
