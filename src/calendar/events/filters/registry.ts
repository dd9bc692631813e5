import { type Input, lenient, oneOf, refuse } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import type { ListFilter } from './filter.ts';
import { event_status, featured, is_virtual, ticketed } from './flags.ts';
import { condense, include, post_parent, recurring } from './identity.ts';
import { categories, organizer, tags, venue } from './links.ts';
import { missing, untranslated } from './missing.ts';
import { period } from './period.ts';
import { geoloc, hasPoint, near } from './places.ts';
import { search } from './search.ts';
import { accessibility, free, spoken_languages } from './visitors.ts';

/** All filters of event lists by name, in the order in which SQL tests them. */
export const listFilters = {
  include,
  period,
  categories,
  tags,
  venue,
  organizer,
  featured,
  ticketed,
  event_status,
  is_virtual,
  accessibility,
  spoken_languages,
  free,
  missing,
  untranslated,
  post_parent,
  recurring,
  condense,
  search,
  geoloc,
  near,
};

type Registered = typeof listFilters;
/** The name of a filter in the query. */
export type FilterName = keyof Registered;

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never;
/** The parameters of all filters. */
export type FilterParameters = Intersection<Registered[FilterName]['parameters']>;
/** A request's values of the parameters of all filters. */
export type FilterInput = Input<FilterParameters>;

/** The value of each filter in a query. */
export type FilterValues = {
  [K in FilterName]: Registered[K] extends ListFilter<infer V, infer _> ? V : never;
};

/** A filter in the type that loops over all filters use. */
export interface RegisteredFilter<V> extends Omit<ListFilter<V>, 'read' | 'address'> {
  read: (input: FilterInput, call: Call) => ReturnType<ListFilter<V>['read']>;
  address?: (input: FilterInput) => Readonly<Record<string, string | number | undefined>>;
}

/** The registry in that type: the filter of each name takes the value of that name. */
export const filterOf: { readonly [K in FilterName]: RegisteredFilter<FilterValues[K]> } = listFilters;

/** Names of all filters, in the order of the registry. */
export const filterNames = Object.keys(listFilters) as readonly FilterName[];

/** The values of a query's filters; undefined where a filter is off. */
export type AskedFilters = { [K in FilterName]?: FilterValues[K] | undefined };

/** Calls back with each filter of a query and its value, in the order of the registry. Returns the results. */
export function eachFilter<T>(
  query: AskedFilters,
  visit: <V>(filter: RegisteredFilter<V>, value: V) => T,
): T[] {
  const results: T[] = [];
  const visitOne = <K extends FilterName>(name: K) => {
    const value = query[name];
    if (value !== undefined) results.push(visit<FilterValues[K]>(filterOf[name], value));
  };
  // Most lists have few filters or none, and this runs often.
  for (const name of filterNames) if (query[name] !== undefined) visitOne(name);
  return results;
}

/** Returns whether a query has a filter for which `is` holds. */
export const hasFilter = (
  query: AskedFilters,
  is: <V>(filter: RegisteredFilter<V>, value: V) => boolean,
): boolean => eachFilter(query, is).includes(true);

/** Returns whether a query's filters leave so few events that the database should find them first and sort them afterwards. */
export const narrows = (query: AskedFilters): boolean =>
  hasFilter(query, ({ cost }, value) =>
    typeof cost.narrows === 'function' ? cost.narrows(value) : cost.narrows === true,
  );

/** Returns whether a filter changes which events are listed, rather than their order alone. */
export const changesTotal = (filter: Pick<RegisteredFilter<never>, 'where' | 'join'>): boolean =>
  filter.where !== undefined || filter.join !== undefined;

/** The parameters of all filters, in the order of the registry. */
export const filterParameters: FilterParameters = Object.assign(
  {},
  ...filterNames.map((name) => filterOf[name].parameters),
);

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
