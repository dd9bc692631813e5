import type { Language } from '#foundation/i18n/catalogue.ts';
import type { CacheStats } from '#foundation/telemetry/cache-stats.ts';
import type { Columns } from './columns.ts';
import type { Members } from './members.ts';
import {
  belongs,
  type Facts,
  factsOf,
  isLink,
  keyOf,
  type LinkTable,
  linksAmong,
  linkTables,
  type Readable,
  type Source,
  textsAmong,
} from './sources.ts';

/** What a set takes besides its slots. */
const SET_BYTES = 200;

/** A set of events that has been asked for, and is kept as the calendar is. */
export interface Kept {
  readonly source: Source;
  readonly members: Members;
  /** As it was when it was read. */
  readonly bytes: number;
}

export const keptOf = (source: Source, members: Members): Kept => ({
  source,
  members,
  bytes: members.bytes + SET_BYTES,
});

/** Memory for sets of events, of which the longest unused are forgotten. */
const MOST_BYTES = 32 * 2 ** 20;
/** So many sets at most, since each is looked at when something has changed. */
const MOST_KEPT = 5_000;

/** The sets of events that have been asked for, the longest unused first. */
export class KeptSets {
  readonly #sets = new Map<string, Kept>();
  #bytes = 0;
  #evictions = 0;

  get stats(): Pick<CacheStats, 'evictions' | 'entries' | 'bytes' | 'most'> {
    return { evictions: this.#evictions, entries: this.#sets.size, bytes: this.#bytes, most: MOST_BYTES };
  }

  has(source: Source): boolean {
    return this.#sets.has(keyOf(source));
  }

  /** Returns a set that is there, which counts as used. */
  use(source: Source): Members {
    const key = keyOf(source);
    const kept = this.#sets.get(key);
    if (!kept) throw new Error(`The set ${key} was not read.`);
    this.#sets.delete(key);
    this.#sets.set(key, kept);
    return kept.members;
  }

  /** Adds a set, for which others may have to go. */
  add(kept: Kept): void {
    this.#bytes += kept.bytes;
    this.#sets.set(keyOf(kept.source), kept);
    for (const [key] of this.#sets) {
      if (this.#bytes <= MOST_BYTES && this.#sets.size <= MOST_KEPT) break;
      this.drop(key);
      this.#evictions++;
    }
  }

  drop(key: string): void {
    const kept = this.#sets.get(key);
    if (!kept) return;
    this.#sets.delete(key);
    this.#bytes -= kept.bytes;
  }

  clear(): void {
    this.#sets.clear();
    this.#bytes = 0;
  }

  /** By their keys (`keyOf`). */
  entries(): MapIterator<[string, Kept]> {
    return this.#sets.entries();
  }

  values(): MapIterator<Kept> {
    return this.#sets.values();
  }
}

/** What is to be known of events that have changed, read before anything is put in its place. */
export interface News {
  readonly ids: readonly number[];
  readonly links: ReadonlyMap<LinkTable, ReadonlyMap<number, ReadonlySet<number>>>;
  readonly facts: ReadonlyMap<number, Facts>;
  readonly texts: ReadonlyMap<Language | undefined, ReadonlyMap<number, string>>;
}

/** What has become of events, as far as these sets are about it. */
export async function newsOf(db: Readable, kept: readonly Kept[], ids: readonly number[]): Promise<News> {
  const links = new Map<LinkTable, Map<number, Set<number>>>();
  const texts = new Map<Language | undefined, ReadonlyMap<number, string>>();
  if (ids.length === 0) return { ids, links, facts: new Map(), texts };
  for (const table of linkTables) {
    if (!kept.some(({ source }) => source.of === table)) continue;
    const byEvent = new Map<number, Set<number>>();
    for (const { id, target } of await linksAmong(db, table, ids))
      byEvent.set(id, (byEvent.get(id) ?? new Set()).add(target));
    links.set(table, byEvent);
  }
  const kinds = new Set(kept.map(({ source }) => source.of));
  const isAsked = (['author', 'parent', 'featured', 'ticketed', 'located'] as const).some((of) =>
    kinds.has(of),
  );
  const facts = isAsked ? await factsOf(db, ids, { places: kinds.has('located') }) : new Map<number, Facts>();
  for (const { source } of kept)
    if (source.of === 'text' && !texts.has(source.language))
      texts.set(source.language, await textsAmong(db, ids, source.language));
  return { ids, links, facts, texts };
}

/** Puts changed events into a set or takes them out of it. */
export function place(columns: Columns, { source, members }: Kept, news: News): void {
  for (const id of news.ids) {
    let isIn: boolean;
    if (isLink(source)) isIn = news.links.get(source.of)?.get(id)?.has(source.id) === true;
    else if (source.of === 'text')
      isIn = news.texts.get(source.language)?.get(id)?.includes(source.word) === true;
    else isIn = belongs(source, news.facts.get(id));
    for (const slot of columns.slotsOf(id)) members.set(slot, isIn);
  }
}
