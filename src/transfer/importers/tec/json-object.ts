/** A JSON object of which nothing else is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member's text; '' where it's anything else. */
export function textIn(members: JsonObject, name: string): string {
  const value = members[name];
  return typeof value === 'string' ? value : '';
}

/** The member as a list: of its members, of the one object, or empty. */
export function listIn(members: JsonObject, name: string): unknown[] {
  const value = members[name];
  if (Array.isArray(value)) return value;
  return isJsonObject(value) || typeof value === 'number' ? [value] : [];
}

/** The member's texts. */
export function textsIn(members: JsonObject, name: string): string[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
