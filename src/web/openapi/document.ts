import { NAMESPACE } from '#api/http/address.ts';
import { formSchema } from '#api/routing/parameter.ts';
import { anyone, type Method, type Route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { isMessageKey, type Language, message, translate } from '#foundation/i18n/catalogue.ts';
import { describe, subjectOf } from '#foundation/i18n/descriptions.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { bodySchemas, hasBody, namedSchemas } from './components.ts';
import type { ServiceLimits } from './errors.ts';
import { bodyExamples, schemaExamples } from './examples.ts';
import {
  commonParameterNames,
  documentedParameter,
  sharedParameters,
  withNulls,
  writeParameterNames,
} from './parameters.ts';
import { responsesOf, sharedHeaders, sharedResponses } from './responses.ts';
import { type SchemaPlace, SchemaWriter, withoutDefaults } from './schemas.ts';
import type {
  Components,
  ContentByType,
  OpenApi,
  Operation,
  PathItem,
  Reference,
  Schema,
  Verb,
} from './types.ts';

/** Returns the text of a computed key; '' if the catalogue lacks it, which a test prevents. */
function translateKey(language: Language, key: string): string {
  return isMessageKey(key) ? translate(language, message(key)) : '';
}

const reference = (kind: 'parameters' | 'schemas', name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
});

type Body = NonNullable<Operation['requestBody']>;

/** Returns the member with an operation's example body, if it has one. */
function exampleOf(route: Route, writer: SchemaWriter): { example?: object } {
  const example = bodyExamples(writer.language)[route.operation];
  return example ? { example } : {};
}

/** Returns the body of an upload: a file in a multipart form, or as the body itself. */
function uploadBody(route: Route, writer: SchemaWriter): Body {
  const form = writer.inline(formSchema(route.accepts), { of: 'field', path: [subjectOf(route.url)] });
  const file = {
    type: 'string',
    format: 'binary',
    ...describe(writer.language, 'field', [subjectOf(route.url), 'file']),
  };
  const isOptional = route.upload === 'optional';
  const schema: Schema = {
    ...form,
    ...(isOptional ? {} : { required: ['file'] }),
    properties: { file, ...form.properties },
  };
  if (isOptional)
    return {
      required: true,
      content: {
        'multipart/form-data': { schema },
        'application/json': { schema: form, ...exampleOf(route, writer) },
      },
    };
  const raw: Schema = { type: 'string', format: 'binary' };
  return {
    required: true,
    content: { 'multipart/form-data': { schema }, 'image/*': { schema: raw }, '*/*': { schema: raw } },
  };
}

/**
 * Returns the body of a write, as JSON or form; multipart only with POST (reference 1.3). Defaults are named only where the body
 * stands with its operation: generators of types take a field with a default for one that is always there.
 */
function requestBody(route: Route, method: Method, writer: SchemaWriter): Body {
  if (route.upload) return uploadBody(route, writer);
  const form = formSchema(route.accepts);
  const place: SchemaPlace = { of: 'field', path: [subjectOf(route.url)] };
  const schema = writer.inlineOrReference(form, place);
  const hasDefaults = Object.values(route.accepts).some((p) => 'default' in p.schema);
  const full = hasDefaults ? withNulls(writer.inline(form, place), route.accepts) : schema;
  const content: ContentByType = {
    'application/json': { schema: full, ...exampleOf(route, writer) },
    'application/x-www-form-urlencoded': { schema },
    ...(method === 'POST' ? { 'multipart/form-data': { schema } } : {}),
  };
  return { required: Object.values(route.accepts).some((p) => p.required), content };
}

