import { isDay } from '../texts/days.ts';

/** The lists of events, each of which asks the interface for something else. */
export const eventLists = [
  'coming',
  'running',
  'pending',
  'draft',
  'no_venue',
  'no_picture',
  'past',
  'trash',
  // Shown where their number asks for it, which comes later than the others: behind these nothing is pushed aside.
  'untranslated_en',
  'untranslated_de',
  'untranslated_es',
] as const;
/** Names a list of events. */
export type EventListName = (typeof eventLists)[number];

/** Returns whether a list has a status of its own, so that it is filtered by none. */
export const hasOwnStatus = (list: EventListName): boolean =>
  list === 'pending' || list === 'draft' || list === 'trash';

/** The statuses by which the table can be filtered. */
export const filterStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;
/** A status by which the table can be filtered. */
export type FilterStatus = (typeof filterStatuses)[number];

/** The orders of the table. */
export const orders = ['date', 'title', 'modified'] as const;

/** The filters of the table. */
export interface TableFilters {
  readonly status: FilterStatus | undefined;
  /** IDs, any of which an event has. */
  readonly category: readonly number[];
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  /** The first and the last day, `YYYY-MM-DD` on the site's clock. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Further parameters of the list of events, as a query string: those for which the table has no control. */
  readonly also: string;
}

/** The state of the table, which its address holds. */
export interface TableState extends TableFilters {
  readonly list: EventListName;
  readonly search: string;
  readonly page: number;
  readonly orderby: (typeof orders)[number];
  readonly order: 'asc' | 'desc';
}

/** A table without filters. */
export const noFilters: TableFilters = {
  status: undefined,
  category: [],
  venue: [],
  organizer: [],
  from: undefined,
  to: undefined,
  also: '',
};

/** Returns whether a state leaves anything of its list out. */
export const isFiltered = ({
  search,
  status,
  category,
  venue,
  organizer,
  from,
  to,
  also,
}: TableState): boolean =>
  search !== '' ||
  also !== '' ||
  [status, from, to].some((value) => value !== undefined) ||
  [category, venue, organizer].some((ids) => ids.length > 0);

/** Returns whether a state is one of the lists as they are without being asked for more. */
export const isUsual = (state: TableState): boolean =>
  !isFiltered(state) && state.orderby === 'date' && state.order === usualOrder(state.list);

const usualOrder = (list: EventListName): 'asc' | 'desc' => (list === 'past' ? 'desc' : 'asc');

/** Returns the IDs of a list in an address, such as `3,17`; the router gives a single one as a number. */
export const idsOf = (value: unknown): number[] =>
  String(value ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);

const dayOf = (value: unknown): string | undefined => (isDay(value) ? value : undefined);

/** Returns the table's state as its address has it; what isn't understood is as usual. */
export function readState(address: Readonly<Record<string, unknown>>): TableState {
  const { q, page, sort, order, also } = address;
  const list = eventLists.find((name) => name === address['list']) ?? 'coming';
  return {
    list,
    search: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    page: typeof page === 'number' && page > 0 ? Math.floor(page) : 1,
    orderby: orders.find((name) => name === sort) ?? 'date',
    order: order === 'desc' || order === 'asc' ? order : usualOrder(list),
    status: filterStatuses.find((name) => name === address['status']),
    category: idsOf(address['category']),
    venue: idsOf(address['venue']),
    organizer: idsOf(address['organizer']),
    from: dayOf(address['from']),
    to: dayOf(address['to']),
    also: typeof also === 'string' ? also : '',
  };
}

/** An address of the table: its parameters, those that are as usual left out. */
export type TableAddress = Readonly<Record<string, string | number>>;

/** Returns the address that tells a state. */
export function addressOf(state: TableState): TableAddress {
  const { list, search, page, orderby, order, status, category, venue, organizer, from, to, also } = state;
  const all = {
    list: list === 'coming' ? undefined : list,
    q: search === '' ? undefined : search,
    page: page === 1 ? undefined : page,
    sort: orderby === 'date' ? undefined : orderby,
    order: order === usualOrder(list) ? undefined : order,
    status,
    category: category.join(',') || undefined,
    venue: venue.join(',') || undefined,
    organizer: organizer.join(',') || undefined,
    from,
    to,
    also: also || undefined,
  };
  const address: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(all)) if (value !== undefined) address[name] = value;
  return address;
}
