import { sql } from 'kysely';
import { insertion, type RowOf, replacement } from './bulk.ts';
import { type Change, changeStatements, moveVersion } from './changes.ts';
import type { Database, Dialect, EventTexts, Writing } from './engine.ts';
import { IdAllocator } from './id-allocator.ts';
import { attempt } from './savepoint.ts';
import { SlugAllocator } from './slug-allocator.ts';
import type { Statement } from './statement.ts';
import type { PostTable, Tables } from './tables.ts';
import { findTakenTexts, type TextsWanted } from './taken-texts.ts';

/** The tables that a batch writes to, in an order in which rows come after those that they refer to. */
const TABLES = [
  'media',
  'categories',
  'tags',
  'venues',
  'organizers',
  'events',
  'occurrences',
  'event_venues',
  'event_organizers',
  'event_categories',
  'event_tags',
  'translations',
] as const satisfies readonly (keyof Tables)[];
type BatchTable = (typeof TABLES)[number];

/** What a write is going to ask. Texts and IDs that aren't named here are asked for one by one. */
export interface Lookups {
  readonly texts: readonly TextsWanted[];
  readonly ids?: Iterable<number | undefined>;
}

/** So many rows at most go as one message of statements that the engine knows; more go many to a statement. */
const FEW = 100;
const LOOKED_UP = 1000;

/** A text that every engine gives back as it was asked for. */
const isAskable = (text: string) => text !== '' && text.isWellFormed() && !text.includes('\u0000');

/** Texts to look up, each once, as statements take them. */
function portionsOf(wanted: readonly TextsWanted[]): TextsWanted[][] {
  const parts = wanted
    .map((part) => ({ ...part, texts: [...new Set(part.texts)].filter(isAskable) }))
    .filter(({ texts }) => texts.length > 0);
  if (parts.length === 0) return [];
  if (parts.every(({ texts }) => texts.length <= LOOKED_UP)) return [parts];
  return parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.texts.length / LOOKED_UP) }, (_, at) => [
      { ...part, texts: part.texts.slice(at * LOOKED_UP, (at + 1) * LOOKED_UP) },
    ]),
  );
}

/** Rows, statements and log entries that wait to be written. */
class PendingWrites {
  readonly rows: { readonly [T in BatchTable]: RowOf<T>[] } = {
    media: [],
    categories: [],
    tags: [],
    venues: [],
    organizers: [],
    events: [],
    occurrences: [],
    event_venues: [],
    event_organizers: [],
    event_categories: [],
    event_tags: [],
    translations: [],
  };
  rowCount = 0;
  readonly statements: Statement[] = [];
  readonly termCounts = { categories: new Map<number, number>(), tags: new Map<number, number>() };
  readonly texts: EventTexts[] = [];
  readonly changes: Change[] = [];
}

/**
 * Gathers what a transaction writes, of one item or of thousands: `prefetch` asks beforehand what the items need,
 * `flush` writes rows, sequences, search index and change log at once. Until then nothing may be asked of the database
 * that wants to find them there (`writesTo`), and nothing else may take IDs or slugs.
 */
export class WriteBatch {
  readonly trx: Writing;
  readonly dialect: Dialect;
  readonly postIds: IdAllocator;
  readonly termIds: IdAllocator;
  readonly slugs: SlugAllocator;
  #pending = new PendingWrites();
  readonly #newNames = new Set<string>();
  #hasUpdates = false;

  constructor(trx: Writing, dialect: Dialect) {
    this.trx = trx;
    this.dialect = dialect;
    this.postIds = new IdAllocator(trx, 'post');
    this.termIds = new IdAllocator(trx, 'term');
    this.slugs = new SlugAllocator(trx);
  }

  /** Looks up at once which slugs, names and IDs are taken, and the last post number. */
  async prefetch({ texts, ids }: Lookups): Promise<void> {
    for (const wanted of portionsOf(texts)) {
      const { lastPost, taken } = await findTakenTexts(this.trx, wanted);
      if (lastPost !== undefined) this.postIds.noteLast(lastPost);
      for (const { column, table, texts } of wanted)
        for (const text of texts)
          if (column === 'slug') this.slugs.noteFree(table, text);
          else this.#newNames.add(`${table} ${text}`);
      for (const { place, text, first, last } of taken) {
        const { column, table } = wanted[place] ?? {};
        if (!table) continue;
        if (column === 'name_key') this.#newNames.delete(`${table} ${text}`);
        else for (const id of [first, last]) this.slugs.take(table, text, id);
      }
    }
    if (ids) await this.postIds.prefetch(ids);
  }

  /** Whether nothing had this folded name when it was looked up; true only until the next flush. */
  isNewName(table: PostTable, nameKey: string): boolean {
    return this.#newNames.has(`${table} ${nameKey}`);
  }

