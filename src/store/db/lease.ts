import type { Database } from './engine.ts';

/** A holder says so often that it is alive; whoever hears nothing for `LOST_MS` takes its place. */
const BEAT_MS = 5_000;
const LOST_MS = 15_000;

/**
 * A part that one process plays at a time, whichever runs on whichever machine. No clock is compared with another's: a
 * holder counts beats, and whoever waits measures by its own clock for how long it has seen no new one. Where it dies
 * another has it within 20 seconds; where it stops properly, within five. For a moment after a holder was cut off
 * from the database two may think they have it: what they do must be safe then, and only be done in vain.
 */
export class Lease {
  readonly #db: Database;
  readonly #name: string;
  readonly #self = crypto.randomUUID();
  readonly #onError: (error: unknown) => void;
  #held = false;
  #seen: { holder: string; beat: number; atMs: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(db: Database, name: string, onError: (error: unknown) => void) {
    this.#db = db;
    this.#name = name;
    this.#onError = onError;
    this.#beat();
  }

  /** Whether this process has the part now. */
  get held(): boolean {
    return this.#held;
  }

  /** Gives the part up. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
    if (!this.#held) return;
    this.#held = false;
    await this.#db.write((trx) =>
      trx
        .updateTable('leases')
        .set({ holder: '' })
        .where('name', '=', this.#name)
        .where('holder', '=', this.#self)
        .execute(),
    );
  }

  #beat(): void {
    this.#running = this.#step()
      .catch((error: unknown) => {
        this.#held = false;
        this.#onError(error);
      })
      .finally(() => {
        if (this.#isClosed) return;
        this.#timer = setTimeout(() => this.#beat(), BEAT_MS);
        this.#timer.unref();
      });
  }

  async #step(): Promise<void> {
    const row = await this.#db.read
      .selectFrom('leases')
      .select(['holder', 'beat'])
      .where('name', '=', this.#name)
      .executeTakeFirst();
    const nowMs = performance.now();
    if (!row) {
      this.#held = await this.#claimNew();
      return;
    }
    if (row.holder !== this.#self && row.holder !== '') {
      this.#held = false;
      const isSame = this.#seen?.holder === row.holder && this.#seen.beat === row.beat;
      if (!isSame) this.#seen = { ...row, atMs: nowMs };
      if (!isSame || nowMs - (this.#seen?.atMs ?? nowMs) < LOST_MS) return;
    }
    this.#held = await this.#claim(row);
  }

  #claimNew(): Promise<boolean> {
    return this.#db.write(async (trx) => {
      const made = await trx
        .insertInto('leases')
        .values({ name: this.#name, holder: this.#self, beat: 1 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst();
      return Number(made.numInsertedOrUpdatedRows ?? 0) === 1;
    });
  }

  /** Takes or keeps the part, unless somebody moved it since `row` was read. */
  #claim(row: { holder: string; beat: number }): Promise<boolean> {
    return this.#db.write(async (trx) => {
      const claimed = await trx
        .updateTable('leases')
        .set({ holder: this.#self, beat: row.beat + 1 })
        .where('name', '=', this.#name)
        .where('holder', '=', row.holder)
        .where('beat', '=', row.beat)
        .executeTakeFirst();
      return Number(claimed.numUpdatedRows) === 1;
    });
  }
}
