import type { RawBuilder } from 'kysely';
import type { EditScope, ListScope, UnlockScope } from '#api/access/permissions.ts';
import type { Input, Parameter, Parameters } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import type { Database } from '#store/db/engine.ts';
import type { IndexFilter } from './predicate.ts';
import type { Bound } from './window.ts';

/** Scope, window and visibility, which every list of events has besides its filters. */
export interface ListFrame {
  scope: ListScope;
  /** The window: all of these hold. */
  bounds: readonly Bound[];
  /** Lists hidden events too: all, or only this user's, and of those the published ones only if `public`. */
  hidden: EditScope;
  /** Protected events that filters may find by what they hide (D37). */
  unlocked: UnlockScope;
  /** Venues and organizers by which events are found. */
  linkedScope: ListScope;
}

/** The context of a filter's SQL, in which `o` is the occurrence and `e` its event where the filter reads it. */
export interface SqlContext {
  readonly db: Database;
  readonly frame: ListFrame;
  /** Holds where no password hides the event `e` from the caller. */
  readonly open: RawBuilder<boolean>;
}

/** The cost of a filter for the database, which may walk along an index in the list's order and test each row. */
export interface FilterCost<V> {
  /** Its SQL reads the event's row, joined as `e`. */
  readonly readsEvent: boolean;
  /** Leaves so few events that they are better found first and sorted afterwards. */
  readonly narrows?: boolean | ((value: V) => boolean);
  /** Leaves so few that no other index is walked along, not even that of statuses. */
  readonly leads?: boolean;
  /**
   * Where the list index isn't loaded yet: `quick` filters are answered by the database at once; a list with a `slow`
   * one, or without any, waits for the index.
   */
  readonly unindexed?: 'quick' | 'slow';
}

/**
 * One filter of event lists, described once: request, address, SQL, list index and cost derive from it. It is asked for
 * where the first of its parameters is sent.
 */
export interface ListFilter<V, P extends Parameters = Parameters> {
  readonly parameters: P;
  /** Returns the value in the query; undefined: nothing is filtered. */
  read(input: Input<P>, call: Call): V | undefined | Promise<V | undefined>;
  /** Returns its parameters in the list's own address, where a value isn't shown as it is read. */
  address?(input: Input<P>): Readonly<Record<string, string | number | undefined>>;
  readonly cost: FilterCost<V>;
  /**
   * What becomes of events that a password hides from the caller: they are left out, counted as `false`, or listed, where
   * the filter tells nothing of what the password hides (D26, D37).
   */
  readonly protectedEvents: 'left-out' | 'false' | 'listed';
  /** Returns the conditions in SQL, all of which hold. A filter without only sorts, and changes no total. */
  where?(value: V, context: SqlContext): readonly RawBuilder<boolean>[];
  /** Returns a subquery of `event_id` and `km` that rows are joined with as `p`. */
  join?(value: V, context: SqlContext): RawBuilder<{ event_id: number; km: number }>;
  /** Returns what rows are sorted by before the list's order, as terms of ORDER BY. */
  precedes?(value: V, context: SqlContext): readonly RawBuilder<unknown>[];
  /** Returns how the list index evaluates it; undefined: not for this value, so that the database answers the list. */
  readonly index:
    | 'database-only'
    | ((
        value: V,
        context: { readonly db: Database; readonly frame: ListFrame },
      ) => IndexFilter | undefined | Promise<IndexFilter | undefined>);
}

/** Values that stand in an address as they are: texts, numbers, flags, and lists with commas. */
type Plain = string | number | boolean | readonly (string | number)[];

/**
 * Types a filter by its parameters and by what it reads from them; one with other values than plain ones has to say how
 * they stand in the list's address.
 */
export const listFilter = <V, P extends Parameters>(
  filter: ListFilter<V, P> &
    (P extends Readonly<Record<string, Parameter<Plain>>>
      ? unknown
      : Required<Pick<ListFilter<V, P>, 'address'>>),
): ListFilter<V, P> => filter;
