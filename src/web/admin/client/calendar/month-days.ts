import { dayAfter, daysBetween, isDay, monthAfter, weekdayOf } from '../texts/days.ts';

/** Days of the week on which weeks begin, by their numbers from Sunday. */
const firstWeekdays = { sunday: 0, monday: 1, saturday: 6 } as const;

/** Returns whether a text is a month, `YYYY-MM`. */
export const isMonth = (text: unknown): text is string => typeof text === 'string' && isDay(`${text}-01`);

/** Returns the days of the week that a day is in. */
export function weekOf(day: string, weekStart: string | undefined): string[] {
  const begin = Object.entries(firstWeekdays).find(([name]) => name === weekStart)?.[1] ?? 1;
  const lead = (weekdayOf(day) - begin + 7) % 7;
  return Array.from({ length: 7 }, (_day, at) => dayAfter(day, at - lead));
}

/** Returns the weeks of a month, each as its days, with those of its neighbours that fill them. */
export function weeksOf(month: string, weekStart: string | undefined): string[][] {
  const [first = month] = weekOf(`${month}-01`, weekStart);
  const count = Math.ceil(daysBetween(first, `${monthAfter(month, 1)}-01`) / 7);
  return Array.from({ length: count }, (_week, week) => weekOf(dayAfter(first, week * 7), weekStart));
}

/** Returns the number of a week by ISO 8601, that of its Thursday. */
export function weekNumber(days: readonly string[]): number {
  const thursday = days.find((day) => weekdayOf(day) === 4) ?? days[0] ?? '';
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
}
