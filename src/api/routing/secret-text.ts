import Type from 'typebox';
import { isObject } from '#foundation/text/is-object.ts';

const SECRET = 'password';

/** Returns the schema of a secret in an answer, which a dry run never shows (contract W3). */
export const secretText = () => Type.String({ format: SECRET });

const isSecret = (schema: unknown): boolean =>
  isObject(schema) && (schema['format'] === SECRET || isSecret(schema['items']));

/** Returns an answer with null for each secret that its schema names. */
export function withoutSecrets(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if (isSecret(schema)) return null;
  const { anyOf, items, properties } = schema;
  if (Array.isArray(anyOf)) return anyOf.reduce<unknown>((shown, one) => withoutSecrets(shown, one), value);
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, items));
  if (!isObject(value) || !isObject(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, properties[name])]),
  );
}
