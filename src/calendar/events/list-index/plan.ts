import type { Status } from '#api/access/permissions.ts';
import type { Database } from '#store/db/engine.ts';
import type { Predicate, VenueWithinReach } from '../filters/filter.ts';
import type { EventQuery } from '../filters/query.ts';
import { eachFilter, hasFilter, type ListOrder, orderOf } from '../filters/registry.ts';
import { type Bound, startBound } from '../filters/window.ts';
import type { DayWindow } from './counts.ts';
import { secondsAt } from './moment.ts';
import { FLAGS, flagsOf } from './occurrence-table.ts';

/** A range of seconds on either clock; both ends count. */
interface SecondsRange {
  low: number;
  high: number;
}
/** A start or an end on either clock. */
export type Side = Bound['column'];
/** The range of each start and end, on either clock. */
export type Ranges = Readonly<Record<Side, Readonly<SecondsRange>>>;

/** Events with these flags are not listed. */
export const NO = 0;
/** Events with these flags are listed. */
export const YES = 1;
/** Events with these flags are listed if they are the caller's own. */
export const OWN = 2;

/** A predicate, and how it treats protected events. */
export interface PlannedPredicate extends Predicate {
  /** Events that a password hides from the caller count as not in its sets (D37). */
  readonly isOpen: boolean;
}

/** The plan of a list, which the list index executes: predicates, ranges and an order. */
export interface ListPlan {
  readonly predicates: readonly PlannedPredicate[];
  /** Leaves out events that a password hides from the caller. */
  readonly leavesOutProtected: boolean;
  /** `NO`, `YES` or `OWN` by flags. */
  readonly listed: Uint8Array;
  readonly owner: number | undefined;
  /** Lists of each series its first date alone. */
  readonly isCondensed: boolean;
  readonly ranges: Ranges;
  /** These events alone. */
  readonly only: readonly number[] | undefined;
  /** The venues within reach, the nearest first; the list may be sorted by their distance. */
  readonly reach: readonly VenueWithinReach[] | undefined;
  /** The window, where it has only a first start and a last end. */
  readonly window: DayWindow | undefined;
  readonly order: ListOrder['index'];
}

function isHiddenListed(hidden: EventQuery['hidden'], status: Status): number {
  if (hidden === 'no') return NO;
  if (hidden === 'all') return YES;
  return hidden.public || (status !== 'publish' && status !== 'future') ? OWN : NO;
}

function listedFlags({ scope, hidden }: EventQuery): Uint8Array {
  const listed = new Uint8Array(FLAGS);
  for (const status of scope.statuses) {
    const inScope = scope.owner === null || status === 'publish' ? YES : OWN;
    listed[flagsOf(status, false)] = inScope;
    const shown = isHiddenListed(hidden, status);
    listed[flagsOf(status, true)] = shown === NO ? NO : Math.max(inScope, shown);
  }
  return listed;
}

/** Returns the ranges of a window; undefined where a moment isn't a date. */
function rangesOf(bounds: readonly Bound[]): Ranges | undefined {
  const all = (): SecondsRange => ({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
  const ranges = { start_date: all(), end_date: all(), utc_start_date: all(), utc_end_date: all() };
  for (const bound of bounds) {
    const start = startBound(bound);
    for (const one of [bound, ...(start ? [{ column: 'start_date' as const, ...start }] : [])]) {
      const range = ranges[one.column];
      const at = secondsAt(one.moment);
      if (Number.isNaN(at)) return undefined;
      if (one.operator === '>=') range.low = Math.max(range.low, at);
      else if (one.operator === '>') range.low = Math.max(range.low, at + 1);
      else if (one.operator === '<=') range.high = Math.min(range.high, at);
      else range.high = Math.min(range.high, at - 1);
    }
  }
  return ranges;
}

function windowOf(bounds: readonly Bound[], ranges: Ranges): DayWindow | undefined {
  for (const [clock, start, end] of [
    ['wall', 'start_date', 'end_date'],
    ['utc', 'utc_start_date', 'utc_end_date'],
  ] as const) {
    const isPlain = bounds.every(
      ({ column, operator }) => column === (operator.startsWith('>') ? start : end),
    );
    if (isPlain) return { clock, low: ranges[start].low, high: ranges[end].high };
  }
  return undefined;
}

/** Returns the plan of a list; undefined where only the database can answer it. */
export async function planOf(db: Database, query: EventQuery): Promise<ListPlan | undefined> {
  const { scope, hidden } = query;
  const order = orderOf(query).index;
  const ranges = rangesOf(query.bounds);
  if (!ranges || order === 'database-only') return undefined;
  if (hasFilter(query, ({ index }) => index === 'database-only')) return undefined;
  const listed = listedFlags(query);
  const owners = new Set(
    [scope.owner, typeof hidden === 'object' ? hidden.owner : null].filter((id) => id !== null),
  );
  if (owners.size > 1) return undefined;
  const [owner] = owners;
  const context = { db, base: query };
  const filters = await Promise.all(
    eachFilter(query, async ({ index, protectedEvents }, value) => {
      const evaluated = index === 'database-only' ? undefined : await index(value, context);
      return evaluated && { ...evaluated, isOpen: protectedEvents === 'false' };
    }),
  );
  const predicates: PlannedPredicate[] = [];
  let only: ListPlan['only'];
  let reach: ListPlan['reach'];
  for (const filter of filters) {
    if (!filter) return undefined;
    const { isOpen } = filter;
    for (const predicate of filter.predicates ?? []) predicates.push({ ...predicate, isOpen });
    only ??= filter.only;
    reach ??= filter.reach;
  }
  return {
    predicates,
    leavesOutProtected: hasFilter(query, ({ protectedEvents }) => protectedEvents === 'left-out'),
    listed,
    owner: listed.includes(OWN) ? owner : undefined,
    isCondensed: filters.some((filter) => filter?.condensed),
    only,
    reach,
    ranges,
    window: windowOf(query.bounds, ranges),
    order,
  };
}
