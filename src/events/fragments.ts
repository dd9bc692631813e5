import { type Changed, ChangeFeed } from '#db/change-feed.ts';
import type { Database } from '#db/engine.ts';
import { digestOf } from '#http/answer.ts';
import { type Call, type Deps, translationIn } from '#http/call.ts';
import type { KeptAnswers } from '#http/kept.ts';
import { presentImage } from '#media/present.ts';
import type { MediaRow } from '#media/store.ts';
import { presentOrganizer } from '#organizers/present.ts';
import type { Shown } from '#posts/shown.ts';
import { presentEmbeddedTerm } from '#terms/present.ts';
import type { TermRow } from '#terms/store.ts';
import { mayRead } from '#users/permissions.ts';
import { presentVenue } from '#venues/present.ts';
import { presentEvent } from './present.ts';
import { type EventRecord, type LoadedEvents, loadEvents } from './store.ts';

/** What an event's JSON has of other things: these are fragments of their own, so that a change of one spoils no other. */
const HOLES = ['image', 'categories', 'tags', 'venue', 'organizer'] as const;
type Hole = (typeof HOLES)[number];
type Kind = 'venue' | 'organizer' | 'category' | 'tag' | 'media';

/** JSON as bytes, with what tells it from others. */
export interface JsonPiece {
  readonly json: Buffer;
  readonly digest: string;
}

export function jsonPiece(value: unknown): JsonPiece {
  const json = Buffer.from(JSON.stringify(value));
  return { json, digest: digestOf(json) };
}

interface EventFragment {
  /** JSON with the holes as they were last filled; at first they are empty. */
  json: Buffer;
  digest: string;
  /** Where each part around the holes begins and ends in it: one more than there are holes. */
  readonly cuts: number[];
  readonly holes: readonly Hole[];
  readonly image: number | null;
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  size: number;
  /** Of all that fills holes, when they were filled. */
  state: number;
}

/** What fills holes: JSON of one thing, undefined where an anonymous reader sees nothing of it. */
interface Piece {
  readonly json: Buffer | undefined;
}

/** Fragments for readers of one origin, base, namespace and language. */
interface Shelf {
  readonly events: Map<number, EventFragment>;
  readonly pieces: Record<Kind, Map<number, Piece>>;
}

const newShelf = (): Shelf => ({
  events: new Map(),
  pieces: { venue: new Map(), organizer: new Map(), category: new Map(), tag: new Map(), media: new Map() },
});

/** Readers reach a service in few ways; whoever sends made-up hosts must not fill the memory. */
const SHELVES = 8;
const BESIDE = 600;
const PIECES_MOST = 20_000;

const COMMA = Buffer.from(',');
const NOTHING = Buffer.from('[]');
const NO_IMAGE = Buffer.from('false');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

/**
 * The JSON of events as lists show them to anonymous readers, each made once and kept until it is changed
 * (design 4). Byte for byte what `presentEvent` gives.
 */
export class EventFragments {
  readonly #db: Database;
  readonly #most: number;
  readonly #feed: ChangeFeed;
  readonly #shelves = new Map<string, Shelf>();
  #bytes = 0;
  /** Moves with every change of what fills holes. */
  #state = 0;

  /** @param most bytes */
  constructor(db: Database, most: number) {
    this.#db = db;
    this.#most = most;
    this.#feed = new ChangeFeed(db, (changed) => this.#forget(changed));
  }

