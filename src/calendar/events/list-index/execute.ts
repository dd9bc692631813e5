import type { EditScope } from '#api/access/permissions.ts';
import type { EventSet } from '#calendar/events/filters/predicate.ts';
import type { EventQuery } from '#calendar/events/filters/query.ts';
import type { Columns } from './columns.ts';
import { Combined, type Way } from './combined.ts';
import { DayCounts, isCountable } from './counts.ts';
import { byDistance } from './distances.ts';
import { allOf, anyOf, firstOf, Members, without } from './members.ts';
import { type ListPlan, NO, OWN, YES } from './plan.ts';
import type { Roster } from './roster.ts';
import type { Lock } from './rows.ts';

/** IDs of the events on a page, one for each date, and how many dates are on all pages. */
export interface ListPage {
  ids: number[];
  total: number;
}

/** Which dates of a list are asked for, and whether it is asked how many there are in all. */
export interface Part {
  readonly offset: number;
  readonly limit: number;
  readonly isCounted: boolean;
}

/** So few are looked at one by one, without asking how many lie on which day. */
const FEW = 100;
/** So many windows of one set are counted and kept. */
const MOST_TOTALS = 300;

type MembersOf = (set: EventSet) => Members;

/** Returns the sets that a plan reads. */
export function setsOf({ predicates, owner }: ListPlan): EventSet[] {
  const own: EventSet[] = owner === undefined ? [] : [{ of: 'author', id: owner }];
  return [...predicates.flatMap(({ sets }) => sets), ...own];
}

/** Events that a password hides from the caller; undefined: none. Looked up once for each version. */
function closedTo(roster: Roster, columns: Columns, unlocked: EventQuery['unlocked']): Members | undefined {
  const { password, editable } = unlocked;
  if (editable === 'all' || roster.locks.size === 0) return undefined;
  const find = () => {
    const ids: number[] = [];
    for (const [id, lock] of roster.locks)
      if (lock.password !== password && !isEditable(lock, editable)) ids.push(id);
    return Members.ofList(columns.slotsOfAll(ids.sort((a, b) => a - b)).sort(), columns.slots);
  };
  const { members } = roster.combined(`closed:${JSON.stringify(unlocked)}`, find);
  return members?.size === 0 ? undefined : members;
}

/** `mayEdit` of an event of which this is known. */
const isEditable = ({ author, status }: Lock, editable: EditScope): boolean =>
  typeof editable === 'object' &&
  author === editable.owner &&
  (editable.public || (status !== 'publish' && status !== 'future'));

/** Returns what the predicates leave; undefined: everything. */
function combine(
  roster: Roster,
  columns: Columns,
  asked: { plan: ListPlan; unlocked: EventQuery['unlocked'] },
  membersOf: MembersOf,
): Members | undefined {
  const { plan, unlocked } = asked;
  const { slots } = columns;
  const needsClosed = plan.leavesOutProtected || plan.predicates.some(({ isOpen }) => isOpen);
  const closed = needsClosed ? closedTo(roster, columns, unlocked) : undefined;
  const wanted: Members[] = [];
  const unwanted: Members[] = plan.leavesOutProtected && closed ? [closed] : [];
  if (plan.only) {
    const ids = [...new Set(plan.only)].sort((a, b) => a - b);
    wanted.push(Members.ofList(columns.slotsOfAll(ids).sort(), slots));
  }
  for (const { sets, wanted: isWanted, isOpen } of plan.predicates) {
    const any = anyOf(sets.map(membersOf), slots);
    const members = isOpen && closed ? without(any, [closed], slots) : any;
    (isWanted ? wanted : unwanted).push(members);
  }
  const [first, ...others] = wanted;
  const left = first && allOf([first, ...others], slots);
  return unwanted.some(({ size }) => size > 0) ? without(left, unwanted, slots) : left;
}

