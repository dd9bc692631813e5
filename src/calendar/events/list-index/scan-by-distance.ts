import type { EventSet, VenueWithinReach } from '../filters/predicate.ts';
import { type Bitmap, emptyBits } from './bitmap.ts';
import type { Scan } from './filter-result.ts';
import type { OccurrenceTable } from './occurrence-table.ts';

/**
 * Returns all dates at venues within reach by distance, each at the nearest of its venues. Those equally far come by
 * ascending start and event in either direction.
 * @param reach the nearest first
 */
export function scanByDistance(
  columns: OccurrenceTable,
  reach: readonly VenueWithinReach[],
  { order, bitmapOf }: { order: 'asc' | 'desc'; bitmapOf: (set: EventSet) => Bitmap },
): Scan {
  const seen = emptyBits(columns.slots);
  const rings: Int32Array[] = [];
  for (let at = 0; at < reach.length; ) {
    const km = reach[at]?.km;
    const ring: number[] = [];
    for (; at < reach.length && reach[at]?.km === km; at++)
      for (const slot of bitmapOf({ of: 'event_venues', id: reach[at]?.id ?? 0 }).toList()) {
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
  const scan = new Int32Array(rings.reduce((sum, ring) => sum + ring.length, 0));
  let filled = 0;
  for (const ring of rings) {
    scan.set(ring, filled);
    filled += ring.length;
  }
  return { steps: scan.length, at: (step) => scan[step] ?? 0 };
}
