import { costTextFor } from '#calendar/events/cost/cost-column.ts';
import { EVERYTHING, type EventNeeds } from '#calendar/events/json/volume.ts';
import { presentEvent } from '#calendar/events/present.ts';
import type { Event } from '#calendar/events/schema.ts';
import { loadEvents, readerOf } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import { translateText } from '#web/html/page.ts';
import { type PictureView, pictureView } from './picture-view.ts';

/** An event as views show it: as the interface answers it, and its cost in words of the reader's language. */
export interface ListedEvent {
  readonly event: Event;
  readonly cost: string;
  readonly picture: PictureView | undefined;
}

/** The needs of a view, which shows names, places and categories. */
const LISTED: EventNeeds = { venue: 'lean', organizer: 'none', category: 'lean', tag: 'none', texts: false };

/**
 * Returns events for a view by their IDs, in no order; those that are gone drop out.
 * @param texts whether their descriptions and excerpts are read too
 */
export async function loadListedEvents(
  call: Call,
  ids: readonly number[],
  { texts = false } = {},
): Promise<Map<number, ListedEvent>> {
  const needs = texts ? { ...EVERYTHING, ...LISTED, texts } : LISTED;
  const { records, pictures } = await loadEvents(call.services.db.read, ids, readerOf(call), { needs });
  const shown = { call, pictures, password: undefined, editing: false, jsonLd: false };
  const free = translateText(call, 'page.free');
  const listed = new Map<number, ListedEvent>();
  for (const record of records) {
    const event = presentEvent(record, shown);
    // A password hides the cost, of which the answer then has nothing.
    const cost =
      event.cost === ''
        ? ''
        : costTextFor(record.row.cost, call.services.config.currency, { language: call.language, free });
    const row = event.image ? pictures.get(event.image.id) : undefined;
    listed.set(event.id, { event, cost, picture: row && pictureView(row, call) });
  }
  return listed;
}
