import type { RawBuilder } from 'kysely';
import type { EditScope, ListScope, UnlockScope } from '#api/access/permissions.ts';
import type { Input, Parameter, Parameters } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Database } from '#store/db/engine.ts';
import type { Bound } from './window.ts';

/** Scope, window and visibility, which every list of events has besides its filters. */
export interface BaseQuery {
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
  readonly base: BaseQuery;
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
        context: { readonly db: Database; readonly base: BaseQuery },
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

/** The tables that link events to something, with the column of what they lead to. */
export const links = {
  event_categories: 'category_id',
  event_tags: 'tag_id',
  event_venues: 'venue_id',
  event_organizers: 'organizer_id',
} as const;
/** A table of links. */
export type LinkTable = keyof typeof links;

/** A set of events that have something in common: the list index loads it when it is first asked for, and keeps it. */
export type EventSet =
  | { readonly of: LinkTable; readonly id: number }
  /** Events with a folded text in theirs, or in their translations into a language. */
  | { readonly of: 'text'; readonly word: string; readonly language: Language | undefined }
  | { readonly of: 'featured' | 'ticketed' }
  /** Events below another event. */
  | { readonly of: 'parent'; readonly id: number }
  | { readonly of: 'author'; readonly id: number }
  /** Events at a venue with coordinates that whoever has this scope may see. */
  | { readonly of: 'located'; readonly scope: ListScope };

/** A condition on events: to be in any of some sets, or, where that isn't `wanted`, in none of them. */
export interface Predicate {
  readonly sets: readonly EventSet[];
  readonly wanted: boolean;
}

/** A venue within reach of a point, and its distance in kilometres. */
export interface VenueWithinReach {
  readonly id: number;
  readonly km: number;
}

/** How the list index evaluates a filter. */
export interface IndexFilter {
  readonly predicates?: readonly Predicate[];
  /** Lists these events alone. Such sets are made for one list, and not kept. */
  readonly only?: readonly number[];
  /** The venues within reach, the nearest first, by which a list may be sorted. */
  readonly reach?: readonly VenueWithinReach[];
}
