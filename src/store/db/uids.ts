import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { KalendsError } from '#errors.ts';
import type { Reading } from './engine.ts';

/** Returns a uid that no event of any installation has, and that tells nothing of this one. */
export const newUid = (): string => randomUUID();

/** Returns whether a stored uid is the value that events from before migration 0012 share; no other begins with a blank. */
const isShared = (stored: string) => stored.startsWith(' ');

/** Returns an event's uid as readers see it: the stored one, or for events from before migration 0012 one made of what they share and their ID. */
export const uidOf = ({ id, uid }: { readonly id: number; readonly uid: string }): string =>
  isShared(uid) ? `${uid.slice(1)}${id}` : uid;

/** Rows that have a uid of their own, and don't share a series': the condition of the unique index `events_uid`. */
const OWN = sql`uid >= '!' and (series_id = 0 or series_id = id)`;
/** The form of a uid that is made of what events share and an ID. */
const SHARED_FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}-([1-9]\d{0,9})$/;

/** Returns a driver's error as ours where the unique index refused a uid that another event has. */
export const asDuplicate = (error: unknown): unknown =>
  error instanceof Error && /unique constraint.*\bevents[._]uid\b/i.test(error.message)
    ? new KalendsError('rest_duplicate_uid', { cause: error })
    : error;

const AT_ONCE = 500;

/** Holds uids to one event each in one transaction, whatever the event's status; the unique index holds them to it after all. */
export class UidRegistry {
  readonly #db: Reading;
  /** By uid: whether an event has it, and which, where that is known. */
  readonly #owners: Map<string, number | 'new' | undefined>;

  constructor(db: Reading) {
    this.#db = db;
    this.#owners = new Map();
  }

  /** Looks up which uids are taken, many in a statement. */
  async prefetch(uids: Iterable<string | undefined>): Promise<void> {
    const unknown = [...new Set(uids)].filter((uid) => uid !== undefined && !this.#owners.has(uid));
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const wanted = unknown.slice(at, at + AT_ONCE) as string[];
      for (const uid of wanted) this.#owners.set(uid, undefined);
      for (const { id, uid } of await this.#find(wanted)) this.#owners.set(uid, id);
    }
  }

  /**
   * Takes a uid for a new event, or for the one that has this ID.
   * @throws KalendsError `rest_duplicate_uid` where another event has it
   */
  async claim(uid: string, id?: number): Promise<void> {
    await this.prefetch([uid]);
    const owner = this.#owners.get(uid);
    if (owner !== undefined && owner !== id) throw new KalendsError('rest_duplicate_uid');
    this.#owners.set(uid, id ?? 'new');
  }

  /** Returns the event that has a uid which was looked up by `prefetch`; undefined: none has, or one of this transaction. */
  owner(uid: string): number | undefined {
    const owner = this.#owners.get(uid);
    return owner === 'new' ? undefined : owner;
  }

  /** Tells whether no event had a uid when it was looked up by `prefetch`. */
  isFree(uid: string): boolean {
    return this.#owners.has(uid) && this.#owners.get(uid) === undefined;
  }

  async #find(uids: readonly string[]): Promise<{ id: number; uid: string }[]> {
    const { rows: own } = await sql<{ id: number; uid: string }>`select id, uid from events
      where ${OWN} and uid in (${sql.join([...uids])})`.execute(this.#db);
    const ids = uids.flatMap((uid) => Number(SHARED_FORM.exec(uid)?.[1] ?? []));
    if (ids.length === 0) return own;
    const { rows: shared } = await sql<{ id: number; uid: string }>`select id, uid from events
      where uid < '!' and (series_id = 0 or series_id = id) and id in (${sql.join(ids)})`.execute(this.#db);
    return [...own, ...shared.map((row) => ({ id: row.id, uid: uidOf(row) }))];
  }
}
