import { sql } from 'kysely';
import { findTakenTexts, IdAllocator, SlugAllocator, type TextsWanted } from './allocators.ts';
import { type Change, changeStatements, loggedColumns, moveVersion } from './changes.ts';
import type { Database, Dialect, EventTexts, Writing } from './engine.ts';
import { claimImages, dropPendingImages, historyRows } from './history-log.ts';
import { moveRevisions } from './revisions.ts';
import { isContent, listPendingImages, netImages, type OwnedImage } from './row-images.ts';
import { attempt } from './savepoint.ts';
import type { Statement } from './statement.ts';
import { insertion, type RowOf, replacement } from './statement.ts';
import type { PostTable, Tables } from './tables.ts';
import { UidRegistry } from './uids.ts';

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
  'series',
  'series_gaps',
] as const satisfies readonly (keyof Tables)[];
type BatchTable = (typeof TABLES)[number];

/** Slugs, names and IDs that a write is going to need. Those that aren't named here are looked up one by one. */
export interface Lookups {
  readonly texts: readonly TextsWanted[];
  readonly ids?: Iterable<number | undefined>;
}

/** So many rows at most go as one message of statements that the engine knows; more go many to a statement. */
const FEW = 100;
const LOOKED_UP = 1000;

/** Texts to look up, each once, as statements take them. */
function portionsOf(wanted: readonly TextsWanted[]): TextsWanted[][] {
  const parts: TextsWanted[] = [];
  let most = 0;
  for (const part of wanted) {
    // What an engine doesn't give back as it was asked for is looked up elsewhere.
    const texts = [...new Set(part.texts)].filter(
      (text) => text !== '' && text.isWellFormed() && !text.includes('\u0000'),
    );
    if (texts.length > 0) parts.push({ ...part, texts });
    most = Math.max(most, texts.length);
  }
  if (most <= LOOKED_UP) return parts.length > 0 ? [parts] : [];
  return parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.texts.length / LOOKED_UP) }, (_, at) => [
      { ...part, texts: part.texts.slice(at * LOOKED_UP, (at + 1) * LOOKED_UP) },
    ]),
  );
}

/** Rows, statements and log entries that wait to be written. */
interface PendingWrites {
  readonly rows: { readonly [T in BatchTable]: RowOf<T>[] };
  rowCount: number;
  readonly statements: Statement[];
  readonly termCounts: Readonly<Record<'categories' | 'tags', Map<number, number>>>;
  readonly texts: EventTexts[];
  readonly changes: Change[];
}

const noWrites = (): PendingWrites => ({
  rows: {
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
    series: [],
    series_gaps: [],
  },
  rowCount: 0,
  statements: [],
  termCounts: { categories: new Map(), tags: new Map() },
  texts: [],
  changes: [],
});

/**
 * Gathers what a transaction writes, of one item or of thousands: `prefetch` asks beforehand what the items need,
 * `flush` writes rows, sequences, search index and change log at once. Until then nothing may be asked of the database
 * that wants to find them there (`writesTo`), and nothing else may take IDs or slugs.
 */
export class WriteBatch {
  readonly trx: Writing;
  readonly dialect: Dialect;
  #postIds: IdAllocator | undefined;
  #termIds: IdAllocator | undefined;
  #slugs: SlugAllocator | undefined;
  #uids: UidRegistry | undefined;
  #pending: PendingWrites;
  readonly #newNames: Set<string>;
  #hasUpdates: boolean;
  #flushes: number;
  /** Whether triggers may have kept images. */
  #hasImages: boolean;
  /** Images that triggers have kept until now, in their order. */
  readonly #images: OwnedImage[];
  /** New items, as the change log names them. */
  readonly #made: Change[];
  /** Whether the part under way changes something whatever its images say. */
  #isCertain: boolean;

  constructor(trx: Writing, dialect: Dialect) {
    this.trx = trx;
    this.dialect = dialect;
    this.#pending = noWrites();
    this.#newNames = new Set();
    this.#hasUpdates = false;
    this.#flushes = 0;
    this.#hasImages = false;
    this.#images = [];
    this.#made = [];
    this.#isCertain = false;
  }

  /** IDs of events, venues, organizers and files. */
  get postIds(): IdAllocator {
    this.#postIds ??= new IdAllocator(this.trx, 'post');
    return this.#postIds;
  }

  /** IDs of categories and tags. */
  get termIds(): IdAllocator {
    this.#termIds ??= new IdAllocator(this.trx, 'term');
    return this.#termIds;
  }

  /** Slugs of events, venues and organizers. */
  get slugs(): SlugAllocator {
    this.#slugs ??= new SlugAllocator(this.trx);
    return this.#slugs;
  }

  /** Uids of events. */
  get uids(): UidRegistry {
    this.#uids ??= new UidRegistry(this.trx);
    return this.#uids;
  }

