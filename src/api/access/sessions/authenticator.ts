import { LRUCache } from 'lru-cache';
import { type Clock, utcText } from '#foundation/time/clock.ts';
import type { Database } from '#store/db/engine.ts';
import type { Viewer } from '../permissions.ts';
import { noteSeen } from '../store.ts';
import { makeSecret, readSessionCookie, secretHash, sessionCookie } from './cookie.ts';
import { GRACE_S, idleUntil, maxAgeOf, ROTATED_EVERY_S, secondsBetween } from './lifetime.ts';
import {
  deleteSession,
  findSessionByHash,
  noteSessionUse,
  rotateSession,
  type SessionWithUser,
} from './store.ts';

const USE_NOTED_EVERY_S = 60;
const ADDRESS_MOST = 100;

/** The user of a session's cookie, and the `Set-Cookie` that gives the browser its next secret. */
export interface Authenticated {
  readonly viewer: Viewer;
  readonly cookie?: string;
}

const NOBODY: Authenticated = { viewer: null };

/**
 * Authenticates requests by the cookie of a session (contract W7), read anew for each: one that was ended, on whichever
 * node, ends with the next request. A cookie that is worth nothing is none, so that public pages go on for whoever has an old one.
 *
 * Secrets are replaced as they are used. The former one counts for a while beside its successor, and for as long as that
 * was never seen: its answer may have been lost. Who comes with it later has a copy, or the other one has: the session ends.
 */
export class SessionAuthenticator {
  readonly #db: Database;
  readonly #now: Clock;
  readonly #warn: (session: { id: number; user: string }) => void;
  /** Sessions whose use was noted within the last minute, or tried to be. */
  readonly #noted = new LRUCache<number, true>({ max: 1000, ttl: USE_NOTED_EVERY_S * 1000 });

  /** @param warn tells of a session that was ended since its cookie was used in two places */
  constructor(db: Database, now: Clock, warn: (session: { id: number; user: string }) => void) {
    this.#db = db;
    this.#now = now;
    this.#warn = warn;
  }

  /**
   * Returns the user of the cookies of a request, which count (`isFromHere`).
   * @param at `origin` of the service, `client` its address, `isRotating` whether its answer may set a cookie
   */
  async authenticate(
    cookies: string | undefined,
    at: { origin: string; client: string; isRotating: boolean },
  ): Promise<Authenticated> {
    const secret = readSessionCookie(cookies, at.origin);
    if (secret === undefined) return NOBODY;
    const hash = secretHash(secret);
    const session = await findSessionByHash(this.#db.read, hash);
    const nowUtc = utcText(this.#now());
    if (!session || session.idle_until_utc <= nowUtc || session.expires_utc <= nowUtc) return NOBODY;
    const isFormer = session.hash !== hash;
    if (isFormer && isStale(session, nowUtc)) {
      await this.#db.write((trx) => deleteSession(trx, session.id)).catch(() => {});
      this.#warn({ id: session.id, user: session.login });
      return NOBODY;
    }
    this.#noteUse(session, at.client, nowUtc);
    const viewer = { id: session.user_id, role: session.role, login: session.login, session: session.id };
    const cookie = await this.#secretFor(session, { hash, isFormer, nowUtc, ...at });
    return cookie === undefined ? { viewer } : { viewer, cookie };
  }

  /** Notes that the secret has arrived, or returns the cookie with the next one where that is due. */
  async #secretFor(
    session: SessionWithUser,
    used: { hash: string; isFormer: boolean; nowUtc: string; origin: string; isRotating: boolean },
  ): Promise<string | undefined> {
    const { hash, isFormer, nowUtc, origin, isRotating } = used;
    const age = secondsBetween(session.rotated_utc, nowUtc);
    // A session must go on while nothing can be written.
    const tried = <T>(work: Promise<T>) => work.catch(() => undefined);
    if (!isFormer && session.received_utc === null)
      await tried(this.#db.write((trx) => noteSessionUse(trx, session.id, { received_utc: nowUtc })));
    const isDue = isFormer ? session.received_utc === null && age >= GRACE_S : age >= ROTATED_EVERY_S;
    if (!isDue || !isRotating) return undefined;
    const next = makeSecret();
    const rotation = { hash: session.hash, previous: hash, next: secretHash(next), nowUtc };
    const isRotated = await tried(this.#db.write((trx) => rotateSession(trx, session.id, rotation)));
    return isRotated ? sessionCookie(next, origin, maxAgeOf(session, nowUtc)) : undefined;
  }

  #noteUse(session: SessionWithUser, client: string, nowUtc: string): void {
    if (this.#noted.has(session.id)) return;
    this.#noted.set(session.id, true);
    if (secondsBetween(session.last_used_utc, nowUtc) < USE_NOTED_EVERY_S) return;
    const use = {
      last_used_utc: nowUtc,
      idle_until_utc: idleUntil(nowUtc, session.remembered === 1),
      address: client.slice(0, ADDRESS_MOST),
    };
    // Not waited for, and no matter if it fails: a request that only reads must work while nothing can be written.
    this.#db
      .write(async (trx) => {
        await noteSessionUse(trx, session.id, use);
        await noteSeen(trx, session.user_id, nowUtc);
      })
      .catch(() => {});
  }
}

/** Returns whether a former secret is used although its successor was received longer ago than requests take. */
const isStale = ({ received_utc }: SessionWithUser, nowUtc: string): boolean =>
  received_utc !== null && secondsBetween(received_utc, nowUtc) >= GRACE_S;
