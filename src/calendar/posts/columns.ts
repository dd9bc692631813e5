import type { Input, Parameters } from '#api/routing/parameter.ts';

const storedNames = new WeakMap<Parameters, readonly string[]>();

function namesOf(parameters: Parameters): readonly string[] {
  const known = storedNames.get(parameters);
  if (known) return known;
  const names = Object.entries(parameters).flatMap(([name, { stored }]) => (stored ? [name] : []));
  storedNames.set(parameters, names);
  return names;
}

/** The values that go unchanged into columns of their own name: fields marked `stored`; flags as 0 and 1. */
export function storedColumns<P extends Parameters>(
  parameters: P,
  input: Partial<Input<P>>,
): Record<string, string | number | null> {
  const columns: Record<string, string | number | null> = {};
  for (const name of namesOf(parameters)) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === 'boolean') columns[name] = value ? 1 : 0;
    else if (typeof value === 'string' || typeof value === 'number' || value === null) columns[name] = value;
  }
  return columns;
}

/** The texts of a column that holds a JSON list; none where it is empty. */
export function storedTexts(json: string): string[] {
  const list: unknown = JSON.parse(json || '[]');
  return Array.isArray(list) ? list.filter((member) => typeof member === 'string') : [];
}
