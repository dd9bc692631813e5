import Type from 'typebox';
import { queryText } from '#api/routing/paging.ts';
import { type Parameter, type Parameters, parameter, refuse } from '#api/routing/parameter.ts';
import { everyRoute, parseQuery, readParameters } from '#api/server/request-input.ts';
import type { Call } from '#context.ts';
import type { Problem } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { isObject } from '#foundation/text/is-object.ts';

const QUERY_MAX = 4_000;

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Returns a member of an object of parameters as a pair of a query string: lists with commas; undefined where it is none. */
function pairOf([name, value]: readonly [string, unknown]):
  | readonly [string, string | undefined]
  | undefined {
  if (value === null || value === undefined) return [name, undefined];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.every(isPlain) ? [name, values.join(',')] : undefined;
}

/**
 * Reads the query of a list of events that is kept for later: a query string or an object of parameters, given as a query
 * string. `keptQueryProblem` says whether the list would take it.
 */
export const queryField: Parameter<string, false> = parameter<string>(
  Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })]),
  (value) => {
    if (!isObject(value) && typeof value !== 'string') return refuse('problem.type_string');
    const pairs = isObject(value) ? Object.entries(value).map(pairOf) : undefined;
    if (pairs?.some((pair) => pair === undefined)) return refuse('problem.type_string');
    const written = pairs
      ? queryText(pairs.flatMap((pair) => (pair === undefined ? [] : [pair])))
      : String(value).replace(/^\?/, '');
    return written.length > QUERY_MAX ? refuse('problem.too_long', { limit: QUERY_MAX }) : { value: written };
  },
);

/** Returns why a query is not kept: the first of its parameters that the list refuses, or a password; undefined: it is. */
export async function keptQueryProblem(
  call: Call,
  parameters: Parameters,
  query: string,
): Promise<Problem | undefined> {
  const sent = parseQuery(query);
  const problems: Record<string, Problem> = {};
  await readParameters(parameters, sent, call, problems);
  if (sent['translation_language'] !== undefined) await readParameters(everyRoute, sent, call, problems);
  // It would be guessed at by whoever keeps one after the other, and stands in what is kept.
  if (Object.hasOwn(sent, 'password')) problems['password'] = { message: message('problem.query_password') };
  return Object.values(problems)[0];
}
