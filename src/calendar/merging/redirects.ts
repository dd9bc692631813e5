import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { slugForms } from '#foundation/text/slug.ts';
import type { Reading } from '#store/db/engine.ts';
import type { MergedKind } from '#store/db/tables.ts';

const AT_ONCE = 1000;

/** Returns into what items were merged, by their IDs; those that weren't are missing. */
export async function listMerged(
  db: Reading,
  kind: MergedKind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('merged_items')
      .select(['id', 'into_id'])
      .where('kind', '=', kind)
      .where('id', 'in', ids.slice(at, at + AT_ONCE))
      .execute();
    for (const { id, into_id } of rows) found.set(id, into_id);
  }
  return found;
}

/** Returns into what items were merged, by slugs that they had in any language; of several with one slug the latest. */
export async function listMergedBySlug(
  db: Reading,
  kind: MergedKind,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('merged_slugs as s')
    .innerJoin('merged_items as m', (join) => join.onRef('m.kind', '=', 's.kind').onRef('m.id', '=', 's.id'))
    .select(['s.slug', 'm.into_id'])
    .where('s.kind', '=', kind)
    .where('s.slug', 'in', slugs)
    .orderBy('s.id')
    .execute();
  return new Map(rows.map(({ slug, into_id }) => [slug, into_id]));
}

/** Returns the error that leads from a merged item to the one that stays: 301 to reads, 308 to writes (contract W5). */
const leadingTo = ({ links }: Call, kind: MergedKind, id: number): KalendsError =>
  new KalendsError('rest_merged', { headers: { Location: links.rest(kind, id) } });

/** Leads on from the ID of a merged item. @throws KalendsError `rest_merged` where it is one */
export async function leadOnFromId(call: Call, kind: MergedKind, id: number | undefined): Promise<void> {
  if (id === undefined || id <= 0) return;
  const into = (await listMerged(call.services.db.read, kind, [id])).get(id);
  if (into !== undefined) throw leadingTo(call, kind, into);
}

/** Leads on from the slug of a merged item, percent-encoded or not. @throws KalendsError `rest_merged` where it is one */
export async function leadOnFromSlug(call: Call, kind: MergedKind, slug: string): Promise<void> {
  const [into] = (await listMergedBySlug(call.services.db.read, kind, slugForms(slug))).values();
  if (into !== undefined) throw leadingTo(call, kind, into);
}
