import { type Status, statuses } from '#api/access/permissions.ts';
import { SortedSlots } from './sorted-slots.ts';

/** A row of the occurrence table; moments are seconds (`secondsAt`). */
export interface IndexedOccurrence {
  id: number;
  event_id: number;
  /** 0 where its event doesn't repeat. */
  series_id: number;
  start: number;
  end: number;
  utc_start: number;
  utc_end: number;
  /** The event's publication on the site's clock. */
  date: number;
  /** `flagsOf` its status and whether lists hide it. */
  flags: number;
}

/** The flags of an empty slot. */
const GONE = 0;
const HIDDEN = 8;
/** The number of different flags. */
export const FLAGS = 16;

/** Returns a status and whether lists hide the event as one number below `FLAGS`. */
export function flagsOf(status: Status, hidden: boolean): number {
  return statuses.indexOf(status) + 1 + (hidden ? HIDDEN : 0);
}

const SPARE_SLOTS = 1024;
const STEP = 2 ** 22;
/** Slots at most: more wouldn't fit beside the keys that they are sorted by. */
export const MAX_SLOTS = STEP - 1;

type Numbers = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Returns slots sorted by a whole number of each (up to 2^31), then by slot. */
function sortedBy(slots: number, number: (slot: number) => number): Int32Array<ArrayBuffer> {
  const keys = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++) keys[slot] = number(slot) * STEP + slot;
  keys.sort();
  const sorted = new Int32Array(slots);
  for (let at = 0; at < slots; at++) sorted[at] = (keys[at] ?? 0) % STEP;
  return sorted;
}

/**
 * All occurrences in columns of numbers, each in a slot that it keeps. Slots of deleted occurrences stay, with flags of 0.
 * `append` fills the table, then `arrange` sorts it.
 */
export class OccurrenceTable {
  /** IDs of occurrences, as lists show them. */
  id = new Int32Array(SPARE_SLOTS);
  eventId = new Int32Array(SPARE_SLOTS);
  start = new Float64Array(SPARE_SLOTS);
  end = new Float64Array(SPARE_SLOTS);
  /** Seconds to be added to start and end for UTC. */
  startShift = new Int32Array(SPARE_SLOTS);
  endShift = new Int32Array(SPARE_SLOTS);
  date = new Float64Array(SPARE_SLOTS);
  seriesId = new Int32Array(SPARE_SLOTS);
  flags = new Uint8Array(SPARE_SLOTS);
  /** The number of slots, those of deleted occurrences included. */
  slots = 0;
  /** Slots by start, publication and event: the order of lists. */
  byStart = new SortedSlots(new Int32Array(0), () => 0);
  #byEvent = new SortedSlots(new Int32Array(0), () => 0);
  /** The slots of events that repeat, by ID and by series. */
  #byId = new SortedSlots(new Int32Array(0), () => 0);
  #bySeries = new SortedSlots(new Int32Array(0), () => 0);

  append(occurrence: IndexedOccurrence): void {
    if (this.slots === this.flags.length) this.#resize(Math.ceil(this.slots * 1.5));
    this.#put(this.slots++, occurrence);
  }

  /** Moves everything into slots in the order of starts, so that whoever goes along it finds things side by side. */
  arrange(): void {
    this.#resize(this.slots + Math.ceil(this.slots / 50) + SPARE_SLOTS);
    const compareStarts = (a: number, b: number) => this.#compareStarts(a, b);
    // By hours first, which is quick; only those of one hour are compared one by one.
    const hour = (slot: number) => Math.floor((this.start[slot] ?? 0) / 3600);
    const sorted = sortedBy(this.slots, hour);
    for (let from = 0; from < sorted.length; ) {
      let to = from + 1;
      const at = hour(sorted[from] ?? 0);
      while (to < sorted.length && hour(sorted[to] ?? 0) === at) to += 1;
      if (to - from > 1) sorted.subarray(from, to).sort(compareStarts);
      from = to;
    }
    this.#permute(sorted);
    for (let slot = 0; slot < this.slots; slot++) sorted[slot] = slot;
    this.byStart = new SortedSlots(sorted, compareStarts);
    // Slots are in the order of starts here.
    this.#byEvent = new SortedSlots(
      sortedBy(this.slots, (slot) => this.eventId[slot] ?? 0),
      (a, b) => this.compareEvents(a, b),
    );
    const repeating = Int32Array.from(sorted).filter((slot) => this.#isRepeating(slot));
    const by = (column: 'id' | 'seriesId') => {
      const compare = (a: number, b: number) => (this[column][a] ?? 0) - (this[column][b] ?? 0) || a - b;
      return new SortedSlots(repeating.slice().sort(compare), compare);
    };
    this.#byId = by('id');
    this.#bySeries = by('seriesId');
  }

  /** The slots of events that repeat, by series. */
  get bySeries(): SortedSlots {
    return this.#bySeries;
  }

  /** Compares dates by the IDs of their events, those of one event by start. */
  compareEvents(a: number, b: number): number {
    return (
      (this.eventId[a] ?? 0) - (this.eventId[b] ?? 0) ||
      (this.start[a] ?? 0) - (this.start[b] ?? 0) ||
      (this.id[a] ?? 0) - (this.id[b] ?? 0)
    );
  }

