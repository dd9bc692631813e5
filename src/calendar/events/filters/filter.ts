import type { RawBuilder } from 'kysely';
import type { EditScope, ListScope, UnlockScope } from '#api/access/permissions.ts';
import type { Input, Parameter, Parameters } from '#api/routing/parameter.ts';
import type { Call } from '#context.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Database } from '#store/db/engine.ts';
import type { AccessibilityFeature } from '#store/db/field-values.ts';
import type { EventStatus } from '#store/db/tables.ts';
import type { Bound } from './window.ts';

/** The scope, window and visibility of a list of events, which every list has beside its filters. */
export interface BaseQuery {
  scope: ListScope;
  /** The comparisons of the window, all of which must hold. */
  bounds: readonly Bound[];
  /** Hidden events that are listed too: all, or this user's, the published ones of these only if `public`. */
  hidden: EditScope;
  /** Protected events that filters may find by their hidden values (D37). */
  unlocked: UnlockScope;
  /** Venues and organizers that events may be found by. */
  linkedScope: ListScope;
}

/** The context of a filter's SQL, in which `o` is the occurrence and `e` its event where the filter reads it. */
export interface SqlContext {
  readonly db: Database;
  readonly base: BaseQuery;
  /** The condition that no password hides the event `e` from the caller. */
  readonly open: RawBuilder<boolean>;
}

/** The cost of a filter for the database, which may scan an index in the list's order and test each row. */
export interface FilterCost<V> {
  /** Its SQL reads the event's row, joined as `e`. */
  readonly readsEvent: boolean;
  /** It leaves so few events that the database should find them first and sort them afterwards. */
  readonly narrows?: boolean | ((value: V) => boolean);
  /** It leaves so few that no other index may be scanned, not even that of statuses. */
  readonly leads?: boolean;
  /**
   * Where the list index isn't loaded yet: `quick` filters are answered by the database at once; a list with a `slow`
   * one, or without any, waits for the index.
   */
  readonly unindexed?: 'quick' | 'slow';
}

/**
 * The description of a filter of event lists, from which parameters, SQL, list index, totals and documentation derive.
 * Sending its first parameter turns it on.
 */
export interface ListFilter<V, P extends Parameters = Parameters> {
  readonly parameters: P;
  /** Returns the filter's value in the query; undefined turns it off. */
  read(input: Input<P>, call: Call): V | undefined | Promise<V | undefined>;
  /** Returns its parameters as the list's own address shows them, where that isn't as they are read. */
  address?(input: Input<P>): Readonly<Record<string, string | number | undefined>>;
  readonly cost: FilterCost<V>;
  /**
   * The treatment of events that a password hides from the caller: left out, counted as `false`, or listed where the filter
   * reveals nothing that the password hides (D26, D37).
   */
  readonly protectedEvents: 'left-out' | 'false' | 'listed';
  /** Returns the conditions in SQL, all of which must hold. A filter without them only sorts, and changes no total. */
  where?(value: V, context: SqlContext): readonly RawBuilder<boolean>[];
  /** Returns a subquery of `event_id` and `km`, joined as `p`. */
  join?(value: V, context: SqlContext): RawBuilder<{ event_id: number; km: number }>;
  /** Returns terms of ORDER BY that precede the list's order. */
  precedes?(value: V, context: SqlContext): readonly RawBuilder<unknown>[];
  /** Returns the filter as the list index evaluates it; undefined where only the database can answer for this value. */
  readonly index:
    | 'database-only'
    | ((
        value: V,
        context: { readonly db: Database; readonly base: BaseQuery },
      ) => IndexFilter | undefined | Promise<IndexFilter | undefined>);
}

/** Values that an address shows as they are: texts, numbers, flags, and lists with commas. */
type Plain = string | number | boolean | readonly (string | number)[];

/**
 * Types a filter by its parameters and their value in the query. A filter whose parameters aren't plain values must say
 * how the list's address shows them.
 */
export const listFilter = <V, P extends Parameters>(
  filter: ListFilter<V, P> &
    (P extends Readonly<Record<string, Parameter<Plain>>>
      ? unknown
      : Required<Pick<ListFilter<V, P>, 'address'>>),
): ListFilter<V, P> => filter;

/** The tables of links of events, with the column of their targets. */
export const links = {
  event_categories: 'category_id',
  event_tags: 'tag_id',
  event_venues: 'venue_id',
  event_organizers: 'organizer_id',
} as const;
/** A table of links. */
export type LinkTable = keyof typeof links;

/** The parts of events that editors are asked for where they are missing. */
export const requestedParts = ['venue', 'organizer', 'categories', 'tags', 'image', 'description'] as const;
/** Names a part that an event may lack. */
export type RequestedPart = (typeof requestedParts)[number];

/** A set of events with something in common, which the list index loads when a list first needs it. */
export type EventSet =
  | { readonly of: LinkTable; readonly id: number }
  /** Events with a folded text in theirs, or in their translations into a language. */
  | { readonly of: 'text'; readonly word: string; readonly language: Language | undefined }
  | { readonly of: 'featured' | 'ticketed' | 'is_virtual' | 'is_free' | 'recurring' }
  | { readonly of: 'event_status'; readonly status: EventStatus }
  | { readonly of: 'accessibility'; readonly feature: AccessibilityFeature }
  /** Events where a language is spoken, or a more exact one: `de` has those of `de-AT`. */
  | { readonly of: 'spoken_language'; readonly tag: string }
  /** Children of an event. */
  | { readonly of: 'parent'; readonly id: number }
  | { readonly of: 'author'; readonly id: number }
  | { readonly of: 'missing'; readonly part: RequestedPart }
  /** Events without a title in a language. @see contract section 4; `site` is the language of texts of which nothing else is said */
  | { readonly of: 'untranslated'; readonly language: Language; readonly site: Language }
  /** Events at a venue with coordinates that whoever has this scope may see. */
  | { readonly of: 'located'; readonly scope: ListScope };

/** A condition on events: membership in any of some sets, or in none of them unless `wanted`. */
export interface Predicate {
  readonly sets: readonly EventSet[];
  readonly wanted: boolean;
}

/** A venue within reach of a point, and its distance in kilometres. */
export interface VenueWithinReach {
  readonly id: number;
  readonly km: number;
}

/** A filter as the list index evaluates it. */
export interface IndexFilter {
  readonly predicates?: readonly Predicate[];
  /** Lists of each series its first date alone. */
  readonly condensed?: true;
  /** The only events that are listed. This set is made for one list and not cached. */
  readonly only?: readonly number[];
  /** The venues within reach, the nearest first, by which a list may be sorted. */
  readonly reach?: readonly VenueWithinReach[];
}
