import type { EventQuery } from '#calendar/events/filters/query.ts';
import { withDatesLaidOut } from '#calendar/events/list/laid-out.ts';
import { listEventIdsAndMore } from '#calendar/events/list/list.ts';
import { listOutline } from '#calendar/events/list/outline.ts';
import type { Call } from '#context.ts';
import type { DaySection, Present } from './list-days.ts';
import { type ListedEvent, loadListedEvents } from './listed-events.ts';
import { condensedFrom, startingWithin } from './view-query.ts';

/** Events of one part of a list. */
const PER_PAGE = 24;

/** A part of a list: so many events, whatever their days. */
export interface ListPart {
  readonly sections: readonly DaySection[];
  /** Whether there is another part after it. */
  readonly more: boolean;
}

/** Returns the list of what has ended, the latest first, or of what begins today or later. */
function partQuery(query: EventQuery, present: Present, isPast: boolean): EventQuery {
  const left = { column: 'utc_end_date', operator: '>', moment: present.utc } as const;
  if (!isPast) return startingWithin(condensedFrom(query, left), present.today);
  const ended = { column: 'utc_end_date', operator: '<=', moment: present.utc } as const;
  return { ...query, bounds: [...query.bounds, ended], order: 'desc' };
}

/** Returns a part of the events that come, or of those that are over, under the days on which they begin. */
export async function readListPart(
  asked: Call,
  query: EventQuery,
  { page, present, isPast }: { readonly page: number; readonly present: Present; readonly isPast: boolean },
): Promise<ListPart> {
  const listed = partQuery(query, present, isPast);
  const call = await withDatesLaidOut(asked, listed.bounds);
  const { ids, more } = await listEventIdsAndMore(call.services, listed, { page, per_page: PER_PAGE });
  const [outline, events] = await Promise.all([
    listOutline(call.services.db.read, ids),
    loadListedEvents(call, ids),
  ]);
  const days = new Map<string, ListedEvent[]>();
  for (const { id, start_date } of outline) {
    const event = events.get(id);
    const day = start_date.slice(0, 10);
    if (event) days.set(day, [...(days.get(day) ?? []), event]);
  }
  const sections = [...days].map(([day, shown]) => ({ day, total: shown.length, events: shown, isPast }));
  return { sections, more };
}
