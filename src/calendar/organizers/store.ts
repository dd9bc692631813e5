import { type LinkedRow, listLinkedOfEvents, replaceLinks } from '#calendar/linked/store.ts';
import type { Reading, Writing } from '#store/db/engine.ts';

export type OrganizerRow = LinkedRow<'organizers'>;

/** The organizers of events, by event and in linked order, of every status. One statement. */
export const listOrganizersOfEvents = (
  db: Reading,
  eventIds: readonly number[],
): Promise<Map<number, OrganizerRow[]>> => listLinkedOfEvents(db, 'organizers', eventIds);

/** Makes these the organizers of an event, in this order, each once. */
export const linkOrganizers = (trx: Writing, eventId: number, ids: readonly number[]): Promise<void> =>
  replaceLinks(trx, 'organizers', eventId, ids);
