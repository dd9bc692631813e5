import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import type { operations } from '../interface/openapi.d.ts';
import type { EventListName, TableState } from './table-state.ts';

/** An event as the interface gives it to editors. */
export type AdminEvent = Schemas['Event'];

/** The members of an event that rows of the table show, and that actions on them need. */
export type TableEvent = Pick<
  AdminEvent,
  | 'id'
  | 'title'
  | 'status'
  | 'event_status'
  | 'date'
  | 'modified'
  | 'url'
  | 'start_date'
  | 'end_date'
  | 'all_day'
  | 'cost'
  | 'recurrence'
  | 'translations'
  | 'is_virtual'
> & {
  readonly raw?: Pick<NonNullable<AdminEvent['raw']>, 'title'>;
  readonly categories: readonly Pick<AdminEvent['categories'][number], 'id' | 'name' | 'mark' | 'color'>[];
  readonly venue: AdminEvent['venue'];
  readonly organizer: AdminEvent['organizer'];
};

/** Fields that are asked for: whole events would be ten times as long. */
const FIELDS = [
  'total',
  'total_pages',
  ...[
    ...['id', 'title', 'raw.title', 'status', 'event_status', 'date', 'modified', 'url', 'cost'],
    ...['start_date', 'end_date', 'all_day', 'recurrence', 'translations', 'is_virtual'],
    ...['categories.id', 'categories.name', 'categories.mark', 'categories.color'],
    ...['venue.id', 'venue.venue', 'organizer.id', 'organizer.organizer'],
  ].map((field) => `events.${field}`),
];

/** Rows of a page of the table. */
export const PER_PAGE = 50;
/** Before all events. */
export const ALWAYS = '1000-01-01 00:00:00';
/** Every status of events that are not in the trash. */
export const EVERY_STATUS = 'publish,future,draft,pending,private';

type ListQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** What each list asks for. Those of what is missing look at what is still to come. */
function queryOfList(list: EventListName): ListQuery {
  switch (list) {
    case 'coming':
      return { status: EVERY_STATUS };
    case 'pending':
    case 'draft':
      return { status: list, start_date: ALWAYS };
    case 'no_venue':
      return { status: EVERY_STATUS, missing: ['venue'], is_virtual: false };
    case 'no_picture':
      return { status: EVERY_STATUS, missing: ['image'] };
    case 'untranslated_en':
      return { status: EVERY_STATUS, untranslated: ['en'] };
    case 'untranslated_de':
      return { status: EVERY_STATUS, untranslated: ['de'] };
    case 'untranslated_es':
      return { status: EVERY_STATUS, untranslated: ['es'] };
    case 'past':
      return { status: EVERY_STATUS, start_date: ALWAYS, ends_before: 'now' };
    case 'trash':
      return { status: 'trash', start_date: ALWAYS };
  }
}

/** What the filters of a state ask for, of a list as it is without them. */
function queryOfFilters({ status, category, venue, organizer, from, to }: TableState): ListQuery {
  return {
    ...(status === undefined ? {} : { status }),
    ...(category.length === 0 ? {} : { categories: [...category] }),
    ...(venue.length === 0 ? {} : { venue: [...venue] }),
    ...(organizer.length === 0 ? {} : { organizer: [...organizer] }),
    ...(from === undefined ? {} : { start_date: `${from} 00:00:00` }),
    ...(to === undefined ? {} : { end_date: `${to} 23:59:59` }),
  };
}

const listOf = (query: ListQuery, signal: AbortSignal) =>
  bodyOf(api.GET('/events', { params: { query: { context: 'edit', condense: true, ...query } }, signal }));

/** A page of the table. */
interface TablePage {
  readonly events: readonly TableEvent[];
  readonly total: number;
  readonly total_pages: number;
}

/** The query of a page of the table. The page before stays until the next is there. */
export const eventsQuery = (state: TableState) =>
  queryOptions({
    queryKey: ['events', 'list', state],
    queryFn: ({ signal }): Promise<TablePage> =>
      listOf(
        {
          ...queryOfList(state.list),
          ...queryOfFilters(state),
          ...(state.search === '' ? {} : { search: state.search }),
          per_page: PER_PAGE,
          page: state.page,
          ...(state.orderby === 'date' ? {} : { orderby: state.orderby }),
          order: state.order,
          _fields: FIELDS,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** The query of how many events a list has. */
export const countQuery = (list: EventListName) =>
  queryOptions({
    queryKey: ['events', 'count', list],
    queryFn: async ({ signal }) =>
      (await listOf({ ...queryOfList(list), per_page: 1, _fields: ['total'] }, signal)).total,
    staleTime: 30_000,
  });
