import type { EditScope } from '#api/access/permissions.ts';
import type { EventSet } from '../filters/filter.ts';
import type { EventQuery } from '../filters/query.ts';
import { allOf, anyOf, Bitmap, firstOf, without } from './bitmap.ts';
import { DayCounts, isCountable } from './counts.ts';
import { FilterResult, type FirstDates, type Scan, scanByDistance } from './filter-result.ts';
import type { ListIndex } from './list-index.ts';
import type { OccurrenceTable } from './occurrence-table.ts';
import { type ListPlan, NO, OWN, YES } from './plan.ts';
import type { PasswordLock } from './rows.ts';

/** A page of a list: IDs of occurrences in order, and their number on all pages. */
export interface ListPage {
  ids: number[];
  total: number;
}

/** The requested part of a list, and whether the total is wanted too. */
export interface ListSlice {
  readonly offset: number;
  readonly limit: number;
  readonly isCounted: boolean;
}

/** So few slots are checked one by one rather than counted by days. */
const FEW = 100;
/** Totals that one filter result holds at most. */
const MAX_TOTALS = 300;
/** So many windows have their first dates of series in one filter result. */
const MAX_FIRST_DATES = 20;

type BitmapOf = (set: EventSet) => Bitmap;

/** Returns the sets that a plan reads. */
export function setsOf({ predicates, owner }: ListPlan): EventSet[] {
  const own: EventSet[] = owner === undefined ? [] : [{ of: 'author', id: owner }];
  return [...predicates.flatMap(({ sets }) => sets), ...own];
}

/** Returns the events that a password hides from the caller, evaluated once per version; undefined: none. */
function protectedFrom(
  listIndex: ListIndex,
  columns: OccurrenceTable,
  unlocked: EventQuery['unlocked'],
): Bitmap | undefined {
  const { password, editable } = unlocked;
  if (editable === 'all' || listIndex.locks.size === 0) return undefined;
  const find = () => {
    const ids: number[] = [];
    for (const [id, lock] of listIndex.locks)
      if (lock.password !== password && !isEditable(lock, editable)) ids.push(id);
    return Bitmap.ofList(columns.slotsOfAll(ids.sort((a, b) => a - b)).sort(), columns.slots);
  };
  const { members } = listIndex.results.get(`closed:${JSON.stringify(unlocked)}`, find);
  return members?.size === 0 ? undefined : members;
}

/** Returns whether the caller may edit an event (`mayEdit`). */
const isEditable = ({ author, status }: PasswordLock, editable: EditScope): boolean =>
  typeof editable === 'object' &&
  author === editable.owner &&
  (editable.public || (status !== 'publish' && status !== 'future'));

/** Returns the slots that satisfy the predicates; undefined: all. */
function evaluate(
  listIndex: ListIndex,
  columns: OccurrenceTable,
  asked: { plan: ListPlan; unlocked: EventQuery['unlocked'] },
  bitmapOf: BitmapOf,
): Bitmap | undefined {
  const { plan, unlocked } = asked;
  const { slots } = columns;
  const needsClosed = plan.leavesOutProtected || plan.predicates.some(({ isOpen }) => isOpen);
  const closed = needsClosed ? protectedFrom(listIndex, columns, unlocked) : undefined;
  const wanted: Bitmap[] = [];
  const unwanted: Bitmap[] = plan.leavesOutProtected && closed ? [closed] : [];
  if (plan.only) {
    const ids = [...new Set(plan.only)].sort((a, b) => a - b);
    wanted.push(Bitmap.ofList(columns.slotsOfItems(ids), slots));
  }
  for (const { sets, wanted: isWanted, isOpen } of plan.predicates) {
    const any = anyOf(sets.map(bitmapOf), slots);
    const members = isOpen && closed ? without(any, [closed], slots) : any;
    (isWanted ? wanted : unwanted).push(members);
  }
  const [first, ...others] = wanted;
  const left = first && allOf([first, ...others], slots);
  return unwanted.some(({ size }) => size > 0) ? without(left, unwanted, slots) : left;
}

