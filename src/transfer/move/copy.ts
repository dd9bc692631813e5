import { KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { reasonOf } from '#foundation/i18n/system.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import { type Deriving, deriveFrom, forgetOf } from './derived.ts';
import { canonical } from './digest.ts';
import { type Mark, moveMark } from './mark.ts';
import { deleteRows, Inserter, type Key, keyOf, type Row, readBatch, readBetween } from './rows.ts';
import { copiedTables, type MovedTable } from './tables.ts';

/** A move under way. */
export interface Copying {
  /** The calendar that is moved, as it was at one moment. */
  readonly source: Reading;
  readonly target: Database;
  /** Gets how many of the source's rows are settled, as they are. */
  progress(rows: number): void;
}

/** Copies rows from a source to a target, a batch in each transaction, with the mark that says how far. */
export class Copier {
  readonly #copying: Copying;
  readonly #inserter = new Inserter();
  #mark: Mark;

  constructor(copying: Copying, mark: Mark) {
    this.#copying = copying;
    this.#mark = mark;
  }

  get mark(): Mark {
    return this.#mark;
  }

  async #target(work: (trx: Writing) => Promise<Mark>): Promise<void> {
    this.#mark = await this.#copying.target.write(work);
  }

  /** One transaction in the target, about rows of one table, with the mark moved on. */
  async #write(
    table: MovedTable,
    change: Partial<Mark>,
    rows: readonly Row[],
    work: (trx: Writing) => Promise<void>,
  ): Promise<void> {
    try {
      this.#mark = await this.#copying.target.write(async (trx) => {
        const next = await moveMark(trx, this.#mark, change);
        await work(trx);
        return next;
      });
    } catch (error) {
      if (error instanceof ToldError || error instanceof KalendsError) throw error;
      const unfit = rows.find((row) => Object.values(row).some((value) => hasNul(value)));
      const told = unfit
        ? message('cli.move.nul', { table: table.name, key: keyOf(table, unfit).join(' ') })
        : message('cli.move.refused', { table: table.name, reason: reasonOf(error) });
      throw new ToldError(told, { cause: error });
    }
  }

  get #deriving(): Deriving {
    const { source, target } = this.#copying;
    return { dialect: target.dialect, source };
  }

  #derive(trx: Writing, table: MovedTable, rows: readonly Row[]): Promise<void> {
    const keys = rows.map((row) => keyOf(table, row));
    return deriveFrom(this.#deriving, trx, table, keys);
  }

  /** Copies what is missing after the mark; the source must be as it was when the mark was set. */
  async copyOn(): Promise<void> {
    const begun = copiedTables.findIndex(({ name }) => name === this.#mark.table);
    for (const table of copiedTables.slice(Math.max(0, begun))) {
      let after = table.name === this.#mark.table ? this.#mark.after : null;
      for (;;) {
        const rows = await readBatch(this.#copying.source, table, after);
        const last = rows.at(-1);
        if (!last) break;
        after = keyOf(table, last);
        await this.#write(table, { table: table.name, after }, rows, async (trx) => {
          await this.#inserter.insert(trx, table, rows);
          // Events bring those of their translations along.
          if (table.name !== 'translations') await this.#derive(trx, table, rows);
        });
        this.#copying.progress(rows.length);
        if (rows.length < table.batch) break;
      }
    }
    await this.settle();
  }

  /** Says that all rows are those of the version being copied. */
  async settle(): Promise<void> {
    await this.#target((trx) => moveMark(trx, this.#mark, { state: 'copied', table: null, after: null }));
  }

  /** Says that the target's rows may be of several versions of the source, and that now this one is copied. */
  async mix(version: number): Promise<void> {
    await this.#target((trx) =>
      moveMark(trx, this.#mark, { state: 'mixed', version, table: null, after: null }),
    );
  }

  /** Makes the target's rows those of the source, whatever they are: what is gone or differs goes, then what lacks comes. */
  async catchUp(): Promise<void> {
    for (const table of copiedTables) {
      // First, so that nothing new meets an old row with the same login, address or slug.
      await this.#inBatches(table, async (theirs, ours) => {
        const gone = [...ours].filter(([name, row]) => !isSame(theirs.get(name), row));
        await this.#remove(
          table,
          gone.map(([, row]) => keyOf(table, row)),
        );
      });
      await this.#inBatches(table, async (theirs, ours) => {
        const missing = [...theirs].filter(([name]) => !ours.has(name)).map(([, row]) => row);
        await this.#add(table, missing);
        this.#copying.progress(theirs.size);
      });
    }
  }

  async #remove(table: MovedTable, keys: readonly Key[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#write(table, {}, [], async (trx) => {
      await deleteRows(trx, table, keys);
      await forgetOf(this.#deriving, trx, table, keys);
    });
  }

  async #add(table: MovedTable, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#write(table, {}, rows, async (trx) => {
      await this.#inserter.insert(trx, table, rows);
      await this.#derive(trx, table, rows);
    });
  }

  /** Shows the rows of both by their keys, batch by batch of the source's. */
  async #inBatches(
    table: MovedTable,
    visit: (theirs: ReadonlyMap<string, Row>, ours: ReadonlyMap<string, Row>) => Promise<void>,
  ): Promise<void> {
    const byKey = (rows: readonly Row[]) =>
      new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]));
    const { source, target } = this.#copying;
    for (let after: Key | null = null; ; ) {
      const rows: Row[] = await readBatch(source, table, after);
      const last = rows.length < table.batch ? undefined : rows.at(-1);
      const end: Key | null = last ? keyOf(table, last) : null;
      await visit(byKey(rows), byKey(await readBetween(target.read, table, after, end)));
      if (!end) return;
      after = end;
    }
  }
}

const isSame = (one: Row | undefined, other: Row) => one !== undefined && canonical(one) === canonical(other);

/** Whether a value has the one character that PostgreSQL doesn't keep. */
const hasNul = (value: string | number | null) => typeof value === 'string' && value.includes('\u0000');
