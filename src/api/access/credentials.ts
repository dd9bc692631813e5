import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { KalendsError } from '#errors.ts';
import { type Clock, utcText } from '#foundation/time/clock.ts';
import type { Database } from '#store/db/engine.ts';
import { checkGuesses, checkPassword, guesserAt, SharedGuesses } from './guesses.ts';
import type { Viewer } from './permissions.ts';
import { EMAIL_MAX } from './rules.ts';
import { scopeOf } from './scopes.ts';
import {
  findTokenByHash,
  findTokenUser,
  findUserByLogin,
  noteTokenUse,
  type TokenRow,
  type User,
} from './store.ts';

/** The credentials of an `Authorization` header: a token alone, or a login (or e-mail address) with a password or token. */
export type Credentials = { token: string } | { login: string; secret: string };

/**
 * Parses an `Authorization` header. Nothing, an unknown scheme, and a `Basic` that is empty, undecodable or without a login
 * are no credentials (reference 1.9). The login ends at the first colon (RFC 7617 §2).
 */
export function readAuthorization(header: string | undefined): Credentials | undefined {
  const [scheme = ''] = (header ?? '').trim().split(/\s/, 1);
  const rest = (header ?? '').trim().slice(scheme.length).trim();
  if (/^bearer$/i.test(scheme)) return { token: rest };
  if (!/^basic$/i.test(scheme) || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(rest)) return undefined;
  const pair = decodeText(Buffer.from(rest, 'base64'));
  const colon = pair.indexOf(':');
  return colon < 1 ? undefined : { login: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}

/** Decodes UTF-8, or Latin-1 where it can't be that: older clients send what their terminal typed. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Returns the secret of a new token: 24 letters and digits (143 bits). Blanks between them are ignored. */
export function makeToken(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  let token = '';
  while (token.length < 24)
    for (const byte of randomBytes(32)) if (byte < 248 && token.length < 24) token += letters[byte % 62];
  return token;
}

/** Returns the hash of a token that is stored: SHA-256, since the secret is too random to need a slow one. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token.replace(/\s+/g, '')).digest('hex');
}

const REMEMBERED_MS = 60_000;
const REMEMBERED_MOST = 1000;
const USE_NOTED_EVERY_MS = 60_000;

/**
 * Authenticates requests (design 5). Wrong credentials are refused on public routes too. Users and tokens are read anew
 * for each request: what a command or another process changes applies from the next one on.
 *
 * The refusals carry no `WWW-Authenticate`, against RFC 9110 §11.6.1 and as the reference has it: it makes browsers
 * ask for a password over the head of the page that sent the request.
 */
export class Authenticator {
  readonly #db: Database;
  readonly #now: Clock;
  readonly #secret = randomBytes(32);
  /** Digests of client, user, stored hash and password that were right within the last minute. */
  readonly #right = new LRUCache<string, true>({ max: REMEMBERED_MOST, ttl: REMEMBERED_MS });
  /** Digests of passwords that are being checked now. */
  readonly #checking = new Map<string, Promise<boolean>>();
  readonly #guesses: SharedGuesses;
  /** Tokens whose use was noted within the last minute, or tried to be. */
  readonly #noted = new LRUCache<number, true>({ max: REMEMBERED_MOST, ttl: USE_NOTED_EVERY_MS });

  constructor(db: Database, now: Clock, guesses: SharedGuesses = new SharedGuesses(db)) {
    this.#db = db;
    this.#guesses = guesses;
    this.#now = now;
  }

  /**
   * Returns the user of an `Authorization` header; null without credentials.
   * @param client address of the client, for slowing down guesses
   * @throws KalendsError `invalid_username`, `invalid_email`, `incorrect_password`,
   * `rest_second_factor_required`, `rest_invalid_token`, `rest_too_many_requests`
   */
  async viewer(header: string | undefined, client: string): Promise<Viewer> {
    const credentials = readAuthorization(header);
    if (!credentials) return null;
    return 'token' in credentials
      ? this.#byToken(credentials.token)
      : this.#byLogin(credentials.login, credentials.secret, client);
  }

  // Nobody guesses a token, so wrong ones aren't counted: whoever shares an address with a broken client goes on.
  async #byToken(text: string): Promise<Viewer> {
    const found = await findTokenUser(this.#db.read, tokenHash(text));
    if (!found) throw new KalendsError('rest_invalid_token');
    return this.#used(found.user, found.token);
  }

  async #byLogin(login: string, secret: string, client: string): Promise<Viewer> {
    const user = login.length <= EMAIL_MAX ? await findUserByLogin(this.#db.read, login) : undefined;
    const key = createHmac('sha256', this.#secret)
      .update(`${guesserAt(client)}\n${user?.id ?? ''}\n${user?.password_hash ?? ''}\n${secret}`)
      .digest('base64');
    if (user && this.#right.has(key)) await checkGuesses(this.#guesses, { user, login, client });
    else {
      const token = user && (await findTokenByHash(this.#db.read, tokenHash(secret)));
      if (user && token?.user_id === user.id) return this.#used(user, token);
      // An unknown login counts as a guess and takes as long, too.
      const right = await this.#isRight(key, { user, login, password: secret, client });
      if (!user) throw new KalendsError(login.includes('@') ? 'invalid_email' : 'invalid_username');
      if (!right) throw new KalendsError('incorrect_password');
    }
    // Basic has no place for a code: programs of such users sign in with tokens.
    if (Number(user.second_factors) > 0) throw new KalendsError('rest_second_factor_required');
    return { id: user.id, role: user.role, login: user.login };
  }

  /** Checks a password, and caches that it is right for a minute and its client: not every request pays for the slow hash. */
  async #isRight(key: string, tried: Parameters<typeof checkPassword>[1]): Promise<boolean> {
    const underway = this.#checking.get(key);
    if (underway) return underway;
    const checking = checkPassword(this.#guesses, tried).finally(() => this.#checking.delete(key));
    this.#checking.set(key, checking);
    if (!(await checking)) return false;
    this.#right.set(key, true);
    return true;
  }

  #used(
    user: Pick<User, 'id' | 'role' | 'login'>,
    token: Pick<TokenRow, 'id' | 'last_used_utc' | 'scope'>,
  ): Viewer {
    if (!this.#noted.has(token.id)) {
      this.#noted.set(token.id, true);
      const utc = utcText(this.#now());
      // Not waited for, and no matter if it fails: a request that only reads must work while nothing can be written.
      if (isOlder(token.last_used_utc, utc))
        this.#db.write((trx) => noteTokenUse(trx, token.id, utc)).catch(() => {});
    }
    return { id: user.id, role: user.role, login: user.login, withToken: true, scope: scopeOf(token.scope) };
  }
}

/** Returns whether the last noted use of a token is a minute old at `utc`; both UTC texts. */
function isOlder(last: string | null, utc: string): boolean {
  if (last === null) return true;
  const ms = (text: string) => Temporal.Instant.from(`${text.replace(' ', 'T')}Z`).epochMilliseconds;
  return ms(utc) - ms(last) >= USE_NOTED_EVERY_MS;
}
