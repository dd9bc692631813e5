import { message } from '#foundation/i18n/catalogue.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { addSetting, deleteSetting, findSetting, replaceSetting } from '#store/db/stored-settings.ts';
import type { SeededSeries } from './series.ts';

/** Progress of a generated calendar, stored until it is complete. */
export interface SeedCheckpoint {
  /** The instant at which it was begun, and the day then (site's zone), which resumed runs keep using. */
  readonly now: string;
  readonly day: string;
  readonly venues: readonly number[];
  readonly organizers: readonly number[];
  readonly events: number;
}

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => Number.isInteger(one));

/** Parses a stored checkpoint. @throws Error if it is invalid */
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

/** Stores the progress of a generated calendar in the transactions that advance it. */
export class SeedCheckpointStore {
  readonly #name: string;
  #text: string | undefined;

  constructor({ events, seed, series }: { events: number; seed: number; series: SeededSeries }) {
    this.#name = `seed ${events} ${seed} ${series.count}${series.areEndless ? ' endless' : ''}`;
  }

  /** Returns the checkpoint of an interrupted run with the same parameters; else stores `first`. */
  async begin(
    db: Database,
    first: SeedCheckpoint,
  ): Promise<{ checkpoint: SeedCheckpoint; isResumed: boolean }> {
    return db.write(async (trx) => {
      const stored = await findSetting(trx, this.#name);
      this.#text = stored ?? JSON.stringify(first);
      if (stored === undefined) await addSetting(trx, this.#name, this.#text);
      return {
        checkpoint: stored === undefined ? first : parseCheckpoint(stored),
        isResumed: stored !== undefined,
      };
    });
  }

  /** Stores the progress. @throws UserFacingError if another run has advanced it meanwhile */
  async set(trx: Writing, checkpoint: SeedCheckpoint): Promise<void> {
    const value = JSON.stringify(checkpoint);
    if (!(await replaceSetting(trx, this.#name, this.#text ?? '', value)))
      throw new UserFacingError(message('cli.seed.another'));
    this.#text = value;
  }

  /** Deletes the checkpoint with the last batch. */
  async end(trx: Writing): Promise<void> {
    await deleteSetting(trx, this.#name);
  }
}
