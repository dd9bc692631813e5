import { offsetOf, type Page } from '#http/paging.ts';
import type { EventQuery } from '../list.ts';
import { type Choice, NO, OWN, YES } from './choose.ts';
import type { Columns } from './columns.ts';
import { DayCounts, isCountable } from './counts.ts';
import { allOf, anyOf, Members, without } from './members.ts';
import type { Combined, Roster } from './roster.ts';
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
  membersOf: (source: Source) => Members,
): Members | undefined {
  const { choice, unlocked } = asked;
  const { slots } = columns;
  const needsClosed = choice.open || choice.clauses.some(({ open }) => open);
  const closed = needsClosed ? closedTo(roster, columns, unlocked) : undefined;
  const wanted: Members[] = [];
  const unwanted: Members[] = choice.open && closed ? [closed] : [];
  for (const clause of choice.clauses) {
    const any = anyOf(clause.sources.map(membersOf), slots);
    const members = clause.open && closed ? without(any, [closed], slots) : any;
    (clause.wanted ? wanted : unwanted).push(members);
  }
  const [first, ...others] = wanted;
  const left = first && allOf([first, ...others], slots);
  return unwanted.some(({ size }) => size > 0) ? without(left, unwanted, slots) : left;
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

/** One page of a list by start, and the number of all its dates. To be used inside `Roster.with`. */
export function answer(
  roster: Roster,
  columns: Columns,
  query: EventQuery,
  asked: { choice: Choice; page: Page; membersOf: (source: Source) => Members },
): ListPage {
  const { choice, page, membersOf } = asked;
  const { byStart, eventId } = columns;
  const own = choice.owner === undefined ? undefined : membersOf({ of: 'author', id: choice.owner });
  const isListed = inWindow(columns, choice, own);
  const key = JSON.stringify([choice.clauses, choice.open, choice.clauses.length > 0 && query.unlocked]);
  const set = roster.combined(key, () =>
    combine(roster, columns, { choice, unlocked: query.unlocked }, membersOf),
  );
  const { members } = set;
  const { low, high } = choice.ranges.start_date;
  const first = byStart.position((slot) => (columns.start[slot] ?? 0) < low);
  const end = Math.max(
    first,
    byStart.position((slot) => (columns.start[slot] ?? 0) <= high),
  );
  const isAscending = query.order === 'asc';
  const offset = offsetOf(page);

  const size = members?.size ?? Number.POSITIVE_INFINITY;
  let found = members && size <= FEW ? members.toList().filter(isListed) : undefined;
  const total = found?.length ?? count(columns, { set, choice, isListed, first, end });
  const needed = offset + page.per_page;
  if (offset >= total) return { ids: [], total };
  // How far one has to go for the page in the order of all, where those listed lie evenly in it.
  const steps = (Math.min(needed, total) * (end - first)) / total;
  if (members && size < steps) found ??= members.toList().filter(isListed);
  if (found && found.length * Math.log2(found.length + 1) * SORTING < steps) {
    byStart.sort(found);
    if (!isAscending) found.reverse();
    return { ids: Array.from(found.subarray(offset, needed), (slot) => eventId[slot] ?? 0), total };
  }
  const has = members?.tester(steps, columns.slots);
  const ids: number[] = [];
  for (let step = 0, passed = 0; step < end - first && ids.length < page.per_page; step++) {
    const slot = byStart.at(isAscending ? first + step : end - 1 - step);
    if ((has === undefined || has(slot)) && isListed(slot) && passed++ >= offset)
      ids.push(eventId[slot] ?? 0);
  }
  return { ids, total };
}

/** How many of a set's dates are listed, of which the starts are in a stretch of the order. */
function count(
  columns: Columns,
  among: {
    set: Combined;
    choice: Choice;
    isListed: (slot: number) => boolean;
    first: number;
    end: number;
  },
): number {
  const { set, choice, isListed, first, end } = among;
  const { members } = set;
  const { days } = choice;
  const counts = days && isCountable(days) ? countsOf(columns, set, choice) : undefined;
  if (counts && days) return counts.within(days);
  let total = 0;
  if (members && members.size < end - first) {
    for (const slot of members.toList()) if (isListed(slot)) total += 1;
    return total;
  }
  const has = members?.tester(end - first, columns.slots);
  for (let at = first; at < end; at++) {
    const slot = columns.byStart.at(at);
    if ((has === undefined || has(slot)) && isListed(slot)) total += 1;
  }
  return total;
}
