import { setImmediate as breathe } from 'node:timers/promises';
import type { CacheStats } from '#foundation/telemetry/cache-stats.ts';
import { changesSince, type Followed } from '#store/db/change-feed.ts';
import type { Database } from '#store/db/engine.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import { Columns, MOST_SLOTS } from './columns.ts';
import { type Combined, CombinedCache } from './combined.ts';
import { type Kept, KeptSets, keptOf, type News, newsOf, place } from './kept.ts';
import { emptyBits, Members } from './members.ts';
import { applyMoves, type Moves, Order, type OrderName, readMoves, readOrder } from './orders.ts';
import {
  type Lock,
  lastChange,
  locksAmong,
  occurrencesOf,
  readChanges,
  readLocks,
  readOccurrences,
  UnfitError,
} from './rows.ts';
import {
  eventsAtVenues,
  isLink,
  keyOf,
  type LinkTable,
  type Readable,
  readLinks,
  readSource,
  type Source,
} from './sources.ts';

/** After more changes than this at once everything is read anew. */
const MOST_CHANGES = 20_000;

/**
 * All dates of a calendar's events in memory, and the sets of events that have been asked for, kept as the calendar is:
 * at each new version it reads what the change log says has changed. Lists are answered from it without walking or
 * counting rows (choose.ts).
 */
