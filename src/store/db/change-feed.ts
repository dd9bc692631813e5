import { sql } from 'kysely';
import type { ChangedKind } from './changes.ts';
import type { Database } from './engine.ts';
import { isSameVersion, type Version } from './version.ts';

/** More at once are not worth looking at one by one. */
const MOST = 5_000;

/** What was changed since the last look; `everything`: too much to tell. */
export type Changed = readonly { kind: ChangedKind; id: number }[] | 'everything';

/** A line of the change log, as whoever follows it needs it. */
export interface LoggedChange {
  readonly id: number;
  readonly version: number;
  readonly kind: string;
  readonly resource_id: number;
  readonly token: number | null;
}

/** How far a follower has come: the calendar's state, and the last line of the log by then (0: there was none). */
export interface Followed {
  readonly version: Version;
  readonly last: number;
}

/**
 * What the log tells of all that has happened since, up to a version; undefined: it doesn't account for each version
 * since then, or what was followed is no part of this history, or of this log any more.
 * @param rows from the follower's last line on, that included, in order
 */
export function changesSince(
  { version, last }: Followed,
  rows: readonly LoggedChange[],
  now: number,
): readonly LoggedChange[] | undefined {
  const [from, ...others] = rows;
  // The line that was last says by its number that this is still the same history, and that nothing before is missing.
  if (from?.id !== last || from.version !== version.number || (from.token ?? 0) !== version.token)
    return undefined;
  const told = others.filter((row) => row.version <= now);
  return new Set(told.map((row) => row.version)).size === now - version.number ? told : undefined;
}

/** Reads the change log on, for memories that follow it. */
export class ChangeFeed {
  readonly #db: Database;
  #followed: Followed | undefined;
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
      if (isSameVersion(version, this.#followed?.version)) return true;
      this.#reading ??= this.#read(version).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    return isSameVersion(this.#db.known(), this.#followed?.version);
  }

  async #read(version: Version): Promise<void> {
    const rows = this.#followed ? await this.#rowsFrom(this.#followed.last) : [];
    const told = this.#followed && changesSince(this.#followed, rows, version.number);
    const last = told?.at(-1);
    this.#looks++;
    if (told && last && last.token === version.token && rows.length < MOST) {
      this.#forget(told.map((row) => ({ kind: row.kind as ChangedKind, id: row.resource_id })));
      this.#followed = { version, last: last.id };
    } else {
      // First, lest something be remembered between the two that is older than the newest line.
      this.#followed = { version, last: await this.#newest(version) };
      this.#forget('everything');
    }
  }

  async #rowsFrom(id: number): Promise<LoggedChange[]> {
    const { rows } = await sql<LoggedChange>`select id, version, kind, resource_id, token from changes
      where id >= ${id} order by id limit ${MOST}`.execute(this.#db.read);
    return rows;
  }

  /** The last line of a version; those after it are of writes that were not heard of yet. */
  async #newest(version: Version): Promise<number> {
    const row = await this.#db.read
      .selectFrom('changes')
      .select('id')
      .where('version', '<=', version.number)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? 0;
  }
}
