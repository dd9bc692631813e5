import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Database } from '#db/engine.ts';
import { type Clock, utcText } from '#time/clock.ts';
import { KalendsError } from '../errors.ts';
import { verifyPassword } from './password.ts';
import type { Viewer } from './permissions.ts';
import {
  findTokenByHash,
  findUser,
  findUserByLogin,
  listTokens,
  noteTokenUse,
  type Token,
  type User,
} from './store.ts';

/** A new token: 24 letters and digits (143 bits). Blanks put between them mean nothing. */
export function makeToken(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  let token = '';
  while (token.length < 24)
    for (const byte of randomBytes(32)) if (byte < 248 && token.length < 24) token += letters[byte % 62];
  return token;
}

/** What is kept of a token. It's long and random, so a fast digest does. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token.replace(/\s+/g, '')).digest('hex');
}

const REMEMBERED_MS = 60_000;
const REMEMBERED_MOST = 1000;
const FAILURES_MOST = 30;
const FAILURES_WINDOW_MS = 60_000;
const USE_NOTED_EVERY_S = 60;

/** Tells who a request's credentials belong to (design 5). Wrong ones are refused on public routes too. */
export class Authenticator {
  readonly #db: Database;
  readonly #now: Clock;
  /** Digests of login and password that were right lately, beside the hash they were checked against. */
  readonly #right = new Map<string, { hash: string; until: number }>();
  readonly #secret = randomBytes(32);
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(db: Database, now: Clock) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * @param client address of the client, for slowing down guesses
   * @throws KalendsError `invalid_username`, `invalid_email`, `incorrect_password`, `rest_invalid_token`, `rest_too_many_requests`
   */
  async viewer(header: string | undefined, client: string): Promise<Viewer> {
    if (!header) return null;
    const [, scheme = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(header) ?? [];
    if (/^bearer$/i.test(scheme)) return this.#byToken(rest, client);
    if (!/^basic$/i.test(scheme)) return null;
    const pair = /^[A-Za-z0-9+/=_-]+$/.test(rest) ? Buffer.from(rest, 'base64').toString('utf8') : '';
    const colon = pair.indexOf(':');
    if (colon < 1) return null;
    return this.#byLogin(pair.slice(0, colon), pair.slice(colon + 1), client);
  }

  async #byToken(text: string, client: string): Promise<Viewer> {
    this.#refuseGuessing(client);
    const token = await findTokenByHash(this.#db.read, tokenHash(text));
    const user = token && (await findUser(this.#db.read, token.user_id));
    if (!token || !user) throw this.#failed(client, new KalendsError('rest_invalid_token'));
    return this.#used(user, token);
  }

  async #byLogin(login: string, secret: string, client: string): Promise<Viewer> {
    this.#refuseGuessing(client);
    const user = await findUserByLogin(this.#db.read, login);
    if (!user)
      throw this.#failed(
        client,
        new KalendsError(login.includes('@') ? 'invalid_email' : 'invalid_username'),
      );
    const hash = tokenHash(secret);
    const token = (await listTokens(this.#db.read, user.id)).find((candidate) => candidate.hash === hash);
    if (token) return this.#used(user, token);
    if (user.password_hash && (await this.#passwordIsRight(user, user.password_hash, secret)))
      return { id: user.id, role: user.role };
    throw this.#failed(client, new KalendsError('incorrect_password'));
  }

  /** A right password is remembered for a minute, so that not every request pays for the slow hash. */
  async #passwordIsRight(user: User, hash: string, password: string): Promise<boolean> {
    const key = createHmac('sha256', this.#secret).update(`${user.id}\n${password}`).digest('base64');
    const known = this.#right.get(key);
    const now = performance.now();
    if (known && known.hash === hash && known.until > now) return true;
    this.#right.delete(key);
    if (!(await verifyPassword(password, hash))) return false;
    if (this.#right.size >= REMEMBERED_MOST) this.#right.clear();
    this.#right.set(key, { hash, until: now + REMEMBERED_MS });
    return true;
  }

  async #used(user: User, token: Token): Promise<Viewer> {
    const utc = utcText(this.#now());
    const last = token.last_used_utc;
    const age = last
      ? Temporal.Instant.from(`${utc.replace(' ', 'T')}Z`)
          .since(Temporal.Instant.from(`${last.replace(' ', 'T')}Z`))
          .total('seconds')
      : Number.POSITIVE_INFINITY;
    if (age >= USE_NOTED_EVERY_S) await this.#db.write((trx) => noteTokenUse(trx, token.id, utc));
    return { id: user.id, role: user.role };
  }

  #refuseGuessing(client: string): void {
    const failures = this.#failures.get(client);
    const left = failures ? failures.until - performance.now() : 0;
    if (failures && left > 0 && failures.count >= FAILURES_MOST) {
      const seconds = Math.ceil(left / 1000);
      throw new KalendsError('rest_too_many_requests', {
        values: { seconds },
        headers: { 'Retry-After': String(seconds) },
      });
    }
  }

  #failed(client: string, error: KalendsError): KalendsError {
    const now = performance.now();
    const failures = this.#failures.get(client);
    if (failures && failures.until > now) failures.count++;
    else {
      if (this.#failures.size >= REMEMBERED_MOST) this.#failures.clear();
      this.#failures.set(client, { count: 1, until: now + FAILURES_WINDOW_MS });
    }
    return error;
  }
}
