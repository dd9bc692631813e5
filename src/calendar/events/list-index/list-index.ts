import { setImmediate as breathe } from 'node:timers/promises';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import { type ChangedResources, changeLogOf, readVersion } from '#store/db/change-log-follower.ts';
import type { ChangedKind } from '#store/db/changes.ts';
import type { Database } from '#store/db/engine.ts';
import { withSnapshot } from '#store/db/snapshot.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import type { EventSet, LinkTable } from '../filters/filter.ts';
import type { EventKey } from '../filters/orders.ts';
import { Bitmap, emptyBits } from './bitmap.ts';
import { eventsAtVenues, isLink, keyOf, type Readable, readEventSet, readLinks } from './event-sets.ts';
import { type FilterResult, FilterResults } from './filter-result.ts';
import {
  applyUpdate,
  type LoadedSet,
  LoadedSets,
  loadedSet,
  readUpdate,
  type SetUpdate,
} from './loaded-sets.ts';
import { MOST_SLOTS, OccurrenceTable } from './occurrence-table.ts';
import { applyMoves, EventOrder, type OrderMoves, readMoves, readOrder } from './orders.ts';
import {
  locksAmong,
  NotIndexableError,
  occurrencesOf,
  type PasswordLock,
  readLocks,
  readOccurrences,
} from './rows.ts';

/** After changes of more resources than this everything is read anew. */
const MOST_CHANGES = 20_000;

/**
 * The index of event lists in memory (decision 0008): a table of all occurrences, and the sets of events that have been
 * asked for. At each new version it reads what the change log says has changed. Lists are planned (plan.ts) and executed
 * (execute.ts) on it without reading rows.
 */
export class ListIndex {
  readonly #db: Database;
  #columns: OccurrenceTable | undefined;
  /** The state that it shows. */
  #version: Version | undefined;
  /** Resources that have changed since then; undefined: everything has. */
  #changed: Map<ChangedKind, Set<number>> | undefined = new Map();
  /** The version that was known when that was read last: the database may have had a newer one by then. */
  #heard: Version | undefined;
  #locks = new Map<number, PasswordLock>();
  readonly #loaded = new LoadedSets();
  readonly #results = new FilterResults();
  readonly #orders = new Map<EventKey, EventOrder>();
  #ordering: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #catching: Promise<void> | undefined;
  #reading = new Map<string, Promise<void>>();
  /** Events that changed while sets were being read. */
  readonly #meanwhile = new Set<Set<number>>();
  #isNotIndexable = false;
  #loads = 0;
  #hits = 0;
  #misses = 0;

