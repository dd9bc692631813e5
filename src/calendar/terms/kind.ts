import type { Capability } from '#api/access/permissions.ts';
import type { ChangedKind } from '#store/db/changes.ts';

/** The two kinds of terms; the word is also the table, the path and the field of an event. */
export type TermKind = 'categories' | 'tags';

/** What differs between the kinds beside their names: the taxonomy on the wire, the log's word, links, the right to write. */
export interface TermTraits {
  readonly taxonomy: 'tribe_events_cat' | 'post_tag';
  readonly logged: ChangedKind;
  readonly links: { readonly table: 'event_categories' | 'event_tags'; readonly column: string };
  readonly capability: Capability;
  /** The path of the public page, before the slugs. */
  readonly page: string;
}

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
