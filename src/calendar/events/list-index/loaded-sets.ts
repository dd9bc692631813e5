import { setImmediate as breathe } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import type { Database } from '#store/db/engine.ts';
import type { EventSet, LinkTable } from '../filters/filter.ts';
import { Bitmap, emptyBits } from './bitmap.ts';
import {
  incompleteAmong,
  isIncomplete,
  isLink,
  isMember,
  keyOf,
  linksAmong,
  linkTables,
  type Readable,
  type RowFacts,
  readEventSet,
  readLinks,
  readRowFacts,
  readTexts,
  textsAmong,
} from './event-sets.ts';
import type { OccurrenceTable } from './occurrence-table.ts';
import type { IndexedVersion } from './orders.ts';
import { ShortWords } from './short-words.ts';

/** Bytes that a set takes beside its bitmap. */
const SET_BYTES = 200;

/** A set of events in memory, updated with every change of the calendar. */
export interface LoadedSet {
  readonly set: EventSet;
  readonly members: Bitmap;
  /** Bytes of memory when it was loaded. */
  readonly bytes: number;
}

/** Returns a loaded set with its size. */
const loadedSet = (set: EventSet, members: Bitmap): LoadedSet => ({
  set,
  members,
  bytes: members.bytes + SET_BYTES,
});

/** A reading of sets that is under way, and what must be known at its end. */
interface SetReading {
  /** The events that have changed since it began. */
  readonly changed: Set<number>;
  /** The keys of its sets that were dropped since it began. */
  readonly dropped: Set<string>;
}

/** Bytes of memory for all sets. */
const MAX_BYTES = 32 * 2 ** 20;
/** Sets at most, since every change is applied to each. */
const MAX_SETS = 5_000;

/** Occurrences that one statement scans where no index helps. */
const CUT = 2_000;
/** Occurrences that one statement scans where the texts themselves are read. */
const TEXTS = 500;