  /** Looks up at once which slugs, names and IDs are taken, and the last post number. */
  async prefetch({ texts, ids }: Lookups): Promise<void> {
    for (const wanted of portionsOf(texts)) {
      const { lastPost, taken } = await findTakenTexts(this.trx, wanted);
      if (lastPost !== undefined) this.postIds.noteLast(lastPost);
      for (const { column, table, texts } of wanted)
        for (const text of texts)
          if (column === 'slug') this.slugs.note(table, text);
          else this.#newNames.add(`${table} ${text}`);
      for (const { place, text, first, last } of taken) {
        const { column, table } = wanted[place] ?? {};
        if (!table) continue;
        if (column === 'name_key') this.#newNames.delete(`${table} ${text}`);
        else for (const id of [first, last]) this.slugs.note(table, text, id);
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
    for (const row of rows) pending.push(row);
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
    if (change.action === 'create') this.#made.push(change);
    if (change.action !== 'update') this.#isCertain = true;
    this.#pending.changes.push(change);
  }

  /** Whether rows of a table wait to be written. */
  writesTo(table: BatchTable): boolean {
    return this.#pending.rows[table].length > 0;
  }

  /** Writes everything, and moves the calendar's version once. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    const { rowCount, statements, texts, changes } = pending;
    for (const ids of [this.#postIds, this.#termIds]) if (ids?.hasMoved) statements.push(ids.moveSequence());
    this.#newNames.clear();
    if (rowCount + statements.length + changes.length === 0) return;
    this.#pending = noWrites();
    const hasOlder = [this.#postIds, this.#termIds].some((ids) => ids?.hasOlder);
    // An update may have given a slug or a uid up.
    if (this.#hasUpdates) {
      this.#slugs = undefined;
      this.#uids = undefined;
    }
    this.#hasUpdates = false;
    const isFew = rowCount <= FEW && texts.every(({ translations }) => translations.size === 0);
    await (isFew ? this.#writeFew(pending) : this.#writeMany(pending));
    // What is new has no image, but for what got an older ID; nothing but the first flush can be of new items alone.
    this.#hasImages ||= this.#flushes > 0 || hasOlder || changes.some(({ action }) => action !== 'create');
    if (this.#hasImages && changes.length > 0) {
      await this.#noteImages();
      await claimImages(this.trx, changes);
    }
    this.#flushes += 1;
  }

  async #writeFew({ rows, statements, termCounts, texts, changes }: PendingWrites): Promise<void> {
    const all: Statement[] = [];
    for (const table of TABLES) {
      const [first, ...others]: readonly object[] = rows[table];
      if (first) all.push(insertion(table, [first, ...others]));
    }
    all.push(...statements);
    for (const kind of termTables)
      for (const [id, step] of termCounts[kind])
        all.push({ text: `update ${kind} set count = count + ? where id = ?`, values: [step, id] });
    for (const { id, ...own } of texts) all.push(this.dialect.newEventText(id, own));
    const [first, ...others]: readonly object[] = historyRows(changes);
    if (first) all.push(insertion('history', [first, ...others]));
    await this.dialect.writeAll(this.trx, [...all, ...changeStatements(changes)]);
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
      changes.map((change) => ({ ...moved, ...loggedColumns(change) })),
    );
    await dialect.insertRows(trx, 'history', historyRows(changes));
  }

  /** Ends the write: writes what waits, moves the revisions of what was changed, and drops images that no part of it has told of. */
  async finish(): Promise<void> {
    await this.flush();
    if (!this.#hasImages) return;
    await moveRevisions(this.trx, this.#images, this.#made);
    await dropPendingImages(this.trx);
  }

  async #noteImages(): Promise<void> {
    for (const image of await listPendingImages(this.trx)) this.#images.push(image);
  }

  /**
   * Changes an item as a part of the write. Where that leaves every row as it was, but for the moment of the last change, the part
   * is rolled back whole, with its lines of the change log and its entries. Not to be nested.
   */
  async change<R>(work: () => Promise<R>): Promise<{ result: R; isChanged: boolean }> {
    await this.flush();
    const since = this.#images.length;
    this.#isCertain = false;
    try {
      return await this.#roll(async () => {
        const result = await work();
        await this.flush();
        if (this.#isCertain) return { result, isChanged: true };
        await this.#noteImages();
        if (!netImages(this.#images.slice(since)).some(isContent)) throw new Unchanged(result);
        return { result, isChanged: true };
      });
    } catch (error) {
      // It was thrown with the result of this `work`.
      if (error instanceof Unchanged) return { result: error.result as R, isChanged: false };
      throw error;
    }
  }

  /** Does a part of the write; where it throws, that part alone is taken back. Not to be nested. */
  async attempt<R>(work: () => Promise<R>): Promise<R> {
    await this.flush();
    return this.#roll(async () => {
      const result = await work();
      await this.flush();
      return result;
    });
  }

  async #roll<R>(work: () => Promise<R>): Promise<R> {
    const since = this.#images.length;
    try {
      return await attempt(this.trx, work);
    } catch (error) {
      this.#pending = noWrites();
      this.#images.length = since;
      this.#postIds = undefined;
      this.#termIds = undefined;
      this.#slugs = undefined;
      this.#uids = undefined;
      throw error;
    }
  }
}

/** Thrown out of a part of a write that has changed nothing, to roll it back. */
class Unchanged extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('Nothing was changed.');
    this.result = result;
  }
}

const termTables = ['categories', 'tags'] as const;

type PendingRows = PendingWrites['rows'];

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
    await batch.finish();
    return result;
  });
}
