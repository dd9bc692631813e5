import { isDay } from '../texts/dates.ts';

const DAY_MS = 86_400_000;

/** Days of the week on which weeks begin, by their numbers from Sunday. */
const firstWeekdays = { sunday: 0, monday: 1, saturday: 6 } as const;

const asMs = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const asDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the day, `YYYY-MM-DD`, so many days after another. */
export const dayAfter = (day: string, days: number): string => asDay(asMs(day) + days * DAY_MS);

/** Returns the days from one to another. */
export const daysBetween = (from: string, to: string): number => (asMs(to) - asMs(from)) / DAY_MS;

/** Returns a date of the interface moved by days: its time of day stays. */
export const movedDate = (date: string, days: number): string => dayAfter(date, days) + date.slice(10);

/** Returns the month, `YYYY-MM`, so many months after another. */
export function monthAfter(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Returns whether a text is a month, `YYYY-MM`. */
export const isMonth = (text: unknown): text is string => typeof text === 'string' && isDay(`${text}-01`);

/** Returns the weeks of a month, each as its days, with those of its neighbours that fill them. */
export function weeksOf(month: string, weekStart: string | undefined): string[][] {
  const first = `${month}-01`;
  const begin = Object.entries(firstWeekdays).find(([name]) => name === weekStart)?.[1] ?? 1;
  const lead = (new Date(asMs(first)).getUTCDay() - begin + 7) % 7;
  const count = Math.ceil((lead + daysBetween(first, `${monthAfter(month, 1)}-01`)) / 7);
  return Array.from({ length: count }, (_week, week) =>
    Array.from({ length: 7 }, (_day, at) => dayAfter(first, week * 7 + at - lead)),
  );
}

/** Returns the number of a week by ISO 8601, that of its Thursday. */
export function weekNumber(days: readonly string[]): number {
  const thursday = days.find((day) => new Date(asMs(day)).getUTCDay() === 4) ?? days[0] ?? '';
  return 1 + Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7);
}
