import { type WeekdayName, weekdays } from '#foundation/time/weekdays.ts';
import { type OpeningHours, openingsIn } from './opening-hours.ts';

/** Words in which opening hours are told. */
export interface OpeningWords {
  readonly daily: string;
  /** Returns the short name of a weekday. @param day some such day, `YYYY-MM-DD` */
  weekday(day: string): string;
  /** Returns a time of day `HH:MM` as people read it. */
  time(time: string): string;
}

/** The times of some days of the week, in words. */
export interface OpeningLine {
  readonly days: string;
  readonly times: string;
}

/** Returns some such day: the first of January 2024 was a Monday. */
const dayOf = (place: number): string => `2024-01-0${place + 1}`;

/** Returns opening hours in words, a line for all days that have the same times, in the order of the week. */
export function openingLines(hours: OpeningHours, words: OpeningWords): OpeningLine[] {
  const openings = openingsIn(hours);
  const timesOf = (day: WeekdayName) =>
    openings
      .filter(({ days }) => days.some((one) => one === day))
      .map(({ opens, closes }) => `${opens}\u2013${closes}`)
      .sort();
  const byTimes = Map.groupBy(weekdays, (day) => timesOf(day).join());
  return [...byTimes].flatMap(([times, days]) => {
    if (times === '') return [];
    const shown = times
      .split(',')
      .map((span) => span.split('\u2013').map(words.time).join('\u2013'))
      .join(', ');
    return { days: days.length === weekdays.length ? words.daily : daysText(days, words), times: shown };
  });
}

/** Returns days in words: three or more in a row as a range. */
function daysText(days: readonly WeekdayName[], words: OpeningWords): string {
  const places = days.map((day) => weekdays.indexOf(day));
  const runs: number[][] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last && last.at(-1) === place - 1) last.push(place);
    else runs.push([place]);
  }
  const name = (place = 0) => words.weekday(dayOf(place));
  return runs
    .map((run) => (run.length > 2 ? `${name(run[0])}\u2013${name(run.at(-1))}` : run.map(name).join(', ')))
    .join(', ');
}
