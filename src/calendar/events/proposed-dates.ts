import { flag, required, zoneField } from '#api/routing/parameter.ts';
import { eventDate } from './parameters.ts';
import { recurrenceField } from './series/parameters.ts';

/** The fields by which dates are asked about that nobody has written yet. */
export const proposedDates = {
  start_date: required(eventDate),
  end_date: required(eventDate),
  timezone: zoneField,
  all_day: { ...flag, nulls: 'absent' },
  recurrence: { ...recurrenceField, nulls: 'absent' },
} as const;
