import { sql } from 'kysely';
import type { Writing } from '#store/db/engine.ts';
import type { RowImage } from '#store/db/row-images.ts';
import type { TranslatedKind } from '#store/db/tables.ts';

/** The items to which former slugs lead, by their key: kind and slug as JSON. */
export type FormerSlugs = ReadonlyMap<string, number>;

/** An item, by the table of its kind. */
interface SluggedItem {
  readonly kind: TranslatedKind;
  readonly id: number;
}

const slugsOf = ({ kind, id }: SluggedItem) => sql`select slug from ${sql.table(kind)} where id = ${id}
  union all select slug from translations where kind = ${kind} and resource_id = ${id}`;

/** Returns where former slugs of items lead, and where slugs led before that the items have now. */
export async function listFormerSlugs(trx: Writing, items: readonly SluggedItem[]): Promise<FormerSlugs> {
  const found = new Map<string, number>();
  for (const { kind, id } of items) {
    const { rows } = await sql<{ slug: string; resource_id: number }>`select slug, resource_id
      from former_slugs where kind = ${kind}
      and (resource_id = ${id} or slug in (${slugsOf({ kind, id })}))`.execute(trx);
    for (const { slug, resource_id } of rows) found.set(JSON.stringify([kind, slug]), resource_id);
  }
  return found;
}

/** Makes a former slug lead to an item; undefined: to none. */
async function leadSlug(trx: Writing, key: string, id: number | undefined): Promise<void> {
  const [kind, slug] = JSON.parse(key) as [TranslatedKind, string];
  await trx.deleteFrom('former_slugs').where('kind', '=', kind).where('slug', '=', slug).execute();
  if (id === undefined) return;
  await trx.insertInto('former_slugs').values({ kind, slug, resource_id: id }).execute();
}

const ownerIn = (columns: RowImage['before']): number | undefined =>
  columns ? Number(columns['resource_id']) : undefined;

/**
 * Brings back where former slugs led to. Those that items leave by the undo were never asked for by anybody: they lead where they
 * led before it.
 * @param left where they led before the undo
 */
export async function restoreFormerSlugs(
  trx: Writing,
  { images, items, left }: { images: readonly RowImage[]; items: readonly SluggedItem[]; left: FormerSlugs },
): Promise<void> {
  const names = new Set(items.map(({ kind, id }) => `${kind} ${id}`));
  for (const [key, id] of await listFormerSlugs(trx, items)) {
    const isOwn = names.has(`${JSON.parse(key)[0]} ${id}`);
    if (isOwn && left.get(key) !== id) await leadSlug(trx, key, left.get(key));
  }
  for (const { table, key, before, after } of images) {
    if (table !== 'former_slugs') continue;
    const [kind, slug] = JSON.parse(key) as [TranslatedKind, string];
    const present = await trx
      .selectFrom('former_slugs')
      .select('resource_id')
      .where('kind', '=', kind)
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (present?.resource_id !== ownerIn(after)) continue;
    // A slug that the item doesn't have again leads to it still.
    if (present && !before && !(await hasSlug(trx, { kind, id: present.resource_id }, slug))) continue;
    await leadSlug(trx, key, ownerIn(before));
  }
}

async function hasSlug(trx: Writing, item: SluggedItem, slug: string): Promise<boolean> {
  const { rows } = await sql`select 1 from (${slugsOf(item)}) own where slug = ${slug}`.execute(trx);
  return rows.length > 0;
}

/** Makes the slugs that an item has left lead where they led before it had them. */
export async function releaseSlugs(trx: Writing, images: readonly RowImage[]): Promise<void> {
  for (const { table, key, before, after } of images)
    if (table === 'former_slugs' && after) await leadSlug(trx, key, ownerIn(before));
}
