import Type, { type TSchema } from 'typebox';
import { listOf } from '#api/http/coercion.ts';
import { LIST_LIMIT, type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { canonicalLanguageTag } from '#foundation/i18n/language-tag.ts';
import { type AccessibilityFeature, accessibilityFeatures } from '#store/db/field-values.ts';

/** Reads a list, as an array or a text with commas, without repetitions; `refusal` is the answer to a member that is none. */
function listField<T>(
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

const featureList = (minItems: 0 | 1) =>
  listField<AccessibilityFeature>(
    Type.Enum([...accessibilityFeatures]),
    (text) => accessibilityFeatures.find((feature) => feature === text),
    {
      minItems,
      refusal: {
        problem: {
          message: message('problem.one_of', { values: accessibilityFeatures.join(', ') }),
          detail: 'rest_not_in_enum',
        },
      },
    },
  );

const languageList = (minItems: 0 | 1) =>
  listField(Type.String({ examples: ['de', 'pt-BR'] }), canonicalLanguageTag, {
    minItems,
    refusal: refuse('problem.language_tag'),
  });

/** `accessibility` of a write: what an event offers to people with disabilities; `''` for nothing. */
export const accessibilityField = featureList(0);

/** `spoken_languages` of a write: tags in canonical form; `''` for none. */
export const spokenLanguagesField = languageList(0);

/** The filter `accessibility` of lists: at least one feature. */
export const accessibilityFilter = featureList(1);

/** The filter `spoken_languages` of lists: at least one tag, in canonical form. */
export const spokenLanguagesFilter = languageList(1);

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** `door_time`: `HH:MM` on the event's clock, or `''` for none. */
export const doorTimeField: Parameter<string, false> = parameter<string>(
  Type.String({ pattern: '^(?:([01]\\d|2[0-3]):[0-5]\\d)?$', examples: ['19:30'] }),
  (value) =>
    typeof value === 'string' && (value === '' || TIME_OF_DAY.test(value))
      ? { value }
      : refuse('problem.time_of_day'),
);
