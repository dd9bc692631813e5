import type { CompiledQuery } from 'kysely';
import type { Database } from './engine.ts';
import { isSameVersion, type Version } from './version.ts';

const KEPT = 2000;
/** Characters of all their queries together: a query may have long parameters. */
const CHARACTERS_MOST = 4_000_000;

/** Totals of lists, counted once for each version of the calendar and query (design 4). */
export class Totals {
  readonly #db: Database;
  #version: Version | undefined;
  readonly #kept = new Map<string, number>();
  #characters = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param db whose rows are counted: of what was lent, which may be another state, nothing else is kept */
  async of(db: Database, query: CompiledQuery, count: () => Promise<number>): Promise<number> {
    const version = await db.version();
    if (db !== this.#db && !isSameVersion(version, await this.#db.version())) return count();
    if (!isSameVersion(version, this.#version)) {
      this.#clear();
      this.#version = version;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const total = await count();
    // A write may have come in between: then the number is only good for this answer.
    if (isSameVersion(version, this.#version)) {
      if (this.#kept.size >= KEPT || this.#characters + key.length > CHARACTERS_MOST) this.#clear();
      this.#kept.set(key, total);
      this.#characters += key.length;
    }
    return total;
  }

  #clear(): void {
    this.#kept.clear();
    this.#characters = 0;
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
