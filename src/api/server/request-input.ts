import type { FastifyInstance, FastifyRequest } from 'fastify';
import qs from 'qs';
import { flag, oneOf, type Parameter, type Parameters, withDefault } from '#api/routing/parameter.ts';
import type { Received, Route, SentFile } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { invalidParameters, KalendsError, type Problem } from '#errors.ts';
import { languages, type Message, message } from '#foundation/i18n/catalogue.ts';
import { dispositionFileName } from '#foundation/network/disposition.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { isTooDeep, MAX_JSON_DEPTH, syntaxFault } from '#foundation/text/syntax.ts';

/** Pairs that are read of a query or a form; those behind them are ignored. */
const MOST_PAIRS = 2000;
const NESTED = /[[\]]|%5[bd]/i;

/** Parses the text of a query or a form as PHP does: `a[]=1`, `venue[city]=X`, the last of a repeated name wins (reference 1.3). */
export function parseQuery(text: string): Record<string, unknown> {
  if (NESTED.test(text))
    return qs.parse(text, {
      depth: 6,
      arrayLimit: 1000,
      parameterLimit: MOST_PAIRS,
      duplicates: 'last',
      ignoreQueryPrefix: true,
    });
  // Without brackets, as nearly all are, the library would take six times as long.
  const values: Record<string, unknown> = {};
  const pairs = text.startsWith('?') ? text.slice(1) : text;
  for (const pair of pairs.split('&', MOST_PAIRS)) {
    const mark = pair.indexOf('=');
    const name = decoded(mark < 0 ? pair : pair.slice(0, mark));
    if (name === '' || name in Object.prototype) continue;
    values[name] = mark < 0 ? '' : decoded(pair.slice(mark + 1));
  }
  return values;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Sets how bodies are parsed by content type (reference 1.3): what can't be read stays bytes and counts as no parameters. */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/([\w.+-]+\+)?json/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body.toString().trim() === '') return done(null, {});
      const invalid = (code: number, reason: Message) =>
        done(
          new KalendsError('rest_invalid_json', {
            data: { json_error_code: code, json_error_message: reason },
          }),
        );
      const text = body.toString();
      if (isTooDeep(text)) return invalid(1, message('syntax.depth', { limit: MAX_JSON_DEPTH }));
      try {
        done(null, JSON.parse(text));
      } catch (error) {
        invalid(4, syntaxFault(error));
      }
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parseQuery(body.toString()));
    },
  );
  // Fastify would read it as text, and a file of it is bytes.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Returns whether a request brought a body, to which parameters may belong. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';

/** Bytes that a body may have, and a file in it. */
export interface BodyLimits {
  readonly body: number;
  readonly file: number;
  /** True if a file over the limit is cut off instead of refused, so that the fields after it are still read. */
  readonly cutsFile?: boolean;
}

/** Reads one file, and fields that together are no larger than another request's body. @throws KalendsError `rest_body_too_large`, `rest_bad_request` */
async function readMultipart(
  request: FastifyRequest,
  { body: fieldLimit, file: fileSize, cutsFile = false }: BodyLimits,
): Promise<{ fields: Record<string, unknown>; file: SentFile | undefined }> {
  const pairs = new URLSearchParams();
  // The library's types don't know the second.
  const options = { limits: { fileSize }, throwFileSizeLimit: !cutsFile };
  let file: SentFile | undefined;
  let size = 0;
  try {
    for await (const part of request.parts(options)) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        file ??= { name: part.filename ?? '', type: part.mimetype, bytes, isCut: part.file.truncated };
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
    if (error instanceof KalendsError) throw error;
    if (isTooLarge(error)) throw new KalendsError('rest_body_too_large', { values: { limit: fileSize } });
    throw new KalendsError('rest_bad_request');
  } finally {
    // What is left of a refused form would stand before the connection's next request, which nobody would answer.
    request.raw.unpipe();
    request.raw.resume();
  }
  return { fields: parseQuery(pairs.toString()), file };
}

