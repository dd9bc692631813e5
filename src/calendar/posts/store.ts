import { mayEdit, mayEditMedia, type Viewer } from '#api/access/permissions.ts';
import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';

/** Something with an ID of the sequence that events, venues, organizers and files share. */
export type AnyPost =
  | { readonly kind: 'event' | 'venue' | 'organizer'; readonly author_id: number; readonly status: string }
  | { readonly kind: 'media'; readonly author_id: number };

const KINDS = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;

/** Finds what has an ID, of any kind and status; one statement for each kind up to the one it is of. */
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

/** Whether a post of any kind may be written by whoever asks, at its own address or, refused, at that of another kind. */
export const mayEditPost = (viewer: Viewer, post: AnyPost): boolean =>
  post.kind === 'media' ? mayEditMedia(viewer, post) : mayEdit(viewer, post);