  /** JSON of the events of these IDs, in order; unknown ones drop out. Undefined: it must be made anew. */
  async list(call: Call, ids: readonly number[]): Promise<JsonPiece[] | undefined> {
    if (this.#most === 0 || call.deps.db !== this.#db || !(await this.#feed.follow())) return undefined;
    const shelf = this.#shelfOf(call);
    const found = new Map<number, JsonPiece>();
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const json = this.#whole(shelf, id);
      if (json) found.set(id, json);
      else missing.push(id);
    }
    if (missing.length > 0) {
      const { looks } = this.#feed;
      const loaded = await loadEvents(this.#db.read, missing, translationIn(call));
      // What was read while something was changed is good for this answer, and for no other.
      const isSound = looks === this.#feed.looks && [...this.#shelves.values()].includes(shelf);
      this.#take(call, isSound ? shelf : newShelf(), loaded, found);
      if (isSound) this.#shrink();
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  #shelfOf({ links, language }: Call): Shelf {
    const name = `${language}\n${links.root}\n${links.pages}\n${links.origin}`;
    const known = this.#shelves.get(name) ?? newShelf();
    this.#shelves.delete(name);
    this.#shelves.set(name, known);
    for (const [oldest, shelf] of this.#shelves) {
      if (this.#shelves.size <= SHELVES) break;
      this.#shelves.delete(oldest);
      for (const { size } of shelf.events.values()) this.#bytes -= size;
    }
    return known;
  }

  /** Puts what was loaded on a shelf, and its JSON into `found`. */
  #take(call: Call, shelf: Shelf, { records, pictures }: LoadedEvents, found: Map<number, JsonPiece>): void {
    const shown: Shown = { call, pictures, password: undefined, editing: false, jsonLd: false };
    for (const record of records) {
      const { id } = record.row;
      this.#drop(shelf, id);
      const event = fragmentOf(record, shown);
      this.#keepPieces(shelf, record, pictures, shown);
      shelf.events.set(id, event);
      this.#bytes += event.size;
      const json = this.#whole(shelf, id);
      if (json) found.set(id, json);
    }
  }

  #keepPieces(
    shelf: Shelf,
    record: EventRecord,
    pictures: ReadonlyMap<number, MediaRow>,
    shown: Shown,
  ): void {
    const { call } = shown;
    const { pieces } = shelf;
    const piece = (value: unknown): Piece => ({ json: Buffer.from(JSON.stringify(value)) });
    const unseen: Piece = { json: undefined };
    const isVisible = (row: { author_id: number; status: string }) =>
      row.status !== 'trash' && mayRead(call.viewer, row);
    for (const row of record.venues)
      if (!pieces.venue.has(row.id))
        pieces.venue.set(row.id, isVisible(row) ? piece(presentVenue(row, shown)) : unseen);
    for (const row of record.organizers)
      if (!pieces.organizer.has(row.id))
        pieces.organizer.set(row.id, isVisible(row) ? piece(presentOrganizer(row, shown)) : unseen);
    const terms = (kind: 'categories' | 'tags', rows: readonly TermRow[], kept: Map<number, Piece>) => {
      for (const row of rows)
        if (!kept.has(row.id)) kept.set(row.id, piece(presentEmbeddedTerm(row, kind, call)));
    };
    terms('categories', record.categories, pieces.category);
    terms('tags', record.tags, pieces.tag);
    const { image_id } = record.row;
    const picture = image_id === null ? undefined : pictures.get(image_id);
    if (image_id !== null && !pieces.media.has(image_id))
      pieces.media.set(image_id, picture ? piece(presentImage(picture, call.links)) : unseen);
  }

  /** An event with its holes filled; undefined where it, or something that fills one, isn't here. */
  #whole(shelf: Shelf, id: number): JsonPiece | undefined {
    const event = shelf.events.get(id);
    if (!event) return undefined;
    if (event.state === this.#state) return event;
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
      if (hole === undefined) continue;
      const filling = fillingOf(hole, event, shelf.pieces);
      if (!filling) return undefined;
      for (const piece of filling) add(piece);
    }
    event.json = Buffer.concat(filled, length);
    event.digest = digestOf(event.json);
    cuts.forEach((cut, at) => {
      event.cuts[at] = cut;
    });
    event.state = this.#state;
    this.#bytes += length + BESIDE - event.size;
    event.size = length + BESIDE;
    return event;
  }