/** Returns the parameters in the query of a request by name, as `parseQuery` has read them; none where it wasn't read. */
export const queryParameters = ({ query }: FastifyRequest): Readonly<Record<string, unknown>> =>
  (query ?? {}) as Readonly<Record<string, unknown>>;

/** Parameters that a request sent beside its path, by name, and the file that came with them. */
export interface SentParameters {
  sent: Record<string, unknown>;
  file: SentFile | undefined;
}

/** Reads all that was sent by name: JSON body over form body over query string (reference 1.3). The path is apart (D29). */
export async function sentParameters(
  request: FastifyRequest,
  limits: BodyLimits,
  takesFile: boolean,
): Promise<SentParameters> {
  const query = queryParameters(request);
  if (request.isMultipart()) {
    const { fields, file } = await readMultipart(request, limits);
    return { sent: { ...query, ...fields }, file };
  }
  const { body } = request;
  if (body === undefined || body === null) return { sent: { ...query }, file: undefined };
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

/** Accepted by every operation (spec 4). Its meaning is read before the parameters are; here it is only checked. */
export const everyRoute: Parameters = {
  // What is no language is none of the list, null too.
  translation_language: { ...oneOf(languages), nulls: 'value' },
};

/** Accepted by every write beside them (contract W3). Its meaning is read before the parameters are; here it is only checked. */
export const everyWrite: Parameters = { dry_run: withDefault(flag, false) };

/** Parameters as a list, computed once for each route. */
interface ParameterList {
  readonly entries: readonly (readonly [string, Parameter<unknown>])[];
  /** Names of those that are required. */
  readonly required: readonly string[];
}

const lists = new WeakMap<Parameters, ParameterList>();

function parameterList(parameters: Parameters): ParameterList {
  let list = lists.get(parameters);
  if (!list) {
    const entries = Object.entries(parameters);
    list = { entries, required: entries.filter(([, p]) => p.required).map(([name]) => name) };
    lists.set(parameters, list);
  }
  return list;
}

/** Reads values by their parameters, which add what is wrong with them to `problems` (reference 1.2, D32). */
export async function readParameters(
  parameters: Parameters,
  sent: Readonly<Record<string, unknown>>,
  call: Call,
  problems: Record<string, Problem> = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, p] of parameterList(parameters).entries) {
    const given = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (given === undefined || (given === null && p.nulls === 'absent')) {
      const value = p.fallback ? p.fallback(call) : p.defaultValue;
      if (value !== undefined) values[name] = value;
      continue;
    }
    if (given === null && p.nulls === 'refused') {
      problems[name] = { message: message('problem.empty'), detail: 'rest_invalid_type' };
      continue;
    }
    const read = p.read(given, { call, name, sent });
    // Most need nobody to wait for.
    const reading = read instanceof Promise ? await read : read;
    if ('problem' in reading) problems[name] = reading.problem;
    else if (reading.value !== undefined) values[name] = reading.value;
  }
  return values;
}

/** Returns the names of required parameters that were not sent. */
export function missingParameters(
  parameters: Parameters,
  sent: Readonly<Record<string, unknown>>,
): readonly string[] {
  return parameterList(parameters).required.filter(
    (name) => !Object.hasOwn(sent, name) || (sent[name] ?? null) === null,
  );
}

/**
 * Checks what was sent against a route's parameters: steps 4 to 6 of reference 1.2, all problems reported together.
 * @throws KalendsError `rest_missing_callback_param` or `rest_invalid_param`
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
  const inPath = request.params as Readonly<Record<string, unknown>>;
  const path = await readParameters(route.path, inPath, call, problems);
  const input = await readParameters(route.accepts, sent, call, problems);
  if (sent['translation_language'] !== undefined) await readParameters(everyRoute, sent, call, problems);
  if (sent['dry_run'] !== undefined && !route.methods.includes('GET') && !('dry_run' in route.accepts))
    await readParameters(everyWrite, sent, call, problems);
  if (route.validate) {
    const found = await route.validate(call, { path, input }, sent);
    for (const [name, problem] of Object.entries(found)) problems[name] ??= problem;
  }
  if (Object.keys(problems).length > 0) throw invalidParameters(problems);
  return { path, input, sent, file };
}
