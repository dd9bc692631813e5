import { type RawBuilder, sql } from 'kysely';
import { memoizeBy } from '#foundation/memoize/memoize.ts';
import { uniqueSlug } from '#foundation/text/slug.ts';
import type { Reading } from './engine.ts';
import { ID_MAX, lastId } from './sequence.ts';
import { prepared, type Statement } from './statement.ts';
import type { PostTable } from './tables.ts';

/** Slugs, or folded names, of which a write asks whether some row of a table has them in any language. */
export interface TextsWanted {
  readonly column: 'slug' | 'name_key';
  readonly table: PostTable;
  readonly texts: readonly string[];
}

/** A text that is taken: `place` is its question's, `first` and `last` the lowest and highest ID that has it. */
interface TakenText {
  readonly place: number;
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

const TRANSLATED = { slug: 'slug', name_key: 'title_key' } as const;

/** The place of the row that tells the last number of the posts' sequence. */
const LAST_POST = -1;

function takenTexts({ column, table, texts }: TextsWanted, place: number) {
  const own = sql.ref(column);
  const translated = sql.ref(TRANSLATED[column]);
  const list = sql.join([...texts]);
  return [
    sql`select ${sql.lit(place)} as place, ${own} as text, min(id) as first, max(id) as last
      from ${sql.table(table)} where ${own} in (${list}) group by ${own}`,
    sql`select ${sql.lit(place)}, ${translated}, min(resource_id), max(resource_id) from translations
      where kind = ${sql.lit(table)} and ${translated} <> '' and ${translated} in (${list}) group by ${translated}`,
  ];
}

const compileQuestion = (db: Reading, wanted: readonly TextsWanted[]) =>
  sql<TakenText>`
    select ${sql.lit(LAST_POST)} as place, '' as text, value as first, value as last
    from sequences where name = 'post'
    union all ${sql.join(wanted.flatMap(takenTexts), sql` union all `)}`.compile(db);

/** So few texts are asked for by single creations, whose statements are compiled once for each shape. */
const FEW = 6;
const questionFor = memoizeBy(
  (wanted: readonly TextsWanted[]) =>
    wanted.map(({ column, table, texts }) => `${table}.${column} ${texts.length}`).join(),
  (wanted) =>
    prepared((db, ...texts: string[]) => {
      const left = [...texts];
      const parts = wanted.map((part) => ({ ...part, texts: left.splice(0, part.texts.length) }));
      return compileQuestion(db, parts);
    }),
);

/** Looks up which texts are taken, and the last number of the posts' sequence, in one statement. */
export async function findTakenTexts(
  db: Reading,
  wanted: readonly TextsWanted[],
): Promise<{ lastPost: number | undefined; taken: TakenText[] }> {
  const texts = wanted.flatMap((part) => part.texts);
  const rows =
    texts.length > FEW
      ? (await db.executeQuery(compileQuestion(db, wanted))).rows
      : await questionFor(wanted)(db, ...texts);
  return {
    lastPost: rows.find(({ place }) => place === LAST_POST)?.first,
    taken: rows.filter(({ place }) => place !== LAST_POST),
  };
}

/** The tables whose rows share the numbers of a sequence: an ID names one thing (design 3). */
const numbered = {
  post: ['events', 'venues', 'organizers', 'media', 'occurrences', 'former_occurrences'],
  term: ['categories', 'tags'],
} as const;

/** The kinds whose merged items keep their numbers: these lead to the item that stays. */
const merged = { post: ['venues', 'organizers'], term: ['categories', 'tags'] } as const;

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
  /** Whether IDs were claimed that are older than the last one, which imports bring with them. */
  hasOlder: boolean;

  constructor(db: Reading, sequence: keyof typeof numbered) {
    this.#db = db;
    this.#sequence = sequence;
    this.#taken = new Map();
    this.hasMoved = false;
    this.hasOlder = false;
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
      parts.push(
        sql`select id from merged_items where kind in (${sql.join([...merged[this.#sequence]])}) and id in (${sql.join(ids)})`,
      );
      const { rows } = await sql<{ id: number }>`${sql.join(parts, sql` union all `)}`.execute(this.#db);
      for (const id of ids) this.#taken.set(id, false);
      for (const { id } of rows) this.#taken.set(id, true);
    }
  }

  /** Returns whether an ID is one that nothing has. */
  async isFree(id: number): Promise<boolean> {
    if (!isId(id)) return false;
    if (!this.#taken.has(id)) await this.prefetch([id]);
    return this.#taken.get(id) === false;
  }

  /** Returns a free ID, which from now on is taken. */
  async claim(wanted?: number): Promise<number> {
    const last = this.#last ?? (await lastId(this.#db, this.#sequence));
    if (isId(wanted) && !this.#taken.has(wanted)) await this.prefetch([wanted]);
    const id = isId(wanted) && !this.#taken.get(wanted) ? wanted : last + 1;
    this.#taken.set(id, true);
    this.#last = Math.max(last, id);
    this.hasMoved ||= id > last;
    this.hasOlder ||= id <= last;
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
