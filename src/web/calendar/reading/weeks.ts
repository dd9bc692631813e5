import type { SiteSettings } from '#foundation/site/settings.ts';
import { shiftDay } from './view-days.ts';

/** Days of the week, 1 to 7 from Monday, by the names of the setting `week_start`. */
export const firstWeekday = { monday: 1, saturday: 6, sunday: 7 } as const;

/** Returns the first day `YYYY-MM-DD` of the week in which a day lies, as the site begins its weeks. */
export function firstOfWeek(day: string, { week_start }: Pick<SiteSettings, 'week_start'>): string {
  const { dayOfWeek } = Temporal.PlainDate.from(day);
  return shiftDay(day, -((dayOfWeek - firstWeekday[week_start] + 7) % 7));
}
