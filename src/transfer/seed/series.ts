import type { EventUpdate } from '#calendar/events/schema.ts';

/** Which of the generated events repeat. */
export interface SeededSeries {
  /** Number of events that repeat, spread over all. */
  readonly count: number;
  /** Whether all of them go on without end, and not only every second. */
  readonly areEndless: boolean;
}

/** Of so many events one repeats, unless asked otherwise. */
const REPEATING_EACH = 50;

/** Returns how many of a number of events repeat unless asked otherwise. */
export const usualSeries = (events: number): number => Math.floor(events / REPEATING_EACH);

const RULES = ['FREQ=WEEKLY', 'FREQ=WEEKLY;INTERVAL=2', 'FREQ=MONTHLY', 'FREQ=WEEKLY'] as const;
const ENDINGS = ['COUNT=10', 'COUNT=26', 'COUNT=52'] as const;
/** Of so many series one has dates with values of their own. */
const OVERRIDDEN_EACH = 50;

/** A date of a generated series with values of its own: its place among the dates, and the values. */
export interface PlannedOverride {
  readonly date: number;
  readonly sent: EventUpdate;
}

/** The recurrence of a generated event, and its dates with values of their own. */
export interface PlannedSeries {
  readonly rrule: string;
  readonly overrides: readonly PlannedOverride[];
}

/** Returns how the event at a place, from 1, of all generated ones repeats; undefined if it doesn't. */
export function planSeries(
  place: number,
  events: number,
  { count, areEndless }: SeededSeries,
): PlannedSeries | undefined {
  const number = Math.floor((place * count) / events);
  if (number === Math.floor(((place - 1) * count) / events)) return undefined;
  const rule = RULES[number % RULES.length] ?? RULES[0];
  const end = areEndless || number % 2 === 0 ? '' : `;${ENDINGS[number % ENDINGS.length] ?? ENDINGS[0]}`;
  const overrides: PlannedOverride[] =
    number % OVERRIDDEN_EACH === 1
      ? [
          { date: 2, sent: { title: `An evening of its own ${place}`, featured: true } },
          { date: 4, sent: { event_status: 'canceled', event_status_reason: 'Public holiday.' } },
          { date: 6, sent: { status: 'trash' } },
        ]
      : [];
  return { rrule: rule + end, overrides };
}
