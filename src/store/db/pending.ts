import { insertion, type RowOf } from './bulk.ts';
import { type Change, changeStatements } from './changes.ts';
import type { Dialect, Writing } from './engine.ts';
import { continueAfter, lastId } from './sequence.ts';
import type { Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * What a write has yet to tell the database, which takes it at once when `flush` is awaited. Until then nothing that
 * wants to find it there may be asked (`writesTo`), and no other number of the posts' sequence be taken.
 */
export class Pending {
  readonly trx: Writing;
  readonly dialect: Dialect;
  readonly #tables = new Set<keyof Tables>();
  #statements: Statement[] = [];
  #changes: Change[] = [];
  #lastPost: number | undefined;
  #hasTaken = false;
  readonly #absent = new Set<string>();

  constructor(trx: Writing, dialect: Dialect) {
    this.trx = trx;
    this.dialect = dialect;
  }

  /** Rows, all with the same columns. */
  insert<T extends keyof Tables>(table: T, ...rows: RowOf<T>[]): void {
    const [first, ...others] = rows;
    if (!first) return;
    this.#tables.add(table);
    this.#statements.push(insertion(table, [first, ...others]));
  }

  /** What no look-up asks for while a write is under way. */
  add(...statements: readonly Statement[]): void {
    this.#statements.push(...statements);
  }

  log(change: Change): void {
    this.#changes.push(change);
  }

  /** The next number of a post. */
  async nextPost(): Promise<number> {
    this.#lastPost ??= await lastId(this.trx, 'post');
    this.#hasTaken = true;
    return ++this.#lastPost;
  }

  /** Notes what was found to be the last number, as nobody has taken one since. */
  noteLastPost(number: number): void {
    if (!this.#hasTaken) this.#lastPost = number;
  }

  /** Notes that something isn't there, which holds until anything is written. */
  noteAbsent(what: string): void {
    this.#absent.add(what);
  }

  isAbsent(what: string): boolean {
    return this.#absent.has(what);
  }

  /** Whether rows of a table wait to be written. */
  writesTo(table: keyof Tables): boolean {
    return this.#tables.has(table);
  }

  async flush(): Promise<void> {
    const statements = this.#statements;
    if (this.#hasTaken && this.#lastPost !== undefined)
      statements.push(continueAfter('post', this.#lastPost));
    statements.push(...changeStatements(this.#changes));
    this.#statements = [];
    this.#changes = [];
    this.#tables.clear();
    this.#absent.clear();
    this.#lastPost = undefined;
    this.#hasTaken = false;
    await this.dialect.writeAll(this.trx, statements);
  }
}
