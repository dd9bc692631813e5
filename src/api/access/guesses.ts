import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Database, Writing } from '#store/db/engine.ts';
import { verifyPassword } from './password.ts';
import { loginKey } from './rules.ts';
import { countGuess, listGuesses, noteKnown, pauseGuesses, trimGuesses, type User } from './store.ts';

/** The most counts that are in memory at once; beyond it the oldest are forgotten, never all of them. */
const REMEMBERED_MOST = 10_000;

/** Allows so many wrong tries within a time from the first of them, and then none for a while. */
export interface Limit {
  readonly most: number;
  readonly windowMs: number;
  /**
   * The longest pause. The first pause is as long as the window, each one after it twice as long as the one before, until a day
   * has passed without one. Absent: all end with the window.
   */
  readonly longestMs?: number;
}

/** Returns the refusal that says when to come back. */
const tooManyGuesses = (seconds: number) =>
  new KalendsError('rest_too_many_requests', {
    values: { seconds },
    headers: { 'Retry-After': String(seconds) },
  });

/** Slows down guessing at this process: counts wrong tries of each guesser within a window from the first of them. */
export class Guesses {
  readonly #most: number;
  readonly #windowMs: number;
  readonly #nowMs: () => number;
  readonly #tries = new LRUCache<string, { count: number; untilMs: number }>({ max: REMEMBERED_MOST });

  /** @param nowMs any clock that never goes back */
  constructor(limit: Limit, nowMs: () => number = () => performance.now()) {
    this.#most = limit.most;
    this.#windowMs = limit.windowMs;
    this.#nowMs = nowMs;
  }