function filterResultOf(
  listIndex: ListIndex,
  columns: OccurrenceTable,
  asked: { plan: ListPlan; unlocked: EventQuery['unlocked'] },
  bitmapOf: BitmapOf,
): FilterResult {
  const { plan, unlocked } = asked;
  const make = () => evaluate(listIndex, columns, asked, bitmapOf);
  // Lists of IDs are rarely repeated, and must not evict results that others use.
  if (plan.only) return new FilterResult(make());
  // An empty search has no predicate, and yet leaves out protected events.
  const isCallers = plan.leavesOutProtected || plan.predicates.length > 0;
  return listIndex.results.get(
    JSON.stringify([plan.predicates, plan.leavesOutProtected, isCallers && unlocked]),
    make,
  );
}

/** Returns the test whether a slot lies in the window and its status and visibility are listed. */
function inWindow(
  columns: OccurrenceTable,
  { listed, ranges }: ListPlan,
  own: Bitmap | undefined,
): (slot: number) => boolean {
  const { flags, start, end, startShift, endShift } = columns;
  const { low: startLow, high: startHigh } = ranges.start_date;
  const { low: endLow, high: endHigh } = ranges.end_date;
  const { low: utcStartLow, high: utcStartHigh } = ranges.utc_start_date;
  const { low: utcEndLow, high: utcEndHigh } = ranges.utc_end_date;
  return (slot) => {
    const kind = listed[flags[slot] ?? 0];
    if (kind !== YES && (kind === NO || !own?.has(slot))) return false;
    const from = start[slot] ?? 0;
    if (from < startLow || from > startHigh) return false;
    const to = end[slot] ?? 0;
    if (to < endLow || to > endHigh) return false;
    const utcFrom = from + (startShift[slot] ?? 0);
    if (utcFrom < utcStartLow || utcFrom > utcStartHigh) return false;
    const utcTo = to + (endShift[slot] ?? 0);
    return utcTo >= utcEndLow && utcTo <= utcEndHigh;
  };
}

function countsOf(
  columns: OccurrenceTable,
  set: FilterResult,
  { listed, window }: ListPlan,
): DayCounts | undefined {
  if (!window || !isCountable(window)) return undefined;
  const key = `${window.clock} ${listed.join('')}`;
  if (!set.counts.has(key)) {
    const isCounted = (slot: number) => listed[columns.flags[slot] ?? 0] === YES;
    set.counts.set(key, DayCounts.of(columns, window.clock, { members: set.members, isCounted }));
  }
  return set.counts.get(key);
}

/** The state of a plan under execution. */
interface Execution {
  readonly columns: OccurrenceTable;
  readonly plan: ListPlan;
  readonly set: FilterResult;
  readonly own: Bitmap | undefined;
  readonly isListed: (slot: number) => boolean;
  /** All slots whose start can be in the window. */
  readonly starts: Scan;
}

/** Counts the occurrences on all pages. */
function count({ columns, set, plan, own, isListed, starts }: Execution): number {
  const { members } = set;
  const { slots } = columns;
  const { listed, window } = plan;
  let total = 0;
  const counts = countsOf(columns, set, plan);
  if (counts && window) {
    const kind = (slot: number) => listed[columns.flags[slot] ?? 0];
    const isMember = (slot: number) => isListed(slot) && members?.has(slot) !== false;
    total = counts.within(window, (slot) => kind(slot) === YES && isMember(slot));
    // The caller's own events are added here, since the counts are shared with other callers.
    for (const slot of own?.toList() ?? []) if (kind(slot) === OWN && isMember(slot)) total += 1;
    return total;
  }
  if (members && members.size < starts.steps) {
    for (const slot of members.toList()) if (isListed(slot)) total += 1;
    return total;
  }
  const has = members?.tester(starts.steps, slots);
  // Reading slots in their order is faster than jumping between them.
  const all = starts.steps > slots / 8;
  for (let step = 0; step < (all ? slots : starts.steps); step++) {
    const slot = all ? step : starts.at(step);
    if ((has === undefined || has(slot)) && isListed(slot)) total += 1;
  }
  return total;
}

