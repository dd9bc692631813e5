import { describeFields } from '#api/routing/field-description.ts';
import type { CategoriesTable } from '#store/db/tables.ts';

const address = { exported: 'no', imported: 'no' } as const;

/** Describes every field of a term, in the order of an export; a tag has all but `parent`, `color` and `mark`. No password hides any. */
export const termDescription = describeFields<CategoriesTable>()({
  id: { columns: ['id'], untold: true, undone: 'apart', exported: 'column', imported: 'apart' },
  taxonomy: { exported: 'apart', imported: 'derived' },
  name: {
    columns: ['name'],
    derived: ['name_key'],
    translated: true,
    text: 'title',
    exported: 'apart',
    imported: 'apart',
    essential: 'always',
  },
  slug: { columns: ['slug'], withTexts: true, exported: 'column', imported: 'apart' },
  description: {
    columns: ['description'],
    translated: true,
    text: 'paragraphs',
    exported: 'column',
    imported: 'apart',
  },
  parent: { columns: ['parent'], holds: 'category', exported: 'apart', imported: 'apart' },
  color: { columns: ['color'], exported: 'apart', imported: 'field' },
  mark: { columns: ['mark'], exported: 'apart', imported: 'field' },
  language: {
    columns: ['language'],
    undone: 'apart',
    withTexts: true,
    exported: 'apart',
    imported: 'apart',
  },
  translations: {
    columns: ['translations'],
    follows: 'language',
    undone: 'apart',
    withTexts: true,
    exported: 'derived',
    imported: 'derived',
  },
  count: { columns: ['count'], bookkeeping: true, exported: 'derived', imported: 'derived' },
  meta: { exported: 'no', imported: 'no' },
  url: address,
  urls: address,
  _links: address,
  revision: { exported: 'no', imported: 'no' },
  merge: address,
});
