import { sql } from 'kysely';
import type { ChangedKind } from './changes.ts';
import type { Database, Reading } from './engine.ts';
import { withSnapshot } from './snapshot.ts';
import { isSameVersion, type Version, versionOf } from './version.ts';

/** After more lines than this at once, subscribers are told that everything may have changed. */
const MAX_LINES = 20_000;
const MAX_TRIES = 3;

/** Resources that changed, in the order of the log; `everything`: the log doesn't say which, or names too many. */
export type ChangedResources = readonly { kind: ChangedKind; id: number }[] | 'everything';

/** Receives each batch of changes once, in order. It may neither throw nor wait. */
export type ChangeSubscriber = (changed: ChangedResources) => void;

interface LogLine {
  readonly id: number;
  readonly version: number;
  readonly kind: ChangedKind;
  readonly resource_id: number;
  readonly token: number | null;
}

/** A state of the calendar, and the last line of its change log (0: none). */
interface LogPosition {
  readonly version: Version;
  readonly lastLine: number;
}

/** Returns the state of the calendar as `read` sees it, which in a snapshot may be newer than the one announced. */
export async function readVersion(read: Reading): Promise<Version> {
  return versionOf(
    await read.selectFrom('calendar').select(['version', 'token']).where('id', '=', 1).executeTakeFirst(),
  );
}

/** The one follower of a calendar's change log: reads it once for all caches and tells each of them what has changed. */
export class ChangeLogFollower {
  readonly #db: Database;
  readonly #subscribers: ChangeSubscriber[] = [];
  #position: LogPosition | undefined;
  /** The announced version at which a snapshot was read that may already have been newer. */
  #announced: Version | undefined;
  #reading: Promise<void> | undefined;
  /** Counts the batches told so far: rows read under one number may be stale under the next. */
  revision = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Has a cache told of all changes from now on. */
  subscribe(subscriber: ChangeSubscriber): void {
    this.#subscribers.push(subscriber);
  }

  /** Tells subscribers of all changes up to the announced version. Returns false where caches can't be relied upon now. */
  async follow(): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const version = this.#db.known();
      if (version === undefined) return false;
      if (this.#includes(version)) return true;
      await (this.#reading ?? this.#exclusively(() => this.#followTo(version)));
    }
    const version = this.#db.known();
    return version !== undefined && this.#includes(version);
  }

  /**
   * Runs `work` in a snapshot of which subscribers have been told everything, and nothing newer until `work` first waits.
   * @param announced the version that the caller has to reach at least
   */
  async inSnapshot<T>(announced: Version, work: (read: Reading, version: Version) => Promise<T>): Promise<T> {
    // Waited for before a connection is taken: an engine may have only one for reading, which `follow` needs too.
    while (this.#reading) await this.#reading.catch(() => {});
    const { promise, resolve } = Promise.withResolvers<void>();
    void this.#exclusively(() => promise);
    try {
      return await withSnapshot(this.#db, async (read) => {
        const version = await readVersion(read);
        await this.#advance(read, version);
        this.#announced = announced;
        resolve();
        return work(read, version);
      });
    } finally {
      resolve();
    }
  }

  #includes(version: Version): boolean {
    const reached = this.#position?.version;
    if (version !== reached && !isSameVersion(version, reached))
      return isSameVersion(version, this.#announced);
    // From here on an older version is a database that has lost writes.
    this.#announced = undefined;
    return true;
  }

  #exclusively(work: () => Promise<void>): Promise<void> {
    this.#reading = work().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #followTo(version: Version): Promise<void> {
    const { read } = this.#db;
    const isBehind = this.#position !== undefined && version.number < this.#position.version.number;
    // A snapshot has shown more than was announced, or the database has lost writes: it says itself which.
    await this.#advance(read, isBehind ? await readVersion(read) : version);
    this.#announced = version;
  }

  async #advance(read: Reading, version: Version): Promise<void> {
    const from = this.#position;
    if (isSameVersion(version, from?.version)) return;
    const lines = from ? await readLines(read, from.lastLine) : [];
    const logged = from && lines.length <= MAX_LINES ? linesBetween(from, lines, version) : undefined;
    const lastLine = logged?.at(-1)?.id ?? (await lastLineOf(read, version));
    this.#position = { version, lastLine };
    this.revision++;
    const changed = logged?.map(({ kind, resource_id }) => ({ kind, id: resource_id })) ?? 'everything';
    for (const subscriber of this.#subscribers) subscriber(changed);
  }
}

/** Reads the log from a line on, that included, in order. */
async function readLines(read: Reading, from: number): Promise<LogLine[]> {
  const { rows } = await sql<LogLine>`select id, version, kind, resource_id, token from changes
    where id >= ${from} order by id limit ${MAX_LINES + 1}`.execute(read);
  return rows;
}

/** Returns the last line of a version; those after it are of writes that were not announced yet. */
async function lastLineOf(read: Reading, { number }: Version): Promise<number> {
  const row = await read
    .selectFrom('changes')
    .select('id')
    .where('version', '<=', number)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * Returns the lines that lead from a position to a version; undefined where they don't account for each version between,
 * or the position is no part of this history, or of this log, any more.
 */
function linesBetween(
  { version, lastLine }: LogPosition,
  lines: readonly LogLine[],
  to: Version,
): readonly LogLine[] | undefined {
  const [from, ...others] = lines;
  // The last line known says by its token that this is the same history, and that nothing before it is missing.
  if (from?.id !== lastLine || from.version !== version.number || (from.token ?? 0) !== version.token)
    return undefined;
  const logged = others.filter((line) => line.version <= to.number);
  const versions = new Set(logged.map((line) => line.version));
  return versions.size === to.number - version.number && logged.at(-1)?.token === to.token
    ? logged
    : undefined;
}
