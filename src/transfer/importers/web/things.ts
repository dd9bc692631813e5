/** A thing of schema.org, whatever it was written in: types and properties by their plain names. */
export interface Thing {
  readonly types: readonly string[];
  /** Values of each property, in their order; none is empty. */
  readonly properties: Readonly<Record<string, readonly Value[]>>;
}

/** The value of a property. */
export type Value = string | number | boolean | Thing;

/** Returns the plain name of a type or property: `Event` of `https://schema.org/Event` and `schema:Event`. */
export const plainName = (name: string): string => /[^/#:]*$/.exec(name.replace(/[/#]+$/, ''))?.[0] ?? name;

/** Types of events whose names do not end with `Event`. */
const EVENT_TYPES = new Set(['Festival', 'Hackathon', 'EventSeries', 'CourseInstance']);

/** Returns whether a thing is an event, of any subtype. */
export const isEvent = (thing: Thing): boolean =>
  thing.types.some(
    (type) => EVENT_TYPES.has(type) || (type.endsWith('Event') && type !== 'InstantaneousEvent'),
  );

/** Returns whether a value is a thing. */
export const isThing = (value: Value | undefined): value is Thing => typeof value === 'object';

/** Returns all values of a property. */
export const valuesOf = (thing: Thing, name: string): readonly Value[] =>
  Object.hasOwn(thing.properties, name) ? (thing.properties[name] ?? []) : [];

/** Returns the things among the values of a property. */
export const thingsOf = (thing: Thing, name: string): Thing[] => valuesOf(thing, name).filter(isThing);

/** Returns a value as text; '' for a thing. */
export const textOfValue = (value: Value | undefined): string =>
  value === undefined || typeof value === 'object' ? '' : String(value).trim();

/** Returns the first text of a property; '' if there is none. */
export const textOf = (thing: Thing, name: string): string =>
  valuesOf(thing, name)
    .map(textOfValue)
    .find((text) => text !== '') ?? '';

/** Returns all texts of a property that are not empty. */
export const textsOf = (thing: Thing, name: string): string[] =>
  valuesOf(thing, name)
    .map(textOfValue)
    .filter((text) => text !== '');

/** Returns the name of a value: a text itself, or the `name` of a thing. */
export const nameOf = (value: Value): string => (isThing(value) ? textOf(value, 'name') : textOfValue(value));

/** Returns whether a thing has a type. */
export const hasType = (thing: Thing, ...types: readonly string[]): boolean =>
  thing.types.some((type) => types.includes(type));

/** Yields a thing and all things in it, each once, a thing before those in it. */
export function* walkThings(roots: readonly Thing[]): Generator<{ thing: Thing; within: readonly Thing[] }> {
  const seen = new Set<Thing>();
  const stack = roots.map((thing) => ({ thing, within: [] as readonly Thing[] })).reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { thing, within } = next;
    if (seen.has(thing)) continue;
    seen.add(thing);
    yield next;
    const inner = Object.values(thing.properties).flat().filter(isThing);
    for (const one of inner.reverse()) stack.push({ thing: one, within: [...within, thing] });
  }
}
