import type { EventQuery } from '#calendar/events/filters/query.ts';
import type { OutlineEntry } from '#calendar/events/list/outline.ts';
import { isOpenBetween } from '#calendar/events/visitors/opening-hours.ts';
import type { Call } from '#context.ts';
import type { PeriodDays } from '#foundation/time/period.ts';
import type { DaySection } from './list-days.ts';
import { type ListedEvent, loadListedEvents } from './listed-events.ts';
import { readViewDays, shiftDay } from './view-days.ts';
import { condensedFrom } from './view-query.ts';

/** The events of a period. */
export interface PeriodEvents {
  readonly sections: readonly Omit<DaySection, 'more'>[];
  /** Events that last more than two weeks, or began before the period. */
  readonly running: readonly ListedEvent[];
}

/** Events that a day of a period shows. */
const MOST_OF_DAY = 40;

/** Returns the events of a period that have not ended as it begins, under their days; a night that goes on into it is under its first. */
export async function readPeriodEvents(
  call: Call,
  query: EventQuery,
  { first, last, from }: PeriodDays,
): Promise<PeriodEvents> {
  const left = { column: 'end_date', operator: '>', moment: from } as const;
  const view = await readViewDays(call, condensedFrom(query, left), { first, last });
  // What has no length is in it as it begins, too.
  const isIn = ({ start_date, end_date }: OutlineEntry) => end_date > from || start_date >= from;
  const days = new Map(
    [...view.days]
      .map(([day, entries]) => [day, entries.filter(isIn)] as const)
      .filter(([, { length }]) => length),
  );
  const running = view.running.filter(isIn);
  const nights = running.filter((entry) => entry.days <= 1 && entry.start_date.slice(0, 10) < first);
  if (nights.length > 0) days.set(first, [...nights, ...(days.get(first) ?? [])]);
  const shown = [...days.keys()].sort().map((day) => ({
    day,
    total: days.get(day)?.length ?? 0,
    entries: (days.get(day) ?? []).slice(0, MOST_OF_DAY),
  }));
  const longer = running.filter((entry) => !nights.includes(entry));
  const all = [...shown.flatMap(({ entries }) => entries), ...longer];
  // Their texts are shown: the first sentence of what leads a day, and why something has changed.
  const isWhole = ({ featured, changed }: OutlineEntry) => featured === 1 || changed === 1;
  const idsOf = (entries: readonly OutlineEntry[]) => entries.map(({ id }) => id);
  const [plain, whole] = await Promise.all([
    loadListedEvents(call, idsOf(all.filter((entry) => !isWhole(entry)))),
    loadListedEvents(call, idsOf(all.filter(isWhole)), { texts: true }),
  ]);
  // What has opening hours is in it only where it opens by then.
  const end = `${shiftDay(last, 1)} 00:00:00`;
  const listed = ({ id }: OutlineEntry) => {
    const one = whole.get(id) ?? plain.get(id);
    return one && isOpenBetween(one.event.opening_hours, from, end) ? one : [];
  };
  return {
    sections: shown.flatMap(({ day, total, entries }) => {
      const events = entries.flatMap(listed);
      const left = total - entries.length + events.length;
      return left > 0 ? { day, total: left, events } : [];
    }),
    running: longer.flatMap(listed),
  };
}