  #isRepeating(slot: number): boolean {
    return this.seriesId[slot] !== 0 && this.flags[slot] !== GONE;
  }

  /** Returns the slots of an event by start; an unknown event has none. */
  slotsOf(eventId: number): number[] {
    return [...this.slotsOfAll([eventId])];
  }

  /** Returns the slots of events. @param eventIds in any order; ascending IDs are fastest */
  slotsOfAll(eventIds: readonly number[]): Int32Array<ArrayBuffer> {
    const slots: number[] = [];
    let at = 0;
    for (const id of eventIds) {
      // The next ID often follows directly, and needs no search.
      if (this.eventId[this.#byEvent.at(at)] !== id)
        at = this.#byEvent.position((slot) => (this.eventId[slot] ?? 0) < id);
      for (
        let slot = this.#byEvent.at(at);
        slot >= 0 && this.eventId[slot] === id;
        slot = this.#byEvent.at(at)
      ) {
        slots.push(slot);
        at += 1;
      }
    }
    return Int32Array.from(slots);
  }

  /** Returns the slots of occurrences, and of all dates of series, by their IDs; ascending. */
  slotsOfItems(ids: readonly number[]): Int32Array<ArrayBuffer> {
    // Under the ID of a series stand its dates without values of their own.
    const slots = new Set(this.slotsOfAll([...ids].sort((a, b) => a - b)));
    for (const id of ids) {
      const own = this.#byId.at(this.#byId.position((slot) => (this.id[slot] ?? 0) < id));
      if (own >= 0 && this.id[own] === id) slots.add(own);
      let at = this.#bySeries.position((slot) => (this.seriesId[slot] ?? 0) < id);
      for (
        let slot = this.#bySeries.at(at);
        slot >= 0 && this.seriesId[slot] === id;
        slot = this.#bySeries.at(++at)
      )
        slots.add(slot);
    }
    return Int32Array.from(slots).sort();
  }

  /** Returns IDs of events so many occurrences apart, ascending. */
  cuts(step: number): number[] {
    const ids: number[] = [];
    for (let at = step; at < this.#byEvent.length; at += step)
      ids.push(this.eventId[this.#byEvent.at(at)] ?? 0);
    return ids;
  }

  /**
   * Replaces the occurrences of events; an event without any is deleted. Returns the slots whose rows may have changed.
   */
  replace(dates: ReadonlyMap<number, readonly IndexedOccurrence[]>): number[] {
    const before = new Map([...dates.keys()].map((id) => [id, this.slotsOf(id)] as const));
    const touched = [...before.values()].flat();
    const [placed, fresh, left]: [number[], number[], number[]] = [[], [], []];
    for (const [id, occurrences] of dates) {
      const own = before.get(id) ?? [];
      for (const slot of own.slice(occurrences.length)) left.push(slot);
      occurrences.forEach((_, at) => {
        const slot = own[at] ?? this.slots++;
        if (at >= own.length) fresh.push(slot);
        placed.push(slot);
      });
    }
    this.byStart.remove(touched);
    this.#byEvent.remove(touched);
    const repeated = touched.filter((slot) => this.#isRepeating(slot));
    this.#byId.remove(repeated);
    this.#bySeries.remove(repeated);
    if (this.slots > this.flags.length) this.#resize(Math.ceil(this.slots * 1.02) + SPARE_SLOTS);
    for (const slot of left) this.flags[slot] = GONE;
    let at = 0;
    for (const occurrences of dates.values())
      for (const occurrence of occurrences) this.#put(placed[at++] ?? 0, occurrence);
    this.byStart.insert(placed);
    this.#byEvent.insert(placed);
    const repeating = placed.filter((slot) => this.#isRepeating(slot));
    this.#byId.insert(repeating);
    this.#bySeries.insert(repeating);
    return [...touched, ...fresh];
  }

  #put(slot: number, occurrence: IndexedOccurrence): void {
    const { id, event_id, series_id, start, end, utc_start, utc_end, date, flags } = occurrence;
    this.id[slot] = id;
    this.eventId[slot] = event_id;
    this.seriesId[slot] = series_id;
    this.start[slot] = start;
    this.end[slot] = end;
    this.startShift[slot] = utc_start - start;
    this.endShift[slot] = utc_end - end;
    this.date[slot] = date;
    this.flags[slot] = flags;
  }

  #compareStarts(a: number, b: number): number {
    return (
      (this.start[a] ?? 0) - (this.start[b] ?? 0) ||
      (this.date[a] ?? 0) - (this.date[b] ?? 0) ||
      (this.eventId[a] ?? 0) - (this.eventId[b] ?? 0) ||
      a - b
    );
  }

  /** @param from the slot of which each slot takes its row */
  #permute(from: Int32Array): void {
    this.#moveColumns(this.flags.length, (column, to) => {
      for (let slot = 0; slot < from.length; slot++) to[slot] = column[from[slot] ?? 0] ?? 0;
    });
  }

  #resize(slots: number): void {
    this.#moveColumns(slots, (column, to) => to.set(column.subarray(0, Math.min(column.length, slots))));
  }

  /** Replaces each column by a new one of so many slots, into which `move` copies the rows. */
  #moveColumns(slots: number, move: (column: Numbers, to: Numbers) => void): void {
    const moved = <T extends Numbers>(column: T, to: T): T => {
      move(column, to);
      return to;
    };
    this.id = moved(this.id, new Int32Array(slots));
    this.eventId = moved(this.eventId, new Int32Array(slots));
    this.seriesId = moved(this.seriesId, new Int32Array(slots));
    this.start = moved(this.start, new Float64Array(slots));
    this.end = moved(this.end, new Float64Array(slots));
    this.startShift = moved(this.startShift, new Int32Array(slots));
    this.endShift = moved(this.endShift, new Int32Array(slots));
    this.date = moved(this.date, new Float64Array(slots));
    this.flags = moved(this.flags, new Uint8Array(slots));
  }
}