export class Roster {
  readonly #db: Database;
  #columns: Columns | undefined;
  #followed: Followed | undefined;
  /** What had been heard when that was read last: the database may have known more by then. */
  #heard: Version | undefined;
  #locks = new Map<number, Lock>();
  readonly #kept = new KeptSets();
  readonly #combined = new CombinedCache();
  readonly #orders = new Map<OrderName, Order>();
  #ordering: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #catching: Promise<void> | undefined;
  #reading = new Map<string, Promise<void>>();
  /** Events that changed while sets were being read. */
  readonly #meanwhile = new Set<Set<number>>();
  #isUnfit = false;
  #loads = 0;
  #answered = 0;
  #declined = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  get isReady(): boolean {
    return this.#columns !== undefined;
  }

  /** What it was asked and has in memory: lists that came from here or from the database, and sets of events. */
  get stats(): CacheStats & { loads: number; dates: number } {
    return {
      hits: this.#answered,
      misses: this.#declined,
      ...this.#kept.stats,
      loads: this.#loads,
      dates: this.#columns?.slots ?? 0,
    };
  }

  /** Counts a list that came from here, or from the database instead. */
  countList(isFromHere: boolean): void {
    if (isFromHere) this.#answered++;
    else this.#declined++;
  }

  /** How far the reading is; what is too large is never read. */
  get state(): 'ready' | 'loading' | 'not_loaded' {
    if (this.isReady) return 'ready';
    return this.#loading ? 'loading' : 'not_loaded';
  }

  /** Begins to read the calendar where that hasn't been done; resolves once it's there. */
  async load(): Promise<void> {
    if (this.#columns || this.#isUnfit) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /**
   * Runs `work` at once when all is as in the present version and the sets of `sources` are at hand; before that reads
   * them. Undefined: it isn't ready, or is kept from it by too many writes.
   */
  async with<T>(
    sources: readonly Source[],
    work: (columns: Columns, membersOf: (source: Source) => Members) => T,
  ): Promise<T | undefined> {
    for (let tries = 0; tries < 5; tries++) {
      if (!(await this.#isCurrent()) || !this.#columns) return undefined;
      const missing = sources.filter((source) => !this.#kept.has(source));
      if (missing.length === 0) return work(this.#columns, (source) => this.#kept.use(source));
      await this.#read(missing);
    }
    return undefined;
  }

  /** A set made of others in this version, made once. To be used inside `with`. */
  combined(key: string, make: () => Members | undefined): Combined {
    return this.#combined.get(key, make);
  }

  /** Events that a password hides, and what shows them. To be used inside `with`. */
  get locks(): ReadonlyMap<number, Lock> {
    return this.#locks;
  }

  async #load(): Promise<void> {
    try {
      await this.#readAll();
    } catch (error) {
      if (!(error instanceof UnfitError)) throw error;
      this.#isUnfit = true;
    }
  }

  async #readAll(): Promise<void> {
    // What changes from here on is read again in the end.
    const from = await lastChange(this.#db.read);
    const columns = new Columns();
    for await (const batch of readOccurrences(this.#db.read)) {
      for (const occurrence of batch) columns.append(occurrence);
      if (columns.slots > MOST_SLOTS) throw new UnfitError('There are too many dates.');
      await breathe();
    }
    columns.arrange();
    this.#locks = await readLocks(this.#db.read);
    this.#followed = from;
    this.#heard = undefined;
    this.#combined.clear();
    this.#columns = columns;
    this.#loads++;
  }

  /** Everything is to be read anew. */
  #forget(): void {
    this.#columns = undefined;
    this.#kept.clear();
    this.#combined.clear();
    this.#orders.clear();
  }

  async #isCurrent(): Promise<boolean> {
    for (let tries = 0; tries < 5; tries++) {
      const version = this.#db.known() ?? (await this.#db.version());
      if (!this.#columns || !this.#followed) return false;
      if (isSameVersion(version, this.#followed.version) || isSameVersion(version, this.#heard)) return true;
      this.#catching ??= this.#catchUp(version).finally(() => {
        this.#catching = undefined;
      });
      await this.#catching;
    }
    return false;
  }

  /** All that is read for it is of one moment, so that what belongs together does. */
  async #catchUp(heard: Version): Promise<void> {
    const { dialect } = this.#db;
    await withSnapshot(this.#db, (read) => this.#catchUpIn({ read, dialect }));
    this.#heard = heard;
  }

  async #catchUpIn(db: Readable): Promise<void> {
    const followed = this.#followed;
    const now = await lastChange(db.read);
    if (!followed || isSameVersion(now.version, followed.version)) return;
    const logged = await readChanges(db.read, followed.last, MOST_CHANGES);
    const changes = logged && changesSince(followed, logged, now.version.number);
    // A version of which the log says nothing changed who knows what.
    if (changes?.at(-1)?.token !== now.version.token) {
      this.#forget();
      return;
    }
    const of = (kind: string) =>
      new Set(changes.flatMap((change) => (change.kind === kind ? change.resource_id : [])));
    const ids = [...of('event')].sort((a, b) => a - b);
    for (const [kind, table] of [
      ['category', 'event_categories'],
      ['tag', 'event_tags'],
    ] as const)
      for (const id of of(kind)) this.#kept.drop(keyOf({ of: table, id }));
    const columns = this.#columns;
    const moved = await this.#movedPlaces(db, [...of('venue')]);
    const among = [...new Set([...ids, ...moved])];
    for (const noted of this.#meanwhile) for (const id of among) noted.add(id);
    const dates = await occurrencesOf(db.read, ids);
    const locks = await locksAmong(db.read, ids);
    const moves = new Map<OrderName, Moves | undefined>();
    for (const name of this.#orders.keys()) moves.set(name, await readMoves(db.read, name, ids));
    const news = new Map<Kept, News>();
    // While these are read others may come to be kept.
    for (let fresh = [...this.#kept.values()]; fresh.length > 0; ) {
      const read = await newsOf(db, fresh, among);
      for (const kept of fresh) news.set(kept, read);
      fresh = [...this.#kept.values()].filter((kept) => !news.has(kept));
    }
    if (this.#columns !== columns || !columns) return;
    const touched = columns.replace(dates);
    for (const id of ids) {
      const lock = locks.get(id);
      if (lock) this.#locks.set(id, lock);
      else this.#locks.delete(id);
    }
    for (const [kept, told] of news) place(columns, kept, told);
    for (const [name, order] of this.#orders) {
      const told = moves.get(name);
      if (!told || !applyMoves(order, told, { columns, touched })) this.#orders.delete(name);
    }
    this.#combined.clear();
    this.#followed = now;
    if (columns.slots > MOST_SLOTS) this.#forget();
  }

  /** Events at venues that have changed, where it matters where they are. */
  async #movedPlaces(db: Readable, venues: readonly number[]): Promise<number[]> {
    const places = [...this.#kept.entries()].filter(([, { source }]) => source.of === 'located');
    if (venues.length === 0 || (places.length === 0 && this.#reading.size === 0)) return [];
    const ids = await eventsAtVenues(db, venues, MOST_CHANGES);
    if (ids) return ids;
    if (this.#reading.size > 0) this.#forget();
    for (const [key] of places) this.#kept.drop(key);
    return [];
  }

  /** An order of all dates; undefined: it is only being read. To be used inside `with`. */
  order(name: OrderName): Order | undefined {
    const order = this.#orders.get(name);
    // What keeps it from being read keeps the database from answering too.
    if (!order)
      this.#ordering ??= this.#readOrder(name)
        .catch(() => {})
        .finally(() => {
          this.#ordering = undefined;
        });
    return order;
  }

  /** Resolves once an order is there that was being read. */
  async ordered(): Promise<void> {
    await this.#ordering;
  }

  async #readOrder(name: OrderName): Promise<void> {
    const columns = this.#columns;
    if (!columns) return;
    const noted = new Set<number>();
    this.#meanwhile.add(noted);
    try {
      const slots = new Int32Array(columns.flags.length);
      let length = 0;
      for await (const ids of readOrder(this.#db.read, name)) {
        const found = columns.slotsOfAll(ids);
        if (length + found.length > slots.length) return;
        slots.set(found, length);
        length += found.length;
        await breathe();
      }
      const order = new Order(slots.slice(0, length));
      // What has changed meanwhile is put where it belongs, at a moment when nothing else is under way.
      for (let tries = 0, done = false; tries < 5 && !done; tries++) {
        if (!(await this.#isCurrent())) return;
        done = await withSnapshot(this.#db, async (read) => {
          const { version } = await lastChange(read);
          const moves = await readMoves(read, name, [...noted]);
          if (!isSameVersion(version, this.#followed?.version) || this.#columns !== columns) return false;
          const touched = [...noted].flatMap((id) => columns.slotsOf(id));
          if (moves && applyMoves(order, moves, { columns, touched })) this.#orders.set(name, order);
          return true;
        });
      }
    } finally {
      this.#meanwhile.delete(noted);
    }
  }

  /** Reads sets that aren't at hand; whoever wants the same waits for the same. */
  async #read(sources: readonly Source[]): Promise<void> {
    const waiting: Promise<void>[] = [];
    const links = new Map<LinkTable, number[]>();
    for (const source of sources) {
      const key = keyOf(source);
      const underWay = this.#reading.get(key);
      if (underWay) waiting.push(underWay);
      else if (isLink(source)) {
        const ids = links.get(source.of);
        if (ids) ids.push(source.id);
        else links.set(source.of, [source.id]);
      } else waiting.push(this.#begin([key], (noted) => this.#readOne(source, noted)));
    }
    for (const [table, ids] of links) {
      const keys = ids.map((id) => keyOf({ of: table, id }));
      waiting.push(this.#begin(keys, (noted) => this.#readLinks(table, ids, noted)));
    }
    await Promise.all(waiting);
  }

  #begin(keys: readonly string[], read: (noted: Set<number>) => Promise<void>): Promise<void> {
    const noted = new Set<number>();
    this.#meanwhile.add(noted);
    const reading = read(noted).finally(() => {
      this.#meanwhile.delete(noted);
      for (const key of keys) this.#reading.delete(key);
    });
    for (const key of keys) this.#reading.set(key, reading);
    return reading;
  }

  async #readOne(source: Exclude<Source, { of: LinkTable }>, noted: Set<number>): Promise<void> {
    const columns = this.#columns;
    if (!columns) return;
    const bits = emptyBits(columns.flags.length);
    for await (const ids of readSource(this.#db, source, columns.cuts(CUT))) {
      mark(bits, columns, ids);
      await breathe();
    }
    await this.#keep(columns, keptOf(source, Members.ofBits(bits, columns.slots)), noted);
  }

  async #readLinks(table: LinkTable, targets: readonly number[], noted: Set<number>): Promise<void> {
    const columns = this.#columns;
    if (!columns) return;
    for await (const [id, ids] of readLinks(this.#db, table, targets)) {
      const slots = columns.slotsOfAll(ids).sort();
      const members = Members.ofList(slots, columns.slots);
      await this.#keep(columns, keptOf({ of: table, id }, members), noted);
    }
  }

  /** Keeps a set, brought up to date with what has changed since it was begun to be read. */
  async #keep(columns: Columns, kept: Kept, noted: Set<number>): Promise<void> {
    for (const done = new Set<number>(); ; ) {
      const ids = [...noted].filter((id) => !done.has(id));
      if (ids.length === 0) break;
      for (const id of ids) done.add(id);
      place(columns, kept, await newsOf(this.#db, [kept], ids));
    }
    if (this.#columns !== columns) return;
    this.#kept.add(kept);
  }
}

/** So many dates are looked through in one statement where no index helps. */
const CUT = 2_000;

function mark(bits: Uint32Array, columns: Columns, ids: readonly number[]): void {
  for (const slot of columns.slotsOfAll(ids)) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
}

const rosters = new WeakMap<Database, Roster>();

/** The roster of a database, the same for whoever asks. */
export function rosterOf(db: Database): Roster {
  const of = db.origin ?? db;
  const known = rosters.get(of) ?? new Roster(of);
  rosters.set(of, known);
  return known;
}
