import { oneOf, refuse } from '#api/routing/parameter.ts';
import { hasPoint } from './places.ts';
import type { AskedFilters } from './registry.ts';

/** Columns of events by which all of them can be in order, besides their IDs. */
export type EventKey = 'title_key' | 'modified_utc';

/** One order of event lists, described once: SQL and list index derive from it. */
export interface ListOrder {
  /** ORDER BY: columns of the occurrence `o`, its event `e` or the joined point `p`, in the list's direction or always ascending. */
  readonly by: readonly (readonly [column: string, direction?: 'asc'])[];
  /** Sorts by the event's row `e`: its index is walked along where no filter narrows. */
  readonly readsEvent: boolean;
  /** The filter without which events are listed by date instead. */
  readonly needs?: keyof AskedFilters;
  /** How the list index finds it: by what it keeps of each date, by distance, or by a column that it loads an order of. */
  readonly index: 'start' | 'publication' | 'distance' | { readonly event: EventKey } | 'database-only';
}

/** All orders of event lists by their names. */
export const listOrders = {
  date: { by: [['o.start_date'], ['o.date'], ['o.event_id']], readsEvent: false, index: 'start' },
  title: {
    by: [['e.title_key'], ['e.id'], ['o.start_date'], ['o.id']],
    readsEvent: true,
    index: { event: 'title_key' },
  },
  modified: {
    by: [['e.modified_utc'], ['e.id'], ['o.start_date'], ['o.id']],
    readsEvent: true,
    index: { event: 'modified_utc' },
  },
  distance: {
    by: [['p.km'], ['o.start_date', 'asc'], ['o.event_id', 'asc']],
    readsEvent: false,
    needs: 'near',
    index: 'distance',
  },
  publication: {
    by: [['o.date'], ['o.event_id'], ['o.start_date'], ['o.id']],
    readsEvent: false,
    index: 'publication',
  },
} as const satisfies Record<string, ListOrder>;

/** The name of an order. */
export type OrderName = keyof typeof listOrders;

/** Returns the order that a query has. */
export function orderOf(query: AskedFilters & { orderby: OrderName }): ListOrder {
  const order: ListOrder = listOrders[query.orderby];
  return order.needs && query[order.needs] === undefined ? listOrders.date : order;
}

// By publication come those asked for by ID; it can't be asked for.
const named = oneOf(['date', 'title', 'modified', 'distance'] satisfies OrderName[]);

/** `orderby` of lists; `distance` needs a point. */
export const orderByField: typeof named = {
  ...named,
  read: (value, around) =>
    value === 'distance' && !hasPoint(around) ? refuse('problem.distance_point') : named.read(value, around),
};
