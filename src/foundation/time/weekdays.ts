/** Days of the week in their order, by the names that the interface has for them. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
/** The name of a day of the week. */
export type WeekdayName = (typeof weekdays)[number];
