import type { ChangedKind } from './changes.ts';
import type { Database } from './engine.ts';

/** More at once are not worth looking at one by one. */
const MOST = 5_000;

/** What was changed since the last look; `everything`: too much to tell. */
export type Changed = readonly { kind: ChangedKind; id: number }[] | 'everything';

/** Reads the change log on, for memories that follow it. */
export class ChangeFeed {
  readonly #db: Database;
  #version = -1;
  #last = 0;
  #reading: Promise<void> | undefined;
  #looks = 0;
  readonly #forget: (changed: Changed) => void;

  /** @param forget told of what was changed, before `follow` says that all is known */
  constructor(db: Database, forget: (changed: Changed) => void) {
    this.#db = db;
    this.#forget = forget;
  }

  /** How often something was changed: what was read before such a number moved may be old by now. */
  get looks(): number {
    return this.#looks;
  }

  /** Has everything forgotten that was changed up to now. False: what is remembered can't be relied upon now. */
  async follow(): Promise<boolean> {
    for (let tries = 0; tries < 3; tries++) {
      const version = this.#db.known();
      if (version === undefined) return false;
      if (version === this.#version) return true;
      this.#reading ??= this.#read(version).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return this.#db.known() === this.#version;
  }

  async #read(version: number): Promise<void> {
    const rows = this.#version < 0 ? [] : await this.#rowsSince();
    const told = rows.filter((row) => row.version <= version);
    // A version of which the log says nothing changed more than it tells (another site language, a calendar moved here).
    const isWhole = new Set(told.map((row) => row.version)).size === version - this.#version;
    this.#looks++;
    if (isWhole && rows.length < MOST) {
      this.#forget(told.map((row) => ({ kind: row.kind as ChangedKind, id: row.resource_id })));
      this.#last = told.at(-1)?.id ?? this.#last;
    } else {
      // First, lest something be remembered between the two that is older than the newest line.
      this.#last = await this.#newest(version);
      this.#forget('everything');
    }
    this.#version = version;
  }

  #rowsSince() {
    return this.#db.read
      .selectFrom('changes')
      .select(['id', 'version', 'kind', 'resource_id'])
      .where('id', '>', this.#last)
      .orderBy('id')
      .limit(MOST)
      .execute();
  }

  /** The last line of a version; those after it are of writes that were not heard of yet. */
  async #newest(version: number): Promise<number> {
    const row = await this.#db.read
      .selectFrom('changes')
      .select('id')
      .where('version', '<=', version)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? 0;
  }
}
