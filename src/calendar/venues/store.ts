import { type LinkedRow, listLinkedOfEvents, replaceLinks } from '#calendar/linked/store.ts';
import type { Reading, Writing } from '#store/db/engine.ts';

export type VenueRow = LinkedRow<'venues'>;

/** The venues of events, by event and in linked order, of every status. One statement. */
export const listVenuesOfEvents = (
  db: Reading,
  eventIds: readonly number[],
): Promise<Map<number, VenueRow[]>> => listLinkedOfEvents(db, 'venues', eventIds);

/** Makes these the venues of an event, in this order, each once. */
export const linkVenues = (trx: Writing, eventId: number, ids: readonly number[]): Promise<void> =>
  replaceLinks(trx, 'venues', eventId, ids);
