import { randomUUID } from 'node:crypto';
import { mayRead } from '#api/access/permissions.ts';
import { digestOf } from '#api/server/answer.ts';
import type { Call } from '#context.ts';
import { eventJsonLdAround } from './jsonld.ts';
import { type Json, jsonText, type PieceKind, type Pieces } from './pieces.ts';
import { presentEvent } from './present.ts';
import type { LinkedEvent } from './store.ts';
import type { Link } from './volume.ts';

/** What an event's JSON has of other things: these are pieces of their own, so that a change of one spoils no other. */
const MEMBERS = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;
type Member = (typeof MEMBERS)[number];
/** What its JSON-LD has of them, as whole members with the comma before them: some may be missing. */
const NODES = ['image', 'location', 'organizer'] as const;
type NodeName = (typeof NODES)[number];
type Hole = { readonly member: Member } | { readonly node: NodeName };

/** An event as JSON, cut where other things come in. */
export interface EventFragment {
  /** JSON with the holes as they were last filled; at first there is none. */
  json: Buffer;
  /** The parts around the holes, until they are filled for the first time. */
  parts: readonly string[] | undefined;
  /** What tells it from others. */
  digest: string;
  /** Where each part around the holes begins and ends in it: one more than there are holes. */
  cuts: readonly number[];
  readonly holes: readonly Hole[];
  /** What fills them. */
  readonly ids: Readonly<Record<PieceKind, readonly number[]>>;
  /** Whether everybody may read it whole. */
  readonly isPublic: boolean;
  /** Whether it and the event above it are published, so that nothing of its own depends on who reads it. */
  readonly isPublished: boolean;
  /** Whether all readers who give no password and don't edit are shown the same; known once its holes are filled. */
  isSameForAll: boolean;
  readonly modifiedUtc: string;
  /** The event above it, of which its JSON says whether it may be seen; 0: none. */
  readonly parentId: number;
  /** Of everything that fills holes, when they were filled; -1: not yet. */
  state: number;
}

// No text of an event can hold it. It begins with what seldom stands in JSON, by which it's found at once.
const MARK = `\u0001${randomUUID()} `;
const markOf = (hole: string) => MARK + hole;
const MEMBER_MARKS = Object.fromEntries(MEMBERS.map((member) => [member, markOf(member)]));
const LD_MARKS = {
  image: markOf('node-image'),
  location: markOf('node-location'),
  organizer: markOf('node-organizer'),
};

/** In JSON: the mark of each hole as it comes, and how much before and after it goes with it. */
const CUTS: readonly { mark: string; before: number; hole: Hole }[] = [
  ...MEMBERS.map((member) => ({ mark: markOf(member), before: 1, hole: { member } })),
  ...NODES.map((node) => ({ mark: LD_MARKS[node], before: `,"${node}":"`.length, hole: { node } })),
].map((cut) => ({ ...cut, mark: JSON.stringify(cut.mark).slice(1) }));

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
  const json_ld =
    single && isOpen ? eventJsonLdAround(event, record, call.deps.config.currency, LD_MARKS) : undefined;
  const marked = Object.assign(event, MEMBER_MARKS, { json_ld });
  const { parts, holes } = cutUp(JSON.stringify(marked));
  const shown = (links: readonly Link[]) => (isOpen ? links.map(({ id }) => id) : []);
  return {
    json: EMPTY,
    parts,
    digest: '',
    cuts: [],
    holes,
    ids: {
      venue: shown(linked.links.venue),
      organizer: shown(linked.links.organizer),
      category: shown(linked.links.category),
      tag: shown(linked.links.tag),
      media: isOpen && row.image_id !== null ? [row.image_id] : [],
    },
    isPublic: isOpen && mayRead(null, row),
    isPublished: mayRead(null, row) && (!linked.parent || mayRead(null, linked.parent)),
    isSameForAll: false,
    modifiedUtc: row.modified_utc,
    parentId: row.post_parent,
    state: -1,
  };
}

/** The text around the marks, and what they stand for. */
function cutUp(text: string): { parts: string[]; holes: Hole[] } {
  const parts: string[] = [];
  const holes: Hole[] = [];
  let at = 0;
  for (const { mark, before, hole } of CUTS) {
    const found = text.indexOf(mark, at);
    if (found < 0) break;
    parts.push(text.slice(at, found - before));
    holes.push(hole);
    at = found + mark.length;
  }
  parts.push(text.slice(at));
  return { parts, holes };
}

