import { type LinkedRow, listLinkedOfEvents } from '#calendar/linked/store.ts';
import type { Reading } from '#store/db/engine.ts';

export type OrganizerRow = LinkedRow<'organizers'>;

/** The organizers of events, by event and in linked order, of every status. One statement. */
export const listOrganizersOfEvents = (
  db: Reading,
  eventIds: readonly number[],
): Promise<Map<number, OrganizerRow[]>> => listLinkedOfEvents(db, 'organizers', eventIds);
