import type { BatchedWrite } from '../interface/batch.ts';
import type { Schemas } from '../interface/client.ts';
import { movedDate } from '../texts/days.ts';
import type { AdminKey, TextValues } from '../texts/texts.tsx';
import type { ActedEvent } from './event-lists.ts';

/** Returns the ID by which a row of the table is changed: of an event that repeats that of all its dates. */
export const recordOf = ({ id, recurrence }: Pick<ActedEvent, 'id' | 'recurrence'>): number =>
  recurrence?.series ?? id;

/** Something that can be done with events: how it is called, written, told and taken back. */
export interface EventAction {
  readonly name: AdminKey;
  /** Tells, with `count` and the `title` of one, that it is done. */
  readonly done: AdminKey;
  /** Tells, with `count`, which events it leaves out, and why. */
  readonly leftOut?: AdminKey;
  /** Whether it leaves an event out. */
  leavesOut?(event: ActedEvent): boolean;
  write(event: ActedEvent): BatchedWrite;
  /** The write that takes it back, by what the event had before. */
  back(event: ActedEvent): BatchedWrite;
}

/** An action that can be for all events of a list, about which it is asked before. */
export interface ListAction extends EventAction {
  /** Asks, with `count`, whether it is to be done with so many. */
  readonly question: AdminKey;
  /** Further values of the question. */
  readonly values?: TextValues;
}

/** Returns what takes an action back. */
export const takingBack = ({ write, back }: EventAction): EventAction => ({
  name: 'admin.undo',
  done: 'admin.events.as_before',
  write: back,
  back: write,
});

type EventChange = Schemas['UpdateEvent'];
type WrittenStatus = NonNullable<EventChange['status']>;
const statuses: readonly WrittenStatus[] = ['publish', 'pending', 'trash', 'draft', 'future', 'private'];

/** Returns the status of an event as a change has it. */
const statusOf = ({ status }: ActedEvent): WrittenStatus => statuses.find((one) => one === status) ?? 'draft';

const change = (event: ActedEvent, body: EventChange): BatchedWrite => ({
  method: 'PATCH',
  path: `/events/${recordOf(event)}`,
  body: { ...body },
});
const intoTrash = (event: ActedEvent): BatchedWrite => ({
  method: 'DELETE',
  path: `/events/${recordOf(event)}`,
});
const asBefore = (event: ActedEvent) => change(event, { status: statusOf(event) });

const idsOf = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id);

/** Puts events into the trash. */
export const trashing: ListAction = {
  name: 'admin.events.to_trash',
  question: 'admin.events.ask.trash',
  done: 'admin.events.trashed',
  write: intoTrash,
  back: asBefore,
};

/** Takes events out of the trash, as drafts. */
export const restoring: ListAction = {
  name: 'admin.events.restore',
  question: 'admin.events.ask.restore',
  done: 'admin.events.restored',
  write: (event) => change(event, { status: 'draft' }),
  back: intoTrash,
};

/** Publishes events. */
export const publishing: ListAction = {
  name: 'admin.events.publish',
  question: 'admin.events.ask.publish',
  done: 'admin.events.published',
  write: (event) => change(event, { status: 'publish' }),
  back: asBefore,
};

/** Makes events drafts again. */
export const drafting: ListAction = {
  name: 'admin.events.to_draft',
  question: 'admin.events.ask.draft',
  done: 'admin.events.drafted',
  write: (event) => change(event, { status: 'draft' }),
  back: asBefore,
};

/** Cancels events, which stay published. */
export const canceling: EventAction = {
  name: 'admin.events.cancel',
  done: 'admin.events.canceled',
  write: (event) => change(event, { event_status: 'canceled' }),
  back: (event) => change(event, { event_status: event.event_status }),
};

/** A category or venue that is chosen to be linked with events. */
export interface ChosenLink {
  readonly id: number;
  readonly name: string;
}

const namesOf = (links: readonly ChosenLink[]): string => links.map(({ name }) => name).join(', ');

/** Returns what gives events categories beside those that they have. */
export const addingCategories = (chosen: readonly ChosenLink[]): ListAction => ({
  name: 'admin.events.add_category',
  question: 'admin.events.ask.categories',
  values: { names: namesOf(chosen) },
  done: 'admin.events.categories_added',
  write: (event) =>
    change(event, { categories: [...new Set([...idsOf(event.categories), ...idsOf(chosen)])] }),
  back: (event) => change(event, { categories: idsOf(event.categories) }),
});

/** Returns what gives events a venue in place of those that they have. */
export const settingVenue = (chosen: readonly ChosenLink[]): ListAction => ({
  name: 'admin.events.set_venue',
  question: 'admin.events.ask.venue',
  values: { names: namesOf(chosen) },
  done: 'admin.events.venue_set',
  write: (event) => change(event, { venue: idsOf(chosen) }),
  back: (event) => change(event, { venue: idsOf([event.venue].flat()) }),
});

/** Returns what gives events tags beside those that they have. */
export const addingTags = (chosen: readonly ChosenLink[]): ListAction => ({
  name: 'admin.events.add_tags',
  question: 'admin.events.ask.tags',
  values: { names: namesOf(chosen) },
  done: 'admin.events.tags_added',
  write: (event) => change(event, { tags: [...new Set([...idsOf(event.tags), ...idsOf(chosen)])] }),
  back: (event) => change(event, { tags: idsOf(event.tags) }),
});

/** Returns what gives events organizers in place of those that they have. */
export const settingOrganizers = (chosen: readonly ChosenLink[]): ListAction => ({
  name: 'admin.events.set_organizer',
  question: 'admin.events.ask.organizer',
  values: { names: namesOf(chosen) },
  done: 'admin.events.organizer_set',
  write: (event) => change(event, { organizer: idsOf(chosen) }),
  back: (event) => change(event, { organizer: idsOf(event.organizer) }),
});

/**
 * Returns what says of events whether they take place.
 * @param reason in one sentence; '' for none
 * @param text the status in words
 */
export const settingEventStatus = (
  event_status: ActedEvent['event_status'],
  reason: string,
  text: string,
): ListAction => ({
  name: 'admin.events.set_event_status',
  question: 'admin.events.ask.event_status',
  values: { status: text },
  done: 'admin.events.event_status_set',
  write: (event) =>
    change(event, { event_status, event_status_reason: event_status === 'scheduled' ? '' : reason }),
  back: (event) =>
    change(event, {
      event_status: event.event_status,
      event_status_reason: event.raw?.event_status_reason ?? '',
      // What has moved online is virtual.
      ...(event_status === 'moved-online' ? { is_virtual: event.is_virtual } : {}),
    }),
});

/**
 * Returns what moves events by days. Those that repeat stay: which of their dates move is asked by the editor.
 * @param shift by how much, in words
 */
export const moving = (days: number, shift: string): ListAction => ({
  name: 'admin.events.move',
  question: 'admin.events.ask.move',
  values: { shift },
  done: 'admin.events.moved',
  leftOut: 'admin.events.move.left_out',
  leavesOut: ({ recurrence }) => Boolean(recurrence),
  write: (event) =>
    change(event, {
      start_date: movedDate(event.start_date, days),
      end_date: movedDate(event.end_date, days),
    }),
  back: (event) => change(event, { start_date: event.start_date, end_date: event.end_date }),
});
