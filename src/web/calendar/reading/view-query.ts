import { listScope } from '#api/access/permissions.ts';
import type { PageAddress } from '#api/http/page-address.ts';
import { readParameters } from '#api/server/request-input.ts';
import { listParameters } from '#calendar/events/filters/parameters.ts';
import { type EventQuery, readQuery } from '#calendar/events/filters/query.ts';
import type { Bound } from '#calendar/events/filters/window.ts';
import { findTermBySlugs } from '#calendar/terms/store.ts';
import type { Call } from '#context.ts';
import { slugForms } from '#foundation/text/slug.ts';

/**
 * Returns the list of published events that the term and the filters of a page leave, in date order, without a window;
 * undefined where one names nothing that there is.
 */
export async function readViewQuery(
  call: Call,
  { filters: given, term }: Pick<PageAddress, 'filters' | 'term'>,
): Promise<EventQuery | undefined> {
  const problems = {};
  const row =
    term && (await findTermBySlugs(call.services.db.read, term.kind, slugForms(term.slugs.at(-1) ?? '')));
  if (term && !row) return undefined;
  const named = term && row ? { ...given, [term.kind]: String(row.id) } : given;
  const filters = given.search === undefined ? named : { ...named, search_everywhere: 'true' };
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

/** Returns a list that counts the first date of each series from a moment on, where it shows that alone. */
export const condensedFrom = (query: EventQuery, bound: Bound): EventQuery =>
  query.condense ? { ...query, bounds: [...query.bounds, bound] } : query;
