import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setInterval } from 'node:timers';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { type Selectable, sql } from 'kysely';
import type { Database, Writing } from '#store/db/engine.ts';
import type { IdempotencyKeysTable } from '#store/db/idempotency-tables.ts';

const DAY_MS = 24 * 3_600_000;
/** A process that is at a request says so again before this is over. */
const HELD_MS = 15_000;
const RENEWED_MS = 5_000;

/** The most keys of one sender that are kept at once. */
const MOST_KEYS = 20_000;
/** The longest answer that is kept, compressed. */
const MOST_BYTES_OF_ONE = 2 ** 20;
const MOST_BYTES_OF_SENDER = 16 * 2 ** 20;
const MOST_BYTES_OF_ALL = 128 * 2 ** 20;
/** Rows of one transaction: others that write wait for no more. */
const ROWS_AT_ONCE = 200;

/** How the sender of a request with credentials is named. */
const USER = 'user ';
/** The name of all senders without credentials together: whoever has many addresses gets no more room. */
const CLIENTS = 'clients';

/** This process, by host and number, and by a word that no later process with the same number has. */
const HOLDER = `${hostname()} ${process.pid} ${randomUUID()}`;

const digestOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(`${part.length} `).update(part);
  return digest.digest('base64url');
};

/** Names of a request that is done once: whose and under which key, and what exactly it asks. */
export interface OnceKey {
  readonly keyHash: string;
  readonly requestHash: string;
  /** The sender or pool of senders whose keys are counted together. */
  readonly pool: string;
  /** Encrypts the answer, which may hold a secret: only whoever repeats the request can read it. */
  readonly secret: Buffer;
}

/** Returns the names of a request. @param sender whose key it is, since two may choose the same: `user ID` or `client ADDRESS` */
export function onceKeyOf(sender: string, key: string, request: readonly (string | Uint8Array)[]): OnceKey {
  const requestHash = digestOf(...request);
  return {
    keyHash: digestOf(sender, key),
    requestHash,
    pool: sender.startsWith(USER) ? sender : CLIENTS,
    secret: Buffer.from(hkdfSync('sha256', `${sender} ${key}`, requestHash, 'kalends idempotency', 32)),
  };
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
/** The first byte of a JSON object, by which answers that were kept uncompressed are known; Zstandard's is another. */
const BRACE = 0x7b;

/** Returns an answer as it is kept: compressed and encrypted; '' where it is too long to be kept. */
export async function sealAnswer({ secret }: OnceKey, text: string): Promise<string> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const sealed = Buffer.concat([cipher.update(await compress(text)), cipher.final()]);
  const kept = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  return kept.length > MOST_BYTES_OF_ONE ? '' : kept;
}

/** Returns an answer that `sealAnswer` made ready to be kept. */
export async function openAnswer({ secret }: OnceKey, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  return (text[0] === BRACE ? text : await decompress(text)).toString('utf8');
}