const EMPTY = Buffer.alloc(0);
const COMMA = jsonText(',');
const NOTHING = jsonText('[]');
const NO_IMAGE = jsonText('false');
const OPEN = jsonText('[');
const CLOSE = jsonText(']');
const kindOf = {
  image: 'media',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const;
const nodeKindOf = { image: 'media', location: 'venue', organizer: 'organizer' } as const;
const nodeMemberOf = {
  image: jsonText(',"image":'),
  location: jsonText(',"location":'),
  organizer: jsonText(',"organizer":'),
};

/** Of what fills its holes, what isn't among these pieces. */
export function lackingOf(event: EventFragment, pieces: Pieces, kind: PieceKind): number[] {
  return event.ids[kind].filter((id) => !pieces[kind].has(id));
}

/** Bytes of JSON that an event has once its holes are filled; all pieces must be there. */
export function filledSize(event: EventFragment, pieces: Pieces): number {
  const { parts, cuts } = event;
  let bytes = 0;
  if (parts) for (const part of parts) bytes += part.length;
  else for (let at = 0; at < cuts.length; at += 2) bytes += (cuts[at + 1] ?? 0) - (cuts[at] ?? 0);
  for (const hole of event.holes) {
    const kind = 'node' in hole ? nodeKindOf[hole.node] : kindOf[hole.member];
    const form = 'node' in hole ? 'node' : 'json';
    for (const id of event.ids[kind]) bytes += pieces[kind].get(id)?.[form]?.bytes.length ?? 0;
  }
  return bytes;
}

/** Fills the holes anew; all pieces must be there. @param state that of the pieces */
export function fill(event: EventFragment, pieces: Pieces, state: number): void {
  const fillings = event.holes.map((hole) =>
    'node' in hole ? nodeFilling(hole.node, event, pieces) : memberFilling(hole.member, event, pieces),
  );
  const { parts } = event;
  const cuts: number[] = [];
  let length = 0;
  for (let at = 0; at <= fillings.length; at++) {
    cuts.push(length);
    length += parts
      ? Buffer.byteLength(parts[at] ?? '')
      : (event.cuts[2 * at + 1] ?? 0) - (event.cuts[2 * at] ?? 0);
    cuts.push(length);
    for (const { bytes } of fillings[at] ?? []) length += bytes.length;
  }
  event.json = parts ? written(parts, fillings, length) : moved(event, fillings, length);
  event.digest = digestOf(event.json);
  event.parts = undefined;
  event.cuts = cuts;
  event.state = state;
  // Some readers are shown what anonymous ones see nothing of.
  const isUnseen = (kind: PieceKind) => event.ids[kind].some((id) => !pieces[kind].get(id)?.json);
  event.isSameForAll = event.isPublished && !isUnseen('venue') && !isUnseen('organizer');
}

// What is kept has memory of its own: a slice of Node's pool would keep all of that (api/cache/memory.ts).
function written(parts: readonly string[], fillings: readonly (readonly Json[])[], length: number): Buffer {
  let text = '';
  for (const [at, part] of parts.entries()) {
    text += part;
    for (const filling of fillings[at] ?? []) text += filling.text;
  }
  const json = Buffer.allocUnsafeSlow(length);
  json.write(text);
  return json;
}

function moved(
  { json, cuts }: EventFragment,
  fillings: readonly (readonly Json[])[],
  length: number,
): Buffer {
  const made = Buffer.allocUnsafeSlow(length);
  let end = 0;
  for (let at = 0; at <= fillings.length; at++) {
    end += json.copy(made, end, cuts[2 * at], cuts[2 * at + 1]);
    for (const { bytes } of fillings[at] ?? []) end += bytes.copy(made, end);
  }
  return made;
}

/** What an event embeds of a kind, as far as anonymous readers see it. */
function embedded(event: EventFragment, pieces: Pieces, kind: PieceKind, form: 'json' | 'node'): Json[] {
  return event.ids[kind].flatMap((id) => pieces[kind].get(id)?.[form] ?? []);
}

function memberFilling(member: Member, event: EventFragment, pieces: Pieces): Json[] {
  const found = embedded(event, pieces, kindOf[member], 'json');
  if (member === 'image') return found.length === 0 ? [NO_IMAGE] : found;
  return member === 'venue' && found.length === 1 ? found : listed(found);
}

function nodeFilling(name: NodeName, event: EventFragment, pieces: Pieces): Json[] {
  const found = embedded(event, pieces, nodeKindOf[name], 'node');
  if (found.length === 0) return [];
  return [nodeMemberOf[name], ...(found.length === 1 ? found : listed(found))];
}

function listed(found: readonly Json[]): Json[] {
  if (found.length === 0) return [NOTHING];
  const all = [OPEN];
  for (const json of found) all.push(...(all.length === 1 ? [json] : [COMMA, json]));
  all.push(CLOSE);
  return all;
}
