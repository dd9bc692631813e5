import { listScope } from '#api/access/permissions.ts';
import { readParameters } from '#api/server/request-input.ts';
import { listParameters } from '#calendar/events/filters/parameters.ts';
import { type EventQuery, readQuery } from '#calendar/events/filters/query.ts';
import type { Bound } from '#calendar/events/filters/window.ts';
import type { Call } from '#context.ts';
import type { PageFilters } from '#web/addresses/page-address.ts';

/**
 * Returns the list of published events that the filters of a page leave, in date order, without a window; undefined where a
 * filter names nothing that there is.
 */
export async function readViewQuery(call: Call, filters: PageFilters): Promise<EventQuery | undefined> {
  const problems = {};
  const input = await readParameters(listParameters, { ...filters }, call, problems);
  if (Object.keys(problems).length > 0) return undefined;
  // `readParameters` returns what the parameters promise by name, which its type can't express.
  const read = { ...input, per_page: 1, context: 'view' } as Parameters<typeof readQuery>[1];
  const { query } = await readQuery(call, read, filters);
  return { ...query, scope: listScope(null), bounds: [], hidden: 'no', orderby: 'date', order: 'asc' };
}

/** Returns a list narrowed to what starts from one day to another (`YYYY-MM-DD`, wall clocks of the events). */
export function startingWithin(query: EventQuery, first: string, last?: string): EventQuery {
  const bounds: Bound[] = [
    ...query.bounds,
    { column: 'start_date', operator: '>=', moment: `${first} 00:00:00` },
  ];
  if (last !== undefined) bounds.push({ column: 'start_date', operator: '<=', moment: `${last} 23:59:59` });
  return { ...query, bounds };
}
