import type { Actor } from '#api/routing/actor.ts';
import {
  addLinked,
  publishScheduledLinked,
  trashLinked,
  type WrittenLinked,
} from '#calendar/linked/actions.ts';
import type { WrittenKind } from '#calendar/linked/kind.ts';
import type { LinkedRow } from '#calendar/linked/store.ts';
import { changeLinked } from '#calendar/linked/update.ts';
import type { Writing } from '#store/db/engine.ts';
import { completeOrganizer, organizerSearchText } from './rules.ts';
import type { OrganizerChanges, OrganizerFields } from './schema.ts';

/** What tells organizers from what is written likewise. */
export const organizer: WrittenKind<'organizers', OrganizerChanges> = {
  kind: 'organizer',
  table: 'organizers',
  nameIn: (sent) => sent.organizer,
  searchText: organizerSearchText,
  complete: completeOrganizer,
};

/**
 * Makes an organizer in a transaction of its own, or finds the one that is the same (reference 5.8, D20). Returns its ID, and the row of a new one.
 * @throws KalendsError `could-not-create-organizer` for a blank name
 */
export const addOrganizer = (actor: Actor, fields: OrganizerFields): Promise<WrittenLinked<'organizers'>> =>
  addLinked(actor, organizer, fields);

/** Changes what was sent of an organizer and nothing else (D1), in one transaction; returns the row after it. */
export const changeOrganizer = (
  actor: Actor,
  id: number,
  changes: OrganizerChanges,
): Promise<LinkedRow<'organizers'> | undefined> => changeLinked(actor, organizer, id, changes);

/** Puts an organizer into the trash. @throws KalendsError `organizer-is-in-trash` */
export const trashOrganizer = (actor: Actor, id: number): Promise<void> => trashLinked(actor, organizer, id);

/** Publishes an organizer whose date has come. Returns whether it was still waiting. */
export const publishScheduledOrganizer = (trx: Writing, actor: Actor, id: number): Promise<boolean> =>
  publishScheduledLinked(trx, actor, organizer, id);
