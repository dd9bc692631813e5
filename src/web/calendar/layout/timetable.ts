/** Something in a row of hours: quarter hours from 8 to 2 of the next day, from 0 to 72, its end not included. */
export interface TimetableEntry {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** The place of a box in a row of hours. */
export interface TimetableBox<T> {
  readonly entry: T;
  readonly from: number;
  readonly span: number;
  /** From 0; no two boxes of a lane overlap. */
  readonly lane: number;
  /** Where its track to scale begins, and how long it is. */
  readonly trackFrom: number;
  readonly trackSpan: number;
}

/** Quarter hours of a row. */
export const TIMETABLE = 72;
/** Quarter hours that have room for words. */
const NARROWEST = 5;

/** Returns the boxes of a row of hours by their beginnings, each in the first lane that is free. */
export function layOutTimetable<T extends TimetableEntry>(entries: readonly T[]): TimetableBox<T>[] {
  const ends: number[] = [];
  return [...entries]
    .sort((a, b) => a.from - b.from || b.to - a.to || a.id - b.id)
    .map((entry) => {
      const from = Math.max(0, Math.min(entry.from, TIMETABLE - NARROWEST));
      const to = Math.min(TIMETABLE, Math.max(entry.to, from + NARROWEST));
      const free = ends.findIndex((end) => end <= from);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = to;
      const trackFrom = Math.max(0, Math.min(entry.from, TIMETABLE - 1));
      const trackTo = Math.min(TIMETABLE, Math.max(entry.to, trackFrom + 1));
      return { entry, from, span: to - from, lane, trackFrom, trackSpan: trackTo - trackFrom };
    });
}