  constructor(db: Database) {
    this.#db = db;
    changeLogOf(db).subscribe((changed) => this.#note(changed));
  }

  get isReady(): boolean {
    return this.#columns !== undefined;
  }

  /** Lists answered from here (hits) or by the database (misses), and the sets in memory. */
  get stats(): CacheStats & { loads: number; dates: number } {
    return {
      hits: this.#hits,
      misses: this.#misses,
      ...this.#loaded.stats,
      loads: this.#loads,
      dates: this.#columns?.slots ?? 0,
    };
  }

  /** Counts a list as answered from here, or by the database. */
  countList(isFromHere: boolean): void {
    if (isFromHere) this.#hits++;
    else this.#misses++;
  }

  /** How far it is loaded; a calendar that is too large never is. */
  get state(): 'ready' | 'loading' | 'not_loaded' {
    if (this.isReady) return 'ready';
    return this.#loading ? 'loading' : 'not_loaded';
  }

  /** Loads the calendar unless that is done or under way; resolves once it is there. */
  async load(): Promise<void> {
    if (this.#columns || this.#isNotIndexable) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /**
   * Runs `work` synchronously on the present version, once `sets` are loaded. Returns undefined where the index isn't
   * ready, or too many writes come in between.
   */
  async with<T>(
    sets: readonly EventSet[],
    work: (columns: OccurrenceTable, bitmapOf: (set: EventSet) => Bitmap) => T,
  ): Promise<T | undefined> {
    for (let tries = 0; tries < 5; tries++) {
      if (!(await this.#isCurrent()) || !this.#columns) return undefined;
      const missing = sets.filter((set) => !this.#loaded.has(set));
      if (missing.length === 0) return work(this.#columns, (set) => this.#loaded.use(set));
      await this.#read(missing);
    }
    return undefined;
  }

  /** Returns a filter result of this version, evaluated once. To be called inside `with`. */
  resultOf(key: string, make: () => Bitmap | undefined): FilterResult {
    return this.#results.get(key, make);
  }

  /** The protected events by ID, with what unlocks them. To be used inside `with`. */
  get locks(): ReadonlyMap<number, PasswordLock> {
    return this.#locks;
  }

  async #load(): Promise<void> {
    try {
      await this.#readAll();
    } catch (error) {
      if (!(error instanceof NotIndexableError)) throw error;
      this.#isNotIndexable = true;
    }
  }

  async #readAll(): Promise<void> {
    // What changes from here on is told, and read again in the end.
    const from = await changeLogOf(this.#db).inSnapshot(await this.#db.version(), async (_read, version) => {
      this.#changed = new Map();
      return version;
    });
    const columns = new OccurrenceTable();
    for await (const batch of readOccurrences(this.#db.read)) {
      for (const occurrence of batch) columns.append(occurrence);
      if (columns.slots > MOST_SLOTS) throw new NotIndexableError('There are too many dates.');
      await breathe();
    }
    columns.arrange();
    this.#locks = await readLocks(this.#db.read);
    this.#version = from;
    this.#heard = undefined;
    this.#results.clear();
    this.#columns = columns;
    this.#loads++;
  }

  /** Notes what is to be read again before the next list. */
  #note(changed: ChangedResources): void {
    if (!this.#columns && !this.#loading) return;
    if (changed === 'everything') this.#changed = undefined;
    else
      for (const { kind, id } of changed)
        this.#changed?.set(kind, (this.#changed.get(kind) ?? new Set()).add(id));
    let noted = 0;
    for (const ids of this.#changed?.values() ?? []) noted += ids.size;
    if (noted > MOST_CHANGES) this.#changed = undefined;
  }

  /** Empties the index: it has to be loaded anew. */
  #forget(): void {
    this.#version = undefined;
    this.#columns = undefined;
    this.#loaded.clear();
    this.#results.clear();
    this.#orders.clear();
  }

  async #isCurrent(): Promise<boolean> {
    for (let tries = 0; tries < 5; tries++) {
      const version = this.#db.known() ?? (await this.#db.version());
      if (!this.#columns || !this.#version) return false;
      if (isSameVersion(version, this.#version) || isSameVersion(version, this.#heard)) return true;
      this.#catching ??= this.#catchUp(version).finally(() => {
        this.#catching = undefined;
      });
      await this.#catching;
    }
    return false;
  }

  /** Reads what has changed in one snapshot, so that all of it is of one version. */
  async #catchUp(heard: Version): Promise<void> {
    const { dialect } = this.#db;
    await changeLogOf(this.#db).inSnapshot(heard, async (read, version) => {
      if (isSameVersion(version, this.#version)) return;
      const changed = this.#changed;
      this.#changed = new Map();
      try {
        if (changed) await this.#catchUpIn({ read, dialect }, version, changed);
        else this.#forget();
      } catch (error) {
        const since = this.#changed;
        this.#changed = changed;
        if (since) for (const [kind, ids] of since) this.#note([...ids].map((id) => ({ kind, id })));
        else this.#changed = undefined;
        throw error;
      }
    });
    this.#heard = heard;
  }

  async #catchUpIn(
    db: Readable,
    now: Version,
    changed: ReadonlyMap<ChangedKind, ReadonlySet<number>>,
  ): Promise<void> {
    const of = (kind: ChangedKind) => changed.get(kind) ?? new Set<number>();
    const ids = [...of('event')].sort((a, b) => a - b);
    for (const [kind, table] of [
      ['category', 'event_categories'],
      ['tag', 'event_tags'],
    ] as const)
      for (const id of of(kind)) this.#loaded.drop(keyOf({ of: table, id }));
    const columns = this.#columns;
    const moved = await this.#movedPlaces(db, [...of('venue')]);
    const among = [...new Set([...ids, ...moved])];
    for (const noted of this.#meanwhile) for (const id of among) noted.add(id);
    const dates = await occurrencesOf(db.read, ids);
    const locks = await locksAmong(db.read, ids);
    const moves = new Map<EventKey, OrderMoves | undefined>();
    for (const name of this.#orders.keys()) moves.set(name, await readMoves(db.read, name, ids));
    const updates = new Map<LoadedSet, SetUpdate>();
    // While these are read others may be loaded.
    for (let fresh = [...this.#loaded.values()]; fresh.length > 0; ) {
      const read = await readUpdate(db, fresh, among);
      for (const loaded of fresh) updates.set(loaded, read);
      fresh = [...this.#loaded.values()].filter((loaded) => !updates.has(loaded));
    }
    if (this.#columns !== columns || !columns) return;
    const touched = columns.replace(dates);
    for (const id of ids) {
      const lock = locks.get(id);
      if (lock) this.#locks.set(id, lock);
      else this.#locks.delete(id);
    }
    for (const [loaded, update] of updates) applyUpdate(columns, loaded, update);
    for (const [name, order] of this.#orders) {
      const update = moves.get(name);
      if (!update || !applyMoves(order, update, { columns, touched })) this.#orders.delete(name);
    }
    this.#results.clear();
    this.#version = now;
    if (columns.slots > MOST_SLOTS) this.#forget();
  }

  /** Events at venues that have changed, where it matters where they are. */
  async #movedPlaces(db: Readable, venues: readonly number[]): Promise<number[]> {
    const places = [...this.#loaded.entries()].filter(([, { set }]) => set.of === 'located');
    if (venues.length === 0 || (places.length === 0 && this.#reading.size === 0)) return [];
    const ids = await eventsAtVenues(db, venues, MOST_CHANGES);
    if (ids) return ids;
    if (this.#reading.size > 0) this.#forget();
    for (const [key] of places) this.#loaded.drop(key);
    return [];
  }

  /** Returns an order of all dates; undefined: it is only being read. To be called inside `with`. */
  order(name: EventKey): EventOrder | undefined {
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

  /** Resolves once the order that is being read is there. */
  async ordered(): Promise<void> {
    await this.#ordering;
  }

  async #readOrder(name: EventKey): Promise<void> {
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
      const order = new EventOrder(slots.slice(0, length));
      // What has changed meanwhile is put where it belongs, at a moment when nothing else is under way.
      for (let tries = 0, done = false; tries < 5 && !done; tries++) {
        if (!(await this.#isCurrent())) return;
        done = await withSnapshot(this.#db, async (read) => {
          const version = await readVersion(read);
          const moves = await readMoves(read, name, [...noted]);
          if (!isSameVersion(version, this.#version) || this.#columns !== columns) return false;
          const touched = [...noted].flatMap((id) => columns.slotsOf(id));
          if (moves && applyMoves(order, moves, { columns, touched })) this.#orders.set(name, order);
          return true;
        });
      }
    } finally {
      this.#meanwhile.delete(noted);
    }
  }

  /** Loads sets; callers that want the same one share its loading. */
  async #read(sets: readonly EventSet[]): Promise<void> {
    const waiting: Promise<void>[] = [];
    const links = new Map<LinkTable, number[]>();
    for (const set of sets) {
      const key = keyOf(set);
      const underWay = this.#reading.get(key);
      if (underWay) waiting.push(underWay);
      else if (isLink(set)) {
        const ids = links.get(set.of);
        if (ids) ids.push(set.id);
        else links.set(set.of, [set.id]);
      } else waiting.push(this.#begin([key], (noted) => this.#readOne(set, noted)));
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

  async #readOne(set: Exclude<EventSet, { of: LinkTable }>, noted: Set<number>): Promise<void> {
    const columns = this.#columns;
    if (!columns) return;
    const bits = emptyBits(columns.flags.length);
    for await (const ids of readEventSet(this.#db, set, columns.cuts(CUT))) {
      mark(bits, columns, ids);
      await breathe();
    }
    await this.#keep(columns, loadedSet(set, Bitmap.ofBits(bits, columns.slots)), noted);
  }

  async #readLinks(table: LinkTable, targets: readonly number[], noted: Set<number>): Promise<void> {
    const columns = this.#columns;
    if (!columns) return;
    for await (const [id, ids] of readLinks(this.#db, table, targets)) {
      const slots = columns.slotsOfAll(ids).sort();
      const members = Bitmap.ofList(slots, columns.slots);
      await this.#keep(columns, loadedSet({ of: table, id }, members), noted);
    }
  }

  /** Keeps a loaded set, after applying what has changed since its loading began. */
  async #keep(columns: OccurrenceTable, loaded: LoadedSet, noted: Set<number>): Promise<void> {
    for (const done = new Set<number>(); ; ) {
      const ids = [...noted].filter((id) => !done.has(id));
      if (ids.length === 0) break;
      for (const id of ids) done.add(id);
      applyUpdate(columns, loaded, await readUpdate(this.#db, [loaded], ids));
    }
    if (this.#columns !== columns) return;
    this.#loaded.add(loaded);
  }
}

/** So many dates are looked through in one statement where no index helps. */
const CUT = 2_000;

function mark(bits: Uint32Array, columns: OccurrenceTable, ids: readonly number[]): void {
  for (const slot of columns.slotsOfAll(ids)) bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
}

const indexes = new WeakMap<Database, ListIndex>();

/** Returns the list index of a database, of which there is one. */
export function listIndexOf(db: Database): ListIndex {
  const of = db.origin ?? db;
  const known = indexes.get(of) ?? new ListIndex(of);
  indexes.set(of, known);
  return known;
}