  /** Refuses where one more try would be too many; counts nothing. @throws KalendsError `rest_too_many_requests` with `Retry-After` */
  check(guesser: string): void {
    const now = this.#nowMs();
    const known = this.#tries.peek(guesser);
    if (known && known.untilMs > now && known.count >= this.#most)
      throw tooManyGuesses(Math.ceil((known.untilMs - now) / 1000));
  }

  /**
   * Counts a try before it is known to be wrong, so that a crowd of them at once is counted too. Returns what takes it
   * back once it was right. @throws KalendsError `rest_too_many_requests` with `Retry-After`
   */
  begin(guesser: string): () => void {
    const now = this.#nowMs();
    const known = this.#tries.get(guesser);
    const tries = known && known.untilMs > now ? known : { count: 0, untilMs: now + this.#windowMs };
    if (tries.count >= this.#most) throw tooManyGuesses(Math.ceil((tries.untilMs - now) / 1000));
    tries.count++;
    this.#tries.set(guesser, tries);
    return () => {
      tries.count--;
    };
  }
}

const ADDRESS_MOST = 60;

/** Returns the guesser behind a client's address: IPv6 by its /64, since one customer has all addresses of that. */
export function guesserAt(address: string): string {
  // Some proxies tell the port too, which the client chooses.
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address) ?? [];
  const host = bracketed ?? plain ?? address;
  if (!ipaddr.isValid(host)) return host.slice(0, ADDRESS_MOST);
  const parsed = ipaddr.process(host);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

const TRIM_EVERY_MS = 60_000;
/** Time without a pause after which the next one is as short as the first. */
const FORGOTTEN_AFTER_MS = 86_400_000;
const KNOWN_DAYS = 30;

/** Parts of a key: the caller, and what is guessed at. */
type Name = readonly (string | number)[];

/** A count of wrong tries, by a name and a limit, to which a try adds. */
export interface Counter {
  readonly name: Name;
  readonly limit: Limit;
  /** The name under which a right try of this client is noted; the limit doesn't hold for it then, so that others' guesses don't lock it out. */
  readonly unlessKnown?: Name;
  /** The guess itself, and its client where the name doesn't say: the same one again counts once. */
  readonly guess?: Name;
}

/** A try under way, which ends with one of these. */
export interface Attempt {
  right(): Promise<void>;
  /**
   * @param within the database in which the try has written; of a transaction that stays open the count is not waited for, since
   * it can be written only after it
   * @throws KalendsError `rest_too_many_requests`, where others elsewhere have used up the limit meanwhile
   */
  wrong(within?: Pick<Database, 'isTransaction'>): Promise<void>;
}

const after = (ms: number) => utcText(Temporal.Now.instant().add({ milliseconds: ms }));
const keyOf = (name: Name) => hash('sha256', JSON.stringify(name), 'base64url').slice(0, 32);
const guessKey = ({ name, guess = [] }: Counter) => keyOf([...name, ...guess]);

/**
 * Slows down guessing for all processes and nodes of a calendar: wrong tries are counted in the database, by digests,
 * and in this process too, where many come at once or the database takes no writes. Tries that are right write nothing,
 * but that a client is known, once in a while. Times are the machine's.
 */
export class SharedGuesses {
  readonly #db: Database;
  readonly #here = new Map<Limit, Guesses>();
  readonly #known = new LRUCache<string, true>({ max: REMEMBERED_MOST });
  /** Digests of wrong ones that were counted, with the moment until which they aren't counted again. */
  readonly #counted = new LRUCache<string, number>({ max: REMEMBERED_MOST });
  #trimmedMs = Number.NEGATIVE_INFINITY;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Refuses where the limit is reached; counts nothing. For a password that was right lately, which would else tell a
   * client that is locked out that its guess is right.
   * @throws KalendsError `rest_too_many_requests` with `Retry-After`, `rest_unavailable`
   */
  async check({ name, limit }: Counter): Promise<void> {
    const key = keyOf(name);
    this.#here.get(limit)?.check(key);
    refuseAbove(limit, (await listGuesses(this.#db.read, [key], after(0))).get(key));
  }

  /** Begins a try, which all counters have to allow. @throws KalendsError `rest_too_many_requests` with `Retry-After`, `rest_unavailable` */
  async begin(counters: readonly Counter[]): Promise<Attempt> {
    const knowns = counters.flatMap(({ unlessKnown }) => (unlessKnown ? [unlessKnown] : []));
    const names = [...counters.map(({ name }) => name), ...knowns];
    const rows = await listGuesses(this.#db.read, names.map(keyOf), after(0));
    const isKnown = (name: Name) => this.#known.has(keyOf(name)) || rows.has(keyOf(name));
    const held = counters.filter(({ unlessKnown }) => unlessKnown === undefined || !isKnown(unlessKnown));
    for (const { name, limit } of held) refuseAbove(limit, rows.get(keyOf(name)));
    const now = performance.now();
    const isNew = (one: Counter) => one.guess === undefined || (this.#counted.get(guessKey(one)) ?? 0) <= now;
    const forgive = this.#countHere(held.filter(isNew));
    const counting = counters.filter(isNew);
    return {
      right: async () => {
        forgive();
        for (const name of knowns) if (!isKnown(name)) await this.#noteKnown(name);
      },
      wrong: async (within) => {
        if (counting.length === 0) return;
        this.#noteCounted(counting);
        const counted = this.#countEverywhere(counting);
        if (within?.isTransaction) counted.catch(() => {});
        else await counted;
      },
    };
  }

  #countHere(counters: readonly Counter[]): () => void {
    const forgives: (() => void)[] = [];
    const forgive = () => {
      for (const one of forgives) one();
    };
    try {
      for (const { name, limit } of counters) {
        const here = this.#here.get(limit) ?? new Guesses(limit);
        this.#here.set(limit, here);
        forgives.push(here.begin(keyOf(name)));
      }
    } catch (error) {
      forgive();
      throw error;
    }
    return forgive;
  }

  #noteCounted(counters: readonly Counter[]): void {
    for (const one of counters)
      if (one.guess !== undefined) this.#counted.set(guessKey(one), performance.now() + one.limit.windowMs);
  }

  async #countEverywhere(unordered: readonly Counter[]): Promise<void> {
    // All in one order, or two tries that share some would wait for each other for good.
    const counters = unordered.toSorted((a, b) => (keyOf(a.name) < keyOf(b.name) ? -1 : 1));
    const nowUtc = after(0);
    const isTrimming = performance.now() - this.#trimmedMs > TRIM_EVERY_MS;
    if (isTrimming) this.#trimmedMs = performance.now();
    const counted = await this.#db
      .write(async (trx) => {
        if (isTrimming) await trimGuesses(trx, nowUtc);
        const rows = [];
        for (const counter of counters) rows.push(await this.#count(trx, counter, nowUtc));
        return rows;
      })
      // It is counted in this process, and refused whatever becomes of the count.
      .catch(() => []);
    counters.forEach(({ limit, unlessKnown }, at) => {
      const row = counted[at];
      if (row && row.tries > limit.most && unlessKnown === undefined)
        throw tooManyGuesses(secondsUntil(row.until_utc));
    });
  }

  async #count(trx: Writing, { name, limit }: Counter, nowUtc: string) {
    const { most, windowMs, longestMs } = limit;
    const key = keyOf(name);
    const counted = await countGuess(trx, { key, untilUtc: after(windowMs) }, nowUtc);
    if (longestMs === undefined || counted.tries !== most) return counted;
    const pauseMs = Math.min(windowMs * 2 ** counted.pauses, longestMs);
    return pauseGuesses(trx, {
      key,
      untilUtc: after(pauseMs),
      forgetUtc: after(pauseMs + FORGOTTEN_AFTER_MS),
    });
  }

  async #noteKnown(name: Name): Promise<void> {
    this.#known.set(keyOf(name), true);
    // A sign-in must work while nothing can be written.
    await this.#db
      .write((trx) => noteKnown(trx, keyOf(name), after(KNOWN_DAYS * 86_400_000)))
      .catch(() => {});
  }
}

function refuseAbove(limit: Limit, counted: { tries: number; until_utc: string } | undefined): void {
  if (counted && counted.tries >= limit.most) throw tooManyGuesses(secondsUntil(counted.until_utc));
}

function secondsUntil(utc: string): number {
  const untilMs = Temporal.Instant.from(`${utc.replace(' ', 'T')}Z`).epochMilliseconds;
  return Math.max(1, Math.ceil((untilMs - Temporal.Now.instant().epochMilliseconds) / 1000));
}

const HOUR_MS = 3_600_000;
/** Locks a client out of a login after thirty guesses at it, and no other client. */
const BY_CLIENT_AND_LOGIN = { most: 30, windowMs: 60_000, longestMs: 24 * HOUR_MS };
/** Bounds many clients that guess at one login; clients from which it signed in before aren't held to it. */
const BY_LOGIN = { most: 100, windowMs: 60_000, longestMs: HOUR_MS };
/** Bounds one client that guesses at many logins; those that signed in from it before aren't held to it. */
const BY_CLIENT = { most: 150, windowMs: 60_000, longestMs: HOUR_MS };

/** A try of a password: whose it may be (undefined: nobody's), the login as typed, and the address of the client. */
export interface PasswordTry {
  readonly user: User | undefined;
  readonly login: string;
  readonly client: string;
}

/**
 * Refuses a try where the client has used up its guesses at the login; counts nothing.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`, `rest_unavailable`
 */
export async function checkGuesses(
  guesses: SharedGuesses,
  { user, login, client }: PasswordTry,
): Promise<void> {
  await guesses.check(byClient(whose(user, login), client));
}

/**
 * Checks a password by its slow hash, as one guess of the client's; an unknown login takes as long.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`, `rest_unavailable`
 */
export async function checkPassword(
  guesses: SharedGuesses,
  { user, login, password, client }: PasswordTry & { readonly password: string },
): Promise<boolean> {
  const at = whose(user, login);
  const both = [...at, guesserAt(client)];
  const attempt = await guesses.begin([
    byClient(at, client),
    { name: ['password', ...at], limit: BY_LOGIN, unlessKnown: ['known', ...both] },
    // Else whoever has a list of logins could try some on each, and keep the slow hash busy.
    { name: ['passwords', guesserAt(client)], limit: BY_CLIENT, unlessKnown: ['known', ...both] },
  ]);
  const right = await verifyPassword(password, user?.password_hash ?? null);
  await (right ? attempt.right() : attempt.wrong());
  return right;
}

/** Returns the user or the login that guesses count for: a user's login and e-mail address count as one. */
const whose = (user: User | undefined, login: string): (string | number)[] =>
  user ? [user.id] : ['login', loginKey(login)];

const byClient = (at: readonly (string | number)[], client: string): Counter => ({
  name: ['password', ...at, guesserAt(client)],
  limit: BY_CLIENT_AND_LOGIN,
});
