import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import type { operations } from '../interface/openapi.d.ts';

/** An event as the interface gives it to editors. */
export type AdminEvent = Schemas['Event'];

/** The lists of events, each of which asks the interface for something else. */
export const eventLists = [
  'coming',
  'pending',
  'draft',
  'no_venue',
  'no_picture',
  'untranslated_en',
  'untranslated_de',
  'untranslated_es',
  'past',
  'trash',
] as const;
/** Names a list of events. */
export type EventListName = (typeof eventLists)[number];

/** The state of the table, which its address holds. */
export interface TableState {
  readonly list: EventListName;
  readonly search: string;
  readonly page: number;
  readonly orderby: 'date' | 'title' | 'modified';
  readonly order: 'asc' | 'desc';
}

/** Rows of a page of the table. */
export const PER_PAGE = 50;
const ALWAYS = '1000-01-01 00:00:00';
const EVERY_STATUS = 'publish,future,draft,pending,private';

type ListQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** What each list asks for. Those of what is missing look at what is still to come. */
function filterOf(list: EventListName): ListQuery {
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

const listOf = (query: ListQuery, signal: AbortSignal) =>
  bodyOf(api.GET('/events', { params: { query: { context: 'edit', condense: true, ...query } }, signal }));

/** The query of a page of the table. The page before stays until the next is there. */
export const eventsQuery = ({ list, search, page, orderby, order }: TableState) =>
  queryOptions({
    queryKey: ['events', 'list', { list, search, page, orderby, order }],
    queryFn: ({ signal }) =>
      listOf(
        {
          ...filterOf(list),
          ...(search === '' ? {} : { search }),
          per_page: PER_PAGE,
          page,
          ...(orderby === 'date' ? {} : { orderby }),
          order,
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
      (await listOf({ ...filterOf(list), per_page: 1, _fields: ['total'] }, signal)).total,
    staleTime: 30_000,
  });
