import { randomUUID } from 'node:crypto';
import { digestOf } from '#http/answer.ts';
import type { Call } from '#http/call.ts';
import { mayRead } from '#users/permissions.ts';
import { eventJsonLdAround } from './jsonld.ts';
import type { PieceKind, Pieces } from './pieces.ts';
import { presentEvent } from './present.ts';
import type { LinkedEvent } from './store.ts';

/** What an event's JSON has of other things: these are pieces of their own, so that a change of one spoils no other. */
const MEMBERS = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;
type Member = (typeof MEMBERS)[number];
/** What its JSON-LD has of them, as whole members with the comma before them: some may be missing. */
const NODES = ['image', 'location', 'organizer'] as const;
type NodeName = (typeof NODES)[number];
type Hole = { readonly member: Member } | { readonly node: NodeName };

/** An event as JSON, cut where other things come in. */
export interface EventFragment {
  /** JSON with the holes as they were last filled; at first they are empty. */
  json: Buffer;
  /** What tells it from others. */
  digest: string;
  /** Where each part around the holes begins and ends in it: one more than there are holes. */
  readonly cuts: number[];
  readonly holes: readonly Hole[];
  /** What fills them. */
  readonly ids: Readonly<Record<PieceKind, readonly number[]>>;
  /** Whether everybody may read it whole. */
  readonly isPublic: boolean;
  readonly modifiedUtc: string;
  /** Of everything that fills holes, when they were filled; -1: not yet. */
  state: number;
}

// No text of an event can hold it.
const MARK = randomUUID();
const markOf = (hole: string) => `${MARK} ${hole}`;
const MEMBER_MARKS = Object.fromEntries(MEMBERS.map((member) => [member, markOf(member)]));
const LD_MARKS = {
  image: markOf('node image'),
  location: markOf('node location'),
  organizer: markOf('node organizer'),
};

/** An event's own part of its JSON: as lists show it to anonymous readers, or as `single` reads do. */
export function fragmentOf(linked: LinkedEvent, call: Call, { single }: { single: boolean }): EventFragment {
  const { row } = linked;
  const isOpen = row.password === '';
  const record = { ...linked, venues: [], organizers: [], categories: [], tags: [] };
  const event = presentEvent(record, {
    call,
    pictures: new Map(),
    password: undefined,
    editing: false,
    jsonLd: false,
  });
  const json_ld = single && isOpen ? eventJsonLdAround(event, record, LD_MARKS) : undefined;
  const marked = Object.assign(event, MEMBER_MARKS, { json_ld });
  const { parts, holes } = cutUp(JSON.stringify(marked));
  const cuts: number[] = [];
  let length = 0;
  for (const part of parts) {
    cuts.push(length);
    length += Buffer.byteLength(part);
    cuts.push(length);
  }
  const shown = (ids: readonly number[]) => (isOpen ? ids : []);
  return {
    json: Buffer.from(parts.join('')),
    digest: '',
    cuts,
    holes,
    ids: {
      venue: shown(linked.venueIds),
      organizer: shown(linked.organizerIds),
      category: shown(linked.categoryIds),
      tag: shown(linked.tagIds),
      media: isOpen && row.image_id !== null ? [row.image_id] : [],
    },
    isPublic: isOpen && mayRead(null, row),
    modifiedUtc: row.modified_utc,
    state: -1,
  };
}

/** The text around the marks, and what they stand for. */
function cutUp(text: string): { parts: string[]; holes: Hole[] } {
  const parts: string[] = [];
  const holes: Hole[] = [];
  let at = 0;
  const cut = (covered: string, hole: Hole) => {
    const found = text.indexOf(covered, at);
    if (found < 0) return;
    parts.push(text.slice(at, found));
    holes.push(hole);
    at = found + covered.length;
  };
  for (const member of MEMBERS) cut(`"${markOf(member)}"`, { member });
  for (const node of NODES) cut(`,"${node}":"${LD_MARKS[node]}"`, { node });
  parts.push(text.slice(at));
  return { parts, holes };
}

const COMMA = Buffer.from(',');
const NOTHING = Buffer.from('[]');
const NO_IMAGE = Buffer.from('false');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');
const kindOf = {
  image: 'media',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;
const nodeKindOf = { image: 'media', location: 'venue', organizer: 'organizer' } as const;
const nodeMemberOf = {
  image: Buffer.from(',"image":'),
  location: Buffer.from(',"location":'),
  organizer: Buffer.from(',"organizer":'),
};

/** Of what fills its holes, what isn't among these pieces. */
export function lackingOf(event: EventFragment, pieces: Pieces, kind: PieceKind): number[] {
  return event.ids[kind].filter((id) => !pieces[kind].has(id));
}

/** Fills the holes anew; all pieces must be there. @param state that of the pieces */
export function fill(event: EventFragment, pieces: Pieces, state: number): void {
  const filled: Buffer[] = [];
  const cuts: number[] = [];
  let length = 0;
  const add = (piece: Buffer) => {
    filled.push(piece);
    length += piece.length;
  };
  for (let at = 0; at <= event.holes.length; at++) {
    cuts.push(length);
    add(event.json.subarray(event.cuts[2 * at], event.cuts[2 * at + 1]));
    cuts.push(length);
    const hole = event.holes[at];
    if (hole) for (const piece of fillingOf(hole, event, pieces)) add(piece);
  }
  event.json = Buffer.concat(filled, length);
  event.digest = digestOf(event.json);
  cuts.forEach((cut, at) => {
    event.cuts[at] = cut;
  });
  event.state = state;
}

function fillingOf(hole: Hole, event: EventFragment, pieces: Pieces): Buffer[] {
  if ('node' in hole) return nodesOf(hole.node, event, pieces);
  const { member } = hole;
  const kind = kindOf[member];
  const found = event.ids[kind].flatMap((id) => pieces[kind].get(id)?.json ?? []);
  if (member === 'image') return found.length === 0 ? [NO_IMAGE] : found;
  if (member === 'venue' && found.length === 1) return found;
  return listed(found);
}

function nodesOf(name: NodeName, event: EventFragment, pieces: Pieces): Buffer[] {
  const kind = nodeKindOf[name];
  const found = event.ids[kind].flatMap((id) => pieces[kind].get(id)?.node ?? []);
  if (found.length === 0) return [];
  return [nodeMemberOf[name], ...(found.length === 1 ? found : listed(found))];
}

function listed(found: readonly Buffer[]): Buffer[] {
  if (found.length === 0) return [NOTHING];
  return [OPEN, ...found.flatMap((json, at) => (at === 0 ? [json] : [COMMA, json])), CLOSE];
}
