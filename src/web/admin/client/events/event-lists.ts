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
  | 'timezone'
> & {
  readonly raw?: Pick<NonNullable<AdminEvent['raw']>, 'title' | 'event_status_reason'>;
  readonly categories: readonly Pick<AdminEvent['categories'][number], 'id' | 'name' | 'mark' | 'color'>[];
  readonly venue: AdminEvent['venue'];
  readonly organizer: AdminEvent['organizer'];
  readonly tags: readonly { readonly id: number }[];
};

/** The members of an event by which it is changed, told, and changed back. */
export type ActedEvent = Pick<
  TableEvent,
  | 'id'
  | 'title'
  | 'raw'
  | 'status'
  | 'event_status'
  | 'is_virtual'
  | 'start_date'
  | 'end_date'
  | 'url'
  | 'tags'
> & {
  readonly recurrence: Pick<NonNullable<TableEvent['recurrence']>, 'series'> | null;
  readonly categories: readonly { readonly id: number }[];
  readonly venue: { readonly id: number } | readonly { readonly id: number }[];
  readonly organizer: readonly { readonly id: number }[];
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
    ...['start_date', 'end_date', 'all_day', 'recurrence', 'translations', 'is_virtual', 'timezone'],
    ...['categories.id', 'categories.name', 'categories.mark', 'categories.color'],
    ...['venue.id', 'venue.venue', 'organizer.id', 'organizer.organizer', 'tags.id'],
    'raw.event_status_reason',
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

/** The query of how many events are to come at a venue or by an organizer: one that repeats counts once. */
export const comingQuery = (by: 'venue' | 'organizer', id: number) =>
  queryOptions({
    queryKey: ['events', 'coming', by, id],
    queryFn: async ({ signal }) =>
      (
        await listOf(
          {
            ...queryOfList('coming'),
            ...(by === 'venue' ? { venue: [id] } : { organizer: [id] }),
            per_page: 1,
            _fields: ['total'],
          },
          signal,
        )
      ).total,
    staleTime: 60_000,
  });

/** Fields of all events of a list that are to be changed: not more than that takes. */
const ACTED_FIELDS = [
  'total',
  'total_pages',
  ...[
    ...['id', 'title', 'raw.title', 'status', 'event_status', 'start_date', 'end_date', 'url'],
    ...['recurrence.series', 'categories.id', 'venue.id', 'organizer.id', 'tags.id'],
    ...['is_virtual', 'raw.event_status_reason'],
  ].map((field) => `events.${field}`),
];
/** Events of an answer as many are gathered; an operator may allow fewer. */
const GATHERED_AT_ONCE = 100;

/**
 * Reads all events that a state of the table shows on its pages, each once.
 * @param onProgress is told how many there are so far, and of how many
 */
export async function gatherEvents(
  state: TableState,
  signal: AbortSignal,
  onProgress: (found: number, total: number) => void,
): Promise<readonly ActedEvent[]> {
  const found = new Map<number, ActedEvent>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { events, total, total_pages } = await listOf(
      { ...queryOf(state), per_page: GATHERED_AT_ONCE, page, _fields: ACTED_FIELDS },
      signal,
    );
    for (const event of events) found.set(event.id, event);
    pages = total_pages;
    onProgress(found.size, total);
  }
  return [...found.values()];
}
