import Type from 'typebox';
import { type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { cleanWebsite, isWebsite } from '#foundation/text/website.ts';

/** An absolute address or `''` (reference 3.0, URL0). */
export const websiteField: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['https://example.org/'] }),
  (value) => {
    if (value === '') return { value };
    return typeof value === 'string' && value.length <= 2000 && isWebsite(value)
      ? { value: cleanWebsite(value) }
      : refuse('problem.address');
  },
);
