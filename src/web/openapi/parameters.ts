import type { Parameter } from '#api/routing/parameter.ts';
import { type Method, type Route, revisedKindOf } from '#api/routing/route.ts';
import { everyRoute, everyWrite } from '#api/server/request-input.ts';
import { describe } from '#foundation/i18n/descriptions.ts';
import { nullable, type SchemaWriter } from './schemas.ts';
import type { DocumentedParameter, Schema } from './types.ts';

/** Returns the description of a query or path parameter. */
export function documentedParameter(
  writer: SchemaWriter,
  place: 'query' | 'path',
  subject: string,
  name: string,
  p: Parameter<unknown>,
): DocumentedParameter {
  const path = [subject, name];
  const schema = writer.inlineOrReference(p.schema, { of: 'parameter', path });
  return {
    name,
    in: place,
    description: describe(writer.language, 'parameter', path).description ?? '',
    required: place === 'path' || p.required,
    schema,
    ...(place === 'query' && schema.type === 'array' ? { style: 'form', explode: false } : {}),
  };
}

const globals = {
  _fields: { type: 'array', items: { type: 'string' }, examples: [['id', 'title', 'venue.city']] },
  _envelope: { type: 'string', examples: ['1'] },
  _pretty: { type: 'string', examples: ['1'] },
  _method: { type: 'string', enum: ['GET', 'PUT', 'PATCH', 'DELETE'] },
} satisfies Record<string, Schema>;

const headers = {
  'If-Match': { type: 'string', examples: ['"42"'] },
  'Idempotency-Key': { type: 'string', examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'] },
} satisfies Record<string, Schema>;

/** Names of the parameters that every operation accepts; `_method` is for POST only. */
export const commonParameterNames = [...Object.keys(everyRoute), '_fields', '_envelope', '_pretty'];

/** Returns `components.parameters`. */
export function sharedParameters(writer: SchemaWriter): Record<string, DocumentedParameter> {
  const shared: Record<string, DocumentedParameter> = {};
  for (const [name, p] of Object.entries(everyRoute))
    shared[name] = documentedParameter(writer, 'query', 'any', name, p);
  for (const [name, p] of Object.entries(everyWrite))
    shared[name] = documentedParameter(writer, 'query', 'any', name, p);
  for (const [name, schema] of Object.entries(headers))
    shared[name] = {
      name,
      in: 'header',
      description: describe(writer.language, 'parameter', [name]).description ?? '',
      required: false,
      schema,
    };
  for (const [name, schema] of Object.entries(globals))
    shared[name] = {
      name,
      in: 'query',
      description: describe(writer.language, 'parameter', [name]).description ?? '',
      required: false,
      schema,
      ...(name === '_fields' ? { style: 'form', explode: false } : {}),
    };
  return shared;
}

/** Returns the names of the parameters that a write accepts beside its own: a trial, and the headers of contract W1 and W2. */
export function writeParameterNames(route: Route, method: Method): string[] {
  if (method === 'GET') return [];
  return [
    ...Object.keys(everyWrite).filter((name) => !(name in route.accepts)),
    ...(revisedKindOf(route) !== undefined ? ['If-Match'] : []),
    ...(method === 'POST' ? ['Idempotency-Key'] : []),
  ];
}

/** Marks those fields of a body as nullable in which null has a meaning; in others null counts as absent (D40). */
export function withNulls(schema: Schema, fields: Readonly<Record<string, Parameter<unknown>>>): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const p = fields[name];
    const isNullable = p && !p.required && (p.nulls === 'value' || field['default'] === null);
    return [name, isNullable ? nullable(field) : field] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