/** The sets of events in memory, each read when a list first asks for it; the least recently used are evicted. */
export class LoadedSets {
  readonly #db: Database;
  readonly #indexed: Pick<IndexedVersion, 'columns'>;
  #evictions = 0;
  /** The readings under way, by the keys of their sets. */
  readonly #reading = new Map<string, Promise<void>>();
  readonly #underWay = new Set<SetReading>();
  /** The languages of which the sets of short words were read, or are being read. */
  readonly #shortWords = new Set<Language | undefined>();
  /** The readings under way of words that somebody searches for. */
  readonly #searches = new Set<Promise<void>>();
  readonly #sets = new LRUCache<string, LoadedSet>({
    max: MAX_SETS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (_loaded, _key, reason) => {
      if (reason === 'evict') this.#evictions++;
    },
  });

  constructor(db: Database, indexed: Pick<IndexedVersion, 'columns'>) {
    this.#db = db;
    this.#indexed = indexed;
  }

  /** Counters for the metrics. */
  get stats(): Pick<CacheStats, 'evictions' | 'entries' | 'bytes' | 'most'> {
    const { size: entries, calculatedSize: bytes } = this.#sets;
    return { evictions: this.#evictions, entries, bytes, most: MAX_BYTES };
  }

  /** Returns whether a set is loaded; this doesn't count as a use. */
  has(set: EventSet): boolean {
    return this.#sets.has(keyOf(set));
  }

  /** Returns the slots of a loaded set; this counts as a use. */
  use(set: EventSet): Bitmap {
    const key = keyOf(set);
    const loaded = this.#sets.get(key);
    if (!loaded) throw new Error(`The set ${key} was not read.`);
    return loaded.members;
  }

  /** Drops the set of a key (`keyOf`), also where it is only being read. */
  drop(key: string): void {
    for (const { dropped } of this.#underWay) dropped.add(key);
    this.#sets.delete(key);
  }

  /** Drops all sets. */
  clear(): void {
    this.#sets.clear();
    this.#shortWords.clear();
  }

  /** Returns all sets by their keys (`keyOf`). */
  entries(): Generator<[string, LoadedSet]> {
    return this.#sets.entries();
  }

  get isReading(): boolean {
    return this.#reading.size > 0;
  }

  /** Notes changed events for the sets that are being read. */
  noteChanged(ids: readonly number[]): void {
    for (const { changed } of this.#underWay) for (const id of ids) changed.add(id);
  }

  /** Reads the rows of changed events by which all sets are updated, including sets that are loaded meanwhile. */
  async readUpdates(db: Readable, ids: readonly number[]): Promise<Map<LoadedSet, SetUpdate>> {
    const updates = new Map<LoadedSet, SetUpdate>();
    for (let fresh = [...this.#sets.values()]; fresh.length > 0; ) {
      const read = await readUpdate(db, fresh, ids);
      for (const loaded of fresh) updates.set(loaded, read);
      fresh = [...this.#sets.values()].filter((loaded) => !updates.has(loaded));
    }
    return updates;
  }

  /**
   * Reads the sets of all words of one and two letters of a language (undefined: the site's) before somebody asks for them;
   * does nothing where that was done. What fails here is read once it is asked for.
   */
  async readShortWords(language: Language | undefined): Promise<void> {
    if (!this.#indexed.columns || this.#shortWords.has(language)) return;
    this.#shortWords.add(language);
    await this.#begin([], (reading) => this.#readWords(language, reading)).catch(() => {});
  }

  async #readWords(language: Language | undefined, reading: SetReading): Promise<void> {
    const { columns } = this.#indexed;
    if (!columns) return;
    const words = new ShortWords(columns.slots, columns.flags.length);
    for await (const texts of readTexts(this.#db, language, columns.cuts(TEXTS))) {
      for (const { id, text } of texts) words.add(text, columns.slotsOf(id));
      await breathe();
      // Whoever waits for a set comes first.
      await Promise.allSettled(this.#reading.values());
    }
    const loaded: LoadedSet[] = [];
    for (const [word, bits] of words.words())
      loaded.push(loadedSet({ of: 'text', word, language }, Bitmap.ofBits(bits, columns.slots)));
    await this.#add(columns, loaded, reading);
  }

  /** Reads sets into memory; callers that want the same one share its reading. */
  async read(sets: readonly EventSet[]): Promise<void> {
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
      } else waiting.push(this.#readAlone(key, set));
    }
    for (const [table, ids] of links) {
      const keys = ids.map((id) => keyOf({ of: table, id }));
      waiting.push(this.#begin(keys, (reading) => this.#readLinks(table, ids, reading)));
    }
    await Promise.all(waiting);
  }

  #readAlone(key: string, set: Exclude<EventSet, { of: LinkTable }>): Promise<void> {
    const reading = this.#begin([key], (underWay) => this.#readOne(set, underWay));
    if (set.of === 'text') {
      this.#searches.add(reading);
      const end = () => this.#searches.delete(reading);
      reading.then(end, end);
    }
    return reading;
  }

  #begin(keys: readonly string[], read: (underWay: SetReading) => Promise<void>): Promise<void> {
    const underWay: SetReading = { changed: new Set(), dropped: new Set() };
    this.#underWay.add(underWay);
    const reading = read(underWay).finally(() => {
      this.#underWay.delete(underWay);
      for (const key of keys) this.#reading.delete(key);
    });
    for (const key of keys) this.#reading.set(key, reading);
    return reading;
  }

  async #readOne(set: Exclude<EventSet, { of: LinkTable }>, reading: SetReading): Promise<void> {
    const { columns } = this.#indexed;
    if (!columns) return;
    if (set.of === 'text' && set.language !== undefined) void this.readShortWords(set.language);
    const bits = emptyBits(columns.flags.length);
    for await (const ids of readEventSet(this.#db, set, columns.cuts(CUT))) {
      for (const slot of columns.slotsOfAll(ids))
        bits[slot >>> 5] = (bits[slot >>> 5] ?? 0) | (1 << (slot & 31));
      await breathe();
      // Whoever types a word comes before lists that are filtered or counted.
      if (set.of !== 'text') await Promise.allSettled(this.#searches);
    }
    await this.#add(columns, [loadedSet(set, Bitmap.ofBits(bits, columns.slots))], reading);
  }

  async #readLinks(table: LinkTable, targets: readonly number[], reading: SetReading): Promise<void> {
    const { columns } = this.#indexed;
    if (!columns) return;
    for await (const [id, ids] of readLinks(this.#db, table, targets)) {
      const slots = columns.slotsOfAll(ids).sort();
      await this.#add(columns, [loadedSet({ of: table, id }, Bitmap.ofList(slots, columns.slots))], reading);
    }
  }

  /** Adds sets after applying the changes since their reading began; others may be evicted for them. */
  async #add(
    columns: OccurrenceTable,
    loaded: readonly LoadedSet[],
    { changed, dropped }: SetReading,
  ): Promise<void> {
    for (const done = new Set<number>(); ; ) {
      const ids = [...changed].filter((id) => !done.has(id));
      if (ids.length === 0) break;
      for (const id of ids) done.add(id);
      const update = await readUpdate(this.#db, loaded, ids);
      applyUpdates(
        columns,
        loaded.map((one) => [one, update]),
      );
    }
    if (this.#indexed.columns !== columns) return;
    for (const one of loaded) {
      const key = keyOf(one.set);
      if (!dropped.has(key)) this.#sets.set(key, one);
    }
  }
}

/** The rows of changed events by which sets are updated; read before any set is touched. */
export interface SetUpdate {
  readonly ids: readonly number[];
  readonly links: ReadonlyMap<LinkTable, ReadonlyMap<number, ReadonlySet<number>>>;
  readonly facts: ReadonlyMap<number, RowFacts>;
  readonly texts: ReadonlyMap<Language | undefined, ReadonlyMap<number, string>>;
  /** The events that lack something by the keys of sets (`keyOf`). */
  readonly incomplete: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Reads the rows of changed events by which these sets are updated. */
async function readUpdate(
  db: Readable,
  loaded: readonly LoadedSet[],
  ids: readonly number[],
): Promise<SetUpdate> {
  const links = new Map<LinkTable, Map<number, Set<number>>>();
  const texts = new Map<Language | undefined, ReadonlyMap<number, string>>();
  const incomplete = new Map<string, ReadonlySet<number>>();
  if (ids.length === 0) return { ids, links, facts: new Map(), texts, incomplete };
  for (const table of linkTables) {
    if (!loaded.some(({ set }) => set.of === table)) continue;
    const byEvent = new Map<number, Set<number>>();
    for (const { id, target } of await linksAmong(db, table, ids))
      byEvent.set(id, (byEvent.get(id) ?? new Set()).add(target));
    links.set(table, byEvent);
  }
  const kinds = new Set(loaded.map(({ set }) => set.of));
  const isAsked = (
    [
      'author',
      'parent',
      'featured',
      'ticketed',
      'is_virtual',
      'recurring',
      'event_status',
      'is_free',
      'accessibility',
      'spoken_language',
      'located',
    ] as const
  ).some((of) => kinds.has(of));
  const facts = isAsked
    ? await readRowFacts(db, ids, { venues: kinds.has('located') })
    : new Map<number, RowFacts>();
  for (const { set } of loaded)
    if (set.of === 'text' && !texts.has(set.language))
      texts.set(set.language, await textsAmong(db, ids, set.language));
    else if (isIncomplete(set)) incomplete.set(keyOf(set), await incompleteAmong(db, set, ids));
  return { ids, links, facts, texts, incomplete };
}

/** Adds changed events to sets, or removes them from these. */
export function applyUpdates(
  columns: OccurrenceTable,
  updates: Iterable<readonly [loaded: LoadedSet, update: SetUpdate]>,
): void {
  const slots = new Map<number, readonly number[]>();
  for (const [{ set, members }, update] of updates)
    for (const id of update.ids) {
      const isIn = isNowIn(set, id, update);
      const own = slots.get(id) ?? columns.slotsOf(id);
      slots.set(id, own);
      for (const slot of own) members.set(slot, isIn);
    }
}

function isNowIn(set: EventSet, id: number, { links, texts, incomplete, facts }: SetUpdate): boolean {
  if (isLink(set)) return links.get(set.of)?.get(id)?.has(set.id) === true;
  if (set.of === 'text') return texts.get(set.language)?.get(id)?.includes(set.word) === true;
  if (isIncomplete(set)) return incomplete.get(keyOf(set))?.has(id) === true;
  return isMember(set, facts.get(id));
}
