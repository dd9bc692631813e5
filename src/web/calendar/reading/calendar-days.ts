import type { PageAddress } from '#api/http/page-address.ts';
import type { Site } from '#api/settings/site-settings.ts';
import { listedDays } from '#calendar/events/list/list.ts';
import type { Call } from '#context.ts';
import { shiftDay } from './view-days.ts';
import { firstOfWeek } from './weeks.ts';

/** Years from today, back and ahead, beyond which there are no pages: one event may go on for thousands. */
const MOST_YEARS = 100;

/** The days for which there are pages: from the first to the last of everything public within a century, and the present one. */
export interface CalendarDays {
  /** `YYYY-MM-DD`, both included, on the events' own clocks. */
  readonly first: string;
  readonly last: string;
}

/** Returns the first and the last day on which something public is within a century from today, or today (contract P2). */
export async function readCalendarDays(call: Call): Promise<CalendarDays> {
  const today = call.validity.today(call.services.config.timezone);
  const { first = today, last = today } = await listedDays(call.services.db.read);
  const within = (day: string) => {
    const [earliest, latest] = [yearsFrom(today, -MOST_YEARS), yearsFrom(today, MOST_YEARS)];
    return day < earliest ? earliest : day > latest ? latest : day;
  };
  return { first: within(first < today ? first : today), last: within(last > today ? last : today) };
}

/** Returns the same day so many years later; within years 0001-9999. */
function yearsFrom(day: string, years: number): string {
  const year = Math.min(Math.max(Number(day.slice(0, 4)) + years, 1), 9999);
  return Temporal.PlainDate.from(day).with({ year }).toString();
}

/** Returns the first and the last day that a view shows of a date, `YYYY-MM` of a month's view, else `YYYY-MM-DD`. */
function shownDays(view: PageAddress['view'], date: string, site: Pick<Site, 'week_start'>): CalendarDays {
  if (view === 'month') return { first: `${date}-01`, last: `${date}-31` };
  if (view !== 'week') return { first: date, last: date };
  const first = firstOfWeek(date, site);
  return { first, last: shiftDay(first, 6) };
}

/** Returns whether a page's days reach into the calendar's; outside there is no page, and no link (contract P2). */
export async function isWithinCalendar(
  call: Call,
  { view, date }: Pick<PageAddress, 'view' | 'date'>,
): Promise<boolean> {
  if (date === undefined) return true;
  const { site } = call;
  const days = await readCalendarDays(call);
  const shown = shownDays(view, date, site);
  return shown.first <= days.last && shown.last >= days.first;
}
