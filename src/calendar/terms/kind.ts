import type { Capability } from '#api/access/permissions.ts';
import type { ChangedKind } from '#store/db/changes.ts';

/** The two kinds of terms; also the names of their tables, paths and fields of an event. */
export type TermKind = 'categories' | 'tags';

/** Both kinds. */
export const termKinds = ['categories', 'tags'] as const satisfies readonly TermKind[];

/** Traits in which the two kinds differ. */
export interface TermTraits {
  /** The taxonomy's name in answers. */
  readonly taxonomy: 'tribe_events_cat' | 'post_tag';
  /** The kind's name in the change log. */
  readonly logged: Extract<ChangedKind, 'category' | 'tag'>;
  /** The table that links events to terms, and its column of term IDs. */
  readonly links: { readonly table: 'event_categories' | 'event_tags'; readonly column: string };
  /** The right to write terms of the kind. */
  readonly capability: Capability;
  /** The path of the public page, in front of the slugs. */
  readonly page: string;
}

/** The traits of each kind. */
export const termTraits: Readonly<Record<TermKind, TermTraits>> = {
  categories: {
    taxonomy: 'tribe_events_cat',
    logged: 'category',
    links: { table: 'event_categories', column: 'category_id' },
    capability: 'categories',
    page: 'events/category',
  },
  tags: {
    taxonomy: 'post_tag',
    logged: 'tag',
    links: { table: 'event_tags', column: 'tag_id' },
    capability: 'tags',
    page: 'tag',
  },
};