/** Returns the key of a plan's window and flags. */
function windowKeyOf({ listed, owner, ranges }: ListPlan): string {
  return [listed.join(''), owner, ...Object.values(ranges).map(({ low, high }) => `${low} ${high}`)].join();
}

/** Returns the first listed date of each series, found once per version and window. */
function firstDatesOf({ columns, set, plan, isListed }: Execution): FirstDates {
  const key = windowKeyOf(plan);
  const known = set.firstDates.get(key);
  if (known) return known;
  const { bySeries, seriesId, start, id, slots } = columns;
  const { members } = set;
  const few = members && members.size < bySeries.length ? members.toList() : undefined;
  const has = few ? undefined : members?.tester(bySeries.length, slots);
  const firsts = new Map<number, number>();
  let listed = 0;
  for (let at = 0; at < (few ?? bySeries).length; at++) {
    const slot = few ? (few[at] ?? 0) : bySeries.at(at);
    const series = seriesId[slot] ?? 0;
    if (series === 0 || has?.(slot) === false || !isListed(slot)) continue;
    listed += 1;
    const first = firsts.get(series);
    const isFirst =
      first === undefined ||
      ((start[slot] ?? 0) - (start[first] ?? 0) || (id[slot] ?? 0) - (id[first] ?? 0)) < 0;
    if (isFirst) firsts.set(series, slot);
  }
  const found = { slots: new Set(firsts.values()), others: listed - firsts.size };
  if (set.firstDates.size >= MAX_FIRST_DATES) set.firstDates.clear();
  set.firstDates.set(key, found);
  return found;
}

/** Returns the number of occurrences on all pages, those of a series one by one, counted once per version and window. */
function totalOf(listed: Execution): number {
  const { set, plan } = listed;
  const key = windowKeyOf(plan);
  const known = set.totals.get(key);
  if (known !== undefined) return known;
  const total = count(listed);
  if (set.totals.size >= MAX_TOTALS) set.totals.clear();
  set.totals.set(key, total);
  return total;
}

/** Returns the slots in the order of the list; undefined while that order is being read. */
function scanOf(
  listIndex: ListIndex,
  listed: Execution,
  query: EventQuery,
  bitmapOf: BitmapOf,
): Scan | undefined {
  const { columns, plan, set, starts } = listed;
  if (plan.order === 'distance' && plan.reach) {
    const key = JSON.stringify([query.order, plan.reach]);
    const scan = set.scans.get(key) ?? scanByDistance(columns, plan.reach, { order: query.order, bitmapOf });
    set.scans.set(key, scan);
    return scan;
  }
  if (typeof plan.order === 'string') return starts;
  const order = listIndex.orders.get(plan.order.event);
  if (!order) return undefined;
  const { length } = order;
  return {
    steps: length,
    at: query.order === 'asc' ? (step) => order.at(step) : (step) => order.at(length - 1 - step),
  };
}

/** Returns a scan of the sorted slots that start between two moments, both included. */
function within(
  sorted: Int32Array,
  { start }: OccurrenceTable,
  { low, high, isAscending }: { low: number; high: number; isAscending: boolean },
): Scan {
  const first = firstOf(sorted, (slot) => (start[slot] ?? 0) >= low);
  const end = firstOf(sorted, (slot) => (start[slot] ?? 0) > high);
  const at = (step: number) => sorted[isAscending ? first + step : end - 1 - step] ?? 0;
  return { steps: Math.max(0, end - first), at };
}

