import type { PageAddress } from '#api/http/page-address.ts';
import type { Call } from '#context.ts';
import type { Present } from './list-days.ts';
import { type ListedEvent, loadListedEvents } from './listed-events.ts';
import { readViewDays, shiftDay } from './view-days.ts';
import { condensedFrom, readViewQuery } from './view-query.ts';

/** Days that the map shows, today with them, and events at most. */
export const MAP_DAYS = 7;
const MOST = 120;

/** The events of the map's days, each part in date order. */
export interface MapEvents {
  /** Events that begin on the first day. */
  readonly first: readonly ListedEvent[];
  /** Events that began earlier or last more than two weeks, by their ends. */
  readonly running: readonly ListedEvent[];
  readonly later: readonly ListedEvent[];
}

/** Returns all events of a map: those of the first day, what runs, and those of later days. */
export const allOf = ({ first, running, later }: MapEvents): ListedEvent[] => [
  ...first,
  ...running,
  ...later,
];

/**
 * Returns the events of the coming days, or of the day of the page, without those that are over.
 * @param isPlaced whether the map can show where an event is
 */
export async function readMapEvents(
  call: Call,
  address: PageAddress,
  present: Present,
  isPlaced: (listed: ListedEvent) => boolean,
): Promise<MapEvents> {
  const query = await readViewQuery(call, address);
  if (!query) return { first: [], running: [], later: [] };
  const first = address.date ?? present.today;
  const last = address.date ?? shiftDay(first, MAP_DAYS - 1);
  const left = { column: 'utc_end_date', operator: '>', moment: present.utc } as const;
  const isToday = first === present.today;
  const view = await readViewDays(call, isToday ? condensedFrom(query, left) : query, { first, last });
  const isShown = ({ end_date }: { end_date: string }) => first < present.today || end_date > present.wall;
  const idsOf = (entries: readonly { id: number; end_date: string }[]) =>
    entries.filter(isShown).map(({ id }) => id);
  const days = [...view.days.keys()].sort();
  const parts = {
    first: idsOf(view.days.get(first) ?? []),
    running: idsOf(view.running),
    later: idsOf(days.flatMap((day) => (day === first ? [] : (view.days.get(day) ?? [])))),
  };
  const all = [...parts.first, ...parts.running, ...parts.later];
  const listed = await loadListedEvents(call, all.slice(0, MOST * 2));
  const placed = all.filter((id) => {
    const one = listed.get(id);
    return one !== undefined && isPlaced(one);
  });
  const shown = new Set(placed.slice(0, MOST));
  const eventsOf = (ids: readonly number[]) =>
    ids.flatMap((id) => (shown.has(id) ? (listed.get(id) ?? []) : []));
  return { first: eventsOf(parts.first), running: eventsOf(parts.running), later: eventsOf(parts.later) };
}
