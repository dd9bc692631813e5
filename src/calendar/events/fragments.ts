import type { KeptAnswers } from '#api/cache/kept.ts';
import { sizeOfBytes } from '#api/cache/memory.ts';
import { digestOf } from '#api/server/answer.ts';
import { checkVolume } from '#api/server/volume.ts';
import { type Call, type Deps, translationIn } from '#context.ts';
import type { CacheStats } from '#foundation/telemetry/cache-stats.ts';
import { type Changed, ChangeFeed } from '#store/db/change-feed.ts';
import type { Database } from '#store/db/engine.ts';
import { type EventFragment, fill, filledSize, fragmentOf, lackingOf } from './fragment.ts';
import { makePieces, noPieces, type PieceKind, type Pieces, pieceKinds, sizeOfPiece } from './pieces.ts';
import { loadLinkedEvents } from './store.ts';
import { admitEvents, EVERYTHING } from './volume.ts';

/** JSON as bytes, with what tells it from others. */
export interface JsonPiece {
  readonly json: Buffer;
  readonly digest: string;
}

export function jsonPiece(value: unknown): JsonPiece {
  const json = Buffer.from(JSON.stringify(value));
  return { json, digest: digestOf(json) };
}

/** How an event is shown: as one of a list, or by itself with JSON-LD. */
type Form = 'listed' | 'single';

/** Fragments for readers of one origin, base, namespace and language, in one form. */
interface Shelf {
  readonly events: Map<number, EventFragment>;
  /** Those below another, by its ID. */
  readonly below: Map<number, Set<number>>;
  readonly pieces: Pieces;
}

/** Readers reach a service in few ways; whoever sends made-up hosts must not fill the memory. */
const SHELVES = 16;
/** Bytes that an event takes beside its JSON: IDs, cuts, digest, its place in a map. */
const BESIDE = 1_000;
/** The part of the memory that pieces may take; events made of them go on without. */
const OF_PIECES = 1 / 4;

const sizeOf = ({ json }: EventFragment): number => sizeOfBytes(json) + BESIDE;
/** Whatever was changed while it was read is read again; after so many times it's made without being kept. */
const TRIES = 3;

/**
 * The JSON of events as anonymous readers are shown them, each made once and kept until it is changed (design 4). Byte
 * for byte what `presentEvent` gives.
 */
export class EventFragments {
  readonly #db: Database;
  readonly #most: number;
  readonly #feed: ChangeFeed;
  readonly #shelves = new Map<string, Shelf>();
  #bytes = 0;
  /** Of these, bytes of pieces. */
  #pieceBytes = 0;
  #hits = 0;
  #misses = 0;
  #evictions = 0;
  /** Moves with every change of what fills holes. */
  #state = 0;

  /** @param most bytes */
  constructor(db: Database, most: number) {
    this.#db = db;
    this.#most = most;
    this.#feed = new ChangeFeed(db, (changed) => this.#forget(changed));
  }

