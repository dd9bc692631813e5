import type { Plan } from '../drive/plan.ts';

/** The path of lists of events. */
export const EVENTS = '/calendar/events/v1/events';

/** Days from one to another, counted from today. */
export function days(from: number, to: number): string[] {
  const today = Temporal.Now.plainDateISO('UTC');
  return Array.from({ length: to - from }, (_, i) => today.add({ days: from + i }).toString());
}

/**
 * Lists of ten that are never asked for twice: each starts on another day than the one before, and when all days have
 * had their turn, ends on another. Every window has far more than ten events.
 */
export const EACH_ANOTHER: Pick<Plan, 'path' | 'lists'> = {
  path: `${EVENTS}?per_page=10&start_date=@0@&end_date=@1@`,
  lists: [days(-150, 550), days(720, 2_700)],
};
