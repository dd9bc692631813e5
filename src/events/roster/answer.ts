import { offsetOf, type Page } from '#http/paging.ts';
import type { EventQuery } from '../list.ts';
import { type Choice, NO, OWN, YES } from './choose.ts';
import type { Columns } from './columns.ts';
import { DayCounts, isCountable } from './counts.ts';
import { byDistance } from './distances.ts';
import { allOf, anyOf, Members, without } from './members.ts';
import { type Combined, combinedOf, type Roster, type Way } from './roster.ts';
import type { Source } from './sources.ts';

/** IDs of the events on a page, one for each date, and how many dates are on all pages. */
export interface ListPage {
  ids: number[];
  total: number;
}

/** So few are looked at one by one, without asking how many lie on which day. */
const FEW = 500;
/** What a comparison costs while sorting, in steps along an order. */
const SORTING = 3;

type MembersOf = (source: Source) => Members;

/** The sets of which a choice is made. */
export function sourcesOf({ clauses, owner }: Choice): Source[] {
  const own: Source[] = owner === undefined ? [] : [{ of: 'author', id: owner }];
  return [...clauses.flatMap(({ sources }) => sources), ...own];
}

/** Events that a password hides from the caller. */
function closedTo(
  roster: Roster,
  columns: Columns,
  { password, owner }: EventQuery['unlocked'],
): Members | undefined {
  if (owner === 'all') return undefined;
  const ids: number[] = [];
  for (const [id, lock] of roster.locks)
    if (lock.password !== (password ?? '') && lock.author !== owner) ids.push(id);
  return Members.ofList(columns.slotsOfAll(ids.sort((a, b) => a - b)).sort(), columns.slots);
}

/** What the clauses leave; undefined: everything. */
function combine(
  roster: Roster,
  columns: Columns,
  asked: { choice: Choice; unlocked: EventQuery['unlocked'] },
  membersOf: MembersOf,
): Members | undefined {
  const { choice, unlocked } = asked;
  const { slots } = columns;
  const needsClosed = choice.open || choice.clauses.some(({ open }) => open);
  const closed = needsClosed ? closedTo(roster, columns, unlocked) : undefined;
  const wanted: Members[] = [];
  const unwanted: Members[] = choice.open && closed ? [closed] : [];
  if (choice.include) {
    const ids = [...new Set(choice.include)].sort((a, b) => a - b);
    wanted.push(Members.ofList(columns.slotsOfAll(ids).sort(), slots));
  }
  for (const clause of choice.clauses) {
    const any = anyOf(clause.sources.map(membersOf), slots);
    const members = clause.open && closed ? without(any, [closed], slots) : any;
    (clause.wanted ? wanted : unwanted).push(members);
  }
  const [first, ...others] = wanted;
  const left = first && allOf([first, ...others], slots);
  return unwanted.some(({ size }) => size > 0) ? without(left, unwanted, slots) : left;
}

function setOf(
  roster: Roster,
  columns: Columns,
  asked: { choice: Choice; unlocked: EventQuery['unlocked'] },
  membersOf: MembersOf,
): Combined {
  const { choice, unlocked } = asked;
  const make = () => combine(roster, columns, asked, membersOf);
  // Numbers are asked for once: what is kept for others isn't to go for them.
  if (choice.include) return combinedOf(make());
  return roster.combined(
    JSON.stringify([choice.clauses, choice.open, choice.clauses.length > 0 && unlocked]),
    make,
  );
}

