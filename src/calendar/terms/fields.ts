import Type from 'typebox';
import { integerOf } from '#api/http/coercion.ts';
import { isBroken, type Parameter, parameter, refuse, refuseType } from '#api/routing/parameter.ts';
import type { TermKind } from './kind.ts';
import { cleanName, NAME_LIMIT, SLUG_LIMIT } from './rules.ts';
import { findTerm } from './store.ts';

const LONGEST_NAME = 2000;
const DESCRIPTION_LIMIT = 200_000;

/** A text that isn't empty; what is none is refused as a wrong value, not as a wrong type (reference 3.0, STR). */
export function filledText(max: number): Parameter<string, false> {
  return parameter<string>(Type.String({ minLength: 1, maxLength: max }), (value) => {
    if (typeof value !== 'string' || isBroken(value)) return refuse('problem.type_string');
    if (value === '') return refuse('problem.empty');
    return value.length > max ? refuse('problem.too_long', { limit: max }) : { value };
  });
}

/** The id of an existing term of a kind (a path's `id`). */
export function existingTerm(kind: TermKind): Parameter<number, false> {
  return parameter<number>(Type.Integer({ minimum: 1 }), async (value, { call }) => {
    const id = integerOf(value);
    return id !== undefined && id > 0 && (await findTerm(call.deps.db.read, kind, id))
      ? { value: id }
      : refuse('problem.unknown_id');
  });
}

/** The id of an existing category; with `none`, null is the top level. */
function category<T extends number | null>(none: T[]): Parameter<number | T, false> {
  return parameter<number | T>(
    Type.Integer({ minimum: 1 }),
    async (value, { call }) => {
      for (const nothing of none) if (value === nothing) return { value: nothing };
      const id = integerOf(value);
      if (id === undefined) return refuseType('problem.type_integer');
      return id > 0 && (await findTerm(call.deps.db.read, 'categories', id))
        ? { value: id }
        : refuse('problem.parent_unknown');
    },
    { nulls: none.length > 0 ? 'value' : 'refused' },
  );
}

/** The `parent` filter of the list of categories. */
export const parentFilter: Parameter<number, false> = category<never>([]);

const long = filledText(DESCRIPTION_LIMIT);
const raw = filledText(LONGEST_NAME);

/** Fields of a term that is written (spec 2.4, 2.5): names as they are kept, '' where only blanks were sent; null empties. */
export const termFields = {
  name: parameter<string>(Type.String({ minLength: 1, maxLength: NAME_LIMIT }), async (value, around) => {
    const reading = await raw.read(value, around);
    if ('problem' in reading) return reading;
    const name = cleanName(reading.value);
    return name.length > NAME_LIMIT ? refuse('problem.too_long', { limit: NAME_LIMIT }) : { value: name };
  }),
  description: parameter<string>(
    long.schema,
    (value, around) => (value === null ? { value: '' } : long.read(value, around)),
    { nulls: 'value' },
  ),
  slug: filledText(SLUG_LIMIT),
};

/** The same of a category (spec 2.4). A `parent` of null is the top level. */
export const categoryFields = { ...termFields, parent: category<null>([null]) };

/** What the routes of one kind read; `parent` is there for categories. */
export type TermParameters = typeof termFields & { parent?: (typeof categoryFields)['parent'] };
