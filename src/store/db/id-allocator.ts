import { type RawBuilder, sql } from 'kysely';
import type { Reading } from './engine.ts';
import { ID_MAX, lastId } from './sequence.ts';
import type { Statement } from './statement.ts';

/** The tables whose rows share the numbers of a sequence: an ID names one thing (design 3). */
const numbered = {
  post: ['events', 'venues', 'organizers', 'media'],
  term: ['categories', 'tags'],
} as const;

const AT_ONCE = 1000;

const isId = (wanted: number | undefined): wanted is number =>
  wanted !== undefined && wanted >= 1 && wanted <= ID_MAX;

/** Gives new IDs in one transaction: the one wanted where nothing has it, else the next of its sequence. */
export class IdAllocator {
  readonly #db: Reading;
  readonly #sequence: keyof typeof numbered;
  /** By ID: whether something has it. */
  readonly #taken = new Map<number, boolean>();
  #last: number | undefined;
  #hasMoved = false;

  constructor(db: Reading, sequence: keyof typeof numbered) {
    this.#db = db;
    this.#sequence = sequence;
  }

  /** Takes over the last number of the sequence as the database has it. */
  noteLast(number: number): void {
    if (!this.#hasMoved) this.#last = number;
  }

  /** Looks up which of some wanted IDs are taken, 1000 a statement. */
  async prefetch(wanted: Iterable<number | undefined>): Promise<void> {
    const unknown = [...new Set(wanted)].filter(isId).filter((id) => !this.#taken.has(id));
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const ids = unknown.slice(at, at + AT_ONCE);
      const parts: RawBuilder<unknown>[] = numbered[this.#sequence].map(
        (table) => sql`select id from ${sql.table(table)} where id in (${sql.join(ids)})`,
      );
      const { rows } = await sql<{ id: number }>`${sql.join(parts, sql` union all `)}`.execute(this.#db);
      for (const id of ids) this.#taken.set(id, false);
      for (const { id } of rows) this.#taken.set(id, true);
    }
  }

  /** Returns a free ID, which from now on is taken. */
  async claim(wanted?: number): Promise<number> {
    this.#last ??= await lastId(this.#db, this.#sequence);
    if (isId(wanted)) {
      if (!this.#taken.has(wanted)) await this.prefetch([wanted]);
      if (!this.#taken.get(wanted)) {
        this.#taken.set(wanted, true);
        if (wanted > this.#last) this.#move(wanted);
        return wanted;
      }
    }
    this.#move(this.#last + 1);
    return this.#last;
  }

  #move(last: number): void {
    this.#last = last;
    this.#hasMoved = true;
    this.#taken.set(last, true);
  }

  /** Returns the statement that moves the sequence past the IDs claimed since the last call, if any. */
  takeStatement(): Statement | undefined {
    if (!this.#hasMoved || this.#last === undefined) return undefined;
    this.#hasMoved = false;
    return { text: 'update sequences set value = ? where name = ?', values: [this.#last, this.#sequence] };
  }

  /** Forgets what was looked up and claimed, after a rollback. */
  forget(): void {
    this.#taken.clear();
    this.#last = undefined;
    this.#hasMoved = false;
  }
}
