import type { PreparedPictures } from '#api/media/actions.ts';
import type { Actor } from '#api/routing/actor.ts';
import {
  addLinked,
  changeLinked,
  createLinked,
  publishScheduledLinked,
  trashLinked,
} from '#calendar/linked/actions.ts';
import type { WrittenKind } from '#calendar/linked/written.ts';
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
 * Makes an organizer in a transaction that is under way, or finds the one that is the same (reference 5.8, D20).
 * Gives its ID. `pictures` are the prepared ones of `fields.image` among others.
 * @throws KalendsError `could-not-create-organizer` for a blank name
 */
export const createOrganizer = (
  trx: Writing,
  actor: Actor,
  fields: OrganizerFields,
  pictures: PreparedPictures,
): Promise<number> => createLinked(trx, actor, organizer, fields, pictures);

/** `createOrganizer` in a transaction of its own. */
export const addOrganizer = (actor: Actor, fields: OrganizerFields): Promise<number> =>
  addLinked(actor, organizer, fields);

/** Changes what was sent of an organizer and nothing else (D1), in one transaction. */
export const changeOrganizer = (actor: Actor, id: number, changes: OrganizerChanges): Promise<void> =>
  changeLinked(actor, organizer, id, changes);

/** Puts an organizer into the trash. @throws KalendsError `organizer-is-in-trash` */
export const trashOrganizer = (actor: Actor, id: number): Promise<void> => trashLinked(actor, organizer, id);

/** Publishes an organizer whose date has come. Gives whether it was still waiting. */
export const publishScheduledOrganizer = (trx: Writing, actor: Actor, id: number): Promise<boolean> =>
  publishScheduledLinked(trx, actor, organizer, id);