function pageOf(
  found: Int32Array,
  { id }: OccurrenceTable,
  { offset, needed, total }: { offset: number; needed: number; total: number | undefined },
): ListPage {
  const ids = Array.from(found.subarray(offset, needed), (slot) => id[slot] ?? 0);
  return { ids, total: total ?? found.length };
}

/**
 * Returns one page of a list and its total; undefined while its order is being read. Call it inside `ListIndex.with`. Unless the slice `isCounted`, the total covers only what was scanned.
 */
export function execute(
  listIndex: ListIndex,
  columns: OccurrenceTable,
  query: EventQuery,
  asked: { plan: ListPlan; part: ListSlice; bitmapOf: BitmapOf },
): ListPage | undefined {
  const { plan, part, bitmapOf } = asked;
  const { byStart, id, start, date } = columns;
  const own = plan.owner === undefined ? undefined : bitmapOf({ of: 'author', id: plan.owner });
  const isInWindow = inWindow(columns, plan, own);
  const set = filterResultOf(listIndex, columns, { plan, unlocked: query.unlocked }, bitmapOf);
  const { members } = set;
  const { low, high } = plan.ranges.start_date;
  const first = byStart.position((slot) => (start[slot] ?? 0) < low);
  const end = Math.max(
    first,
    byStart.position((slot) => (start[slot] ?? 0) <= high),
  );
  const isAscending = query.order === 'asc';
  const starts: Scan = {
    steps: end - first,
    at: isAscending ? (step) => byStart.at(first + step) : (step) => byStart.at(end - 1 - step),
  };
  const listed: Execution = { columns, plan, set, own, isListed: isInWindow, starts };
  const firstDates = plan.isCondensed ? firstDatesOf(listed) : undefined;
  const isListed = firstDates
    ? (slot: number) =>
        ((columns.seriesId[slot] ?? 0) === 0 || firstDates.slots.has(slot)) && isInWindow(slot)
    : isInWindow;
  const { offset } = part;
  const needed = offset + part.limit;

  let found = members && members.size <= FEW ? members.toList().filter(isListed) : undefined;
  const total = part.isCounted ? (found?.length ?? totalOf(listed) - (firstDates?.others ?? 0)) : undefined;
  if (total !== undefined && offset >= total) return { ids: [], total };
  // The steps to the page's end in the order of all slots, if the listed ones are spread evenly.
  const likely = total ?? Math.min(members?.size ?? columns.slots, starts.steps);
  const far = (steps: number) => (Math.min(needed, likely) * steps) / Math.max(1, likely);
  if (plan.order === 'publication') {
    found ??= (members?.toList() ?? new Int32Array(0)).filter(isListed);
    found.sort((a, b) => (date[a] ?? 0) - (date[b] ?? 0) || (id[a] ?? 0) - (id[b] ?? 0));
    if (!isAscending) found.reverse();
    return pageOf(found, columns, { offset, needed, total });
  }
  if (plan.order === 'start' && found) {
    byStart.sort(found);
    if (!isAscending) found.reverse();
    return pageOf(found, columns, { offset, needed, total });
  }
  // A sparse result is sorted by itself rather than looked for among all slots.
  const isThin = plan.order === 'start' && members && members.size < far(starts.steps);
  const scan = isThin
    ? within(set.sorted(byStart), columns, { low, high, isAscending })
    : scanOf(listIndex, listed, query, bitmapOf);
  if (!scan) return undefined;
  const has = isThin ? undefined : members?.tester(far(scan.steps), columns.slots);
  const ids: number[] = [];
  for (let step = 0, passed = 0; step < scan.steps && ids.length < part.limit; step++) {
    const slot = scan.at(step);
    if ((has === undefined || has(slot)) && isListed(slot) && passed++ >= offset) ids.push(id[slot] ?? 0);
  }
  return { ids, total: total ?? offset + ids.length };
}
