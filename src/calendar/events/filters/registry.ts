import type { Input } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import type { ListFilter } from './filter.ts';
import { event_status, featured, is_virtual, ticketed } from './flags.ts';
import { condense, include, post_parent, recurring } from './identity.ts';
import { categories, organizer, tags, venue } from './links.ts';
import { missing, untranslated } from './missing.ts';
import { geoloc, near } from './places.ts';
import { search } from './search.ts';
import { accessibility, free, spoken_languages } from './visitors.ts';

/** All filters of event lists by name, in the order in which SQL tests them. */
export const listFilters = {
  include,
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
