import type { Parameter } from '#api/routing/parameter.ts';
import { message } from '#foundation/i18n/catalogue.ts';

/**
 * Wraps a text of an update that has a language: in another language than the site's '' or null removes the translation
 * (contract 1); in the site's `p` reads it.
 */
export function translatable(p: Parameter<string, false>): Parameter<string, false> {
  return {
    ...p,
    nulls: p.nulls === 'absent' ? 'absent' : 'value',
    read(value, around) {
      const { writtenIn, services } = around.call;
      if (writtenIn !== services.config.language && (value === '' || value === null)) return { value: '' };
      if (value === null && p.nulls === 'refused')
        return { problem: { message: message('problem.empty'), detail: 'rest_invalid_type' } };
      return p.read(value, around);
    },
  };
}