/** Returns whether the process that is at a request is gone: its time is over, or it ran here and doesn't any more. */
function isAbandoned({ holder, held_until_ms }: Selectable<IdempotencyKeysTable>, nowMs: number): boolean {
  if (holder === HOLDER) return false;
  if (Number(held_until_ms) <= nowMs) return true;
  const [host, pid] = (holder ?? '').split(' ');
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** State of a request: nobody was at it until now, somebody is, another one had its key, its sender has too many keys, or its answer, sealed. */
export type OnceState =
  | { readonly state: 'begun' | 'under_way' | 'reused' }
  | { readonly state: 'answered'; readonly sealed: string }
  | { readonly state: 'full'; readonly untilMs: number };

/** Returns until when somebody has as many keys as are kept; undefined: there is room. */
async function fullUntil(trx: Writing, { pool }: OnceKey, nowMs: number): Promise<number | undefined> {
  const { n, first } = await trx
    .selectFrom(
      trx
        .selectFrom('idempotency_keys')
        .select('expires_ms')
        .where('sender', '=', pool)
        .where('expires_ms', '>', nowMs)
        .orderBy('expires_ms')
        .limit(MOST_KEYS)
        .as('own'),
    )
    .select((is) => [is.fn.countAll().as('n'), is.fn.min('expires_ms').as('first')])
    .executeTakeFirstOrThrow();
  return Number(n) < MOST_KEYS ? undefined : Number(first);
}

async function forgetOldest(trx: Writing, { pool }: OnceKey): Promise<void> {
  const oldest = trx
    .selectFrom('idempotency_keys')
    .select('key_hash')
    .where('sender', '=', pool)
    .orderBy('expires_ms')
    .limit(1);
  await trx.deleteFrom('idempotency_keys').where('key_hash', 'in', oldest).execute();
}

/** Begins a request if nobody has begun it. Keys that a day has passed over count no more. */
export function beginOnce(db: Database, key: OnceKey, nowMs: number): Promise<OnceState> {
  return db.write(async (trx): Promise<OnceState> => {
    const found = await trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key_hash', '=', key.keyHash)
      .executeTakeFirst();
    const row = found && Number(found.expires_ms) > nowMs ? found : undefined;
    if (row && row.request_hash !== key.requestHash) return { state: 'reused' };
    if (row && row.answer !== null) return { state: 'answered', sealed: row.answer };
    if (row && !isAbandoned(row, nowMs)) return { state: 'under_way' };
    if (found) await trx.deleteFrom('idempotency_keys').where('key_hash', '=', key.keyHash).execute();
    const untilMs = await fullUntil(trx, key, nowMs);
    if (untilMs !== undefined && key.pool !== CLIENTS) return { state: 'full', untilMs };
    // Strangers must not be able to lock each other out.
    if (untilMs !== undefined) await forgetOldest(trx, key);
    const begun = {
      key_hash: key.keyHash,
      request_hash: key.requestHash,
      holder: HOLDER,
      held_until_ms: nowMs + HELD_MS,
      answer: null,
      sender: key.pool,
      bytes: 0,
      expires_ms: nowMs + DAY_MS,
    };
    await trx.insertInto('idempotency_keys').values(begun).execute();
    return { state: 'begun' };
  });
}

/** Keeps saying that this process is still at a request, until what is returned is called. */
export function holdOnce(db: Database, key: OnceKey, nowMs: () => number): () => void {
  const renew = () =>
    db
      .write((trx) =>
        trx
          .updateTable('idempotency_keys')
          .set({ held_until_ms: nowMs() + HELD_MS })
          .where('key_hash', '=', key.keyHash)
          .where('answer', 'is', null)
          .execute(),
      )
      .catch(() => {});
  const timer = setInterval(renew, RENEWED_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Keeps the answer to a request, which `sealAnswer` has sealed, in the transaction of what it has written. */
export async function keepAnswer(trx: Writing, key: OnceKey, sealed: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: sealed, bytes: sealed.length, holder: null })
    .where('key_hash', '=', key.keyHash)
    .execute();
}

/** Forgets a request whose answer isn't kept, so that it can be tried again. */
export async function forgetOnce(db: Database, { keyHash }: OnceKey): Promise<void> {
  await db.write((trx) =>
    trx.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).where('answer', 'is', null).execute(),
  );
}

const keysOf = (rows: readonly { key_hash: string }[]) => rows.map(({ key_hash }) => key_hash);

async function deleteExpired(trx: Writing, nowMs: number): Promise<void> {
  const expired = await trx
    .selectFrom('idempotency_keys')
    .select('key_hash')
    .where('expires_ms', '<=', nowMs)
    .orderBy('expires_ms')
    .limit(ROWS_AT_ONCE)
    .execute();
  if (expired.length === 0) return;
  await trx.deleteFrom('idempotency_keys').where('key_hash', 'in', keysOf(expired)).execute();
}

/** Drops the oldest answers until so many bytes are free. @param sender only those of this one */
async function dropAnswers(trx: Writing, excess: number, sender?: string): Promise<void> {
  let oldest = trx.selectFrom('idempotency_keys').select(['key_hash', 'bytes']).where('bytes', '>', 0);
  if (sender !== undefined) oldest = oldest.where('sender', '=', sender);
  const rows = await oldest.orderBy('expires_ms').limit(ROWS_AT_ONCE).execute();
  let freed = 0;
  const dropped = rows.filter(({ bytes }) => {
    const isNeeded = freed < excess;
    freed += bytes;
    return isNeeded;
  });
  if (dropped.length === 0) return;
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: '', bytes: 0 })
    .where('key_hash', 'in', keysOf(dropped))
    .execute();
}

/**
 * Removes a few keys whose time is over, else the oldest answers where there are more than is kept: their requests stay done
 * once. Returns whether there may be more to remove.
 */
export async function trimKeptAnswers(db: Database, nowMs: number): Promise<boolean> {
  const oldest = await db.read
    .selectFrom('idempotency_keys')
    .select('expires_ms')
    .orderBy('expires_ms')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return false;
  if (Number(oldest.expires_ms) <= nowMs) {
    await db.write((trx) => deleteExpired(trx, nowMs));
    return true;
  }
  const { rows } = await sql<{ sender: string; bytes: number | string }>`
    select sender, sum(bytes) as bytes from idempotency_keys group by sender`.execute(db.read);
  const bytesOf = rows.map(({ sender, bytes }) => ({ sender, bytes: Number(bytes) }));
  const total = bytesOf.reduce((sum, { bytes }) => sum + bytes, 0);
  const greedy = bytesOf.find(({ bytes }) => bytes > MOST_BYTES_OF_SENDER);
  if (greedy) await db.write((trx) => dropAnswers(trx, greedy.bytes - MOST_BYTES_OF_SENDER, greedy.sender));
  else if (total > MOST_BYTES_OF_ALL) await db.write((trx) => dropAnswers(trx, total - MOST_BYTES_OF_ALL));
  else return false;
  return true;
}
