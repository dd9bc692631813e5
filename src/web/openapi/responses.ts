import type { TSchema } from 'typebox';
import { anyone, type Route, revisedKindOf } from '#api/routing/route.ts';
import { type ErrorCode, errorStatus, otherStatus } from '#errors.ts';
import { type Language, type MessageKey, message, translate } from '#foundation/i18n/catalogue.ts';
import { hasBody } from './components.ts';
import { type ErrorSamples, errorText, type ServiceLimits, samplesOf } from './errors.ts';
import type { SchemaWriter } from './schemas.ts';
import type { DocumentedHeader, DocumentedResponse, Reference } from './types.ts';

/** Errors that every operation may answer, by the status of their shared description. */
const commonErrors: Readonly<Record<number, readonly ErrorCode[]>> = {
  401: [
    'incorrect_password',
    'invalid_username',
    'invalid_email',
    'rest_second_factor_required',
    'rest_invalid_token',
    'rest_forbidden',
  ],
  413: ['rest_body_too_large'],
  429: ['rest_too_many_requests'],
  500: ['internal_server_error'],
  503: ['rest_unavailable', 'rest_storage_full', 'rest_read_only'],
};

const idempotencyErrors = [
  'rest_idempotency_key_in_use',
  'rest_idempotency_key_reused',
  'rest_idempotency_answer_dropped',
] as const;

const textHeaders = ['Allow', 'Content-Language', 'ETag', 'Last-Modified', 'Link', 'Location'] as const;
const numberHeaders = [
  'X-TEC-Total',
  'X-TEC-TotalPages',
  'X-WP-Total',
  'X-WP-TotalPages',
  'Retry-After',
] as const;
type HeaderName = (typeof textHeaders)[number] | (typeof numberHeaders)[number];

const isList = (schema: TSchema) => JSON.stringify(schema).includes('"total_pages"');
const headerReference = (name: HeaderName): Reference => ({ $ref: `#/components/headers/${name}` });
const errorContent = (codes: readonly ErrorCode[]) => ({
  'application/json': {
    schema: {
      allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: [...codes] } } }],
    },
  },
});

const errorAnswer = (
  language: Language,
  codes: readonly ErrorCode[],
  samples: ErrorSamples,
): DocumentedResponse => ({
  description: codes.map((code) => `- \`${code}\`: ${errorText(language, code, samples)}`).join('\n'),
  content: errorContent(codes),
});

/** Returns `components.headers`. */
export function sharedHeaders(language: Language): Record<string, DocumentedHeader> {
  const header = (name: HeaderName, type: string): [string, DocumentedHeader] => [
    name,
    { description: translate(language, message(`header.${name}`)), schema: { type } },
  ];
  return Object.fromEntries([
    ...textHeaders.map((name) => header(name, 'string')),
    ...numberHeaders.map((name) => header(name, 'integer')),
  ]);
}

/** Returns `components.responses`: the responses that all operations share. */
export function sharedResponses(
  language: Language,
  limits: ServiceLimits,
): Record<string, DocumentedResponse> {
  const shared: Record<string, DocumentedResponse> = {
    NotModified: {
      description: translate(language, message('answer.304')),
      headers: { ETag: headerReference('ETag') },
    },
  };
  for (const [status, codes] of Object.entries(commonErrors))
    shared[`Error${status}`] = {
      ...errorAnswer(language, codes, samplesOf(limits)),
      ...(/^(429|503)$/.test(status) ? { headers: { 'Retry-After': headerReference('Retry-After') } } : {}),
    };
  return shared;
}

/** Returns all errors that an operation may answer, by status. */
function errorsOf(route: Route): Map<number, Set<ErrorCode>> {
  const byStatus = new Map<number, Set<ErrorCode>>();
  const add = (status: number, code: ErrorCode) =>
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  for (const code of ['rest_invalid_param', 'rest_invalid_json', 'rest_bad_request'] as const)
    add(errorStatus[code], code);
  if (Object.values(route.accepts).some((p) => p.required)) add(400, 'rest_missing_callback_param');
  if (route.isCacheable) add(400, 'rest_answer_too_large');
  for (const code of route.errors) {
    add(errorStatus[code], code);
    const other = otherStatus[code];
    if (other !== undefined) add(other, code);
  }
  if (revisedKindOf(route) !== undefined && !route.methods.includes('GET'))
    add(412, 'rest_precondition_failed');
  if (route.methods.includes('POST')) for (const code of idempotencyErrors) add(errorStatus[code], code);
  // A write that a part of a page sends is refused whatever it is.
  if (route.allows !== anyone || !route.methods.includes('GET')) add(403, 'rest_forbidden');
  if (route.scope !== 'read') add(403, 'rest_token_scope');
  return byStatus;
}

/** Returns all responses of an operation, by status. */
export function responsesOf(
  route: Route,
  writer: SchemaWriter,
  limits: ServiceLimits,
): Record<string, DocumentedResponse | Reference> {
  const { language } = writer;
  const answers: Record<string, DocumentedResponse | Reference> = {};
  for (const [status, schema] of Object.entries(route.answers)) {
    const headers: HeaderName[] = ['Allow', 'Content-Language'];
    if (isList(schema))
      headers.push('Link', 'X-TEC-Total', 'X-TEC-TotalPages', 'X-WP-Total', 'X-WP-TotalPages');
    if (!hasBody(route) && route.methods[0] === 'GET') headers.push('ETag', 'Last-Modified');
    if (status === '201') headers.push('Location');
    answers[status] = {
      description: translate(language, message(isList(schema) ? 'answer.list' : answerKey(route, status))),
      headers: Object.fromEntries(headers.map((name) => [name, headerReference(name)])),
      content: Object.fromEntries(
        (route.types ?? ['application/json']).map((type) => [
          type,
          { schema: writer.inlineOrReference(schema, { of: 'member', path: [route.operation] }) },
        ]),
      ),
    };
  }
  if (route.methods[0] === 'GET') answers['304'] = { $ref: '#/components/responses/NotModified' };
  for (const [status, codes] of errorsOf(route)) {
    const common = commonErrors[status] ?? [];
    const own = [...codes].filter((code) => !common.includes(code));
    const isOwn = own.length > 0 || common.length === 0 || (status === 413 && route.upload);
    answers[status] = isOwn
      ? errorAnswer(language, [...common, ...own], samplesOf(limits, route))
      : { $ref: `#/components/responses/Error${status}` };
  }
  for (const status of Object.keys(commonErrors))
    answers[status] ??= { $ref: `#/components/responses/Error${status}` };
  return Object.fromEntries(Object.entries(answers).sort(([a], [b]) => Number(a) - Number(b)));
}

function answerKey(route: Route, status: string): MessageKey {
  if (status === '201') return 'answer.created';
  if (route.methods[0] === 'DELETE') return 'answer.deleted';
  return route.methods[0] === 'GET' ? 'answer.read' : 'answer.updated';
}
