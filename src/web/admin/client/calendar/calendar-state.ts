import { idsOf } from '../events/table-state.ts';
import { dayAfter, isDay, monthAfter } from '../texts/days.ts';
import { isMonth, weekOf, weeksOf } from './month-days.ts';
import type { MonthFilters } from './month-query.ts';

/** The state of the calendar, which its address holds. */
export interface ShownCalendar extends MonthFilters {
  readonly month: string;
  /** A day of the week that is shown; undefined: the month is. */
  readonly week: string | undefined;
  /** The day that is opened. */
  readonly day: string | undefined;
  readonly isWithDrafts: boolean;
}

/** Returns the calendar's state as its address has it; what isn't understood is as usual. */
export function readState(address: Readonly<Record<string, unknown>>, today: string): ShownCalendar {
  const { month, day, week, drafts } = address;
  const chosen = isDay(day) ? day : undefined;
  const ofWeek = isDay(week) ? week : undefined;
  return {
    month: isMonth(month) ? month : (ofWeek ?? chosen ?? today).slice(0, 7),
    week: ofWeek,
    day: chosen,
    isWithDrafts: drafts !== 'no',
    category: idsOf(address['category']),
    venue: idsOf(address['venue']),
  };
}

/** Returns the address that tells a state. */
export function addressOf(state: ShownCalendar, today: string): Record<string, string> {
  const { month, week, day, isWithDrafts, category, venue } = state;
  return {
    ...(week !== undefined ? { week } : month === today.slice(0, 7) ? {} : { month }),
    ...(day === undefined ? {} : { day }),
    ...(isWithDrafts ? {} : { drafts: 'no' }),
    ...(category.length === 0 ? {} : { category: category.join(',') }),
    ...(venue.length === 0 ? {} : { venue: venue.join(',') }),
  };
}

/** Returns the weeks that a state shows, each as its days. */
export const shownWeeks = ({ month, week }: ShownCalendar, weekStart: string | undefined): string[][] =>
  week === undefined ? weeksOf(month, weekStart) : [weekOf(week, weekStart)];

/** Returns the state with another day in its middle: its month, or its week. */
export const showingDay = (state: ShownCalendar, day: string): ShownCalendar => ({
  ...state,
  month: day.slice(0, 7),
  week: state.week === undefined ? undefined : day,
  day: undefined,
});

/** Returns the state a month, or a week, before or after. */
export const near = (state: ShownCalendar, steps: -1 | 1): ShownCalendar =>
  showingDay(
    state,
    state.week === undefined ? `${monthAfter(state.month, steps)}-01` : dayAfter(state.week, 7 * steps),
  );
