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
  cuts: readonly number[];
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

/** What stands for each hole, in the order in which they come; the nodes only where there is JSON-LD. */
const CUTS: readonly { covered: string; hole: Hole }[] = [
  ...MEMBERS.map((member) => ({ covered: `"${markOf(member)}"`, hole: { member } })),
  ...NODES.map((node) => ({ covered: `,"${node}":"${LD_MARKS[node]}"`, hole: { node } })),
];

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
  for (const { covered, hole } of CUTS) {
    const found = text.indexOf(covered, at);
    if (found < 0) break;
    parts.push(text.slice(at, found));
    holes.push(hole);
    at = found + covered.length;
  }
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
  let counted = 0;
  const measure = () => {
    for (; counted < filled.length; counted++) length += filled[counted]?.length ?? 0;
    cuts.push(length);
  };
  for (let at = 0; at <= event.holes.length; at++) {
    measure();
    filled.push(event.json.subarray(event.cuts[2 * at], event.cuts[2 * at + 1]));
    measure();
    const hole = event.holes[at];
    if (hole === undefined) continue;
    if ('node' in hole) fillNode(filled, hole.node, event, pieces);
    else fillMember(filled, hole.member, event, pieces);
  }
  event.json = Buffer.concat(filled, length);
  event.digest = digestOf(event.json);
  event.cuts = cuts;
  event.state = state;
}

function fillMember(filled: Buffer[], member: Member, event: EventFragment, pieces: Pieces): void {
  const kind = kindOf[member];
  const first = filled.length;
  for (const id of event.ids[kind]) {
    const json = pieces[kind].get(id)?.json;
    if (json) filled.push(filled.length === first ? OPEN : COMMA, json);
  }
  const found = (filled.length - first) / 2;
  if (found === 0) filled.push(member === 'image' ? NO_IMAGE : NOTHING);
  else if (member === 'image' || (member === 'venue' && found === 1)) filled.splice(first, 1);
  else filled.push(CLOSE);
}

function fillNode(filled: Buffer[], name: NodeName, event: EventFragment, pieces: Pieces): void {
  const kind = nodeKindOf[name];
  const first = filled.length;
  for (const id of event.ids[kind]) {
    const node = pieces[kind].get(id)?.node;
    if (node) filled.push(filled.length === first ? nodeMemberOf[name] : COMMA, node);
  }
  if (filled.length - first <= 2) return;
  filled.splice(first + 1, 0, OPEN);
  filled.push(CLOSE);
}
