import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { isKnown } from './statement.ts';

/** Statements that a connection remembers: each takes some ten kilobytes of the server's memory. */
const NAMES_MOST = 100;

/**
 * Names for the statements that come again and again, so that the server reads and plans them once for each
 * connection. A pooler may lend another connection for each transaction: where it doesn't see to the names itself, the
 * first that is unknown has all go without, and a transaction is done again. The same name is the same text everywhere.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #isOff = false;

  /** The name of a query; undefined: it goes without. */
  of(query: CompiledQuery): string | undefined {
    if (this.#isOff || !isKnown(query)) return undefined;
    const known = this.#names.get(query.sql);
    if (known !== undefined || this.#names.size >= NAMES_MOST) return known;
    const name = `kalends_${createHash('sha256').update(query.sql).digest('hex').slice(0, 40)}`;
    this.#names.set(query.sql, name);
    return name;
  }

  /** Has all queries of this process go without from now on. */
  giveUp(): void {
    this.#isOff = true;
  }
}
