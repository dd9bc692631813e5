import { sql } from 'kysely';
import { mayEdit, mayEditMedia, type Viewer } from '#api/access/permissions.ts';
import { idsByTranslatedSlug } from '#calendar/translations/store.ts';
import { slugForms } from '#foundation/text/slug.ts';
import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';
import type { PostTable } from '#store/db/tables.ts';
import { restoredSlug, TRASHED, trashedSlug } from './rules.ts';

/** An item of any kind whose ID comes from the sequence that events, venues, organizers and media share. */
export type AnyPost =
  | { readonly kind: 'event' | 'venue' | 'organizer'; readonly author_id: number; readonly status: string }
  | { readonly kind: 'media'; readonly author_id: number };

const KINDS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;

/** Returns the item of any kind and status that has an ID. One statement for each kind until it is found. */
export async function findPost(db: Reading, id: number): Promise<AnyPost | undefined> {
  if (id < 1 || id > ID_MAX) return undefined;
  for (const table of ['events', 'venues', 'organizers'] as const) {
    const row = await db
      .selectFrom(table)
      .select(['author_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row) return { kind: KINDS[table], ...row };
  }
  const file = await db.selectFrom('media').select('author_id').where('id', '=', id).executeTakeFirst();
  return file && { kind: 'media', ...file };
}

/** Returns whether the caller may write an item of any kind. */
export const mayEditPost = (viewer: Viewer, post: AnyPost): boolean =>
  post.kind === 'media' ? mayEditMedia(viewer, post) : mayEdit(viewer, post);

/** Returns the ID of the item with a slug in any language, percent-encoded or not: published ones first, then the oldest. */
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
  // A union uses one index after the other, where `or` could make an engine scan the table.
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from ${sql.table(table)} where id in (
      select id from ${sql.table(table)} where slug = ${wanted}
      union all select resource_id from ${idsByTranslatedSlug(table, [wanted])} as named)
    order by id limit 50`.execute(db);
  return (rows.find((row) => row.status === 'publish') ?? rows[0])?.id;
}
