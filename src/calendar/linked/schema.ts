import Type, { type Static, type TSchema } from 'typebox';
import { truthy } from '#api/http/coercion.ts';
import { pictureField } from '#api/media/parameters.ts';
import { Image } from '#api/media/schema.ts';
import { paging } from '#api/routing/paging.ts';
import {
  context,
  emptied,
  lenient,
  oneOf,
  order,
  type Parameter,
  parameter,
  refuseType,
  text,
  withDefault,
} from '#api/routing/parameter.ts';
import { filterEvent } from '#calendar/posts/parameters.ts';
import { postFields, postUpdateFields, statusFilter, websiteField } from '#calendar/posts/schema.ts';
import { singleLine } from '#foundation/text/html.ts';

const LINE_LIMIT = 2000;
const plainLine = text({ empty: true, max: LINE_LIMIT });

/** A name as typed; its markup is sanitized when it is written. */
export const nameField = text({ max: LINE_LIMIT });

/** A line of plain text, its line breaks joined; `''` clears (reference 5.8). */
export const lineField: Parameter<string, false> = parameter<string>(
  plainLine.schema,
  async (value, around) => {
    const reading = await plainLine.read(value, around);
    return 'value' in reading ? { value: singleLine(reading.value) } : reading;
  },
);

/** A flag from words: those for true are true, all other texts false (reference 3.8); JSON booleans and numbers too (D27). */
export const looseBoolean: Parameter<boolean, false> = parameter<boolean>(
  Type.String({ examples: ['true', 'false'] }),
  (value) => (typeof value === 'object' ? refuseType('problem.type_boolean') : { value: truthy(value) }),
);

/** Fields of a creation that venues and organizers share, but for the name. */
export const linkedFields = {
  ...postFields,
  image: pictureField({ empty: true }),
  phone: lineField,
  website: websiteField,
};

/** A line of plain text in an update, where null clears it too. */
export const lineUpdateField = emptied(lineField, '');

/** Fields of an update that venues and organizers share, but for the name; null clears. */
export const linkedUpdateFields = {
  ...linkedFields,
  ...postUpdateFields,
  image: emptied(linkedFields.image, 'none'),
  phone: lineUpdateField,
  website: emptied(linkedFields.website, ''),
};

/** An untyped filter: true for words that mean true, else false (reference 3.8). */
const looseFlag: Parameter<boolean, false> = parameter<boolean>(
  Type.Unsafe<unknown>({}),
  (value) => ({ value: truthy(value) }),
  { nulls: 'absent' },
);

/** Query parameters of both lists: those of spec 4.4, then those of contract 1. */
export const linkedListParameters = {
  ...paging,
  search: text({ max: 200 }),
  event: filterEvent,
  has_events: looseFlag,
  only_with_upcoming: withDefault(looseFlag, false),
  status: statusFilter,
  orderby: lenient(oneOf(['date', 'name', 'modified']), {
    start_date: 'date',
    event_date: 'date',
    title: 'name',
  }),
  order: lenient(order),
  password: text(),
  context,
};

/** Query parameters of a single read. */
export const linkedReadParameters = { password: text(), context };

const dateTime = Type.String({ examples: ['2027-03-01 10:00:00'] });

/** A member that is left out where it would be empty. */
export const filledText = Type.Optional(Type.String());

/** Schema of the members before the name (reference 2.2, 2.3). */
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
/** The members before the name. */
export type LinkedHead = Static<typeof LinkedHead>;

/** Schema of the members after the name. `image` is false where a password hides it. */
export const LinkedText = Type.Object({
  description: filledText,
  excerpt: filledText,
  slug: filledText,
  image: Type.Optional(Type.Union([Image, Type.Literal(false)])),
});
/** The members after the name. */
export type LinkedText = Static<typeof LinkedText>;

/** Schema of the members at the end, which no answer lacks. */
export const LinkedTail = Type.Object({
  global_id: Type.String(),
  global_id_lineage: Type.Array(Type.String()),
  language: Type.String(),
  translations: Type.Array(Type.String()),
});
/** The members at the end. */
export type LinkedTail = Static<typeof LinkedTail>;

/** Schema of a JSON-LD object (schema.org). */
export const JsonLd = Type.Object({}, { additionalProperties: true });

/** Returns the schema of a list's answer: its items, its neighbours' addresses, its totals. */
export const linkedList = (name: 'venues' | 'organizers', item: TSchema) =>
  Type.Object({
    [name]: Type.Array(item),
    rest_url: Type.String(),
    next_rest_url: Type.Optional(Type.String()),
    previous_rest_url: Type.Optional(Type.String()),
    total: Type.Integer(),
    total_pages: Type.Integer(),
  });
