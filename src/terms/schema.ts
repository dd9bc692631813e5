import Type, { type Static } from 'typebox';

const Urls = Type.Object({
  self: Type.String({ format: 'uri' }),
  collection: Type.String({ format: 'uri' }),
  up: Type.Optional(Type.String({ format: 'uri' })),
});

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
  urls: Urls,
});
export type EmbeddedTerm = Static<typeof EmbeddedTerm>;

const HyperLinks = Type.Object({
  self: Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) })),
  collection: Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) })),
  up: Type.Optional(Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) }))),
});
export type HyperLinks = Static<typeof HyperLinks>;

/** A term on its own routes (reference 2.4). `parent` on categories only, `_links` on single reads and writes. */
export const Term = Type.Object({
  id: Type.Integer(),
  count: Type.Integer(),
  description: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  taxonomy: Type.Enum(['tribe_events_cat', 'post_tag']),
  parent: Type.Optional(Type.Integer()),
  meta: Type.Array(Type.Never()),
  url: Type.String({ format: 'uri' }),
  urls: Urls,
  _links: Type.Optional(HyperLinks),
});
export type Term = Static<typeof Term>;
