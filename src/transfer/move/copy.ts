import { KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import { advanceCheckpoint, type MoveCheckpoint } from './checkpoint.ts';
import { type DerivationContext, removeDerived, updateDerived } from './derived.ts';
import { canonicalRow } from './digest.ts';
import { deleteRows, Inserter, keyOf, type RowKey, readBatch, readBetween, type TableRow } from './store.ts';
import { copiedTables, type MovedTable } from './tables.ts';

/** Source, target and progress of a move. */
export interface CopyContext {
  /** A snapshot of the calendar being moved. */
  readonly source: Reading;
  readonly target: Database;
  /** Called with the number of source rows handled. */
  progress(rows: number): void;
}

/** Copies rows from a source to a target in batches, each in one transaction with the checkpoint. */
export class Copier {
  readonly #context: CopyContext;
  readonly #inserter = new Inserter();
  #checkpoint: MoveCheckpoint;

  constructor(context: CopyContext, checkpoint: MoveCheckpoint) {
    this.#context = context;
    this.#checkpoint = checkpoint;
  }

  /** The checkpoint written last. */
  get checkpoint(): MoveCheckpoint {
    return this.#checkpoint;
  }

  async #target(work: (trx: Writing) => Promise<MoveCheckpoint>): Promise<void> {
    this.#checkpoint = await this.#context.target.write(work);
  }

  /** Changes rows of one table in the target, and advances the checkpoint in the same transaction. */
  async #write(
    table: MovedTable,
    change: Partial<MoveCheckpoint>,
    rows: readonly TableRow[],
    work: (trx: Writing) => Promise<void>,
  ): Promise<void> {
    try {
      this.#checkpoint = await this.#context.target.write(async (trx) => {
        const next = await advanceCheckpoint(trx, this.#checkpoint, change);
        await work(trx);
        return next;
      });
    } catch (error) {
      if (error instanceof UserFacingError || error instanceof KalendsError) throw error;
      const unfit = rows.find((row) => Object.values(row).some((value) => hasNul(value)));
      const reason = unfit
        ? message('cli.move.nul', { table: table.name, key: keyOf(table, unfit).join(' ') })
        : message('cli.move.refused', { table: table.name, reason: reasonOf(error) });
      throw new UserFacingError(reason, { cause: error });
    }
  }

  get #derivation(): DerivationContext {
    const { source, target } = this.#context;
    return { dialect: target.dialect, source };
  }

  #derive(trx: Writing, table: MovedTable, rows: readonly TableRow[]): Promise<void> {
    const keys = rows.map((row) => keyOf(table, row));
    return updateDerived(this.#derivation, trx, table, keys);
  }

  /** Copies all rows after the checkpoint; the source must still have the checkpoint's version. */
  async copyRemaining(): Promise<void> {
    const begun = copiedTables.findIndex(({ name }) => name === this.#checkpoint.table);
    for (const table of copiedTables.slice(Math.max(0, begun))) {
      let after = table.name === this.#checkpoint.table ? this.#checkpoint.after : null;
      for (;;) {
        const rows = await readBatch(this.#context.source, table, after);
        const last = rows.at(-1);
        if (!last) break;
        after = keyOf(table, last);
        await this.#write(table, { table: table.name, after }, rows, async (trx) => {
          await this.#inserter.insert(trx, table, rows);
          // Indexing events covers their translations.
          if (table.name !== 'translations') await this.#derive(trx, table, rows);
        });
        this.#context.progress(rows.length);
        if (rows.length < table.batch) break;
      }
    }
    await this.markCopied();
  }

  /** Records that all rows are those of the version being copied. */
  async markCopied(): Promise<void> {
    await this.#target((trx) =>
      advanceCheckpoint(trx, this.#checkpoint, { state: 'copied', table: null, after: null }),
    );
  }

  /** Records that the target's rows may come from several versions, and that `version` is copied next. */
  async markMixed(version: number): Promise<void> {
    await this.#target((trx) =>
      advanceCheckpoint(trx, this.#checkpoint, { state: 'mixed', version, table: null, after: null }),
    );
  }

  /**
   * Makes the target's rows equal to the source's: first deletes those that are gone or differ, then inserts missing
   * ones.
   */
  async reconcile(): Promise<void> {
    for (const table of copiedTables) {
      // Deletions come first, so that no insert conflicts with an old row's login, address or slug.
      await this.#inBatches(table, async (sourceRows, targetRows) => {
        const gone = [...targetRows].filter(([name, row]) => !isSame(sourceRows.get(name), row));
        await this.#remove(
          table,
          gone.map(([, row]) => keyOf(table, row)),
        );
      });
      await this.#inBatches(table, async (sourceRows, targetRows) => {
        const missing = [...sourceRows].filter(([name]) => !targetRows.has(name)).map(([, row]) => row);
        await this.#add(table, missing);
        this.#context.progress(sourceRows.size);
      });
    }
  }

  async #remove(table: MovedTable, keys: readonly RowKey[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#write(table, {}, [], async (trx) => {
      await deleteRows(trx, table, keys);
      await removeDerived(this.#derivation, trx, table, keys);
    });
  }

  async #add(table: MovedTable, rows: readonly TableRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#write(table, {}, rows, async (trx) => {
      await this.#inserter.insert(trx, table, rows);
      await this.#derive(trx, table, rows);
    });
  }

  /** Calls `visit` with the rows of source and target by key, batch by batch of the source's. */
  async #inBatches(
    table: MovedTable,
    visit: (
      sourceRows: ReadonlyMap<string, TableRow>,
      targetRows: ReadonlyMap<string, TableRow>,
    ) => Promise<void>,
  ): Promise<void> {
    const byKey = (rows: readonly TableRow[]) =>
      new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]));
    const { source, target } = this.#context;
    for (let after: RowKey | null = null; ; ) {
      const rows: TableRow[] = await readBatch(source, table, after);
      const last = rows.length < table.batch ? undefined : rows.at(-1);
      const end: RowKey | null = last ? keyOf(table, last) : null;
      await visit(byKey(rows), byKey(await readBetween(target.read, table, after, end)));
      if (!end) return;
      after = end;
    }
  }
}

const isSame = (one: TableRow | undefined, other: TableRow) =>
  one !== undefined && canonicalRow(one) === canonicalRow(other);

/** Returns whether a value holds the NUL character, which PostgreSQL cannot store. */
const hasNul = (value: string | number | null) => typeof value === 'string' && value.includes('\u0000');
