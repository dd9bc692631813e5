import { choiceAt, type FoundChoice, findOrganizers, findVenues, placeOf } from '../interface/choices.ts';
import { type LinkedScreenKind, linkedCalls } from './linked-kinds.ts';

const finders = { venues: findVenues, organizers: findOrganizers } as const;
/** Names shorter than this are like too many others. */
const LEAST = 3;

/** Finds venues or organizers by words, and those that something new of that name is likely to be, such as one that is spelt another way. */
export async function findOrLikely(
  kind: LinkedScreenKind,
  name: string,
  signal: AbortSignal,
): Promise<FoundChoice[]> {
  const [found, doubles] = await Promise.all([
    finders[kind](name, signal),
    // A help, and no more: without it the list stands.
    name.length < LEAST ? [] : linkedCalls[kind].doublesOf({ name }, signal).catch(() => []),
  ]);
  const likely = doubles.flatMap(({ items }) =>
    items.map((item) => choiceAt(item.id, item.name, placeOf(item))),
  );
  return [...found, ...likely.filter(({ id }) => !found.some((one) => one.id === id))];
}
