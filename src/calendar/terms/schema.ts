import Type, { type Static, type TSchema } from 'typebox';
import { describeFields } from '#calendar/posts/field-description.ts';
import type { CategoriesTable } from '#store/db/tables.ts';
import type { categoryFields } from './fields.ts';

/** Addresses of a term in the interface. */
export const TermUrls = Type.Object({
  self: Type.String({ format: 'uri' }),
  collection: Type.String({ format: 'uri' }),
  up: Type.Optional(Type.String({ format: 'uri' })),
});

const languageMembers = { language: Type.String(), translations: Type.Array(Type.String()) };

/** A term inside an event (reference 2.5). */
export const EmbeddedTerm = Type.Object({
  name: Type.String(),
  slug: Type.String(),
  term_group: Type.Literal(0),
  term_taxonomy_id: Type.Integer(),
  taxonomy: Type.Enum(['tribe_events_cat', 'post_tag']),
  description: Type.String(),
  parent: Type.Integer(),
  count: Type.Integer(),
  filter: Type.Literal('raw'),
  id: Type.Integer(),
  urls: TermUrls,
  ...languageMembers,
});
export type EmbeddedTerm = Static<typeof EmbeddedTerm>;

/** The same addresses in the platform's form. */
export const HyperLinks = Type.Object({
  self: Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) })),
  collection: Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) })),
  up: Type.Optional(Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) }))),
});
export type HyperLinks = Static<typeof HyperLinks>;

const termHead = {
  id: Type.Integer(),
  count: Type.Integer(),
  description: Type.String(),
  name: Type.String(),
  slug: Type.String(),
};
const termTail = {
  meta: Type.Array(Type.Never()),
  url: Type.String({ format: 'uri' }),
  urls: TermUrls,
  ...languageMembers,
  _links: Type.Optional(HyperLinks),
};

/** A category on its own routes (reference 2.4). `_links` on single reads and writes. */
export const Category = Type.Object({
  ...termHead,
  taxonomy: Type.Literal('tribe_events_cat'),
  parent: Type.Integer(),
  ...termTail,
});

const address = { exported: 'no', imported: 'no' } as const;

/** All fields of a term, in the order of an export; of tags all but `parent`. No password hides any of them. */
export const termDescription = describeFields<
  CategoriesTable,
  typeof categoryFields & Static<typeof Category>
>()({
  id: { columns: ['id'], exported: 'column', imported: 'apart' },
  taxonomy: { exported: 'apart', imported: 'derived' },
  name: { columns: ['name', 'name_key'], translated: true, exported: 'apart', imported: 'apart' },
  slug: { columns: ['slug'], exported: 'column', imported: 'apart' },
  description: { columns: ['description'], translated: true, exported: 'column', imported: 'apart' },
  parent: { columns: ['parent'], exported: 'apart', imported: 'apart' },
  language: { columns: ['language'], exported: 'apart', imported: 'apart' },
  translations: { columns: ['translations'], exported: 'derived', imported: 'derived' },
  count: { columns: ['count'], exported: 'derived', imported: 'derived' },
  meta: { exported: 'no', imported: 'no' },
  url: address,
  urls: address,
  _links: address,
});

/** A tag on its own routes: as a category, without a parent. */
export const Tag = Type.Object({ ...termHead, taxonomy: Type.Literal('post_tag'), ...termTail });

/** Either. */
export type Term = Omit<Static<typeof Category>, 'taxonomy' | 'parent'> & {
  taxonomy: EmbeddedTerm['taxonomy'];
  parent?: number;
};

const listOf = (name: 'categories' | 'tags', item: TSchema): TSchema =>
  Type.Object({
    rest_url: Type.String({ format: 'uri' }),
    next_rest_url: Type.Optional(Type.String({ format: 'uri' })),
    previous_rest_url: Type.Optional(Type.String({ format: 'uri' })),
    total: Type.Integer(),
    total_pages: Type.Integer(),
    [name]: Type.Array(item),
  });

export const CategoryList = listOf('categories', Category);
export const TagList = listOf('tags', Tag);