  #forget(changed: Changed): void {
    this.#state++;
    // A user who goes may leave things to another.
    if (changed === 'everything' || changed.some(({ kind }) => kind === 'user')) {
      this.#shelves.clear();
      this.#bytes = 0;
      return;
    }
    for (const shelf of this.#shelves.values())
      for (const { kind, id } of changed) {
        if (kind === 'event') {
          this.#drop(shelf, id);
          // Which terms count one more or less isn't told.
          shelf.pieces.category.clear();
          shelf.pieces.tag.clear();
        } else if (kind === 'category' || kind === 'tag') {
          shelf.pieces[kind].clear();
          this.#dropAll(shelf);
        } else if (kind === 'media') {
          // Venues and organizers show pictures too.
          shelf.pieces.media.delete(id);
          shelf.pieces.venue.clear();
          shelf.pieces.organizer.clear();
        } else if (kind !== 'user') shelf.pieces[kind].delete(id);
      }
  }

  #drop(shelf: Shelf, id: number): void {
    const event = shelf.events.get(id);
    if (!event) return;
    shelf.events.delete(id);
    this.#bytes -= event.size;
  }

  #dropAll(shelf: Shelf): void {
    for (const { size } of shelf.events.values()) this.#bytes -= size;
    shelf.events.clear();
  }

  #shrink(): void {
    for (const shelf of this.#shelves.values()) {
      for (const kept of Object.values(shelf.pieces)) if (kept.size > PIECES_MOST) kept.clear();
      for (const id of shelf.events.keys()) {
        if (this.#bytes <= this.#most) break;
        this.#drop(shelf, id);
      }
    }
  }
}

/** An event's own part of its JSON, cut where other things come in. */
function fragmentOf(record: EventRecord, shown: Shown): EventFragment {
  const isOpen = record.row.password === '';
  const own = presentEvent(
    { ...record, venues: [], organizers: [], categories: [], tags: [] },
    { ...shown, pictures: new Map() },
  );
  const parts: string[] = [];
  const holes: Hole[] = [];
  let text = '';
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    text += `${text === '' && parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const hole = HOLES.find((one) => one === name);
    if (hole) {
      parts.push(text);
      holes.push(hole);
      text = '';
    } else text += JSON.stringify(value);
  }
  parts.push(`${text}}`);
  const cuts: number[] = [];
  let length = 0;
  for (const part of parts) {
    cuts.push(length);
    length += Buffer.byteLength(part);
    cuts.push(length);
  }
  const ids = (rows: readonly { id: number }[]) => (isOpen ? rows.map(({ id }) => id) : []);
  return {
    json: Buffer.from(parts.join('')),
    digest: '',
    cuts,
    holes,
    image: isOpen ? record.row.image_id : null,
    venue: ids(record.venues),
    organizer: ids(record.organizers),
    categories: ids(record.categories),
    tags: ids(record.tags),
    size: length + BESIDE,
    state: -1,
  };
}

/** What comes into a hole; undefined: something is missing. */
function fillingOf(hole: Hole, event: EventFragment, pieces: Shelf['pieces']): Buffer[] | undefined {
  if (hole === 'image') {
    if (event.image === null) return [NO_IMAGE];
    const picture = pieces.media.get(event.image);
    return picture && [picture.json ?? NO_IMAGE];
  }
  const kept = pieces[hole === 'categories' ? 'category' : hole === 'tags' ? 'tag' : hole];
  const found: Buffer[] = [];
  for (const id of event[hole]) {
    const piece = kept.get(id);
    if (!piece) return undefined;
    if (piece.json) found.push(piece.json);
  }
  if (hole === 'venue' && found.length === 1) return found;
  if (found.length === 0) return [NOTHING];
  return [OPEN, ...found.flatMap((json, at) => (at === 0 ? [json] : [COMMA, json])), CLOSE];
}

const fragments = new WeakMap<KeptAnswers, EventFragments>();

/** The fragments of a service, the same for all its requests. */
export function fragmentsOf({ kept, db }: Pick<Deps, 'kept' | 'db'>): EventFragments {
  const known = fragments.get(kept) ?? new EventFragments(db, kept.fragments);
  fragments.set(kept, known);
  return known;
}
