import type { Route } from '#api/routing/route.ts';
import type { Config } from '#config.ts';
import type { ErrorCode } from '#errors.ts';
import { type Language, message, placesOf, translate, type Values } from '#foundation/i18n/catalogue.ts';

/** Maximum bytes of a request (a file, any other body) and of an answer. */
export type ServiceLimits = Pick<Config, 'bodyLimit' | 'uploadLimit' | 'answerLimit'>;

/** Sample values for the placeholders in error texts. */
export type ErrorSamples = Values;

/** Sample name for the `limit` of answers. */
const ANSWER_LIMIT = 'answer_limit';

/**
 * Returns sample values for error texts: an operation's own parameters, or common ones without it, and the limits in
 * force.
 */
export function samplesOf(
  { bodyLimit, uploadLimit, answerLimit }: ServiceLimits,
  route?: Route,
): ErrorSamples {
  const accepts = Object.entries(route?.accepts ?? {});
  const required = accepts.filter(([, p]) => p.required).map(([name]) => name);
  const named = required.length > 0 ? required : accepts.slice(0, 2).map(([name]) => name);
  return {
    names: named.length > 0 ? named.join(', ') : 'translation_language',
    limit: route?.upload ? uploadLimit : bodyLimit,
    [ANSWER_LIMIT]: answerLimit,
    seconds: 60,
    request: '9f3c2b71',
    slug: 'outdoors',
    reason: message('system.ENOSPC'),
    count: 3,
    origin: 'http://192.0.2.1',
    own: 'https://calendar.example',
  };
}

/** Returns an error's text with sample values in its placeholders; a test names those without one. */
export function errorText(language: Language, code: ErrorCode, samples: ErrorSamples): string {
  const key = `error.${code}` as const;
  const sampleOf = (place: string) =>
    samples[place === 'limit' && code === 'rest_answer_too_large' ? ANSWER_LIMIT : place];
  const places = placesOf(key).map((place) => [place, sampleOf(place) ?? '…'] as const);
  return translate(language, message(key, Object.fromEntries(places)));
}
