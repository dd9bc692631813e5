import { type Bar, type DaysSpan, layOutBars } from './bars.ts';

/** The days of an event, which decide where a month shows it. */
export interface MonthSpan extends DaysSpan {
  /** True for an event that is drawn across its days. */
  readonly isBar: boolean;
}

/** A day of a month. */
export interface MonthCell<T extends MonthSpan> {
  readonly day: string;
  /** Events that begin on it. */
  readonly begun: number;
  readonly shown: readonly T[];
  /** Events for which the cell has no room. */
  readonly hidden: number;
  /** All events of the day, and those that its popover holds; undefined: the cell shows them. */
  readonly popover: { readonly all: readonly T[]; readonly shown: readonly T[] } | undefined;
}

/** A week of a month. */
export interface MonthWeek<T extends MonthSpan> {
  readonly days: readonly string[];
  readonly bars: readonly Bar<T>[];
  readonly cells: readonly MonthCell<T>[];
}

/** Lines of bars above a week's events, for which the sheet has classes. */
const MOST_LANES = 6;
/** Events that a cell shows. */
const MOST = 4;
/** Events that a popover holds; the page of the day has the others. */
const MOST_OF_POPOVER = 40;

/**
 * Arranges the weeks of a month: bars across the days, up to four events in each cell. A cell with more events has a popover with
 * the first events of the day.
 * @param days events by the day on which they begin, in date order, without those of more than two weeks
 * @param bars events of several days
 */
export function layOutMonth<T extends MonthSpan>(
  weeks: readonly (readonly string[])[],
  days: ReadonlyMap<string, readonly T[]>,
  bars: readonly T[],
): MonthWeek<T>[] {
  return weeks.map((week) => {
    const laidOut = layOutBars(bars, week, MOST_LANES);
    const cells = week.map((day) => {
      const begun = days.get(day) ?? [];
      const over = laidOut.left.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day);
      const rows = [...over, ...begun.filter(({ isBar }) => !isBar)];
      const shown = rows.length > MOST ? rows.slice(0, MOST - 1) : rows;
      const hidden = rows.length - shown.length;
      const all = hidden > 0 ? [...over.filter((event) => !begun.includes(event)), ...begun] : [];
      const popover = hidden > 0 ? { all, shown: all.slice(0, MOST_OF_POPOVER) } : undefined;
      return { day, begun: begun.length, shown, hidden, popover };
    });
    return { days: week, bars: laidOut.bars, cells };
  });
}

/** Returns the events that a week shows: its bars, the rows of its cells, and what its popovers hold. */
export const shownIn = <T extends MonthSpan>({ bars, cells }: MonthWeek<T>): T[] => [
  ...bars.map(({ span }) => span),
  ...cells.flatMap(({ shown, popover }) => [...shown, ...(popover?.shown ?? [])]),
];
