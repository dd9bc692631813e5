import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import type { ChangedResources, ChangeLogFollower } from '#store/db/change-log-follower.ts';
import type { ChangedKind } from '#store/db/changes.ts';
import type { Database } from '#store/db/engine.ts';
import { isSameVersion, type Version } from '#store/db/version.ts';
import type { EventSet } from '../filters/filter.ts';
import type { Bitmap } from './bitmap.ts';
import { eventsAtVenues, keyOf, type Readable } from './event-sets.ts';
import { FilterResults } from './filter-result.ts';
import { applyUpdates, LoadedSets } from './loaded-sets.ts';
import { MAX_SLOTS, OccurrenceTable } from './occurrence-table.ts';
import { EventOrders } from './orders.ts';
import {
  locksAmong,
  NotIndexableError,
  occurrencesOf,
  type PasswordLock,
  readLocks,
  readOccurrences,
} from './rows.ts';

/** Milliseconds between the loading of the index and the reading of what nobody has asked for yet. */
const SHORT_WORDS_AFTER_MS = 500;

/** After changes of more resources the index is loaded anew. */
const MAX_CHANGES = 20_000;

declare module '#context.ts' {
  interface Services {
    readonly listIndex: ListIndex;
  }
}

/**
 * The index of event lists in memory (decision 0008): a table of all occurrences, and the sets of events that lists
 * have used. At each new version it reads again what the change log names. Lists are planned (plan.ts) and executed
 * (execute.ts) on it without reading rows.
 */
export class ListIndex {
  readonly #db: Database;
  readonly #changeLog: ChangeLogFollower;
  /** The table of all dates; undefined until it is loaded. */
  columns: OccurrenceTable | undefined;
  /** Lists that it answered, that the database answered, and of these the ones that the database answers well alone. */
  readonly lists = { hits: 0, misses: 0, plain: 0 };
  /** The version of the calendar that it shows. */
  #version: Version | undefined;
  /** Resources that have changed since that version; undefined: too many. */
  #changed: Map<ChangedKind, Set<number>> | undefined = new Map();
  /** The version that was known when it last caught up; the snapshot may already have shown a newer one. */
  #observed: Version | undefined;
  #locks = new Map<number, PasswordLock>();
  readonly #sets: LoadedSets;
  /** The filter results of this version. Use them inside `with`. */
  readonly results = new FilterResults();
  /** The orders of occurrences by columns of their events. Use them inside `with`. */
  readonly orders: EventOrders;
  #loading: Promise<void> | undefined;
  #catching: Promise<void> | undefined;
  #isNotIndexable = false;
  #loads = 0;

