const DAY_MS = 86_400_000;

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

/** Returns the day of the week, from 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(asMs(day)).getUTCDay();

/** Returns whether a text is a day, `YYYY-MM-DD`, that there is. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = asMs(text);
  return !Number.isNaN(ms) && asDay(ms) === text;
}
