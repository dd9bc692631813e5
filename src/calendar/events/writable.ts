import { can, mayEdit } from '#api/access/permissions.ts';
import { findPost, mayEditPost } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { findItemRow } from './store.ts';

/** Returns whether the caller may make events. */
export const mayCreateEvents = ({ viewer }: Call): boolean => can(viewer, 'create');

/** Returns whether the caller may write the item of an ID, an event or not; where there is none, whether they may create (reference 3.9). */
export async function mayWriteEvent(call: Call, id: number): Promise<boolean> {
  const row = id > 0 ? await findItemRow(call.services.db.read, id) : undefined;
  if (row) return mayEdit(call.viewer, row);
  const other = await findPost(call.services.db.read, id);
  return other ? mayEditPost(call.viewer, other) : mayCreateEvents(call);
}
