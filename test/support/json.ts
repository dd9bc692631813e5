/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object; every member may be absent. */
export type JsonObject = { [member: string]: Json };

/** The value that `text` stands for, or undefined where it is not JSON (an empty text, a page). */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Tells whether `value` is a JSON object: neither a list, nor null, nor a simple value. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a dotted path (`events.0.title`) inside `value`, or undefined where there is none. */
export function at(value: Json | undefined, path: string): Json | undefined {
  let found = value;
  for (const step of path.split('.')) {
    if (Array.isArray(found)) found = found[Number(step)];
    else if (isObject(found)) found = Object.hasOwn(found, step) ? found[step] : undefined;
    else return undefined;
  }
  return found;
}
