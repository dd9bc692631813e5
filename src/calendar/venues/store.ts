import { type LinkedRow, listLinkedOfEvents } from '#calendar/linked/store.ts';
import type { Reading } from '#store/db/engine.ts';

export type VenueRow = LinkedRow<'venues'>;

/** The venues of events, by event and in linked order, of every status. One statement. */
export const listVenuesOfEvents = (
  db: Reading,
  eventIds: readonly number[],
): Promise<Map<number, VenueRow[]>> => listLinkedOfEvents(db, 'venues', eventIds);
