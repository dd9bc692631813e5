import Type, { type Static } from 'typebox';
import { integerOf } from '#api/http/coercion.ts';
import type { DescribedNames } from '#api/routing/field-description.ts';
import { oneOf, type Parameter, parameter, refuse, refuseType } from '#api/routing/parameter.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { termFields, termHead, termList, termTail } from '#calendar/terms/schema.ts';
import { findTerm } from '#calendar/terms/store.ts';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
import type { termDescription } from './fields.ts';

/** Reads the ID of an existing category; where `none` is [null], null is the top level. */
function existingParent<T extends null>(none: T[]): Parameter<number | T, false> {
  return parameter<number | T>(
    Type.Integer({ minimum: 1 }),
    async (value, { call }) => {
      for (const nothing of none) if (value === nothing) return { value: nothing };
      const id = integerOf(value);
      if (id === undefined) return refuseType('problem.type_integer');
      const { read } = call.services.db;
      if (id > 0 && (await findTerm(read, 'categories', id))) return { value: id };
      const into = id > 0 ? (await listMerged(read, 'categories', [id])).get(id) : undefined;
      return into === undefined ? refuse('problem.parent_unknown') : { value: into };
    },
    { nulls: none.length > 0 ? 'value' : 'refused' },
  );
}

/** The filter `parent` of the list: only categories directly below that one. */
export const parentFilter: Parameter<number, false> = existingParent<never>([]);

/** Reads one of some values; null and '' leave the choice to the calendar. */
const chosen = <const T extends string>(values: readonly T[]): Parameter<T | null, false> => {
  const one = oneOf(values);
  return {
    ...one,
    nulls: 'value',
    read: (value, around) => (value === null || value === '' ? { value: null } : one.read(value, around)),
  };
};

/** Request fields of a category (spec 2.4). A `parent` of null is the top level. */
export const categoryFields = {
  ...termFields,
  parent: existingParent<null>([null]),
  color: chosen(categoryColors),
  mark: chosen(categoryMarks),
};

/** Schema of a category on its own routes (reference 2.4). */
export const Category = Type.Object({
  ...termHead,
  taxonomy: Type.Literal('tribe_events_cat'),
  parent: Type.Integer(),
  color: Type.Enum([...categoryColors]),
  mark: Type.Enum([...categoryMarks]),
  ...termTail,
});

/** Schema of an answer with a page of categories. */
export const CategoryList = termList('categories', Category);

/** The name of a field of a term, which `fields.ts` describes. */
export type TermField = DescribedNames<
  typeof categoryFields & Static<typeof Category>,
  typeof termDescription
>;
