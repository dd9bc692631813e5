import { LRUCache } from 'lru-cache';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { CacheStats } from '#foundation/telemetry/metrics.ts';
import type { EventSet, LinkTable } from '../filters/filter.ts';
import type { Bitmap } from './bitmap.ts';
import {
  isLink,
  isMember,
  keyOf,
  linksAmong,
  linkTables,
  type Readable,
  type RowFacts,
  readRowFacts,
  textsAmong,
} from './event-sets.ts';
import type { OccurrenceTable } from './occurrence-table.ts';

/** Memory that a set takes besides its bitmap. */
const SET_BYTES = 200;

/** A set of events in memory, kept up to date with the calendar. */
export interface LoadedSet {
  readonly set: EventSet;
  readonly members: Bitmap;
  /** Its size when it was loaded. */
  readonly bytes: number;
}

/** Returns a set with its size. */
export const loadedSet = (set: EventSet, members: Bitmap): LoadedSet => ({
  set,
  members,
  bytes: members.bytes + SET_BYTES,
});

/** Memory for sets of events, of which the least recently used are evicted. */
const MOST_BYTES = 32 * 2 ** 20;
/** So many sets at most, since each is looked at when something has changed. */
const MOST_KEPT = 5_000;

/** The sets of events in memory, of which the least recently used are evicted. */
export class LoadedSets {
  #evictions = 0;
  readonly #sets = new LRUCache<string, LoadedSet>({
    max: MOST_KEPT,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (_loaded, _key, reason) => {
      if (reason === 'evict') this.#evictions++;
    },
  });

  /** Counters for the metrics. */
  get stats(): Pick<CacheStats, 'evictions' | 'entries' | 'bytes' | 'most'> {
    const { size: entries, calculatedSize: bytes } = this.#sets;
    return { evictions: this.#evictions, entries, bytes, most: MOST_BYTES };
  }

  /** Returns whether a set is in memory, which doesn't count as a use. */
  has(set: EventSet): boolean {
    return this.#sets.has(keyOf(set));
  }

  /** Returns the slots of a set in memory, which counts as used. */
  use(set: EventSet): Bitmap {
    const key = keyOf(set);
    const loaded = this.#sets.get(key);
    if (!loaded) throw new Error(`The set ${key} was not read.`);
    return loaded.members;
  }

  /** Adds a set, for which others may be evicted. */
  add(loaded: LoadedSet): void {
    this.#sets.set(keyOf(loaded.set), loaded);
  }

  /** Removes the set of a key (`keyOf`), if it is there. */
  drop(key: string): void {
    this.#sets.delete(key);
  }

  /** Removes all sets. */
  clear(): void {
    this.#sets.clear();
  }

  /** Returns all sets by their keys (`keyOf`). */
  entries(): Generator<[string, LoadedSet]> {
    return this.#sets.entries();
  }

  /** Returns all sets, which doesn't count as a use. */
  values(): Generator<LoadedSet> {
    return this.#sets.values();
  }
}

/** The rows of changed events by which sets are updated; read before any set is touched. */
export interface SetUpdate {
  readonly ids: readonly number[];
  readonly links: ReadonlyMap<LinkTable, ReadonlyMap<number, ReadonlySet<number>>>;
  readonly facts: ReadonlyMap<number, RowFacts>;
  readonly texts: ReadonlyMap<Language | undefined, ReadonlyMap<number, string>>;
}

/** Reads of changed events what these sets go by. */
export async function readUpdate(
  db: Readable,
  loaded: readonly LoadedSet[],
  ids: readonly number[],
): Promise<SetUpdate> {
  const links = new Map<LinkTable, Map<number, Set<number>>>();
  const texts = new Map<Language | undefined, ReadonlyMap<number, string>>();
  if (ids.length === 0) return { ids, links, facts: new Map(), texts };
  for (const table of linkTables) {
    if (!loaded.some(({ set }) => set.of === table)) continue;
    const byEvent = new Map<number, Set<number>>();
    for (const { id, target } of await linksAmong(db, table, ids))
      byEvent.set(id, (byEvent.get(id) ?? new Set()).add(target));
    links.set(table, byEvent);
  }
  const kinds = new Set(loaded.map(({ set }) => set.of));
  const isAsked = (['author', 'parent', 'featured', 'ticketed', 'located'] as const).some((of) =>
    kinds.has(of),
  );
  const facts = isAsked
    ? await readRowFacts(db, ids, { places: kinds.has('located') })
    : new Map<number, RowFacts>();
  for (const { set } of loaded)
    if (set.of === 'text' && !texts.has(set.language))
      texts.set(set.language, await textsAmong(db, ids, set.language));
  return { ids, links, facts, texts };
}

/** Adds changed events to a set, or removes them. */
export function applyUpdate(columns: OccurrenceTable, { set, members }: LoadedSet, updates: SetUpdate): void {
  for (const id of updates.ids) {
    let isIn: boolean;
    if (isLink(set)) isIn = updates.links.get(set.of)?.get(id)?.has(set.id) === true;
    else if (set.of === 'text') isIn = updates.texts.get(set.language)?.get(id)?.includes(set.word) === true;
    else isIn = isMember(set, updates.facts.get(id));
    for (const slot of columns.slotsOf(id)) members.set(slot, isIn);
  }
}
