import type { Status } from '#api/access/permissions.ts';
import { type EventQuery, startBound } from '../filters/query.ts';
import type { Bound } from '../filters/window.ts';
import { FLAGS, flagsOf } from './columns.ts';
import type { Window } from './counts.ts';
import { secondsAt } from './moment.ts';
import type { Source } from './sources.ts';

/** Events in any of some sets: a list has only these, or none of them. */
export interface Clause {
  readonly sources: readonly Source[];
  readonly wanted: boolean;
  /** Those that a password hides from the caller count as not in them (D37). */
  readonly open: boolean;
}

/** Seconds on either clock between which a date lies; both ends count. */
interface Range {
  low: number;
  high: number;
}
export type Side = Bound['column'];
export type Ranges = Readonly<Record<Side, Readonly<Range>>>;

/** A venue within reach of a point, and how far it is from there. */
export interface Reached {
  readonly id: number;
  readonly km: number;
}

/** What a list asks for that only the database knows. */
export interface Seen {
  /** Of the venues and organizers asked for those that the caller may see. */
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  /** The nearest first; undefined: it isn't asked how far events are. */
  readonly reach: readonly Reached[] | undefined;
}

export const NO = 0;
export const YES = 1;
/** What has these flags is listed if it is the caller's own. */
export const OWN = 2;

/** A list of events as sets and numbers. */
export interface Choice {
  readonly clauses: readonly Clause[];
  /** Nothing is listed that a password hides from the caller. */
  readonly open: boolean;
  /** `NO`, `YES` or `OWN` by flags. */
  readonly listed: Uint8Array;
  readonly owner: number | undefined;
  readonly ranges: Ranges;
  /** These events alone. */
  readonly include: readonly number[] | undefined;
  /** The venues within reach, by the distance of which the list may be in order. */
  readonly reach: readonly Reached[] | undefined;
  /** The window, where it is nothing but a first start and a last end. */
  readonly window: Window | undefined;
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

/** Undefined: a moment that is none. */
function rangesOf(bounds: readonly Bound[]): Ranges | undefined {
  const all = (): Range => ({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
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

function windowOf(bounds: readonly Bound[], ranges: Ranges): Window | undefined {
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

function clausesOf(query: EventQuery, seen: Seen): Clause[] {
  const clauses: Clause[] = [];
  const linked = (
    of: 'event_categories' | 'event_tags' | 'event_venues' | 'event_organizers',
    ids: readonly number[],
  ) => clauses.push({ sources: ids.map((id) => ({ of, id })), wanted: true, open: true });
  if (query.categories) linked('event_categories', query.categories);
  if (query.tags) linked('event_tags', query.tags);
  if (query.venue) linked('event_venues', seen.venues);
  if (query.organizer) linked('event_organizers', seen.organizers);
  if (seen.reach)
    linked(
      'event_venues',
      seen.reach.map(({ id }) => id),
    );
  if (query.post_parent !== undefined)
    clauses.push({ sources: [{ of: 'parent', id: query.post_parent }], wanted: true, open: false });
  for (const flag of ['featured', 'ticketed'] as const) {
    const wanted = query[flag];
    if (wanted !== undefined) clauses.push({ sources: [{ of: flag }], wanted, open: true });
  }
  if (query.geoloc !== undefined)
    clauses.push({
      sources: [{ of: 'located', scope: query.linkedScope }],
      wanted: query.geoloc,
      open: true,
    });
  const { search } = query;
  for (const [words, wanted] of [
    [search?.include ?? [], true],
    [search?.exclude ?? [], false],
  ] as const)
    for (const text of words) {
      const word = text.toWellFormed();
      const own = { of: 'text', word, language: undefined } as const;
      const sources = search?.language ? [own, { ...own, language: search.language }] : [own];
      clauses.push({ sources, wanted, open: false });
    }
  return clauses;
}

/** A list as the roster answers it; undefined for what only the database can. */
export function choiceOf(query: EventQuery, seen: Seen): Choice | undefined {
  const { scope, hidden, include } = query;
  const ranges = rangesOf(query.bounds);
  if (!ranges) return undefined;
  const listed = listedFlags(query);
  const owners = new Set(
    [scope.owner, typeof hidden === 'object' ? hidden.owner : null].filter((id) => id !== null),
  );
  if (owners.size > 1) return undefined;
  const [owner] = owners;
  return {
    clauses: clausesOf(query, seen),
    open: query.search !== undefined || seen.reach !== undefined,
    listed,
    owner: listed.includes(OWN) ? owner : undefined,
    include,
    reach: seen.reach,
    ranges,
    window: windowOf(query.bounds, ranges),
  };
}
