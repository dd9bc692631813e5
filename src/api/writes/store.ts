import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setInterval } from 'node:timers';
import type { Selectable } from 'kysely';
import type { Database, Writing } from '#store/db/engine.ts';
import type { IdempotencyKeysTable } from '#store/db/idempotency-tables.ts';

const DAY_MS = 24 * 3_600_000;
/** A process that is at a request says so again before this is over. */
const HELD_MS = 15_000;
const RENEWED_MS = 5_000;

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
  /** Encrypts the answer, which may hold a secret: only whoever repeats the request can read it. */
  readonly secret: Buffer;
}

/** Returns the names of a request. @param sender whose key it is, since two may choose the same */
export function onceKeyOf(sender: string, key: string, request: readonly (string | Uint8Array)[]): OnceKey {
  const requestHash = digestOf(...request);
  return {
    keyHash: digestOf(sender, key),
    requestHash,
    secret: Buffer.from(hkdfSync('sha256', `${sender} ${key}`, requestHash, 'kalends idempotency', 32)),
  };
}

function encrypt(secret: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function decrypt(secret: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
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

/** State of a request: nobody was at it until now, somebody is, another one had its key, or its answer. */
export type OnceState =
  | { readonly state: 'begun' | 'under_way' | 'reused' }
  | { readonly state: 'answered'; readonly answer: string };

/** Begins a request if nobody has begun it. Keys that a day has passed over are forgotten. */
export function beginOnce(db: Database, key: OnceKey, nowMs: number): Promise<OnceState> {
  return db.write(async (trx): Promise<OnceState> => {
    await trx.deleteFrom('idempotency_keys').where('expires_ms', '<=', nowMs).execute();
    const row = await trx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key_hash', '=', key.keyHash)
      .executeTakeFirst();
    if (row && row.request_hash !== key.requestHash) return { state: 'reused' };
    if (row && row.answer !== null) return { state: 'answered', answer: decrypt(key.secret, row.answer) };
    if (row && !isAbandoned(row, nowMs)) return { state: 'under_way' };
    if (row) await trx.deleteFrom('idempotency_keys').where('key_hash', '=', key.keyHash).execute();
    const begun = {
      key_hash: key.keyHash,
      request_hash: key.requestHash,
      holder: HOLDER,
      held_until_ms: nowMs + HELD_MS,
      answer: null,
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

/** Keeps the answer to a request, in the transaction of what it has written. */
export async function keepAnswer(trx: Writing, key: OnceKey, answer: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: encrypt(key.secret, answer), holder: null })
    .where('key_hash', '=', key.keyHash)
    .execute();
}

/** Forgets a request whose answer isn't kept, so that it can be tried again. */
export async function forgetOnce(db: Database, { keyHash }: OnceKey): Promise<void> {
  await db.write((trx) =>
    trx.deleteFrom('idempotency_keys').where('key_hash', '=', keyHash).where('answer', 'is', null).execute(),
  );
}