/** Whether a slot's date is listed, its membership apart. */
function inWindow(
  columns: Columns,
  { listed, ranges }: Choice,
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

function countsOf(columns: Columns, set: Combined, { listed }: Choice): DayCounts | undefined {
  if (listed.includes(OWN)) return undefined;
  const key = listed.join('');
  if (!set.counts.has(key)) set.counts.set(key, DayCounts.of(columns, set.members, listed));
  return set.counts.get(key);
}

/** What a list is of, once it has been put together. */
interface Listed {
  readonly columns: Columns;
  readonly choice: Choice;
  readonly set: Combined;
  readonly isListed: (slot: number) => boolean;
  /** All starts that can be in it. */
  readonly starts: Way;
}

/** How many dates a list has on all pages. */
function count({ columns, set, choice, isListed, starts }: Listed): number {
  const { members } = set;
  const { days } = choice;
  const counts = days && isCountable(days) ? countsOf(columns, set, choice) : undefined;
  if (counts && days) return counts.within(days);
  let total = 0;
  if (members && members.size < starts.steps) {
    for (const slot of members.toList()) if (isListed(slot)) total += 1;
    return total;
  }
  const has = members?.tester(starts.steps, columns.slots);
  for (let step = 0; step < starts.steps; step++) {
    const slot = starts.at(step);
    if ((has === undefined || has(slot)) && isListed(slot)) total += 1;
  }
  return total;
}

/** The way along which a list goes; undefined: it is only being read. */
function wayOf(roster: Roster, listed: Listed, query: EventQuery, membersOf: MembersOf): Way | undefined {
  const { columns, choice, set, starts } = listed;
  const { orderby } = query;
  if (orderby === 'distance' && choice.reach) {
    const key = JSON.stringify([query.order, choice.reach]);
    const way = set.ways.get(key) ?? byDistance(columns, choice.reach, { order: query.order, membersOf });
    set.ways.set(key, way);
    return way;
  }
  if (orderby !== 'title' && orderby !== 'modified') return starts;
  const order = roster.order(orderby);
  if (!order) return undefined;
  const { length } = order;
  return {
    steps: length,
    at: query.order === 'asc' ? (step) => order.at(step) : (step) => order.at(length - 1 - step),
  };
}

/** One page of a list and the number of all its dates; undefined: its order is only being read. To be used inside `Roster.with`. */
export function answer(
  roster: Roster,
  columns: Columns,
  query: EventQuery,
  asked: { choice: Choice; page: Page; membersOf: MembersOf },
): ListPage | undefined {
  const { choice, page, membersOf } = asked;
  const { byStart, eventId, start, date } = columns;
  const own = choice.owner === undefined ? undefined : membersOf({ of: 'author', id: choice.owner });
  const isListed = inWindow(columns, choice, own);
  const set = setOf(roster, columns, { choice, unlocked: query.unlocked }, membersOf);
  const { members } = set;
  const { low, high } = choice.ranges.start_date;
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
  const listed: Listed = { columns, choice, set, isListed, starts };
  const offset = offsetOf(page);
  const needed = offset + page.per_page;

  let found = members && members.size <= FEW ? members.toList().filter(isListed) : undefined;
  const total = found?.length ?? count(listed);
  if (offset >= total) return { ids: [], total };
  if (query.orderby === 'date' || query.orderby === 'publication') {
    // How far one has to go for the page in the order of all, where those listed lie evenly in it.
    const steps = (Math.min(needed, total) * starts.steps) / total;
    const isByDate = query.orderby === 'date';
    if (members && (members.size < steps || !isByDate)) found ??= members.toList().filter(isListed);
    if (found && (!isByDate || found.length * Math.log2(found.length + 1) * SORTING < steps)) {
      if (isByDate) byStart.sort(found);
      else
        found.sort(
          (a, b) => (date[a] ?? 0) - (date[b] ?? 0) || (eventId[a] ?? 0) - (eventId[b] ?? 0) || a - b,
        );
      if (!isAscending) found.reverse();
      return { ids: Array.from(found.subarray(offset, needed), (slot) => eventId[slot] ?? 0), total };
    }
    if (!isByDate) return undefined;
  }
  const way = wayOf(roster, listed, query, membersOf);
  if (!way) return undefined;
  const has = members?.tester((needed * way.steps) / total, columns.slots);
  const ids: number[] = [];
  for (let step = 0, passed = 0; step < way.steps && ids.length < page.per_page; step++) {
    const slot = way.at(step);
    if ((has === undefined || has(slot)) && isListed(slot) && passed++ >= offset)
      ids.push(eventId[slot] ?? 0);
  }
  return { ids, total };
}
