import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from './engine.ts';
import { isSameVersion, type Version } from './version.ts';

const MAX_TOTALS = 2_000;
/** Characters of all their queries together: a query may have long parameters. */
const MAX_CHARACTERS = 4_000_000;

/** Totals by their counting queries, of one version of a calendar. */
interface CachedTotals {
  version: Version | undefined;
  readonly byQuery: LRUCache<string, number>;
}

const cached = new WeakMap<Database, CachedTotals>();

/**
 * Returns the total of a list, counted once for each version of the calendar and query (design 4). A replica whose state
 * isn't the primary's is counted each time.
 * @param query tells one total from others; `count` is what counts
 */
export async function totalOf(
  db: Database,
  query: CompiledQuery,
  count: () => Promise<number>,
): Promise<number> {
  const origin = db.origin ?? db;
  const version = await db.version();
  if (db !== origin && !isSameVersion(version, await origin.version())) return count();
  let totals = cached.get(origin);
  if (!totals) {
    totals = {
      version,
      byQuery: new LRUCache({ max: MAX_TOTALS, maxSize: MAX_CHARACTERS }),
    };
    cached.set(origin, totals);
  }
  if (!isSameVersion(version, totals.version)) {
    if (totals.byQuery.size > 0) totals.byQuery.clear();
    totals.version = version;
  }
  const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
  const known = totals.byQuery.get(key);
  if (known !== undefined) return known;
  const total = await count();
  // A write may have come in between: then the number is only good for this answer.
  if (isSameVersion(version, totals.version)) totals.byQuery.set(key, total, { size: key.length });
  return total;
}
