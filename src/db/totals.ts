import type { CompiledQuery } from 'kysely';
import type { Database } from './engine.ts';
import { isSameVersion, type Version } from './version.ts';

const KEPT = 2000;

/** Totals of lists, counted once for each version of the calendar and query (design 4). */
export class Totals {
  readonly #db: Database;
  #version: Version | undefined;
  readonly #kept = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param db whose rows are counted: of what was lent, which may be another state, nothing else is kept */
  async of(db: Database, query: CompiledQuery, count: () => Promise<number>): Promise<number> {
    const version = await db.version();
    if (db !== this.#db && !isSameVersion(version, await this.#db.version())) return count();
    if (!isSameVersion(version, this.#version)) {
      this.#kept.clear();
      this.#version = version;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const total = await count();
    // A write may have come in between: then the number is only good for this answer.
    if (isSameVersion(version, this.#version)) {
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(key, total);
    }
    return total;
  }
}

const totals = new WeakMap<Database, Totals>();

/** The totals of a database, the same for whoever asks. */
export function totalsOf(db: Database): Totals {
  const of = db.origin ?? db;
  const known = totals.get(of) ?? new Totals(of);
  totals.set(of, known);
  return known;
}