function operation(route: Route, method: Method, writer: SchemaWriter, limits: ServiceLimits): Operation {
  const { language } = writer;
  const subject = subjectOf(route.url);
  const body = hasBody(route);
  const parameters: NonNullable<Operation['parameters']> = [
    ...Object.entries(route.path).map(([name, p]) => documentedParameter(writer, 'path', subject, name, p)),
    ...(body
      ? []
      : Object.entries(route.accepts).map(([name, p]) =>
          documentedParameter(writer, 'query', subject, name, p),
        )),
    ...writeParameterNames(route, method).map((name) => reference('parameters', name)),
    ...(method === 'POST' ? [reference('parameters', '_method')] : []),
  ];
  const signedIn = [{ basic: [] }, { bearer: [] }, { session: [] }];
  return {
    operationId:
      method === route.methods[0]
        ? route.operation
        : `${route.operation}By${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: translateKey(language, `operation.${route.operation}.summary`),
    description: translateKey(language, `operation.${route.operation}.description`),
    tags: [subject],
    security: route.allows === anyone ? [{}, ...signedIn] : signedIn,
    // OpenAPI has scopes for OAuth alone.
    ...(route.allows === anyone ? {} : { 'x-scope': route.scope }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body && (route.upload || Object.keys(route.accepts).length > 0)
      ? { requestBody: requestBody(route, method, writer) }
      : {}),
    responses: responsesOf(route, writer, limits),
  };
}

const verbOf = (method: Method) => method.toLowerCase() as Verb;
const inNamespace = (url: string) => url === `/${NAMESPACE}` || url.startsWith(`/${NAMESPACE}/`);
/** Returns a path below the namespace, or below the base for our own routes. */
const shownPath = (url: string) => (inNamespace(url) ? url.slice(NAMESPACE.length + 1) || '/' : url);

function components(routes: readonly Route[], writer: SchemaWriter, limits: ServiceLimits): Components {
  const { language } = writer;
  const schemas: Components['schemas'] = {};
  const examples = schemaExamples(language);
  for (const [name, schema] of Object.entries(namedSchemas)) {
    const example = examples[name];
    schemas[name] = {
      title: name,
      description: translateKey(language, `schema.${name}`),
      ...writer.inline(schema, { of: 'member', path: [name] }),
      ...(example ? { examples: [example] } : {}),
    };
  }
  for (const { name, schema, route } of bodySchemas(routes))
    schemas[name] = {
      title: name,
      ...withoutDefaults(
        withNulls(writer.inline(schema, { of: 'field', path: [subjectOf(route.url)] }), route.accepts),
      ),
    };
  const scheme = (name: 'basic' | 'bearer') => ({
    type: 'http',
    scheme: name,
    description: translate(language, message(`security.${name}`)),
  });
  return {
    schemas,
    parameters: sharedParameters(writer),
    headers: sharedHeaders(language),
    responses: sharedResponses(language, limits),
    securitySchemes: {
      basic: scheme('basic'),
      bearer: scheme('bearer'),
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-kalends',
        description: translate(language, message('security.session')),
      },
    },
  };
}

type Neutral = Omit<OpenApi, 'servers'>;

/** Returns the document without addresses. */
function write(routes: readonly Route[], language: Language, limits: ServiceLimits): Neutral {
  const named = [
    ...Object.entries(namedSchemas),
    ...bodySchemas(routes).map(({ name, schema }) => [name, schema] as const),
  ];
  const writer = new SchemaWriter(language, named);
  const paths: Record<string, PathItem> = {};
  const tags = new Set<string>();
  for (const route of routes) {
    const path = shownPath(route.url);
    const item = paths[path] ?? {
      parameters: commonParameterNames.map((name) => reference('parameters', name)),
    };
    for (const method of route.methods) item[verbOf(method)] = operation(route, method, writer, limits);
    paths[path] = item;
    tags.add(subjectOf(route.url));
  }
  return {
    openapi: '3.1.0',
    info: {
      version: manifest.version,
      title: translate(language, message('doc.title')),
      description: translate(language, message('doc.description')),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [...tags].map((name) => ({ name, description: translateKey(language, `tag.${name}`) })),
    paths,
    components: components(routes, writer, limits),
  };
}

declare module '#context.ts' {
  interface Services {
    readonly documents: OpenApiDocuments;
  }
}

/** The OpenAPI 3.1 documents of a service, each of which is written once. */
export class OpenApiDocuments {
  /** By language and limits. */
  readonly #written = new Map<string, Neutral>();

  /** Returns the document of all routes in the caller's language, with the addresses at which it was requested. @param limits those in force */
  of(routes: readonly Route[], call: Pick<Call, 'language' | 'links'>, limits: ServiceLimits): OpenApi {
    const { language } = call;
    const key = `${language} ${limits.bodyLimit} ${limits.uploadLimit} ${limits.answerLimit}`;
    const neutral = this.#written.get(key) ?? write(routes, language, limits);
    this.#written.set(key, neutral);
    return placed(neutral, routes, call);
  }
}

/** Returns a document with the addresses at which it was requested. Paths lie below the namespace; others name their own server. */
function placed(
  { openapi, info, tags, paths, components: shared }: Neutral,
  routes: readonly Route[],
  { language, links }: Pick<Call, 'language' | 'links'>,
): OpenApi {
  const outside = new Set(routes.map(({ url }) => url).filter((url) => !inNamespace(url)));
  const located = Object.entries(paths).map(
    ([path, item]) => [path, outside.has(path) ? { servers: [{ url: links.base }], ...item } : item] as const,
  );
  return {
    openapi,
    info: { ...info, contact: { url: `${links.home}/` } },
    servers: [{ url: links.root, description: translate(language, message('doc.server')) }],
    tags,
    paths: Object.fromEntries(located),
    components: shared,
  };
}
