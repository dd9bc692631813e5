import Type, { type TSchema } from 'typebox';
import { listOf } from '#api/http/coercion.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { LIST_LIMIT, type Parameter, parameter, refuse } from './parameter.ts';

/** Reads a list, as an array or a text with commas, without repetitions; `refusal` is the answer to a member that is none. */
export function listField<T>(
  schema: TSchema,
  member: (text: string) => T | undefined,
  { minItems, refusal }: { minItems: 0 | 1; refusal: ReturnType<typeof refuse> },
): Parameter<T[], false> {
  return parameter<T[]>(
    Type.Array(schema, { maxItems: LIST_LIMIT, ...(minItems ? { minItems } : {}) }),
    (value) => {
      const members = value === '' ? [] : listOf(value);
      if (!members || members.length < minItems) return refusal;
      if (members.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
      const read: T[] = [];
      for (const sent of members) {
        const one = typeof sent === 'string' ? member(sent.trim()) : undefined;
        if (one === undefined) return refusal;
        read.push(one);
      }
      return { value: [...new Set(read)] };
    },
  );
}

/** Reads a list of which each member is one of some values; the refusal names them (`rest_not_in_enum`). */
export const enumListField = <T extends string>(
  values: readonly T[],
  minItems: 0 | 1,
): Parameter<T[], false> =>
  listField<T>(Type.Enum([...values]), (text) => values.find((value) => value === text), {
    minItems,
    refusal: {
      problem: {
        message: message('problem.one_of', { values: values.join(', ') }),
        detail: 'rest_not_in_enum',
      },
    },
  });
