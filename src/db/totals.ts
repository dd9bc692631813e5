import type { CompiledQuery } from 'kysely';
import type { Database } from './engine.ts';

const KEPT = 2000;

/** Totals of lists, counted once for each version of the calendar and query (design 4). */
export class Totals {
  readonly #db: Database;
  #version = -1;
  readonly #kept = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  async of(query: CompiledQuery, count: () => Promise<number>): Promise<number> {
    const version = await this.#db.version();
    if (version !== this.#version) {
      this.#kept.clear();
      this.#version = version;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const total = await count();
    // A write may have come in between: then the number is only good for this answer.
    if (version === this.#version) {
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(key, total);
    }
    return total;
  }
}

const totals = new WeakMap<Database, Totals>();

/** The totals of a database, the same for whoever asks. */
export function totalsOf(db: Database): Totals {
  const known = totals.get(db) ?? new Totals(db);
  totals.set(db, known);
  return known;
}
