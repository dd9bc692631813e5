import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { plainText } from '../texts/plain-text.ts';
import { type ListQuery, queryOf, queryOfList } from './list-query.ts';
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

/** Returns the title of an event as text. */
export const titleOf = ({ raw, title }: Pick<TableEvent, 'raw' | 'title'>): string =>
  plainText(raw?.title || title);

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
          ...queryOf(state),
          per_page: PER_PAGE,
          page: state.page,
          _fields: FIELDS,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** Part of the coming events from which on a calendar is kept in a language. */
const KEPT_SHARE = 0.1;

/** Returns whether so many events without a language want translating: where hardly any is in it, nobody keeps the calendar in it. */
export const isMissed = (untranslated = 0, coming = 0): boolean =>
  untranslated > 0 && coming - untranslated >= coming * KEPT_SHARE;

/** The query of how many events a list has. */
export const countQuery = (list: EventListName) =>
  queryOptions({
    queryKey: ['events', 'count', list],
    queryFn: async ({ signal }) =>
      (await listOf({ ...queryOfList(list), per_page: 1, _fields: ['total'] }, signal)).total,
    staleTime: 30_000,
  });
