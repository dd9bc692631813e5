/** The most characters of a numeric text; matching longer ones would take the square of their length. */
export const NUMBER_LIMIT = 40;
const INTEGER = /^\s*[+-]?(\d+)(\.0+)?([eE]\+?\d+)?\s*$/;

/** Returns the safe integer that a number or a numeric text gives, else undefined: `5`, `'5'`, `'1.0'`, `'1e0'`, `' 1'`, `'+1'` (reference 3.0, POSINT). */
export function integerOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > NUMBER_LIMIT || !INTEGER.test(value)) return undefined;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Returns whether a value is true as a loose boolean: `true 1 on yes y enable enabled`; anything else is false (reference 3.8). */
export function truthy(value: unknown): boolean {
  return (
    value === true ||
    value === 1 ||
    (typeof value === 'string' && /^\s*(true|1|on|yes|y|enabled?)\s*$/i.test(value))
  );
}

/** Returns the members of a list: an array, a text with commas, or a number alone; undefined for anything else. */
export function listOf(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(',').map((part) => part.trim());
  if (typeof value === 'number') return [value];
  return undefined;
}
