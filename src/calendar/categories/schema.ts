import Type, { type Static } from 'typebox';
import { integerOf } from '#api/http/coercion.ts';
import { oneOf, type Parameter, parameter, refuse, refuseType } from '#api/routing/parameter.ts';
import { listMerged } from '#calendar/merging/redirects.ts';
import { describeFields } from '#calendar/posts/field-description.ts';
import { termFields, termHead, termList, termTail } from '#calendar/terms/schema.ts';
import { findTerm } from '#calendar/terms/store.ts';
import { categoryColors, categoryMarks } from '#store/db/field-values.ts';
import type { CategoriesTable } from '#store/db/tables.ts';

/** Reads the ID of an existing category; where `none` is [null], null is the top level. */
function existingParent<T extends null>(none: T[]): Parameter<number | T, false> {
  return parameter<number | T>(
    Type.Integer({ minimum: 1 }),
    async (value, { call }) => {
      for (const nothing of none) if (value === nothing) return { value: nothing };
      const id = integerOf(value);
      if (id === undefined) return refuseType('problem.type_integer');
      const { read } = call.deps.db;
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

const address = { exported: 'no', imported: 'no' } as const;

/** Describes every field of a term, in the order of an export; a tag has all but `parent`, `color` and `mark`. No password hides any. */
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
  color: { columns: ['color'], exported: 'apart', imported: 'field' },
  mark: { columns: ['mark'], exported: 'apart', imported: 'field' },
  language: { columns: ['language'], exported: 'apart', imported: 'apart' },
  translations: { columns: ['translations'], exported: 'derived', imported: 'derived' },
  count: { columns: ['count'], exported: 'derived', imported: 'derived' },
  meta: { exported: 'no', imported: 'no' },
  url: address,
  urls: address,
  _links: address,
  revision: { exported: 'no', imported: 'no' },
  merge: address,
});
