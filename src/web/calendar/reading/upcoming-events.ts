import { listScope } from '#api/access/permissions.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import { NAMES } from '#calendar/events/json/volume.ts';
import { listEventIdsAndMore } from '#calendar/events/list/list.ts';
import { presentEvent } from '#calendar/events/present.ts';
import type { Event } from '#calendar/events/schema.ts';
import { loadEvents, readerOf } from '#calendar/events/store.ts';
import type { Call } from '#context.ts';
import { daysFrom } from '#foundation/time/clock.ts';
import { presentOf } from './list-days.ts';

/** Events per page. */
export const PER_PAGE = 20;
const LONGEST_DAYS = 31;

/** Filters of a page's events. */
export type UpcomingFilter = Pick<EventQuery, 'venue' | 'organizer' | 'categories' | 'tags' | 'post_parent'>;

/** A page of upcoming events, in date order. */
export interface UpcomingEvents {
  readonly events: readonly Event[];
  readonly page: number;
  readonly more: boolean;
}

/**
 * Returns a page of published events that have not ended, by start. Events that began more than 31 days ago are left
 * out, since finding them would mean scanning the whole past.
 */
export async function upcomingEvents(
  call: Call,
  chosen: UpcomingFilter,
  page: number,
): Promise<UpcomingEvents> {
  const { services, viewer } = call;
  const { db } = services;
  const { utc, wall } = presentOf(call);
  const query: EventQuery = {
    ...chosen,
    scope: listScope(null),
    bounds: [
      { column: 'start_date', operator: '>=', moment: daysFrom(wall, -LONGEST_DAYS) },
      { column: 'utc_end_date', operator: '>=', moment: utc },
    ],
    hidden: 'no',
    unlocked: { password: undefined, editable: 'no' },
    linkedScope: listScope(viewer),
    orderby: 'date',
    order: 'asc',
  };
  const { ids, more } = await listEventIdsAndMore(services, query, { page, per_page: PER_PAGE });
  const { records, pictures } = await loadEvents(db.read, ids, readerOf(call), { needs: NAMES });
  const shown = { call, pictures, password: undefined, editing: false, jsonLd: false };
  return {
    events: records.map((record) => presentEvent(record, shown)),
    page,
    more,
  };
}
