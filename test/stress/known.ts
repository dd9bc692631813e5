import { isObject, type Json, parseJson } from '../support/json.ts';
import type { Known } from './values.ts';
import type { WireAnswer } from './wire.ts';

const KEPT_IDS = 60;
const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;

/** Nothing yet; `pictures`: origin of pictures to be fetched. */
export const nothingKnown = (pictures: string): Known => ({
  ids: { events: [], venues: [], organizers: [], categories: [], tags: [], media: [] },
  slugs: { events: [], venues: [], organizers: [], categories: [], tags: [] },
  pictures,
});

function learnOne(known: Known, kind: keyof Known['ids'], row: Json | undefined): void {
  if (!isObject(row)) return;
  const { id, slug } = row;
  if (typeof id === 'number' && !known.ids[kind].includes(id)) known.ids[kind].push(id);
  if (known.ids[kind].length > KEPT_IDS) known.ids[kind].shift();
  if (kind === 'media' || typeof slug !== 'string') return;
  if (!known.slugs[kind].includes(slug)) known.slugs[kind].push(slug);
  if (known.slugs[kind].length > KEPT_IDS) known.slugs[kind].shift();
}

/** Remembers what an answer shows, nested things too. */
export function learn(known: Known, path: string, { bytes, status }: WireAnswer): void {
  if (status >= 300) return;
  const body = parseJson(bytes.toString());
  if (!isObject(body)) return;
  const kind = ([...kinds, 'media'] as const).find((one) => new RegExp(`v1/${one}\\b`).test(path));
  if (!kind) return;
  const rows = body[kind];
  for (const row of kind !== 'media' && Array.isArray(rows) ? rows : [body]) {
    learnOne(known, kind, row);
    if (kind !== 'events' || !isObject(row)) continue;
    for (const [member, of] of [
      ['venue', 'venues'],
      ['organizer', 'organizers'],
      ['categories', 'categories'],
      ['tags', 'tags'],
    ] as const)
      for (const one of [row[member]].flat()) learnOne(known, of, one);
  }
}
