import { lenient, oneOf, refuse } from '#api/routing/parameter.ts';
import { hasPoint } from './places.ts';
import type { AskedFilters } from './registry.ts';

/** A column of events that lists can be sorted by. */
export type EventKey = 'title_key' | 'modified_utc';

/** The description of an order of event lists, from which SQL and list index derive. */
export interface ListOrder {
  /** ORDER BY: columns of the occurrence `o`, its event `e` or the joined point `p`, in the list's direction or always ascending. */
  readonly by: readonly (readonly [column: string, direction?: 'asc'])[];
  /** It sorts by the event's row `e`, whose index is scanned where no filter narrows. */
  readonly readsEvent: boolean;
  /** The filter it needs; without it events are listed by date. */
  readonly needs?: keyof AskedFilters;
  /** The way of the list index: by a column of its table, by distance, or by a column whose order it loads. */
  readonly index: 'start' | 'publication' | 'distance' | { readonly event: EventKey } | 'database-only';
}

/** All orders of event lists by name. */
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
    by: [['o.date'], ['o.id']],
    readsEvent: false,
    index: 'publication',
  },
} as const satisfies Record<string, ListOrder>;

/** The name of an order. */
export type OrderName = keyof typeof listOrders;

/** Returns the order of a query. */
export function orderOf(query: AskedFilters & { orderby: OrderName }): ListOrder {
  const order: ListOrder = listOrders[query.orderby];
  return order.needs && query[order.needs] === undefined ? listOrders.date : order;
}

// `publication` is the order of lists by ID, and can't be sent.
const named = lenient(oneOf(['date', 'title', 'modified', 'distance'] satisfies OrderName[]), {
  start_date: 'date',
  event_date: 'date',
});

/** `orderby` of lists; `distance` needs a point, and without `orderby` lists by ID are sorted by publication (reference 4.5). */
export const orderByField: typeof named = {
  ...named,
  read: (value, around) =>
    value === 'distance' && !hasPoint(around) ? refuse('problem.distance_point') : named.read(value, around),
};
