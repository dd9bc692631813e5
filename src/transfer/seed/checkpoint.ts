import { message } from '#foundation/i18n/catalogue.ts';
import { ToldError } from '#foundation/i18n/told.ts';
import type { Database, Writing } from '#store/db/engine.ts';

/** How far a made-up calendar has come, kept until it is whole. */
export interface SeedCheckpoint {
  /** The instant at which it was begun, and the day then (site's zone): what is made later is made as at that time. */
  readonly now: string;
  readonly day: string;
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly events: number;
}

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one));

/** What was kept; anything else is an error of ours. */
function parseCheckpoint(text: string): SeedCheckpoint {
  const value: unknown = JSON.parse(text);
  const fields: Partial<Record<keyof SeedCheckpoint, unknown>> =
    typeof value === 'object' && value ? value : {};
  const { now, day, venues, organizers, events } = fields;
  if (
    typeof now !== 'string' ||
    typeof day !== 'string' ||
    typeof events !== 'number' ||
    !isIds(venues) ||
    !isIds(organizers)
  )
    throw new Error('The mark of the seed cannot be read.');
  return { now, day, venues, organizers, events };
}

/** Keeps how far a made-up calendar has come, in the transactions that bring it further. */
export class SeedCheckpointStore {
  readonly #name: string;
  #text: string | undefined;

  constructor({ events, seed }: { events: number; seed: number }) {
    this.#name = `seed ${events} ${seed}`;
  }

  /** Returns where an interrupted run of the same parameters has come to; else begins with `first`. */
  async begin(
    db: Database,
    first: SeedCheckpoint,
  ): Promise<{ checkpoint: SeedCheckpoint; isResumed: boolean }> {
    return db.write(async (trx) => {
      const row = await trx
        .selectFrom('settings')
        .select('value')
        .where('name', '=', this.#name)
        .executeTakeFirst();
      this.#text = row?.value ?? JSON.stringify(first);
      if (!row) await trx.insertInto('settings').values({ name: this.#name, value: this.#text }).execute();
      return { checkpoint: row ? parseCheckpoint(row.value) : first, isResumed: row !== undefined };
    });
  }

  /** Notes how far it has come. @throws ToldError where another run has come further meanwhile */
  async set(trx: Writing, checkpoint: SeedCheckpoint): Promise<void> {
    const value = JSON.stringify(checkpoint);
    const { numUpdatedRows } = await trx
      .updateTable('settings')
      .set({ value })
      .where('name', '=', this.#name)
      .where('value', '=', this.#text ?? '')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ToldError(message('cli.seed.another'));
    this.#text = value;
  }

  /** Forgets it with the last of what is made. */
  async end(trx: Writing): Promise<void> {
    await trx.deleteFrom('settings').where('name', '=', this.#name).execute();
  }
}
