import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import { KalendsError } from '#errors.ts';
import type { Database, Reading, Writing } from './engine.ts';
import { attempt } from './savepoint.ts';
import type { Tables } from './tables.ts';

/** Thrown into a transaction to end it without keeping anything. */
class Rollback extends Error {}

/**
 * A handle for reading that forwards each statement to the one that is right at that moment: whoever took it before the
 * first write sees what was written afterwards.
 */
function forwardingTo(read: Reading, current: () => Reading): Reading {
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery): Promise<QueryResult<R>> => current().executeQuery<R>(query),
    streamQuery: () => {
      throw new Error('Streaming is not offered.');
    },
  };
  const refuse = async () => {
    throw new Error('A handle for reading begins no transaction.');
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  };
  const executor = read.getExecutor();
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => executor.adapter,
      createDriver: () => driver,
      createIntrospector: () => read.introspection,
      createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
    },
  });
}

/**
 * Transaction for all writes of a request. It begins with the first of them, so that files can be fetched and passwords
 * hashed before, and stays open until `commit` or `rollback`: between them nothing but SQL may be waited for. Others who
 * write wait for it.
 */
export class OpenTransaction {
  /**
   * The calendar as this transaction has it. Each write is a part of it, and is taken back alone where it throws. It knows no
   * version, so that nothing is cached of what may never be committed, and the database answers all lists.
   */
  readonly db: Database;
  readonly #calendar: Database;
  readonly #onBegin: ((trx: Writing) => Promise<void>) | undefined;
  #trx: Writing | undefined;
  #begun: Promise<Writing> | undefined;
  #ended: Promise<void> | undefined;
  #end: PromiseWithResolvers<boolean> = Promise.withResolvers<boolean>();
  #over: PromiseWithResolvers<Database | undefined> = Promise.withResolvers<Database | undefined>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param onBegin done first in the transaction, if it begins at all */
  constructor(calendar: Database, onBegin?: (trx: Writing) => Promise<void>) {
    this.#calendar = calendar;
    this.#onBegin = onBegin;
    const write = <T>(work: (trx: Writing) => Promise<T>): Promise<T> => {
      const run = async () => {
        const trx = await this.#begin();
        return attempt(trx, () => work(trx));
      };
      const result = this.#last.then(run, run);
      this.#last = result.catch(() => {});
      return result;
    };
    this.db = {
      read: forwardingTo(calendar.read, () => this.#trx ?? calendar.read),
      dialect: calendar.dialect,
      isTransaction: true,
      outer: calendar.outer ?? calendar,
      ended: this.#over.promise,
      stats: calendar.stats,
      write,
      writeOnce: write,
      alone: write,
      complete: async () => undefined,
      version: () => calendar.version(),
      known: () => undefined,
      close: async () => {},
    };
  }

  /** Whether anything was written, or tried to be. */
  get isBegun(): boolean {
    return this.#begun !== undefined;
  }

  #begin(): Promise<Writing> {
    this.#begun ??= new Promise<Writing>((resolve, reject) => {
      this.#ended = this.#calendar.writeOnce(async (trx) => {
        await this.#onBegin?.(trx);
        this.#trx = trx;
        resolve(trx);
        const isKept = await this.#end.promise;
        this.#trx = undefined;
        if (!isKept) throw new Rollback();
      });
      this.#ended.catch(reject);
    });
    return this.#begun;
  }

  /** Keeps all that was written; resolves once it is durable. @throws KalendsError where it can't be kept */
  async commit(): Promise<void> {
    await this.#last;
    this.#end.resolve(true);
    try {
      await this.#ended;
      // Within another transaction it is kept only if that is.
      this.#over.resolve(this.#calendar.ended ?? this.#calendar);
    } finally {
      this.#over.resolve(undefined);
    }
  }

  /** Takes all that was written back, and nothing of anybody else. */
  async rollback(): Promise<void> {
    await this.#last;
    this.#end.resolve(false);
    this.#over.resolve(undefined);
    await this.#ended?.catch((error: unknown) => {
      // What has failed by itself is taken back as well.
      if (!(error instanceof Rollback || error instanceof KalendsError)) throw error;
    });
  }
}
