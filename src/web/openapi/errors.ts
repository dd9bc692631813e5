import type { Route } from '#api/routing/route.ts';
import type { Config } from '#config.ts';
import type { ErrorCode } from '#errors.ts';
import { type Language, message, placesOf, translate, type Values } from '#foundation/i18n/catalogue.ts';

/** Bytes that a request may hold (a file, and any other body), and an answer. */
export type ServiceLimits = Pick<Config, 'bodyLimit' | 'uploadLimit' | 'answerLimit'>;

/** What stands in the places of errors' texts as documentation shows them. */
export type ErrorSamples = Values;

/** The sample of the `limit` that is of answers. */
const ANSWER_LIMIT = 'answer_limit';

/** What an operation's errors would name: its own parameters and the limits in force. Without one, what any would. */
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
  };
}

/** The text of an error in a language with these values in its places; a test names the places that lack one. */
export function errorText(language: Language, code: ErrorCode, samples: ErrorSamples): string {
  const key = `error.${code}` as const;
  const sampleOf = (place: string) =>
    samples[place === 'limit' && code === 'rest_answer_too_large' ? ANSWER_LIMIT : place];
  const places = placesOf(key).map((place) => [place, sampleOf(place) ?? '…'] as const);
  return translate(language, message(key, Object.fromEntries(places)));
}
