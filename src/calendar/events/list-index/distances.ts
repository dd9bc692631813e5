import type { EventSet, VenueWithinReach } from '#calendar/events/filters/predicate.ts';
import type { Columns } from './columns.ts';
import type { Way } from './combined.ts';
import { emptyBits, type Members } from './members.ts';

/**
 * All dates at venues within reach by distance, each at the nearest of its venues; those equally far by start and event,
 * whichever way distances go.
 * @param reach the nearest first
 */
export function byDistance(
  columns: Columns,
  reach: readonly VenueWithinReach[],
  { order, membersOf }: { order: 'asc' | 'desc'; membersOf: (set: EventSet) => Members },
): Way {
  const seen = emptyBits(columns.slots);
  const rings: Int32Array[] = [];
  for (let at = 0; at < reach.length; ) {
    const km = reach[at]?.km;
    const ring: number[] = [];
    for (; at < reach.length && reach[at]?.km === km; at++)
      for (const slot of membersOf({ of: 'event_venues', id: reach[at]?.id ?? 0 }).toList()) {
        if ((((seen[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1) continue;
        seen[slot >>> 5] = (seen[slot >>> 5] ?? 0) | (1 << (slot & 31));
        ring.push(slot);
      }
    const sorted = Int32Array.from(ring);
    const { start, eventId } = columns;
    rings.push(
      sorted.sort(
        (a, b) => (start[a] ?? 0) - (start[b] ?? 0) || (eventId[a] ?? 0) - (eventId[b] ?? 0) || a - b,
      ),
    );
  }
  if (order === 'desc') rings.reverse();
  const way = new Int32Array(rings.reduce((sum, ring) => sum + ring.length, 0));
  let filled = 0;
  for (const ring of rings) {
    way.set(ring, filled);
    filled += ring.length;
  }
  return { steps: way.length, at: (step) => way[step] ?? 0 };
}
