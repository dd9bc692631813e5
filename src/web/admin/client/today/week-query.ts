import { queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '../events/event-lists.ts';
import { onDays } from '../events/list-query.ts';
import { api, bodyOf } from '../interface/client.ts';
import { dayAfter, daysBetween } from '../texts/days.ts';

/** An event as it stands in the coming days. */
export type ComingEvent = Pick<
  AdminEvent,
  'id' | 'title' | 'status' | 'start_date' | 'end_date' | 'event_status' | 'featured' | 'categories'
>;

/** A day and what is on. */
export interface ComingDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly events: readonly ComingEvent[];
}

/** The coming days, each with what is on. */
export interface WeekAhead {
  readonly days: readonly ComingDay[];
  /** Whether there is more than was asked for, so that the last days may have more than they show. */
  readonly isCut: boolean;
}

const DAYS = 7;
/** Days between the first and the last of what is shown. */
const LONGEST = 13;
const PER_PAGE = 100;
/** Calendars with more than that in a week are asked for their beginning: the numbers of their last days say so. */
const PAGES_MAX = 6;
const FIELDS = [
  'total',
  'total_pages',
  ...['id', 'title', 'status', 'start_date', 'end_date', 'event_status', 'featured', 'categories'].map(
    (field) => `events.${field}`,
  ),
];

const isOn = ({ start_date: start, end_date: end }: ComingEvent, day: string): boolean =>
  start.startsWith(day) || (start < day && end > `${day} 00:00:00` && !isNight(start, end));

/** Returns whether what ends on the next day, earlier than it began, is a night, which belongs to the day of its beginning. */
const isNight = (start: string, end: string): boolean =>
  daysBetween(start, end) === 1 && end.slice(10) < start.slice(10);

/** Returns what is on on a day: what begins there first, then what began before and goes on. */
function eventsOn(events: readonly ComingEvent[], day: string): ComingEvent[] {
  const on = events.filter((event) => isOn(event, day));
  const begins = ({ start_date: start }: ComingEvent) => start.startsWith(day);
  return [...on.filter(begins), ...on.filter((event) => !begins(event))];
}

/** The query of what is on in the seven days from a day on. */
export const weekQuery = (today: string) =>
  queryOptions({
    // Among the lists of events, with which it is asked for anew.
    queryKey: ['events', 'week', today],
    async queryFn({ signal }): Promise<WeekAhead> {
      const pageOf = (page: number) =>
        bodyOf(
          api.GET('/events', {
            params: {
              query: {
                ...onDays(today, dayAfter(today, DAYS - 1)),
                per_page: PER_PAGE,
                page,
                _fields: FIELDS,
              },
            },
            signal,
          }),
        );
      const first = await pageOf(1);
      const rest = Array.from({ length: Math.min(first.total_pages, PAGES_MAX) - 1 }, (_, at) =>
        pageOf(at + 2),
      );
      const events = [first, ...(await Promise.all(rest))].flatMap((page) => page.events);
      // As on the public pages, what takes more than two weeks is told by no day.
      const short = events.filter(({ start_date, end_date }) => daysBetween(start_date, end_date) <= LONGEST);
      const days = Array.from({ length: DAYS }, (_, at) => dayAfter(today, at));
      return {
        days: days.map((day) => ({ day, events: eventsOn(short, day) })),
        isCut: first.total_pages > PAGES_MAX,
      };
    },
    staleTime: 60_000,
  });
