import { type RawBuilder, sql } from 'kysely';
import { uniqueSlug } from '#foundation/text/slug.ts';
import type { Reading } from './engine.ts';
import { ID_MAX, lastId } from './sequence.ts';
import type { Statement } from './statement.ts';
import type { PostTable } from './tables.ts';
import { findTakenTexts } from './taken-texts.ts';

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
  readonly #taken: Map<number, boolean>;
  #last: number | undefined;
  /** Whether IDs were claimed that the sequence in the database doesn't know yet. */
  hasMoved: boolean;

  constructor(db: Reading, sequence: keyof typeof numbered) {
    this.#db = db;
    this.#sequence = sequence;
    this.#taken = new Map();
    this.hasMoved = false;
  }

  /** Takes over the last number of the sequence as the database has it. */
  noteLast(number: number): void {
    if (!this.hasMoved) this.#last = number;
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
    const last = this.#last ?? (await lastId(this.#db, this.#sequence));
    if (isId(wanted) && !this.#taken.has(wanted)) await this.prefetch([wanted]);
    const id = isId(wanted) && !this.#taken.get(wanted) ? wanted : last + 1;
    this.#taken.set(id, true);
    this.#last = Math.max(last, id);
    this.hasMoved ||= id > last;
    return id;
  }

  /** Returns the statement that moves the sequence past the IDs claimed; `hasMoved` is false then. */
  moveSequence(): Statement {
    this.hasMoved = false;
    return { text: 'update sequences set value = ? where name = ?', values: [this.#last, this.#sequence] };
  }
}

const NOBODY = 0;
const SEVERAL = -1;

/** Gives slugs in one transaction that no other item of the same table has in any language, whatever its status. */
export class SlugAllocator {
  readonly #db: Reading;
  /** By table and slug: the ID of whoever has it. */
  readonly #owners: Readonly<Record<PostTable, Map<string, number>>>;

  constructor(db: Reading) {
    this.#db = db;
    this.#owners = { events: new Map(), venues: new Map(), organizers: new Map() };
  }

  /** Notes that a slug was looked up, and whose it is, if anybody's; an item may have one in several languages. */
  note(table: PostTable, slug: string, id: number = NOBODY): void {
    const owners = this.#owners[table];
    const owner = owners.get(slug) ?? NOBODY;
    owners.set(slug, owner === NOBODY || owner === id ? id : id === NOBODY ? owner : SEVERAL);
  }

  /** Returns the slug wanted, or the first of `-2`, `-3`… that is free for an item (reference 5.4). */
  free(table: PostTable, wanted: string, ownId: number): Promise<string> {
    const owners = this.#owners[table];
    return uniqueSlug(wanted, async (slug) => {
      if (!owners.has(slug)) {
        const { taken } = await findTakenTexts(this.#db, [{ column: 'slug', table, texts: [slug] }]);
        this.note(table, slug);
        for (const { first, last } of taken) for (const id of [first, last]) this.note(table, slug, id);
      }
      const owner = owners.get(slug);
      return owner !== NOBODY && owner !== ownId;
    });
  }
}
