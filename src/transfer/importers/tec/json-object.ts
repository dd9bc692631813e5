/** A JSON object with members of unknown types. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a member's text; '' if it is not a text. */
export function textIn(members: JsonObject, name: string): string {
  const value = members[name];
  return typeof value === 'string' ? value : '';
}

/** Returns a member as a list: its elements, or the one object or number as the only element; else empty. */
export function listIn(members: JsonObject, name: string): unknown[] {
  const value = members[name];
  if (Array.isArray(value)) return value;
  return isJsonObject(value) || typeof value === 'number' ? [value] : [];
}

/** Returns the texts in a member that is a list. */
export function textsIn(members: JsonObject, name: string): string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
