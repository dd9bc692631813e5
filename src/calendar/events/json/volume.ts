import { type FieldMask, fieldsBelow } from '#api/http/fields.ts';
import { checkAnswerSize, SMALL } from '#api/server/answer-size.ts';
import { longTexts } from '#calendar/translations/rules.ts';
import type { Call } from '#context.ts';

/** The kinds of resources that an event links to, pictures apart. */
export const linkKinds = ['venue', 'organizer', 'category', 'tag'] as const;
/** A kind of resources that an event links to. */
export type LinkKind = (typeof linkKinds)[number];

/** A link of an event to a venue, organizer or term. */
export interface Link {
  readonly id: number;
  /** The stored bytes of that resource's texts. */
  readonly bytes: number;
  /** Whether everybody may read them. */
  readonly isOpen: boolean;
}

/** Reads links as SQL lists them: `ID:BYTES` with commas; the bytes of texts that not everybody may read are negative. */
export function readLinks(text: string | null): Link[] {
  if (text === null) return [];
  return text.split(',').map((pair) => {
    const [id, bytes] = pair.split(':').map(Number);
    return { id: id ?? 0, bytes: Math.abs(bytes ?? 0), isOpen: (bytes ?? 0) >= 0 };
  });
}

/** The part of embedded resources that an answer shows: nothing, all but descriptions and excerpts, or everything. */
export type Need = 'none' | 'lean' | 'whole';

/** The part of events and of each kind of embedded resources that an answer shows. */
export interface EventNeeds extends Readonly<Record<LinkKind, Need>> {
  /** Their own descriptions and other long texts. */
  readonly texts: boolean;
}

/** The needs of an answer that shows all of events. */
export const EVERYTHING: EventNeeds = {
  venue: 'whole',
  organizer: 'whole',
  category: 'whole',
  tag: 'whole',
  texts: true,
};

/** The needs of a public page of an event that is too large for JSON-LD. */
export const PAGE: EventNeeds = {
  ...EVERYTHING,
  venue: 'lean',
  organizer: 'lean',
  category: 'lean',
  tag: 'lean',
};

/** The needs of a list on a public page, which shows names and links. */
export const NAMES: EventNeeds = {
  venue: 'lean',
  organizer: 'none',
  category: 'none',
  tag: 'none',
  texts: false,
};

const MEMBERS = { venue: 'venue', organizer: 'organizer', category: 'categories', tag: 'tags' } as const;
const LONG = [...longTexts, 'json_ld', 'raw'];

/** Returns the needs of an answer with these members of events (`_fields`); undefined: all. */
export function needsOf(fields: FieldMask | undefined): EventNeeds {
  if (fields === undefined || fields.has('json_ld')) return EVERYTHING;
  const need = (kind: LinkKind): Need => {
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

/** The links of an event by kind. */
export type EventLinks = Readonly<Record<LinkKind, readonly Link[]>>;

/** An event's links with their sizes, and the bytes of its own texts at least. */
export interface MeasuredEvent {
  readonly links: EventLinks;
  readonly ownBytes: number;
  /** A password hides its texts and links from most readers. */
  readonly isProtected: boolean;
}

/** The needs and rights of a reader, which decide how large events are. */
export interface Measured {
  readonly needs: EventNeeds;
  /** Texts that not everybody may read are shown too. */
  readonly closed: boolean;
}

/** The stored resources of an answer may take so many times its limit in memory. */
const READ = 2;

/** Returns the stored bytes of the resources that an event embeds, which its answer is hardly ever smaller than. */
export function volumeOf(links: EventLinks, { needs, closed }: Measured): number {
  let bytes = 0;
  for (const kind of linkKinds) {
    if (needs[kind] !== 'whole') continue;
    for (const link of links[kind]) if (closed || link.isOpen) bytes += link.bytes;
  }
  return bytes;
}

/**
 * Refuses events that together would be too large before their embedded resources are read, and waits for the memory they
 * need. Returns what is to be read of them.
 * @throws KalendsError `rest_answer_too_large`, `rest_unavailable`
 */
export async function admitEvents(
  { services, reserve }: Call,
  events: Iterable<MeasuredEvent>,
  measured: Measured,
): Promise<EventNeeds> {
  const most = services.config.answerLimit;
  let bytes = 0;
  let stored = 0;
  const { needs } = measured;
  const known = new Set<string>();
  for (const { links, ownBytes, isProtected } of events) {
    if (measured.closed || !isProtected) bytes += volumeOf(links, measured) + (needs.texts ? ownBytes : 0);
    for (const kind of linkKinds)
      if (needs[kind] === 'whole')
        // Small resources are many, and don't count.
        for (const { id, bytes: size } of links[kind])
          if (size > SHORT && !known.has(`${kind} ${id}`)) {
            known.add(`${kind} ${id}`);
            stored += size;
          }
  }
  checkAnswerSize(bytes, most);
  checkAnswerSize(Math.ceil(stored / READ), most);
  if (bytes + stored > SMALL) await reserve?.(bytes + stored);
  return needs;
}

const SHORT = 1_000;
