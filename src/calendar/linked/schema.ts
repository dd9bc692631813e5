import Type, { type Static, type TSchema } from 'typebox';
import { truthy } from '#api/http/coercion.ts';
import { pictureField } from '#api/media/parameters.ts';
import { Image } from '#api/media/schema.ts';
import { paging } from '#api/routing/paging.ts';
import {
  emptied,
  oneOf,
  order,
  type Parameter,
  parameter,
  refuseType,
  text,
  withDefault,
} from '#api/routing/parameter.ts';
import { context } from '#api/routing/view-context.ts';
import { filterEvent } from '#calendar/posts/parameters.ts';
import { postFields, postUpdateFields, statusFilter, websiteField } from '#calendar/posts/schema.ts';
import { singleLine } from '#foundation/text/html.ts';

const LINE_LIMIT = 2000;
const plainLine = text({ empty: true, max: LINE_LIMIT });

/** A name as typed; what of its markup stays is decided when it is written. */
export const nameField = text({ max: LINE_LIMIT });

/** One line of plain text; `''` clears (reference 5.8). */
export const lineField: Parameter<string, false> = parameter<string>(
  plainLine.schema,
  async (value, around) => {
    const reading = await plainLine.read(value, around);
    return 'value' in reading ? { value: singleLine(reading.value) } : reading;
  },
);

/** A flag as words say it; any other text is false (reference 3.8). JSON booleans and numbers too (D27). */
export const looseBoolean: Parameter<boolean, false> = parameter<boolean>(
  Type.String({ examples: ['true', 'false'] }),
  (value) => (typeof value === 'object' ? refuseType('problem.type_boolean') : { value: truthy(value) }),
);

/** Request fields that venues and organizers share, their names apart. */
export const linkedFields = {
  ...postFields,
  image: pictureField({ empty: true }),
  phone: lineField,
  website: websiteField,
};

/** A line of an update. */
export const lineUpdateField = emptied(lineField, '');

/** The same for updates. */
export const linkedUpdateFields = {
  ...linkedFields,
  ...postUpdateFields,
  image: emptied(linkedFields.image, 'none'),
  phone: lineUpdateField,
  website: emptied(linkedFields.website, ''),
};

/** What is said of the name of a venue or an organizer. */
export const nameDescription = {
  columns: ['name', 'name_key', 'search_text'],
  translated: true,
  protected: 'shown',
  exported: 'column',
  imported: 'apart',
} as const;

/** What is said of the texts and the picture that follow the name. */
export const linkedDescription = {
  description: { columns: ['description'], translated: true, exported: 'column', imported: 'apart' },
  slug: { columns: ['slug'], protected: 'shown', exported: 'column', imported: 'apart' },
  image: { columns: ['image_id'], exported: 'apart', imported: 'apart' },
} as const;

/** What is said of the fields that come last. No write has an excerpt; an import may bring one among `translations`. */
export const linkedRest = {
  language: { columns: ['language'], protected: 'shown', exported: 'apart', imported: 'apart' },
  translations: { columns: ['translations'], protected: 'shown', exported: 'derived', imported: 'derived' },
  excerpt: { columns: ['excerpt'], translated: true, exported: 'no', imported: 'no' },
  url: { protected: 'shown', exported: 'no', imported: 'no' },
  raw: { exported: 'derived', imported: 'derived' },
  json_ld: { exported: 'derived', imported: 'derived' },
} as const;

/** An untyped filter: what words call true is, all else is not (reference 3.8). */
const untyped: Parameter<boolean, false> = parameter<boolean>(
  Type.Unsafe<unknown>({}),
  (value) => ({ value: truthy(value) }),
  { nulls: 'absent' },
);

/** Parameters of both lists: spec 4.4, then those of contract 1. */
export const linkedListParameters = {
  ...paging,
  search: text({ max: 200 }),
  event: filterEvent,
  has_events: untyped,
  only_with_upcoming: withDefault(untyped, false),
  status: statusFilter,
  orderby: withDefault(oneOf(['date', 'name', 'modified']), 'date'),
  order,
  password: text(),
  context,
};

export const linkedReadParameters = { password: text(), context };

const dateTime = Type.String({ examples: ['2027-03-01 10:00:00'] });
const filled = Type.Optional(Type.String());

/** A member that is missing where it would be empty. */
export const filledText = filled;

/** Members of the answer before the name (reference 2.2, 2.3). */
export const LinkedHead = Type.Object({
  id: Type.Integer(),
  author: Type.String(),
  status: Type.String(),
  date: dateTime,
  date_utc: dateTime,
  modified: dateTime,
  modified_utc: dateTime,
  url: Type.String(),
});
export type LinkedHead = Static<typeof LinkedHead>;

/** Members after the name. `image` is false where a password hides it. */
export const LinkedText = Type.Object({
  description: filled,
  excerpt: filled,
  slug: filled,
  image: Type.Optional(Type.Union([Image, Type.Literal(false)])),
});
export type LinkedText = Static<typeof LinkedText>;

/** Members at the end, always there. */
export const LinkedTail = Type.Object({
  global_id: Type.String(),
  global_id_lineage: Type.Array(Type.String()),
  language: Type.String(),
  translations: Type.Array(Type.String()),
});
export type LinkedTail = Static<typeof LinkedTail>;

export const JsonLd = Type.Object({}, { additionalProperties: true });

/** The answer of a list. */
export const linkedList = (name: 'venues' | 'organizers', item: TSchema) =>
  Type.Object({
    [name]: Type.Array(item),
    rest_url: Type.String(),
    next_rest_url: Type.Optional(Type.String()),
    previous_rest_url: Type.Optional(Type.String()),
    total: Type.Integer(),
    total_pages: Type.Integer(),
  });
