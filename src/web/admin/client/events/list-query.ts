import type { operations } from '../interface/openapi.d.ts';
import { dayAfter, isDay } from '../texts/days.ts';
import {
  type EventListName,
  eventLists,
  filterStatuses,
  hasOwnStatus,
  idsOf,
  noFilters,
  orders,
  type TableState,
} from './table-state.ts';

/** Parameters of the interface's list of events. */
export type ListQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** Before all events. */
export const ALWAYS = '1000-01-01 00:00:00';
/** Every status of events that are not in the trash. */
export const EVERY_STATUS = 'publish,future,draft,pending,private';

/** From today on, however far: bounds of whole days, whose answers are cached for a day. */
const COMING = { status: EVERY_STATUS, starts_after: 'yesterday' };

/** Returns what asks for all that is on on some days of the site's clock, whatever its status. */
export const onDays = (first: string, last: string): ListQuery => ({
  status: EVERY_STATUS,
  ends_after: dayAfter(first, -1),
  starts_before: last,
});

/** Returns what a list asks for. Those of what is missing look at what is still to come. */
export function queryOfList(list: EventListName): ListQuery {
  switch (list) {
    case 'coming':
      return COMING;
    case 'running':
      return { status: EVERY_STATUS, starts_before: 'yesterday', ends_after: 'yesterday' };
    case 'pending':
    case 'draft':
      return { status: list, start_date: ALWAYS };
    case 'no_venue':
      return { ...COMING, missing: ['venue'], is_virtual: false };
    case 'no_picture':
      return { ...COMING, missing: ['image'] };
    case 'untranslated_en':
      return { ...COMING, untranslated: ['en'] };
    case 'untranslated_de':
      return { ...COMING, untranslated: ['de'] };
    case 'untranslated_es':
      return { ...COMING, untranslated: ['es'] };
    case 'past':
      return { status: EVERY_STATUS, start_date: ALWAYS, end_date: 'yesterday' };
    case 'trash':
      return { status: 'trash', start_date: ALWAYS };
  }
}

/** Returns the parameter for the last day: not that by which what is past ends yesterday. */
const lastDayOf = (list: EventListName) => (list === 'past' ? 'starts_before' : 'end_date');

/** Returns what a state of the table asks for, whatever its page. */
export function queryOf(state: TableState): ListQuery {
  const { list, search, orderby, order, status, category, venue, organizer, from, to, also } = state;
  return {
    ...queryOfList(list),
    ...Object.fromEntries(new URLSearchParams(also)),
    ...(status === undefined || hasOwnStatus(list) ? {} : { status }),
    ...(category.length === 0 ? {} : { categories: [...category] }),
    ...(venue.length === 0 ? {} : { venue: [...venue] }),
    ...(organizer.length === 0 ? {} : { organizer: [...organizer] }),
    // In place of the first day of a list, which else would go before.
    ...(from === undefined ? {} : { starts_after: dayAfter(from, -1) }),
    ...(to === undefined ? {} : { [lastDayOf(list)]: to }),
    ...(search === '' ? {} : { search }),
    ...(orderby === 'date' ? {} : { orderby }),
    order,
  };
}

const pairsOf = (query: ListQuery): [name: string, value: string][] =>
  Object.entries(query).map(([name, value]) => [name, String(value)]);

/** Returns what a state asks for as a query string: of two states that show the same events in the same order it is one. */
export const queryTextOf = (state: TableState): string =>
  new URLSearchParams(pairsOf(queryOf(state)).toSorted()).toString();

/** Parameters that the table sets itself, whatever a query says. */
const OF_TABLE = ['context', 'condense', 'page', 'per_page', '_fields'];

/** Returns whether a query asks for a list rather than for what is coming: by all that is the list's own and no filter replaces. */
const isOfList = (asked: URLSearchParams, list: EventListName): boolean =>
  pairsOf(queryOfList(list)).every(
    ([name, value]) => value === EVERY_STATUS || name === 'starts_after' || asked.get(name) === value,
  );

const idsIn = (text: string | null): number[] | undefined =>
  text !== null && /^\d+(,\d+)*$/.test(text) ? idsOf(text) : undefined;

/** Returns the state of the table that shows a query of the list of events; what it has no control for stands in `also`. */
export function stateOfQuery(query: string): TableState {
  const asked = new URLSearchParams(query);
  for (const name of OF_TABLE) asked.delete(name);
  const list = eventLists.find((name) => name !== 'coming' && isOfList(asked, name)) ?? 'coming';
  for (const [name, value] of pairsOf(queryOfList(list))) if (asked.get(name) === value) asked.delete(name);
  /** Reads a parameter that the table has a control for; one that is understood isn't told beside it. */
  const take = <T>(name: string, read: (text: string | null) => T | undefined): T | undefined => {
    const value = read(asked.get(name));
    if (value !== undefined) asked.delete(name);
    return value;
  };
  return {
    ...noFilters,
    list,
    page: 1,
    search: take('search', (text) => text ?? undefined) ?? '',
    orderby: take('orderby', (text) => orders.find((name) => name === text)) ?? 'date',
    order: take('order', (text) => (text === 'asc' || text === 'desc' ? text : undefined)) ?? 'asc',
    status: take('status', (text) => filterStatuses.find((name) => name === text)),
    category: take('categories', idsIn) ?? [],
    venue: take('venue', idsIn) ?? [],
    organizer: take('organizer', idsIn) ?? [],
    from: take('starts_after', (text) => (isDay(text) ? dayAfter(text, 1) : undefined)),
    to: take(lastDayOf(list), (text) => (isDay(text) ? text : undefined)),
    also: asked.toString(),
  };
}
