import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './engine.ts';
import { isSameVersion, type Version } from './version.ts';

const MAX_TOTALS = 2_000;
/** Characters of all their queries together: a query may have long parameters. */
const MAX_CHARACTERS = 4_000_000;

/** Counts totals of lists once for each version of the calendar and query (design 4). */
export class Totals {
  readonly #db: Database;
  #version: Version | undefined;
  readonly #totals = new LRUCache<string, number>({
    max: MAX_TOTALS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_total, key) => key.length,
  });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns a total, counted if it isn't known. @param db whose rows are counted: of what was lent, which may be another state, nothing else is kept */
  async of(db: Database, query: CompiledQuery, count: () => Promise<number>): Promise<number> {
    const version = await db.version();
    if (db !== this.#db && !isSameVersion(version, await this.#db.version())) return count();
    if (!isSameVersion(version, this.#version)) {
      if (this.#totals.size > 0) this.#totals.clear();
      this.#version = version;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    const known = this.#totals.get(key);
    if (known !== undefined) return known;
    const total = await count();
    // A write may have come in between: then the number is only good for this answer.
    if (isSameVersion(version, this.#version)) this.#totals.set(key, total);
    return total;
  }
}

const totals = new WeakMap<Database, Totals>();

/** Returns the totals of a database, one object for all who ask. */
export function totalsOf(db: Database): Totals {
  const of = db.origin ?? db;
  const known = totals.get(of) ?? new Totals(of);
  totals.set(of, known);
  return known;
}