  constructor(db: Database, changeLog: ChangeLogFollower) {
    this.#db = db;
    this.#changeLog = changeLog;
    this.#sets = new LoadedSets(db, this);
    this.orders = new EventOrders(db, this);
    changeLog.subscribe((changed) => this.#note(changed));
  }

  /** The version of the calendar that it shows. */
  get version(): Version | undefined {
    return this.#version;
  }

  /** Counters for the metrics: lists answered by the index (hits) and by the database (misses), and the sets in memory. */
  get stats(): CacheStats & { loads: number; dates: number } {
    return {
      hits: this.lists.hits,
      misses: this.lists.misses,
      ...this.#sets.stats,
      loads: this.#loads,
      dates: this.columns?.slots ?? 0,
    };
  }

  /** Its state for `GET /health`; a calendar that is too large is never loaded. */
  get state(): 'ready' | 'loading' | 'not_loaded' {
    if (this.columns) return 'ready';
    return this.#loading ? 'loading' : 'not_loaded';
  }

  /** Loads the calendar unless it is loaded or being loaded; resolves once it is. */
  async load(): Promise<void> {
    if (this.columns || this.#isNotIndexable) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /** Loads the calendar in the background, for somebody who is about to search and filter lists. */
  prepare(): void {
    // An error that stops the loading also stops the database from answering, which then reports it.
    void this.load().catch(() => {});
  }

  /**
   * Runs `work` synchronously on the present version once `sets` are loaded. Returns undefined where the index isn't
   * loaded, or writes keep coming in between.
   */
  async with<T>(
    sets: readonly EventSet[],
    work: (columns: OccurrenceTable, bitmapOf: (set: EventSet) => Bitmap) => T,
  ): Promise<T | undefined> {
    for (let tries = 0; tries < 5; tries++) {
      if (!(await this.isCurrent()) || !this.columns) return undefined;
      const missing = sets.filter((set) => !this.#sets.has(set));
      if (missing.length === 0) return work(this.columns, (set) => this.#sets.use(set));
      await this.#sets.read(missing);
    }
    return undefined;
  }

  /** The protected events by ID, with their passwords and authors. Use them inside `with`. */
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
    // Changes from here on are noted, and read again before the first list.
    const from = await this.#changeLog.inSnapshot(await this.#db.version(), async (_read, version) => {
      this.#changed = new Map();
      return version;
    });
    const columns = new OccurrenceTable();
    for await (const batch of readOccurrences(this.#db.read)) {
      for (const occurrence of batch) columns.append(occurrence);
      if (columns.slots > MAX_SLOTS) throw new NotIndexableError('There are too many dates.');
      await breathe();
    }
    columns.arrange();
    this.#locks = await readLocks(this.#db.read);
    this.#version = from;
    this.#observed = undefined;
    this.results.clear();
    this.columns = columns;
    this.#loads++;
    void this.#readShortWords();
  }

  /** Reads short words once the lists that have waited for the index are answered. */
  async #readShortWords(): Promise<void> {
    await pause(SHORT_WORDS_AFTER_MS, undefined, { ref: false });
    await this.#sets.readShortWords(undefined);
  }

  /** Notes changed resources, which are read again before the next list. */
  #note(changed: ChangedResources): void {
    if (!this.columns && !this.#loading) return;
    if (changed === 'everything') this.#changed = undefined;
    else
      for (const { kind, id } of changed)
        this.#changed?.set(kind, (this.#changed.get(kind) ?? new Set()).add(id));
    let noted = 0;
    for (const ids of this.#changed?.values() ?? []) noted += ids.size;
    if (noted > MAX_CHANGES) this.#changed = undefined;
  }

  /** Empties the index, which is then loaded anew. */
  #forget(): void {
    this.#version = undefined;
    this.columns = undefined;
    this.#sets.clear();
    this.results.clear();
    this.orders.clear();
  }

  /** Catches up with the calendar; returns false where the index must be loaded first. */
  async isCurrent(): Promise<boolean> {
    for (let tries = 0; tries < 5; tries++) {
      const version = this.#db.known() ?? (await this.#db.version());
      if (!this.columns || !this.#version) return false;
      if (isSameVersion(version, this.#version) || isSameVersion(version, this.#observed)) return true;
      this.#catching ??= this.#catchUp(version).finally(() => {
        this.#catching = undefined;
      });
      await this.#catching;
    }
    return false;
  }

  /** Reads all changes in one snapshot, so that they belong to one version. */
  async #catchUp(observed: Version): Promise<void> {
    const { dialect } = this.#db;
    await this.#changeLog.inSnapshot(observed, async (read, version) => {
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
    this.#observed = observed;
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
      for (const id of of(kind)) this.#sets.drop(keyOf({ of: table, id }));
    for (const [kind, part] of [
      ['category', 'categories'],
      ['tag', 'tags'],
      ['venue', 'venue'],
      ['organizer', 'organizer'],
    ] as const)
      if (of(kind).size > 0) this.#sets.drop(keyOf({ of: 'missing', part }));
    const columns = this.columns;
    const moved = await this.#eventsAtMoved(db, [...of('venue')]);
    const among = [...new Set([...ids, ...moved])];
    this.#sets.noteChanged(among);
    this.orders.noteChanged(among);
    const dates = await occurrencesOf(db.read, ids);
    const locks = await locksAmong(db.read, ids);
    const moves = await this.orders.readMoves(db.read, ids);
    const updates = await this.#sets.readUpdates(db, among);
    if (this.columns !== columns || !columns) return;
    const touched = columns.replace(dates);
    for (const id of ids) {
      const lock = locks.get(id);
      if (lock) this.#locks.set(id, lock);
      else this.#locks.delete(id);
    }
    applyUpdates(columns, updates);
    this.orders.apply(moves, { columns, touched });
    this.results.clear();
    this.#version = now;
    if (columns.slots > MAX_SLOTS) this.#forget();
  }

  /** Returns the events at changed venues, where a loaded set goes by their coordinates. */
  async #eventsAtMoved(db: Readable, venues: readonly number[]): Promise<number[]> {
    const located = [...this.#sets.entries()].filter(([, { set }]) => set.of === 'located');
    if (venues.length === 0 || (located.length === 0 && !this.#sets.isReading)) return [];
    const ids = await eventsAtVenues(db, venues, MAX_CHANGES);
    if (ids) return ids;
    if (this.#sets.isReading) this.#forget();
    for (const [key] of located) this.#sets.drop(key);
    return [];
  }
}
