import { mayRead } from '#api/access/permissions.ts';
import { TimeSlice } from '#api/server/answer-size.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { presentEvents } from '#calendar/events/present.ts';
import type { Event } from '#calendar/events/schema.ts';
import { type EventRecord, loadEvents, readerOf } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';

/** For whom a feed is made: the request, and how it asked for what passwords hide. */
export interface FeedReader {
  readonly call: Call;
  readonly password: string | undefined;
  readonly editing: boolean;
}

/** An event or a date of a series in a feed, as its reader may see it. */
export interface FeedItem {
  readonly event: Event;
  readonly record: EventRecord;
  /** The event's, which the dates of a series share; one that tells nothing where a password hides the event. */
  readonly uid: string;
  readonly sequence: number;
  readonly isProtected: boolean;
  /** The reader's. */
  readonly language: Language;
}

/** Returns when an event as shown last changed, UTC: itself, or a venue or an organizer that it shows (contract F3). */
export const modifiedUtcOf = ({ modified_utc, venue, organizer }: Event): string =>
  [...[venue].flat(), ...organizer].reduce(
    (latest, one) => (one.modified_utc > latest ? one.modified_utc : latest),
    modified_utc,
  );

/** Events and dates that are read at once, between which other requests have their turn. */
export const SLICE = 20;
/** The longest that a feed blocks the event loop: whole lists are long, and asked for by programs, which can wait. */
const STRETCH_MS = 5;

/** Returns the slices of the work on a feed. */
export const feedSlice = ({ call }: FeedReader): TimeSlice => new TimeSlice(call.services.turns, STRETCH_MS);

/**
 * Returns events and dates of series by their IDs as a feed's reader may see them, in that order; those that are gone drop out.
 * @param isListed tells of a row whether the feed may still hold it, which may have changed since the IDs were listed
 */
export async function loadItems(
  { call, password, editing }: FeedReader,
  ids: readonly number[],
  options: { isListed?: (row: EventRecord['row']) => boolean; jsonLd?: boolean } = {},
): Promise<FeedItem[]> {
  const { isListed, jsonLd = false } = options;
  const loaded = await loadEvents(call.services.db.read, ids, readerOf(call));
  const records = isListed ? loaded.records.filter(({ row }) => isListed(row)) : loaded.records;
  const items: FeedItem[] = [];
  const { pictures } = loaded;
  await presentEvents(records, { call, pictures, password, editing, jsonLd, single: jsonLd }, (event) => {
    const record = records[items.length];
    if (!record) return;
    items.push({
      event,
      record,
      uid: event.uid || `${record.repeating?.series.id ?? event.id}@${call.links.host}`,
      sequence: record.row.sequence,
      isProtected: record.row.password !== '',
      language: call.language,
    });
  });
  return items;
}

/** Returns whether a list still holds a row, by all that may hide it. */
export const stillListed =
  ({ viewer }: Call, { scope, hidden }: EventQuery) =>
  (row: EventRecord['row']): boolean =>
    scope.statuses.some((status) => status === row.status) &&
    mayRead(viewer, row) &&
    (hidden !== 'no' || row.hide_from_listings === 0);