  /** What was kept and used so far, in events. */
  get stats(): CacheStats {
    let entries = 0;
    for (const { events } of this.#shelves.values()) entries += events.size;
    return {
      hits: this.#hits,
      misses: this.#misses,
      evictions: this.#evictions,
      entries,
      bytes: this.#bytes,
      most: this.#most,
    };
  }

  /**
   * Returns the JSON that lists have of those of these events that the caller is shown as everybody is, by ID; all that
   * there are for an anonymous reader. Callers give no password and don't edit. Undefined: all must be made anew.
   * @throws KalendsError `rest_answer_too_large` before it is made, `rest_unavailable`
   */
  async list(call: Call, ids: readonly number[]): Promise<ReadonlyMap<number, JsonPiece> | undefined> {
    if (call.viewer === null) return this.#get(call, 'listed', ids);
    const found = await this.#get({ ...call, viewer: null }, 'listed', ids);
    return found && new Map([...found].filter(([, { isSameForAll }]) => isSameForAll));
  }

  /** An event that everybody may read, by itself. Undefined: it must be looked at, or made, anew. @throws as `list` */
  async single(call: Call, id: number): Promise<EventFragment | undefined> {
    const event = (await this.#get(call, 'single', [id]))?.get(id);
    return event?.isPublic ? event : undefined;
  }

  async #get(
    call: Call,
    form: Form,
    ids: readonly number[],
  ): Promise<Map<number, EventFragment> | undefined> {
    if (this.#most === 0 || call.deps.db !== this.#db) return undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      if (!(await this.#feed.follow())) return undefined;
      const shelf = this.#shelfOf(call, form);
      const found = new Map<number, EventFragment>();
      const missing: number[] = [];
      for (const id of new Set(ids)) {
        const event = shelf.events.get(id);
        if (event) found.set(id, event);
        else missing.push(id);
      }
      this.#hits += found.size;
      this.#misses += missing.length;
      const { looks } = this.#feed;
      const single = form === 'single';
      if (missing.length > 0) {
        const loaded = await loadLinkedEvents(this.#db.read, missing, translationIn(call));
        await admitEvents(call, loaded, { needs: EVERYTHING, closed: false });
        for (const linked of loaded) found.set(linked.row.id, fragmentOf(linked, call, { single }));
      }
      const stale = [...found.values()].filter(({ state }) => state !== this.#state);
      const lacking = stale.length > 0 ? lackingAmong(stale, shelf.pieces) : undefined;
      const made = lacking && (await makePieces(this.#db.read, call, lacking, { jsonLd: single }));
      if (looks !== this.#feed.looks || !this.#isKept(shelf)) continue;
      if (made) this.#putPieces(shelf, made);
      // Another request may have made room meanwhile.
      if (made && lackingAmong(stale, shelf.pieces)) continue;
      if (stale.length > 0) {
        let bytes = 0;
        for (const event of stale) bytes += filledSize(event, shelf.pieces);
        checkVolume(bytes, call.deps.config.answerLimit);
      }
      this.#put(shelf, missing, found);
      return found;
    }
    return undefined;
  }

  /** Fills what has to be filled, and keeps what wasn't here yet. */
  #put(shelf: Shelf, missing: readonly number[], found: ReadonlyMap<number, EventFragment>): void {
    for (const [id, event] of found) {
      if (event.state === this.#state) continue;
      const before = sizeOf(event);
      fill(event, shelf.pieces, this.#state);
      if (shelf.events.get(id) === event) this.#bytes += sizeOf(event) - before;
    }
    for (const id of missing) {
      const event = found.get(id);
      if (!event) continue;
      this.#drop(shelf, id);
      shelf.events.set(id, event);
      if (event.parentId !== 0)
        shelf.below.set(event.parentId, (shelf.below.get(event.parentId) ?? new Set()).add(id));
      this.#bytes += sizeOf(event);
    }
    this.#shrink();
  }

  #putPieces(shelf: Shelf, made: Pieces): void {
    for (const kind of pieceKinds)
      for (const [id, piece] of made[kind]) {
        this.#dropPiece(shelf, kind, id);
        shelf.pieces[kind].set(id, piece);
        this.#countPieces(sizeOfPiece(piece));
      }
  }

  #dropPiece(shelf: Shelf, kind: PieceKind, id: number): void {
    const piece = shelf.pieces[kind].get(id);
    if (!piece) return;
    shelf.pieces[kind].delete(id);
    this.#countPieces(-sizeOfPiece(piece));
  }

  #dropPieces(shelf: Shelf, kinds: readonly PieceKind[]): void {
    for (const kind of kinds) {
      for (const piece of shelf.pieces[kind].values()) this.#countPieces(-sizeOfPiece(piece));
      shelf.pieces[kind].clear();
    }
  }

  #countPieces(bytes: number): void {
    this.#bytes += bytes;
    this.#pieceBytes += bytes;
  }

  #isKept(shelf: Shelf): boolean {
    for (const one of this.#shelves.values()) if (one === shelf) return true;
    return false;
  }

  #shelfOf({ links, language }: Call, form: Form): Shelf {
    const name = `${form}\n${language}\n${links.root}\n${links.pages}\n${links.origin}`;
    const known = this.#shelves.get(name) ?? { events: new Map(), below: new Map(), pieces: noPieces() };
    this.#shelves.delete(name);
    this.#shelves.set(name, known);
    for (const [oldest, shelf] of this.#shelves) {
      if (this.#shelves.size <= SHELVES) break;
      this.#shelves.delete(oldest);
      this.#dropAll(shelf);
      this.#dropPieces(shelf, pieceKinds);
    }
    return known;
  }

  #forget(changed: Changed): void {
    this.#state++;
    // A user who goes may leave things to another.
    if (changed === 'everything' || changed.some(({ kind }) => kind === 'user')) {
      this.#shelves.clear();
      this.#bytes = 0;
      this.#pieceBytes = 0;
      return;
    }
    for (const shelf of this.#shelves.values())
      for (const { kind, id } of changed) {
        if (kind === 'event') {
          this.#drop(shelf, id);
          // Whether it may be seen is said by those below it.
          for (const below of [...(shelf.below.get(id) ?? [])]) this.#drop(shelf, below);
          // Which terms count one more or less isn't told.
          this.#dropPieces(shelf, ['category', 'tag']);
        } else if (kind === 'category' || kind === 'tag') {
          this.#dropPieces(shelf, [kind]);
          this.#dropAll(shelf);
        } else if (kind === 'media') {
          // Venues and organizers show pictures too.
          this.#dropPiece(shelf, 'media', id);
          this.#dropPieces(shelf, ['venue', 'organizer']);
        } else if (kind !== 'user') this.#dropPiece(shelf, kind, id);
      }
  }

  #drop(shelf: Shelf, id: number): void {
    const event = shelf.events.get(id);
    if (!event) return;
    shelf.events.delete(id);
    const siblings = shelf.below.get(event.parentId);
    if (siblings?.delete(id) && siblings.size === 0) shelf.below.delete(event.parentId);
    this.#bytes -= sizeOf(event);
  }

  #dropAll(shelf: Shelf): void {
    for (const event of shelf.events.values()) this.#bytes -= sizeOf(event);
    shelf.events.clear();
    shelf.below.clear();
  }

  #shrink(): void {
    for (const shelf of this.#shelves.values()) {
      if (this.#pieceBytes > this.#most * OF_PIECES) this.#dropPieces(shelf, pieceKinds);
      for (const id of shelf.events.keys()) {
        if (this.#bytes <= this.#most) break;
        this.#drop(shelf, id);
        this.#evictions++;
      }
    }
  }
}

/** What has to be read to fill holes; undefined: nothing. */
function lackingAmong(
  events: readonly EventFragment[],
  pieces: Pieces,
): Record<PieceKind, readonly number[]> | undefined {
  const of = (kind: PieceKind) => [...new Set(events.flatMap((event) => lackingOf(event, pieces, kind)))];
  const lacking = {
    venue: of('venue'),
    organizer: of('organizer'),
    category: of('category'),
    tag: of('tag'),
    media: of('media'),
  };
  return pieceKinds.some((kind) => lacking[kind].length > 0) ? lacking : undefined;
}

const fragments = new WeakMap<KeptAnswers, EventFragments>();

/** The fragments of a service, the same for all its requests. */
export function fragmentsOf({ kept, db }: Pick<Deps, 'kept' | 'db'>): EventFragments {
  const known = fragments.get(kept) ?? new EventFragments(db.origin ?? db, kept.fragments);
  fragments.set(kept, known);
  return known;
}
