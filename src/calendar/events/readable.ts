import { mayEdit, mayRead, mayUnlock } from '#api/access/permissions.ts';
import { findPost } from '#calendar/posts/store.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { withSeriesLaidOut } from './list/laid-out.ts';
import { findOccurrenceAt, isFormerOccurrence } from './series/store.ts';
import { type EventRow, findItemRow } from './store.ts';

/**
 * Returns the row of an event, a series or a date of one by its ID.
 * @throws KalendsError 404 for an unknown ID, 410 for that of a former date, 400 for that of something else (reference 3.3)
 */
export async function requireEvent(call: Call, id: number): Promise<EventRow> {
  const { read } = call.services.db;
  const row = id > 0 ? await findItemRow(read, id) : undefined;
  if (row) return row;
  if (await isFormerOccurrence(read, id))
    throw new KalendsError('event-no-longer-available', { status: 410 });
  throw new KalendsError(
    (await findPost(call.services.db.read, id)) ? 'rest-invalid-event-id' : 'rest-event-not-found',
  );
}

/** Parameters by which a read of one event asks for what is hidden. */
export interface AskedRead {
  readonly password?: string | undefined;
  readonly context: string;
}

/**
 * Returns the row of an event that its caller may read, and whether they edit it.
 * @throws KalendsError as `requireEvent`, or why they may not read it
 */
export async function requireReadable(
  call: Call,
  id: number,
  asked: AskedRead,
): Promise<{ row: EventRow; editing: boolean }> {
  const row = await requireEvent(call, id);
  const editing = asked.context === 'edit' && mayEdit(call.viewer, row);
  if (row.status === 'trash' && !editing) throw new KalendsError('event-no-longer-available');
  if (!mayRead(call.viewer, row)) throw new KalendsError('event-not-accessible');
  if (!mayUnlock(call.viewer, row, { password: asked.password, editing }))
    throw new KalendsError('event-password-protected');
  return { row, editing };
}

/**
 * Returns the ID of the date that the rule of a series put on a day, or at a time (contract R6), and the call that reads it.
 * @throws KalendsError `rest-event-not-found` where it put none there, or why the caller may not read the series
 */
export async function findReadableDate(
  call: Call,
  seriesId: number,
  { occurrence: at, context }: AskedRead & { readonly occurrence: string },
): Promise<{ call: Call; id: number }> {
  const series = await requireEvent(call, seriesId);
  // Nobody learns its dates who may not read it.
  if (series.status === 'trash' && !(context === 'edit' && mayEdit(call.viewer, series)))
    throw new KalendsError('event-no-longer-available');
  if (!mayRead(call.viewer, series)) throw new KalendsError('event-not-accessible');
  const id = await findOccurrenceAt(call.services.db.read, seriesId, at);
  if (id !== undefined) return { call, id };
  const further = await withSeriesLaidOut(call, seriesId, at.slice(0, 10));
  const added = await findOccurrenceAt(further.services.db.read, seriesId, at);
  if (added === undefined) throw new KalendsError('rest-event-not-found');
  return { call: further, id: added };
}
