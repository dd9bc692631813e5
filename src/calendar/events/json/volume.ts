import { type Fields, fieldsBelow } from '#api/http/fields.ts';
import { checkVolume, SMALL } from '#api/server/volume.ts';
import { longTexts } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';

/** What an event embeds of other things, pictures apart. */
export const embeddedKinds = ['venue', 'organizer', 'category', 'tag'] as const;
export type EmbeddedKind = (typeof embeddedKinds)[number];

/** One thing that an event links to. */
export interface Link {
  readonly id: number;
  /** Bytes of its texts as stored. */
  readonly bytes: number;
  /** Whether everybody may read them. */
  readonly isOpen: boolean;
}

/** Links as SQL gives them: `ID:BYTES` with commas; negative ones are those of texts that not everybody may read. */
export function readLinks(text: string | null): Link[] {
  if (text === null) return [];
  return text.split(',').map((pair) => {
    const [id, bytes] = pair.split(':').map(Number);
    return { id: id ?? 0, bytes: Math.abs(bytes ?? 0), isOpen: (bytes ?? 0) >= 0 };
  });
}

/** How much of what an event embeds an answer shows: nothing, all but descriptions and excerpts, or everything. */
export type Need = 'none' | 'lean' | 'whole';

/** What an answer shows of events. */
export interface EventNeeds extends Readonly<Record<EmbeddedKind, Need>> {
  /** Their own descriptions and other long texts. */
  readonly texts: boolean;
}

export const EVERYTHING: EventNeeds = {
  venue: 'whole',
  organizer: 'whole',
  category: 'whole',
  tag: 'whole',
  texts: true,
};

/** What a page for people shows of an event that is too large for JSON-LD. */
export const PAGE: EventNeeds = {
  ...EVERYTHING,
  venue: 'lean',
  organizer: 'lean',
  category: 'lean',
  tag: 'lean',
};

/** What a list in a page for people shows: names and links. */
export const NAMES: EventNeeds = {
  venue: 'lean',
  organizer: 'none',
  category: 'none',
  tag: 'none',
  texts: false,
};

const MEMBERS = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' } as const;
const LONG = [...longTexts, 'json_ld', 'raw'];

/** Returns what is to be read for events of which these members are asked for; undefined: all. */
export function needsOf(fields: Fields | undefined): EventNeeds {
  if (fields === undefined || fields.has('json_ld')) return EVERYTHING;
  const need = (kind: EmbeddedKind): Need => {
    const below = fieldsBelow(fields, MEMBERS[kind]);
    if (below === null) return 'none';
    return below === undefined || LONG.some((name) => below.has(name)) ? 'whole' : 'lean';
  };
  return {
    venue: need('venue'),
    organizer: need('organizer'),
    category: need('category'),
    tag: need('tag'),
    texts: LONG.some((name) => fields.has(name)),
  };
}

/** The links of an event. */
export type EventLinks = Readonly<Record<EmbeddedKind, readonly Link[]>>;

/** What an event links to, with sizes, and the bytes of its own texts at least. */
export interface MeasuredEvent {
  readonly links: EventLinks;
  readonly ownBytes: number;
  /** Whether a password hides all that from most. */
  readonly isProtected: boolean;
}

/** How events are to be shown, as far as their size goes by it. */
export interface Measured {
  readonly needs: EventNeeds;
  /** Whether what not everybody may read is shown too. */
  readonly closed: boolean;
}

/** Of what is read, so many times an answer's limit may be in memory at once: others see to the rest. */
const READ = 2;

/** Returns the bytes of what an event embeds, as stored: its answer is hardly ever smaller. */
export function volumeOf(links: EventLinks, { needs, closed }: Measured): number {
  let bytes = 0;
  for (const kind of embeddedKinds) {
    if (needs[kind] !== 'whole') continue;
    for (const link of links[kind]) if (closed || link.isOpen) bytes += link.bytes;
  }
  return bytes;
}

/**
 * Refuses events that together would be too large, before what they embed is read, and waits for the memory they need.
 * @returns what is to be read of them
 * @throws KalendsError `rest_answer_too_large`, `rest_unavailable`
 */
export async function admitEvents(
  { deps, reserve }: Call,
  events: Iterable<MeasuredEvent>,
  measured: Measured,
): Promise<EventNeeds> {
  const most = deps.config.answerLimit;
  let bytes = 0;
  let stored = 0;
  const { needs } = measured;
  const known = new Set<string>();
  for (const { links, ownBytes, isProtected } of events) {
    if (measured.closed || !isProtected) bytes += volumeOf(links, measured) + (needs.texts ? ownBytes : 0);
    for (const kind of embeddedKinds)
      if (needs[kind] === 'whole')
        // Small ones are many, and don't count.
        for (const { id, bytes: size } of links[kind])
          if (size > SHORT && !known.has(`${kind} ${id}`)) {
            known.add(`${kind} ${id}`);
            stored += size;
          }
  }
  checkVolume(bytes, most);
  checkVolume(Math.ceil(stored / READ), most);
  if (bytes + stored > SMALL) await reserve?.(bytes + stored);
  return needs;
}

const SHORT = 1_000;
