import { sql } from 'kysely';
import { slugForms } from '#foundation/text/slug.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { TranslatedKind } from '#store/db/tables.ts';

/** Returns the ID of the item that was public by a slug before, percent-encoded or not. Ask only where nothing has the slug now. */
export async function findByFormerSlug(
  db: Reading,
  kind: TranslatedKind,
  slug: string,
): Promise<number | undefined> {
  const forms = slugForms(slug);
  if (forms.length === 0) return undefined;
  const rows = await db
    .selectFrom('former_slugs')
    .select(['slug', 'resource_id'])
    .where('kind', '=', kind)
    .where('slug', 'in', forms)
    .execute();
  const ids = new Map(rows.map((row) => [row.slug, row.resource_id]));
  return forms.map((form) => ids.get(form)).find((id) => id !== undefined);
}

/** Keeps the slugs of an item's translations that it is about to lose, if it is public; those of rows are kept by triggers. */
export async function keepTranslatedSlugs(
  trx: Writing,
  kind: TranslatedKind,
  id: number,
  remaining: readonly string[],
): Promise<void> {
  const isPublic =
    kind === 'categories' || kind === 'tags'
      ? sql``
      : sql`and exists (select 1 from ${sql.table(kind)} p where p.id = ${id} and p.status = 'publish')`;
  const isLost = remaining.length === 0 ? sql`` : sql`and x.slug not in (${sql.join([...remaining])})`;
  await sql`insert into former_slugs (kind, slug, resource_id)
    select x.kind, x.slug, min(x.resource_id) from translations x
    where x.kind = ${kind} and x.resource_id = ${id} and x.slug <> '' ${isLost} ${isPublic} group by x.kind, x.slug
    on conflict (kind, slug) do update set resource_id = excluded.resource_id`.execute(trx);
}
