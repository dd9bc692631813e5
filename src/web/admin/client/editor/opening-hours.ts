import type { Schemas } from '../interface/client.ts';

/** Opening hours as they are typed. */
export interface OpeningHoursForm {
  readonly openings: readonly Schemas['OpeningTimes'][];
  /** Dates `YYYY-MM-DD`, with commas. */
  readonly closed: string;
}

/** Hours in which nothing is typed yet. */
export const noOpeningHours: OpeningHoursForm = { openings: [], closed: '' };
/** An opening that is offered first. */
export const usualOpening: Schemas['OpeningTimes'] = {
  days: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  opens: '10:00',
  closes: '18:00',
};

/** Returns what the editor shows of opening hours. */
export const openingHoursForm = (hours: Schemas['Event']['opening_hours']): OpeningHoursForm => ({
  openings: hours.flatMap((entry) => ('opens' in entry ? [entry] : [])),
  closed: hours.flatMap((entry) => ('closed' in entry ? entry.closed : [])).join(', '),
});

/** Returns the opening hours for the interface, without openings that have no day. */
export function openingHoursOf({ openings, closed }: OpeningHoursForm): Schemas['Event']['opening_hours'] {
  const dates = closed.split(/[\s,;]+/).filter((date) => date !== '');
  const whole = openings
    .filter(({ days }) => days.length > 0)
    .map(({ days, opens, closes }) => ({ days: [...days], opens, closes }));
  return dates.length > 0 ? [...whole, { closed: dates }] : whole;
}
