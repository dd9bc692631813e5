import Type from 'typebox';
import { enumListField, listField } from '#api/routing/list-parameter.ts';
import { type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { type AccessibilityFeature, accessibilityFeatures } from '#store/db/field-values.ts';

/** The longest tag that is read. */
const LONGEST = 64;

/** Returns a language tag in the canonical form of BCP 47 (`DE-at` is `de-AT`, `iw` is `he`); undefined for what is none. */
export function canonicalLanguageTag(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

const featureList = (minItems: 0 | 1) => enumListField<AccessibilityFeature>(accessibilityFeatures, minItems);

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

const TIME_OF_DAY = /^((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d)?$/;

/** `door_time`: `HH:MM` on the event's clock, or `''` for none. Seconds are left out. */
export const doorTimeField: Parameter<string, false> = parameter<string>(
  Type.String({ pattern: '^(?:([01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?)?$', examples: ['19:30'] }),
  (value) => {
    if (value === '') return { value };
    const [, time] = typeof value === 'string' ? (TIME_OF_DAY.exec(value) ?? []) : [];
    return time === undefined ? refuse('problem.time_of_day') : { value: time };
  },
);
