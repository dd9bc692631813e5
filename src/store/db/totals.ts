import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './engine.ts';
import { isSameVersion, type Version } from './version.ts';

const MAX_TOTALS = 2_000;
/** Characters of all their queries together: a query may have long parameters. */
const MAX_CHARACTERS = 4_000_000;

/** Totals of lists by their counting queries, of one version of a calendar (design 4). */
export class TotalsCache {
  readonly #calendar: Database;
  readonly #byQuery = new LRUCache<string, number>({ max: MAX_TOTALS, maxSize: MAX_CHARACTERS });
  #version: Version | undefined;

  constructor(calendar: Database) {
    this.#calendar = calendar;
  }

  /**
   * Returns a total, counted once for each version of the calendar and query. A transaction, and a replica whose state isn't
   * the calendar's, are counted each time.
   * @param query tells one total from others; `count` is what counts
   */
  async of(db: Database, query: CompiledQuery, count: () => Promise<number>): Promise<number> {
    if (db.isTransaction) return count();
    const version = await this.#calendar.version();
    if (db !== this.#calendar && !isSameVersion(version, await db.version())) return count();
    if (version !== this.#version) {
      if (this.#byQuery.size > 0) this.#byQuery.clear();
      this.#version = version;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    const known = this.#byQuery.get(key);
    if (known !== undefined) return known;
    const total = await count();
    // A write may have come in between: then the number is only good for this answer.
    if (version === this.#version) this.#byQuery.set(key, total, { size: key.length });
    return total;
  }
}