  /** Adds rows, all with the same columns. */
  insert<T extends BatchTable>(table: T, ...rows: readonly RowOf<T>[]): void {
    const pending: RowOf<T>[] = this.#pending.rows[table];
    pending.push(...rows);
    this.#pending.rowCount += rows.length;
  }

  /** Adds new values of the rows that have the same `key`; flush before they change once more. */
  update<T extends BatchTable>(table: T, row: object, key: keyof Tables[T] & string): void {
    this.#pending.statements.push(replacement(table, row, key));
    this.#hasUpdates = true;
  }

  /** Adds statements that touch none of the rows in the batch. */
  add(...statements: readonly Statement[]): void {
    this.#pending.statements.push(...statements);
  }

  /** Counts one published event more for each of some terms, which are in the database. */
  countTerms(kind: 'categories' | 'tags', ids: readonly number[]): void {
    const counts = this.#pending.termCounts[kind];
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  }

  /** Adds a new event's texts to the search index. */
  index(texts: EventTexts): void {
    this.#pending.texts.push(texts);
  }

  /** Adds an entry to the change log. */
  log(change: Change): void {
    this.#pending.changes.push(change);
  }

  /** Whether rows of a table wait to be written. */
  writesTo(table: BatchTable): boolean {
    return this.#pending.rows[table].length > 0;
  }

  /** Writes everything, and moves the calendar's version once. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new PendingWrites();
    this.#newNames.clear();
    // An update may have given a slug up.
    if (this.#hasUpdates) this.slugs.forget();
    this.#hasUpdates = false;
    for (const ids of [this.postIds, this.termIds]) {
      const moved = ids.takeStatement();
      if (moved) pending.statements.push(moved);
    }
    const isFew =
      pending.rowCount <= FEW && pending.texts.every(({ translations }) => translations.size === 0);
    await (isFew ? this.#writeFew(pending) : this.#writeMany(pending));
  }

  async #writeFew({ rows, statements, termCounts, texts, changes }: PendingWrites): Promise<void> {
    const counts = termTables.flatMap((kind) =>
      [...termCounts[kind]].map(([id, step]) => ({
        text: `update ${kind} set count = count + ? where id = ?`,
        values: [step, id],
      })),
    );
    await this.dialect.writeAll(this.trx, [
      ...TABLES.flatMap((table) => insertions(table, rows)),
      ...statements,
      ...counts,
      ...texts.map(({ id, ...own }) => this.dialect.newEventText(id, own)),
      ...changeStatements(changes),
    ]);
  }

  async #writeMany({ rows, statements, termCounts, texts, changes }: PendingWrites): Promise<void> {
    const { trx, dialect } = this;
    // In the order of their dates, in which most indexes have them.
    rows.occurrences.sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0));
    for (const table of TABLES) await insertAll(this, table, rows);
    await dialect.writeAll(trx, statements);
    for (const kind of termTables) {
      const byStep = Map.groupBy(termCounts[kind], ([, step]) => step);
      for (const [step, counted] of byStep) {
        const ids = sql.join(counted.map(([id]) => id));
        await sql`update ${sql.table(kind)} set count = count + ${step} where id in (${ids})`.execute(trx);
      }
    }
    await dialect.indexEvents(trx, texts);
    if (changes.length === 0) return;
    const moved = await moveVersion(trx);
    await dialect.insertRows(
      trx,
      'changes',
      changes.map((change) => ({ ...moved, ...change })),
    );
  }

  /** Does a part of the write; where it throws, that part alone is taken back. Not to be nested. */
  async attempt<R>(work: () => Promise<R>): Promise<R> {
    await this.flush();
    try {
      return await attempt(this.trx, async () => {
        const result = await work();
        await this.flush();
        return result;
      });
    } catch (error) {
      this.#pending = new PendingWrites();
      for (const memory of [this.postIds, this.termIds, this.slugs]) memory.forget();
      throw error;
    }
  }
}

const termTables = ['categories', 'tags'] as const;

type PendingRows = PendingWrites['rows'];

function insertions<T extends BatchTable>(table: T, rows: PendingRows): Statement[] {
  const [first, ...others]: RowOf<T>[] = rows[table];
  return first ? [insertion(table, [first, ...others])] : [];
}

async function insertAll<T extends BatchTable>(
  batch: WriteBatch,
  table: T,
  rows: PendingRows,
): Promise<void> {
  const own: RowOf<T>[] = rows[table];
  await batch.dialect.insertRows(batch.trx, table, own);
}

/** Does a write in one transaction and as one batch, which is flushed at the end. */
export function writeBatch<R>(db: Database, work: (batch: WriteBatch) => Promise<R>): Promise<R> {
  return db.write(async (trx) => {
    const batch = new WriteBatch(trx, db.dialect);
    const result = await work(batch);
    await batch.flush();
    return result;
  });
}
