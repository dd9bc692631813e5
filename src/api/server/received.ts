import type { FastifyRequest } from 'fastify';
import { parseQuery } from '#api/http/query.ts';
import { oneOf, type Parameter, type Parameters, type Reading } from '#api/routing/parameter.ts';
import type { Received, Route, SentFile } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { invalidParameters, KalendsError, type Problem } from '#errors.ts';
import { languages, message } from '#foundation/i18n/catalogue.ts';
import { dispositionFileName } from '#foundation/network/disposition.ts';

/** Accepted by every operation (spec 4). Its meaning is read before the parameters are; here it is only checked. */
export const everyRoute: Parameters = {
  // What is no language is none of the list, null too.
  translation_language: { ...oneOf(languages), nulls: 'value' },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';

/** One file, and fields that together are no larger than another request's body. */
async function multipart(
  request: FastifyRequest,
  fieldLimit: number,
): Promise<{ fields: Record<string, unknown>; file: SentFile | undefined }> {
  const pairs = new URLSearchParams();
  let file: SentFile | undefined;
  let size = 0;
  try {
    for await (const part of request.parts({ limits: { fileSize: request.routeOptions.bodyLimit } })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        file ??= { name: part.filename ?? '', type: part.mimetype, bytes };
        continue;
      }
      const value = String(part.value ?? '');
      size += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value);
      if (part.fieldnameTruncated || part.valueTruncated || size > fieldLimit)
        throw new KalendsError('rest_body_too_large', { values: { limit: fieldLimit } });
      pairs.append(part.fieldname, value);
    }
  } catch (error) {
    // A broken form comes as an error without a status, as if it were ours.
    if (error instanceof KalendsError || isTooLarge(error)) throw error;
    throw new KalendsError('rest_bad_request');
  } finally {
    // What is left of a refused form would stand before the connection's next request, which nobody would answer.
    request.raw.unpipe();
    request.raw.resume();
  }
  return { fields: parseQuery(pairs.toString()), file };
}

/** What a request sent beside its path. */
export interface SentParameters {
  sent: Record<string, unknown>;
  file: SentFile | undefined;
}

/** Everything sent under a name: JSON body over form body over query string (reference 1.3). The path is apart (D29). */
export async function sentParameters(
  request: FastifyRequest,
  bodyLimit: number,
  takesFile: boolean,
): Promise<SentParameters> {
  const query = isObject(request.query) ? request.query : {};
  if (request.isMultipart()) {
    const { fields, file } = await multipart(request, bodyLimit);
    return { sent: { ...query, ...fields }, file };
  }
  const { body } = request;
  if (Buffer.isBuffer(body)) {
    const type = request.headers['content-type'];
    if (takesFile && body.length > 0) {
      const name = dispositionFileName(request.headers['content-disposition']) ?? '';
      return { sent: { ...query }, file: { name, type: type ?? '', bytes: body } satisfies SentFile };
    }
    return {
      sent: type ? { ...query } : { ...query, ...parseQuery(body.toString('utf8')) },
      file: undefined,
    };
  }
  return { sent: isObject(body) ? { ...query, ...body } : { ...query }, file: undefined };
}

const entries = new WeakMap<Parameters, readonly (readonly [string, Parameter<unknown>])[]>();

/** Names and parameters in turn: a route's are asked for with each request. */
function entriesOf(parameters: Parameters): readonly (readonly [string, Parameter<unknown>])[] {
  const known = entries.get(parameters) ?? Object.entries(parameters);
  entries.set(parameters, known);
  return known;
}

function readOne(
  p: Parameter<unknown>,
  name: string,
  sent: Readonly<Record<string, unknown>>,
  call: Call,
): Reading<unknown> | Promise<Reading<unknown>> {
  const given = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (given === undefined || (given === null && p.nulls === 'absent'))
    return { value: p.fallback ? p.fallback(call) : undefined };
  if (given === null && p.nulls === 'refused')
    return { problem: { message: message('problem.empty'), detail: 'rest_invalid_type' } };
  return p.read(given, { call, name, sent });
}

/** Reads values by their parameters. Missing ones are reported first, then all offenders together (reference 1.2, D32). */
export async function readParameters(
  parameters: Parameters,
  sent: Readonly<Record<string, unknown>>,
  call: Call,
  problems: Record<string, Problem> = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, p] of entriesOf(parameters)) {
    const given = readOne(p, name, sent, call);
    // Most need nobody to wait for.
    const reading = given instanceof Promise ? await given : given;
    if ('problem' in reading) problems[name] = reading.problem;
    else if (reading.value !== undefined) values[name] = reading.value;
  }
  return values;
}

/** The names of required parameters that were not sent. */
export function missingParameters(parameters: Parameters, sent: Readonly<Record<string, unknown>>): string[] {
  return entriesOf(parameters)
    .filter(
      ([name, p]) =>
        p.required && (!Object.hasOwn(sent, name) || sent[name] === null || sent[name] === undefined),
    )
    .map(([name]) => name);
}

/**
 * Steps 4 to 6 of reference 1.2. @throws KalendsError `rest_missing_callback_param` or `rest_invalid_param`.
 */
export async function receive(
  route: Route,
  request: FastifyRequest,
  call: Call,
  { sent, file }: SentParameters,
): Promise<Received<Parameters, Parameters>> {
  const missing = missingParameters(route.accepts, sent);
  if (missing.length > 0)
    throw new KalendsError('rest_missing_callback_param', {
      data: { params: missing },
      values: { names: missing.join(', ') },
    });
  const problems: Record<string, Problem> = {};
  const inPath = isObject(request.params) ? request.params : {};
  const path = await readParameters(route.path, inPath, call, problems);
  const input = await readParameters(route.accepts, sent, call, problems);
  await readParameters(everyRoute, sent, call, problems);
  if (route.examine) {
    const found = await route.examine(call, { path, input }, sent);
    for (const [name, problem] of Object.entries(found)) problems[name] ??= problem;
  }
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  return { path, input, sent, file };
}