function setOf(
  roster: Roster,
  columns: Columns,
  asked: { plan: ListPlan; unlocked: EventQuery['unlocked'] },
  membersOf: MembersOf,
): Combined {
  const { plan, unlocked } = asked;
  const make = () => combine(roster, columns, asked, membersOf);
  // Numbers are asked for once: what is kept for others isn't to go for them.
  if (plan.only) return new Combined(make());
  // A search of nothing has no clause, and yet leaves out what is closed to the caller.
  const isCallers = plan.leavesOutProtected || plan.predicates.length > 0;
  return roster.combined(
    JSON.stringify([plan.predicates, plan.leavesOutProtected, isCallers && unlocked]),
    make,
  );
}

/** Whether a slot's date is listed, its membership apart. */
function inWindow(
  columns: Columns,
  { listed, ranges }: ListPlan,
  own: Members | undefined,
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

function countsOf(columns: Columns, set: Combined, { listed, window }: ListPlan): DayCounts | undefined {
  if (!window || !isCountable(window)) return undefined;
  const key = `${window.clock} ${listed.join('')}`;
  if (!set.counts.has(key)) {
    const isCounted = (slot: number) => listed[columns.flags[slot] ?? 0] === YES;
    set.counts.set(key, DayCounts.of(columns, window.clock, { members: set.members, isCounted }));
  }
  return set.counts.get(key);
}

/** What a list is of, once it has been put together. */
interface Listed {
  readonly columns: Columns;
  readonly plan: ListPlan;
  readonly set: Combined;
  readonly own: Members | undefined;
  readonly isListed: (slot: number) => boolean;
  /** All starts that can be in it. */
  readonly starts: Way;
}

/** How many dates a list has on all pages. */
function count({ columns, set, plan, own, isListed, starts }: Listed): number {
  const { members } = set;
  const { slots } = columns;
  const { listed, window } = plan;
  let total = 0;
  const counts = countsOf(columns, set, plan);
  if (counts && window) {
    const kind = (slot: number) => listed[columns.flags[slot] ?? 0];
    const isMember = (slot: number) => isListed(slot) && members?.has(slot) !== false;
    total = counts.within(window, (slot) => kind(slot) === YES && isMember(slot));
    // Their owner's own were left out, since others ask for the same.
    for (const slot of own?.toList() ?? []) if (kind(slot) === OWN && isMember(slot)) total += 1;
    return total;
  }
  if (members && members.size < starts.steps) {
    for (const slot of members.toList()) if (isListed(slot)) total += 1;
    return total;
  }
  const has = members?.tester(starts.steps, slots);
  // Slot by slot is quicker than from here to there.
  const all = starts.steps > slots / 8;
  for (let step = 0; step < (all ? slots : starts.steps); step++) {
    const slot = all ? step : starts.at(step);
    if ((has === undefined || has(slot)) && isListed(slot)) total += 1;
  }
  return total;
}

/** The same, counted once for each version and window. */
function totalOf(listed: Listed): number {
  const { set, plan } = listed;
  const ranges = Object.values(plan.ranges).map(({ low, high }) => `${low} ${high}`);
  const key = [plan.listed.join(''), plan.owner, ...ranges].join();
  const known = set.totals.get(key);
  if (known !== undefined) return known;
  const total = count(listed);
  if (set.totals.size >= MOST_TOTALS) set.totals.clear();
  set.totals.set(key, total);
  return total;
}

/** The way along which a list goes; undefined: it is only being read. */
function wayOf(roster: Roster, listed: Listed, query: EventQuery, membersOf: MembersOf): Way | undefined {
  const { columns, plan, set, starts } = listed;
  if (plan.order === 'distance' && plan.reach) {
    const key = JSON.stringify([query.order, plan.reach]);
    const way = set.ways.get(key) ?? byDistance(columns, plan.reach, { order: query.order, membersOf });
    set.ways.set(key, way);
    return way;
  }
  if (typeof plan.order === 'string') return starts;
  const order = roster.order(plan.order.event);
  if (!order) return undefined;
  const { length } = order;
  return {
    steps: length,
    at: query.order === 'asc' ? (step) => order.at(step) : (step) => order.at(length - 1 - step),
  };
}

/** The stretch of slots in the order of starts that begins and ends with some. */
function within(
  sorted: Int32Array,
  { start }: Columns,
  { low, high, isAscending }: { low: number; high: number; isAscending: boolean },
): Way {
  const first = firstOf(sorted, (slot) => (start[slot] ?? 0) >= low);
  const end = firstOf(sorted, (slot) => (start[slot] ?? 0) > high);
  const at = (step: number) => sorted[isAscending ? first + step : end - 1 - step] ?? 0;
  return { steps: Math.max(0, end - first), at };
}

function pageOf(
  found: Int32Array,
  { eventId }: Columns,
  { offset, needed, total }: { offset: number; needed: number; total: number | undefined },
): ListPage {
  const ids = Array.from(found.subarray(offset, needed), (slot) => eventId[slot] ?? 0);
  return { ids, total: total ?? found.length };
}

/**
 * One page of a list and the number of all its dates; undefined: its order is only being read. To be used inside
 * `Roster.with`. Where nothing `isCounted`, the total is of what was met on the way.
 */
export function execute(
  roster: Roster,
  columns: Columns,
  query: EventQuery,
  asked: { plan: ListPlan; part: Part; membersOf: MembersOf },
): ListPage | undefined {
  const { plan, part, membersOf } = asked;
  const { byStart, eventId, start, date } = columns;
  const own = plan.owner === undefined ? undefined : membersOf({ of: 'author', id: plan.owner });
  const isListed = inWindow(columns, plan, own);
  const set = setOf(roster, columns, { plan, unlocked: query.unlocked }, membersOf);
  const { members } = set;
  const { low, high } = plan.ranges.start_date;
  const first = byStart.position((slot) => (start[slot] ?? 0) < low);
  const end = Math.max(
    first,
    byStart.position((slot) => (start[slot] ?? 0) <= high),
  );
  const isAscending = query.order === 'asc';
  const starts: Way = {
    steps: end - first,
    at: isAscending ? (step) => byStart.at(first + step) : (step) => byStart.at(end - 1 - step),
  };
  const listed: Listed = { columns, plan, set, own, isListed, starts };
  const { offset } = part;
  const needed = offset + part.limit;

  let found = members && members.size <= FEW ? members.toList().filter(isListed) : undefined;
  const total = part.isCounted ? (found?.length ?? totalOf(listed)) : undefined;
  if (total !== undefined && offset >= total) return { ids: [], total };
  // How far one has to go for the page in the order of all, where those listed lie evenly in it.
  const likely = total ?? Math.min(members?.size ?? columns.slots, starts.steps);
  const far = (steps: number) => (Math.min(needed, likely) * steps) / Math.max(1, likely);
  if (plan.order === 'publication') {
    found ??= (members?.toList() ?? new Int32Array(0)).filter(isListed);
    found.sort((a, b) => (date[a] ?? 0) - (date[b] ?? 0) || (eventId[a] ?? 0) - (eventId[b] ?? 0) || a - b);
    if (!isAscending) found.reverse();
    return pageOf(found, columns, { offset, needed, total });
  }
  if (plan.order === 'start' && found) {
    byStart.sort(found);
    if (!isAscending) found.reverse();
    return pageOf(found, columns, { offset, needed, total });
  }
  // What lies thinly in the order of all is put in an order of its own.
  const isThin = plan.order === 'start' && members && members.size < far(starts.steps);
  const way = isThin
    ? within(set.sorted(byStart), columns, { low, high, isAscending })
    : wayOf(roster, listed, query, membersOf);
  if (!way) return undefined;
  const has = isThin ? undefined : members?.tester(far(way.steps), columns.slots);
  const ids: number[] = [];
  for (let step = 0, passed = 0; step < way.steps && ids.length < part.limit; step++) {
    const slot = way.at(step);
    if ((has === undefined || has(slot)) && isListed(slot) && passed++ >= offset)
      ids.push(eventId[slot] ?? 0);
  }
  return { ids, total: total ?? offset + ids.length };
}
