import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isMessage, type Language, type MessageKey, translate } from '#i18n/catalogue.ts';
import type { KalendsError, Problem } from '../errors.ts';
import type { Call } from './call.ts';
import { listOf, truthy } from './parameter.ts';
import type { Answer } from './route.ts';

const EXPOSED =
  'X-WP-Total, X-WP-TotalPages, X-TEC-Total, X-TEC-TotalPages, Link, Allow, ETag, Last-Modified, Cache-Control, Content-Language, Retry-After, Location';

type Tree = Map<string, Tree | null>;

function fieldTree(paths: readonly string[]): Tree {
  const tree: Tree = new Map();
  for (const path of paths) {
    let at = tree;
    const names = path.split('.').slice(0, 8);
    names.forEach((name, depth) => {
      const known = at.get(name);
      if (known === null) return;
      if (depth === names.length - 1) at.set(name, null);
      else {
        const next: Tree = known ?? new Map();
        at.set(name, next);
        at = next;
      }
    });
  }
  return tree;
}

function pick(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((member) => pick(member, tree));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const below = tree.get(name);
    if (below === undefined) continue;
    out[name] = below === null ? member : pick(member, below);
  }
  return out;
}

/** `_fields`: top-level names, paths `a.b`, through lists too (reference 1.5, D28). */
export function selectFields(body: unknown, fields: unknown): unknown {
  const names = listOf(fields)?.filter((name): name is string => typeof name === 'string' && name !== '');
  return names && names.length > 0 ? pick(body, fieldTree(names)) : body;
}

/** Headers of every answer of the interface (reference 1.6, contract 1). */
export function commonHeaders(reply: FastifyReply, base: string): void {
  reply.headers({
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': EXPOSED,
    'Access-Control-Allow-Headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, If-None-Match, If-Modified-Since, X-HTTP-Method-Override',
  });
  reply.header('Link', `<${base}/>; rel="https://api.w.org/"`);
}

/** What beside its address an answer depends on (contract 1). */
export const varying = (negotiated: boolean) =>
  negotiated ? 'Accept-Language, Authorization' : 'Authorization';

/** Writes an answer as JSON, with validators and caching for reads (contract 1, headers). */
export function send(request: FastifyRequest, reply: FastifyReply, call: Call, answer: Answer): FastifyReply {
  const query = request.query as Record<string, unknown>;
  const status = answer.status ?? 200;
  let body = selectFields(answer.body, query['_fields']);
  reply.header('Content-Language', call.language);
  reply.header('Vary', varying(call.negotiated));
  const { Link: link, ...headers } = answer.headers ?? {};
  reply.headers(headers);
  if (link) reply.header('Link', `${String(reply.getHeader('Link'))}, ${link}`);
  const reading = (request.method === 'GET' || request.method === 'HEAD') && status === 200;
  // A cache goes by the address, to which parameters in a body don't belong.
  if (!reading || call.viewer || hasBody(request))
    reply.header('Cache-Control', 'no-cache, must-revalidate, max-age=0, no-store, private');
  else reply.header('Cache-Control', 'public, max-age=0, must-revalidate');
  if (answer.modifiedUtc) reply.header('Last-Modified', httpDate(answer.modifiedUtc));
  const enveloped = asksEnvelope(query);
  if (enveloped) body = { body, status, headers: shownHeaders(reply) };
  const bytes = Buffer.from(
    JSON.stringify(
      body,
      null,
      query['_pretty'] !== undefined && truthy(query['_pretty'] || '1') ? 4 : undefined,
    ),
  );
  reply.header('Content-Type', 'application/json; charset=UTF-8');
  if (reading) {
    const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
    reply.header('ETag', etag);
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  return reply.code(enveloped ? 200 : status).send(bytes);
}

/** Whether the answer is to come in an envelope, always with status 200 (reference 1.5). */
export function asksEnvelope(query: Readonly<Record<string, unknown>> | undefined): boolean {
  const asked = query?.['_envelope'];
  return asked !== undefined && asked !== '0' && asked !== 'false';
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function shownHeaders(reply: FastifyReply): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (/^(allow|link|location|x-(tec|wp)-)/i.test(name)) shown[headerName(name)] = value;
  return shown;
}

const headerName = (name: string) =>
  ({
    'x-tec-total': 'X-TEC-Total',
    'x-tec-totalpages': 'X-TEC-TotalPages',
    'x-wp-total': 'X-WP-Total',
    'x-wp-totalpages': 'X-WP-TotalPages',
  })[name] ?? name.charAt(0).toUpperCase() + name.slice(1);

/** Whether an `If-None-Match` names an entity tag (RFC 9110 §13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}

/** RFC 9110 §5.6.7, of a UTC text. */
export function httpDate(utc: string): string {
  const at = Temporal.PlainDateTime.from(utc.replace(' ', 'T'));
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][at.dayOfWeek - 1];
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][
    at.month - 1
  ];
  return `${day}, ${String(at.day).padStart(2, '0')} ${month} ${String(at.year).padStart(4, '0')} ${utc.slice(11)} GMT`;
}

const isProblems = (value: unknown): value is Record<string, Problem> =>
  typeof value === 'object' && value !== null;

/** The body of an error (reference 1.10), in a language. */
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
