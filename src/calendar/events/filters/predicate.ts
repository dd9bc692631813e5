import type { ListScope } from '#api/access/permissions.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';

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
