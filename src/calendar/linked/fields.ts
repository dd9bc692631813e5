import { languageDescription } from '#calendar/posts/fields.ts';

/** Describes the field that holds the name. */
export const nameDescription = {
  columns: ['name'],
  derived: ['name_key', 'search_text'],
  translated: true,
  text: 'title',
  protected: 'shown',
  exported: 'column',
  imported: 'apart',
  essential: 'always',
  searched: 0,
  naming: true,
} as const;

/** Describes the shared fields after the name. */
export const linkedDescription = {
  description: {
    columns: ['description'],
    translated: true,
    text: 'paragraphs',
    exported: 'column',
    imported: 'apart',
    searched: 1,
  },
  slug: { columns: ['slug'], withTexts: true, protected: 'shown', exported: 'column', imported: 'apart' },
  image: { columns: ['image_id'], holds: 'picture', exported: 'apart', imported: 'apart', merged: 'filled' },
} as const;

/** Describes the shared fields at the end. Only imports write an excerpt, among `translations`. */
export const linkedRest = {
  ...languageDescription,
  excerpt: {
    columns: ['excerpt'],
    translated: true,
    text: 'paragraphs',
    exported: 'no',
    imported: 'no',
    searched: 2,
  },
  url: { protected: 'shown', exported: 'no', imported: 'no' },
  merge: { exported: 'no', imported: 'no' },
  raw: { exported: 'derived', imported: 'derived' },
  json_ld: { exported: 'derived', imported: 'derived' },
  revision: { exported: 'no', imported: 'no' },
} as const;
