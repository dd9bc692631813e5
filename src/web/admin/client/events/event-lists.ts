import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import type { operations } from '../interface/openapi.d.ts';
import { siteZone } from '../shell/brand.tsx';
import { todayIn } from '../texts/dates.ts';
import { dayAfter } from '../texts/days.ts';
import { plainText } from '../texts/plain-text.ts';
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
/** Before all events. */
export const ALWAYS = '1000-01-01 00:00:00';
/** Every status of events that are not in the trash. */
export const EVERY_STATUS = 'publish,future,draft,pending,private';

type ListQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** From today on, however far: bounds of whole days, whose answers are cached for a day. */
const COMING = { status: EVERY_STATUS, starts_after: 'yesterday' };

/** Returns what asks for all that is on on some days of the site's clock, whatever its status. */
export const onDays = (first: string, last: string): ListQuery => ({
  status: EVERY_STATUS,
  ends_after: dayAfter(first, -1),
  starts_before: last,
});

/** What each list asks for. Those of what is missing look at what is still to come. */
function queryOfList(list: EventListName): ListQuery {
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

/** What the filters of a state ask for, of a list as it is without them. */
function queryOfFilters({ list, status, category, venue, organizer, from, to }: TableState): ListQuery {
  const isOver = list !== 'past' || to === undefined || to < todayIn(siteZone);
  return {
    ...(status === undefined ? {} : { status }),
    ...(category.length === 0 ? {} : { categories: [...category] }),
    ...(venue.length === 0 ? {} : { venue: [...venue] }),
    ...(organizer.length === 0 ? {} : { organizer: [...organizer] }),
    // In place of the first day of a list, which else would go before.
    ...(from === undefined ? {} : { starts_after: dayAfter(from, -1) }),
    ...(to === undefined || !isOver ? {} : { end_date: to }),
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
