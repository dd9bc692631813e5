import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { type AdminEvent, titleOf } from '../events/event-lists.ts';
import { onDays } from '../events/list-query.ts';
import { api, bodyOf } from '../interface/client.ts';
import { daysBetween } from '../texts/days.ts';

/** An event on one of its dates, as the month draws it. */
export interface MonthEvent {
  readonly id: number;
  readonly title: string;
  /** The series of which it is a date; undefined of one that doesn't repeat. */
  readonly series: number | undefined;
  /** The wall clock of the event, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
  readonly end: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly isAllDay: boolean;
  /** Whether it takes several days rather than a night, and whether more than two weeks. */
  readonly isBar: boolean;
  readonly isLong: boolean;
  /** Whether nobody but the editors sees it yet. */
  readonly isDraft: boolean;
  readonly isCanceled: boolean;
  readonly color: CategoryColor;
  readonly mark: CategoryMark | undefined;
  readonly venue: string;
  /** Who made it: whoever may not edit what others made doesn't move it. */
  readonly author: string;
}

/** Filters of the events of a month: IDs, any of which an event has. */
export interface MonthFilters {
  readonly category: readonly number[];
  readonly venue: readonly number[];
}

/** The events of the weeks of a month. */
export interface MonthEvents {
  readonly events: readonly MonthEvent[];
  /** Whether there are more than a month shows. */
  readonly isCut: boolean;
}

const PER_PAGE = 50;
/** Pages that are asked for at once, and in all: four hundred events a week are more than a month can show. */
const AT_ONCE = 6;
const MOST_PAGES = 48;
const TWO_WEEKS = 13;
const FIELDS = [
  'id',
  'title',
  'raw',
  'start_date',
  'end_date',
  'all_day',
  'status',
  'event_status',
  'author',
  'recurrence',
  'categories',
  'venue',
];

/** Returns an event of the interface as the month draws it. */
export function monthEvent(event: AdminEvent): MonthEvent {
  const { start_date: start, end_date: end } = event;
  const days = daysBetween(start, end);
  const [category] = event.categories;
  const venue = [event.venue].flat().find((one) => 'venue' in one);
  return {
    id: event.id,
    title: titleOf(event) || '–',
    series: event.recurrence?.series,
    start,
    end,
    firstDay: start.slice(0, 10),
    lastDay: end.slice(0, 10),
    isAllDay: event.all_day === true,
    // What ends earlier in the day than it begins is a night's.
    isBar: days > 1 || (days === 1 && end.slice(10) >= start.slice(10)),
    isLong: days > TWO_WEEKS,
    isDraft: event.status !== 'publish',
    isCanceled: event.event_status === 'canceled',
    color: category?.color ?? 'slate',
    mark: category?.mark,
    venue: venue && 'venue' in venue ? venue.venue : '',
    author: event.author,
  };
}

/** The query of the events from one day to another, with drafts. The month before stays until the next is there. */
export const monthQuery = (from: string, to: string, { category, venue }: MonthFilters) =>
  queryOptions({
    queryKey: ['events', 'month', from, to, category, venue],
    async queryFn({ signal }): Promise<MonthEvents> {
      const readPage = (page: number) =>
        bodyOf(
          api.GET('/events', {
            params: {
              query: {
                context: 'edit',
                ...onDays(from, to),
                ...(category.length === 0 ? {} : { categories: [...category] }),
                ...(venue.length === 0 ? {} : { venue: [...venue] }),
                per_page: PER_PAGE,
                page,
                _fields: [...FIELDS, 'total_pages', 'events'],
              },
            },
            signal,
          }),
        );
      const first = await readPage(1);
      const pages = [first.events];
      const last = Math.min(first.total_pages, MOST_PAGES);
      let next = 2;
      const work = async () => {
        for (let page = next++; page <= last; page = next++) pages[page - 1] = (await readPage(page)).events;
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return { events: pages.flat().map(monthEvent), isCut: first.total_pages > MOST_PAGES };
    },
    placeholderData: keepPreviousData,
  });
