import type { TSchema } from 'typebox';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { type DescribedKind, describe } from '#foundation/i18n/descriptions.ts';
import { isObject } from '#foundation/text/is-object.ts';
import type { Schema } from './types.ts';

/** The position of a schema, which selects the descriptions of its members. */
export interface SchemaPlace {
  of: DescribedKind;
  path: readonly string[];
}

const isNever = (value: unknown) => isObject(value) && isObject(value['not']);

const takesNull = ({ type, anyOf }: Schema) =>
  [type ?? []].flat().includes('null') || (anyOf?.some(takesNull) ?? false);

/** Returns a schema that also accepts null. */
export function nullable(schema: Schema): Schema {
  if (takesNull(schema)) return schema;
  const allowed = schema.enum && !schema.enum.includes(null) ? { enum: [...schema.enum, null] } : {};
  if (typeof schema.type === 'string') return { ...schema, ...allowed, type: [schema.type, 'null'] };
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return schema.$ref ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** Returns a schema of an object whose members name no defaults. */
export const withoutDefaults = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, { default: _, ...member }]) => [name, member]),
  ),
});

/** Returns a schema that accepts null if null is its default. */
const withDefault = (schema: Schema): Schema => (schema.default === null ? nullable(schema) : schema);

/**
 * Converts TypeBox schemas to those of the document, with descriptions in a language and references to named schemas.
 */
export class SchemaWriter {
  readonly language: Language;
  readonly #names = new Map<string, string>();

  /** @param named schemas with a name of their own; equal ones share the first name */
  constructor(language: Language, named: Iterable<readonly [string, TSchema]>) {
    this.language = language;
    for (const [name, schema] of named) {
      const text = JSON.stringify(schema);
      if (!this.#names.has(text)) this.#names.set(text, name);
    }
  }

  /** Returns a nested schema, or a reference if it has a name. */
  inlineOrReference(schema: unknown, place: SchemaPlace): Schema {
    const name = this.#names.get(JSON.stringify(schema));
    return name ? { $ref: `#/components/schemas/${name}` } : this.inline(schema, place);
  }

  /** Returns a schema in full, even if it has a name. */
  inline(schema: unknown, place: SchemaPlace): Schema {
    if (!isObject(schema)) return {};
    const { properties, patternProperties, items, anyOf, type, required, format, ...rest } = schema;
    if (Array.isArray(anyOf)) return this.#union(anyOf, rest, place);
    const out: Schema = {};
    if (typeof type === 'string') out.type = type;
    else if (Array.isArray(rest['enum'])) out.type = 'string';
    // A format equal to the type adds nothing to the document.
    if (typeof format === 'string' && format !== type) out.format = format;
    if (isObject(properties)) {
      out.properties = this.#members(properties, place);
      if (Array.isArray(required)) out.required = required.map(String);
    }
    if (isObject(patternProperties)) {
      const [member] = Object.values(patternProperties);
      out.additionalProperties = this.inlineOrReference(member, place);
    }
    if (isNever(items)) Object.assign(out, { items: {}, maxItems: 0 });
    else if (items !== undefined) out.items = this.inlineOrReference(items, place);
    else if (type === 'array') out.items = {};
    return withDefault({ ...out, ...rest });
  }

  #members(properties: Record<string, unknown>, place: SchemaPlace): Record<string, Schema> {
    const members: Record<string, Schema> = {};
    for (const [name, schema] of Object.entries(properties)) {
      const path = [...place.path, name];
      members[name] = {
        ...this.inlineOrReference(schema, { of: place.of, path }),
        ...describe(this.language, place.of, path),
      };
    }
    return members;
  }

  #union(members: unknown[], rest: Record<string, unknown>, place: SchemaPlace): Schema {
    const some = members.filter((member) => !(isObject(member) && member['type'] === 'null'));
    const written = some.map((member) => this.inlineOrReference(member, place));
    const [only] = written;
    const schema = written.length === 1 && only ? only : { anyOf: written };
    return withDefault({ ...(some.length < members.length ? nullable(schema) : schema), ...rest });
  }
}
