import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Language, Message } from '#foundation/i18n/catalogue.ts';
import type { RowOf, Statement } from './statement.ts';
import type { DatabaseStats } from './stats.ts';
import type { Tables } from './tables.ts';
import type { Version } from './version.ts';

/** A handle for reading: the engine's own, or that of the transaction in which a write happens. */
export type Reading = Kysely<Tables>;

/** A handle for writing: exists only inside `Database.write`. */
export type Writing = Transaction<Tables>;

/** The texts in which a search looks for an event: folded and plain, and its translations' in one text a language. */
export interface EventTexts {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly excerpt: string;
  readonly translations: ReadonlyMap<Language, string>;
}

/** SQL that differs between the engines; all other statements are the same on both. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Rows of `events` (by id) in whose texts, or in their translations into some languages, a folded word occurs as a substring. */
  eventsWithText(word: string, languages: readonly Language[]): RawBuilder<number>;
  /**
   * Reads those rows in batches by ascending ID, a text of one language at a time (undefined: the site's).
   * @param cuts IDs a few thousand events apart, ascending: where no index helps, one statement looks from one to the next
   */
  readEventsWithText(
    db: Reading,
    word: string,
    language: Language | undefined,
    cuts: readonly number[],
  ): AsyncIterable<number[]>;
  /** The texts in which it looks, of some events; several of one are parted by a line break, which no folded word has. */
  textsOfEvents(
    ids: readonly number[],
    language: Language | undefined,
  ): RawBuilder<{ id: number; text: string }>;
  /** Returns those texts of the events after one ID and up to another (undefined: to the last). */
  textsBetween(
    after: number,
    last: number | undefined,
    language: Language | undefined,
  ): RawBuilder<{ id: number; text: string }>;
  /**
   * Runs statements in as few messages as can be. Each may find the calendar as it was before all of them, or as those
   * before it have left it; no two of them may touch the same row, references apart.
   */
  writeAll(trx: Writing, statements: readonly Statement[]): Promise<void>;
  /** Keeps the search index of an event right; texts are folded and plain. */
  indexEventText(
    trx: Writing,
    id: number,
    texts: { title: string; description: string; excerpt: string },
  ): Promise<void>;
  /** Returns the statement that adds an event's texts to the search index, which hasn't it yet. */
  newEventText(id: number, texts: { title: string; description: string; excerpt: string }): Statement;
  dropEventText(trx: Writing, id: number): Promise<void>;
  /** Replaces an event's translations in the search index: folded and plain, one text a language. */
  indexEventTranslations(trx: Writing, id: number, texts: ReadonlyMap<Language, string>): Promise<void>;
  /** Both for many events at once. */
  indexEvents(trx: Writing, events: readonly EventTexts[]): Promise<void>;
  /** Readies the engine for very many events: it may take more memory, and tidies less as it goes. */
  expectMany(trx: Writing): Promise<void>;
  /** Tidies up after them, a while at a time, so that others may write meanwhile. */
  settleMany(db: Database): Promise<void>;
  /** Writes rows, all with the same columns, many in each statement; in the order given. `key`: columns by which a row that is there takes the new values instead; no two rows given may share them. */
  insertRows<T extends keyof Tables>(
    trx: Writing,
    table: T,
    rows: readonly RowOf<T>[],
    key?: readonly (keyof Tables[T] & string)[],
  ): Promise<void>;
  /** Has numbers that the engine gives to rows go on after the highest, where rows came with theirs. */
  continueNumbers(trx: Writing): Promise<void>;
  /** Tells the engine anew what its tables are like, after many rows came at once. */
  survey(db: Reading): Promise<void>;
  /** Any number of IDs as one parameter: what stands after a column. */
  among(ids: readonly number[]): RawBuilder<unknown>;
  /** The smaller of two numbers. */
  lesser(a: RawBuilder<number>, b: RawBuilder<number>): RawBuilder<number>;
  /** Venues whose point lies in the box (degrees). */
  venuesInBox(box: { south: number; north: number; west: number; east: number }): RawBuilder<number>;
  /** Lists faults that the engine itself finds, and search indexes that don't agree with the rows; empty: none. */
  integrityFaults(db: Reading): Promise<{ what: Message; id?: number }[]>;
  locateVenue(trx: Writing, id: number, point: { lat: number; lng: number } | null): Promise<void>;
  /** Returns the statements that place a venue that is new. */
  newVenuePlace(id: number, point: { lat: number; lng: number }): Statement[];
}

/** Opened calendar on one of the engines: handles for reading and writing, and its version. */
export interface Database {
  readonly read: Reading;
  readonly dialect: Dialect;
  /** Counters of this process since it opened the database. */
  readonly stats: DatabaseStats;
  /**
   * Runs `work` in one transaction and gives its result once that is durable. Inside, only `trx` may be used and
   * nothing awaited but SQL and turns of the event loop. A thrown error rolls everything back.
   */
  write<T>(work: (trx: Writing) => Promise<T>): Promise<T>;
  /** Runs `work` as `write` does, in a commit of its own: it is never run again, and may stay open for longer. */
  writeOnce<T>(work: (trx: Writing) => Promise<T>): Promise<T>;
  /** Runs `work` as `write` does while nobody else does so, for making tables, which needn't be there yet. */
  alone<T>(work: (trx: Writing) => Promise<T>): Promise<T>;
  /** Makes what helps the engine and isn't needed; gives what to warn of where that is refused. */
  complete(): Promise<Message | undefined>;
  /** The calendar's state as an object that stays the same until anything is changed: by this process at once, by another within a second. */
  version(): Promise<Version>;
  /**
   * The state as far as this process knows without asking: its own writes at once, those of others within a second.
   * The same object until it changes. Undefined: it doesn't know, since the database can't be reached or hasn't been asked yet.
   */
  readonly known: () => Version | undefined;
  /** For one request of somebody who isn't signed in: reads elsewhere where that has all that is known here. `release` ends it. */
  readonly lend?: () => Database;
  /** Set where it is a transaction that may never be committed: nothing is cached of it, and it takes no snapshots. */
  readonly isTransaction?: true;
  /** Of such a transaction: the calendar around it, for what stays whatever becomes of it. */
  readonly outer?: Database;
  /** Of such a transaction, once it is over: the calendar if it was committed; undefined if it was taken back. */
  readonly ended?: Promise<Database | undefined>;
  /** The calendar that this handle was made from, and whose caches it shares. */
  readonly origin?: Database;
  release?(): void;
  close(): Promise<void>;
  /**
   * Closes, and removes what opening has made: the file of a calendar that nobody else has open and that is still as it
   * was at `version`. Absent where an engine can't tell.
   */
  discard?(version: Version): Promise<void>;
}
