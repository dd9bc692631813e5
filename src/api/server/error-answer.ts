import type { FastifyReply, FastifyRequest } from 'fastify';
import { readAuthorization } from '#api/access/credentials.ts';
import { addressOf } from '#api/http/address.ts';
import { PRIVATE, varyOf } from '#api/http/response-headers.ts';
import type { Services } from '#context.ts';
import { errorStatus, KalendsError, otherStatus, type Problem } from '#errors.ts';
import { isMessage, type Language, type MessageKey, translate } from '#foundation/i18n/catalogue.ts';
import { asksEnvelope, envelopeHeaders } from './answer.ts';
import { languageOfRequest } from './call.ts';
import { factsOf, REQUEST_ID } from './request-facts.ts';
import { queryParameters } from './request-input.ts';

/** The path below the namespace: a kind, an ID or a slug, the rest of the path, and the query. */
const ITEM = /^\/([^?]*?)\/(venues|organizers|categories|tags)\/(?:by-slug\/)?[^/?]+([^?]*)(\?.*)?$/;

/** Returns the redirect to the one that a merged item was merged into, with the rest of the address as it was sent (contract W5). */
function leadingOn(error: KalendsError, { method, url }: FastifyRequest): KalendsError {
  const [, namespace, , rest = '', query = ''] = ITEM.exec(url) ?? [];
  const target = error.extras.headers?.['Location'] ?? '';
  // What is ours lies beside the interface's namespace.
  const based =
    namespace === 'kalends/v1' ? target.replace(/\/(calendar|tribe)\/events\/v1\//, '/kalends/v1/') : target;
  return new KalendsError('rest_merged', {
    ...error.extras,
    status:
      method === 'GET' || method === 'HEAD' ? errorStatus.rest_merged : (otherStatus.rest_merged ?? 308),
    headers: { Location: `${based}${rest}${query}` },
  });
}

/** Returns the error to send for a failure: our own as they are, Fastify's by their meaning; all else is internal, and logged with the request. */
export function clientError(error: unknown, request: FastifyRequest, services: Services): KalendsError {
  if (error instanceof KalendsError) {
    if (error.cause !== undefined) factsOf(request.raw).error = error.cause;
    if (error.code === 'rest_merged') return leadingOn(error, request);
    return request.is404 && error.status < 401 && !addressOf(request.raw).isMisaddressed
      ? new KalendsError('rest_no_route')
      : error;
  }
  const { code, statusCode } =
    error instanceof Error
      ? (error as Error & { code?: string; statusCode?: number })
      : { code: '', statusCode: 500 };
  if (request.is404) return new KalendsError('rest_no_route');
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return new KalendsError('rest_body_too_large', {
      values: { limit: request.routeOptions.bodyLimit ?? services.config.bodyLimit },
    });
  if (statusCode === 429) return new KalendsError('rest_too_many_requests', { values: { seconds: 60 } });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new KalendsError('rest_bad_request');
  factsOf(request.raw).error = error;
  return new KalendsError('internal_server_error', { values: { request: request.id } });
}

function loginIn(header: string | undefined): string | undefined {
  const credentials = readAuthorization(header);
  return credentials && 'login' in credentials ? credentials.login : undefined;
}

/** Sends an error in the language of the request (reference 1.10). */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  error: KalendsError,
): FastifyReply {
  const { language, negotiated } = languageOfRequest(request, services);
  const facts = factsOf(request.raw);
  facts.code = error.code;
  // A login that is nobody's may be a password in the wrong field.
  if (error.code === 'incorrect_password') facts.login = loginIn(request.headers.authorization);
  else if (error.extras.login !== undefined) facts.login = error.extras.login;
  reply.header('Content-Language', language).header('Cache-Control', PRIVATE);
  reply.header('Vary', varyOf(negotiated));
  // Closed while the client still sends, the connection would be reset, and the answer lost.
  if (error.status === 413) reply.removeHeader('Connection');
  if (error.extras.headers) reply.headers(error.extras.headers);
  if (error.status >= 500) reply.header(REQUEST_ID, request.id);
  const body = errorBody(error, language);
  reply.header('Content-Type', 'application/json; charset=UTF-8');
  if (asksEnvelope(queryParameters(request)))
    return reply.code(200).send(JSON.stringify(refusalEnvelope(reply, error.status, body)));
  return reply.code(error.status).send(JSON.stringify(body));
}

/** Returns the envelope of an error (reference 1.5): an empty list stands for no headers, as elsewhere. */
function refusalEnvelope(reply: FastifyReply, status: number, body: object): object {
  const { Link: _discovery, ...headers } = envelopeHeaders(reply);
  return { body, status, headers: Object.keys(headers).length > 0 ? headers : [] };
}

const isProblems = (value: unknown): value is Record<string, Problem> =>
  typeof value === 'object' && value !== null;

/** Parameters by which the address of a page names what it shows. */
const PAGE_NAMES = ['slug', 'occurrence', 'categories', 'tags', 'venue', 'organizer'];

/** Returns the error of a feed at the address of a page: what doesn't exist and what the reader may not know are told alike. */
export function atPage(error: KalendsError, request: FastifyRequest): KalendsError {
  if (!addressOf(request.raw).isPage) return error;
  const problems = error.extras.data?.['problems'];
  const isUnknown = isProblems(problems) && PAGE_NAMES.some((name) => Object.hasOwn(problems, name));
  const isClosed = error.code === 'event-not-accessible' || error.code === 'event-no-longer-available';
  return isUnknown || (isClosed && error.status === 403) ? new KalendsError('rest_no_route') : error;
}

/** Returns the body of an error in a language (reference 1.10). */
export function errorBody(error: KalendsError, language: Language): Record<string, unknown> {
  const key = `error.${error.code}` as MessageKey;
  const { problems, ...data } = error.extras.data ?? {};
  const shape: Record<string, unknown> = { status: error.status };
  for (const [name, value] of Object.entries(data))
    shape[name] = isMessage(value) ? translate(language, value) : value;
  if (isProblems(problems)) {
    const params: Record<string, string> = {};
    const details: Record<string, unknown> = {};
    for (const [name, problem] of Object.entries(problems)) {
      const text = `${name}: ${translate(language, problem.message)}`;
      params[name] = text;
      if (problem.detail) details[name] = { code: problem.detail, message: text, data: { param: name } };
    }
    shape['params'] = params;
    shape['details'] = Object.keys(details).length > 0 ? details : [];
  }
  return {
    code: error.code,
    message: translate(language, { key, ...(error.extras.values ? { values: error.extras.values } : {}) }),
    data: shape,
    ...error.extras.body,
  };
}
