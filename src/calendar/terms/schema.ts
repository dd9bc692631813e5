import Type, { type Static, type TSchema } from 'typebox';
import { isBroken, type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { MergeResult } from '#calendar/merging/schema.ts';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
import { cleanName, NAME_LIMIT, SLUG_LIMIT } from './rules.ts';

const LONGEST_NAME = 2000;
const DESCRIPTION_LIMIT = 200_000;

/** Reads a text that isn't empty; any other type is a wrong value rather than a wrong type (reference 3.0, STR). */
export function filledText(max: number): Parameter<string, false> {
  return parameter<string>(Type.String({ minLength: 1, maxLength: max }), (value) => {
    if (typeof value !== 'string' || isBroken(value)) return refuse('problem.type_string');
    if (value === '') return refuse('problem.empty');
    return value.length > max ? refuse('problem.too_long', { limit: max }) : { value };
  });
}

const longText = filledText(DESCRIPTION_LIMIT);
const typedName = filledText(LONGEST_NAME);

/** Request fields of a term (spec 2.4, 2.5). A name comes as stored, '' where only blanks were sent; null empties a description. */
export const termFields = {
  name: parameter<string>(Type.String({ minLength: 1, maxLength: NAME_LIMIT }), async (value, around) => {
    const reading = await typedName.read(value, around);
    if ('problem' in reading) return reading;
    const name = cleanName(reading.value);
    return name.length > NAME_LIMIT ? refuse('problem.too_long', { limit: NAME_LIMIT }) : { value: name };
  }),
  description: parameter<string>(
    longText.schema,
    (value, around) => (value === null ? { value: '' } : longText.read(value, around)),
    { nulls: 'value' },
  ),
  slug: filledText(SLUG_LIMIT),
};

/** Schema of a term's addresses in the interface. */
export const TermUrls = Type.Object({
  self: Type.String({ format: 'uri' }),
  collection: Type.String({ format: 'uri' }),
  up: Type.Optional(Type.String({ format: 'uri' })),
});

const languageMembers = { language: Type.String(), translations: Type.Array(Type.String()) };

/** Schema of a term inside an event (reference 2.5). */
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
  color: Type.Optional(Type.Enum([...categoryColors])),
  mark: Type.Optional(Type.Enum([...categoryMarks])),
  ...languageMembers,
});
/** A term inside an event. */
export type EmbeddedTerm = Static<typeof EmbeddedTerm>;

/** Schema of a term's addresses in the form of WordPress (`_links`). */
export const HyperLinks = Type.Object({
  self: Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) })),
  collection: Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) })),
  up: Type.Optional(Type.Array(Type.Object({ href: Type.String({ format: 'uri' }) }))),
});
/** A term's addresses in the form of WordPress. */
export type HyperLinks = Static<typeof HyperLinks>;

/** Members of a term on its own routes before `taxonomy` (reference 2.4). */
export const termHead = {
  id: Type.Integer(),
  count: Type.Integer(),
  description: Type.String(),
  name: Type.String(),
  slug: Type.String(),
};

/** Members of a term on its own routes after `taxonomy`; `_links` on single reads and writes. */
export const termTail = {
  meta: Type.Array(Type.Never()),
  url: Type.String({ format: 'uri' }),
  urls: TermUrls,
  ...languageMembers,
  _links: Type.Optional(HyperLinks),
  merge: Type.Optional(MergeResult),
  revision: Type.Optional(Type.Integer()),
};

const anyTerm = Type.Object({ ...termHead, ...termTail });

/** A category or a tag on its own routes; a tag has no `parent`, `color` and `mark`. */
export type Term = Static<typeof anyTerm> &
  Pick<EmbeddedTerm, 'taxonomy' | 'color' | 'mark'> & { parent?: number };

/** Returns the schema of an answer with a page of terms. */
export const termList = (name: 'categories' | 'tags', item: TSchema): TSchema =>
  Type.Object({
    rest_url: Type.String({ format: 'uri' }),
    next_rest_url: Type.Optional(Type.String({ format: 'uri' })),
    previous_rest_url: Type.Optional(Type.String({ format: 'uri' })),
    total: Type.Integer(),
    total_pages: Type.Integer(),
    [name]: Type.Array(item),
  });
