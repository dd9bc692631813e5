import type { Answer } from '#api/routing/route.ts';
import type { Deps } from '#context.ts';
import { type ErrorCode, type ErrorExtras, invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { millisecondsOf } from '#foundation/time/clock.ts';
import { OpenTransaction } from '#store/db/open-transaction.ts';
import { beginOnce, forgetOnce, holdOnce, keepAnswer, type OnceKey } from './store.ts';
import { heldFiles } from './trial-files.ts';
import type { Run } from './writes.ts';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** The header that tells a repeated answer. */
const REPLAYED = { 'Idempotency-Replayed': 'true' } as const;

/** Returns the key of a request (contract W2). @throws KalendsError 400 naming `Idempotency-Key` */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && VISIBLE.test(header)) return header;
  throw invalidParameter('Idempotency-Key', message('problem.idempotency_key'));
}

/** An answer or a refusal as it is kept. */
type KeptAnswer =
  | { readonly answer: { status: number; headers: Record<string, string>; body: string } }
  | { readonly error: { code: ErrorCode; extras: ErrorExtras } };

/** Returns whether an answer is kept, which credentials, permission, conflicts, limits and failures are not: those may pass another time. */
const isKept = (status: number): boolean => status < 500 && ![401, 403, 409, 429].includes(status);

function textOf({ status = 200, headers = {}, bytes, body }: Answer): string {
  const kept: KeptAnswer = {
    answer: { status, headers: { ...headers }, body: bytes?.toString() ?? JSON.stringify(body) ?? '' },
  };
  return JSON.stringify(kept);
}

/** @throws KalendsError the refusal that was kept */
function replayed(text: string): Answer {
  const kept: KeptAnswer = JSON.parse(text);
  if ('error' in kept) {
    const { code, extras } = kept.error;
    throw new KalendsError(code, { ...extras, headers: { ...extras.headers, ...REPLAYED } });
  }
  const { status, headers, body } = kept.answer;
  return { status, headers: { ...headers, ...REPLAYED }, bytes: Buffer.from(body), isMomentary: true };
}

/** A secret for one browser, which no copy of the answer may give again. */
const givesCookie = ({ headers = {} }: Answer): boolean => 'Set-Cookie' in headers;

/**
 * Answers a request that is done once in 24 hours (contract W2): the answer is kept in the transaction of what it writes.
 * @param run does it with parts of the service whose writes are one transaction
 * @throws KalendsError `rest_idempotency_key_reused`, `rest_idempotency_key_in_use`, and what `run` throws
 */
export async function answerOnce(deps: Deps, key: OnceKey, run: Run): Promise<Answer> {
  const { db, media } = deps;
  const nowMs = millisecondsOf(deps.now);
  const known = await beginOnce(db, key, nowMs());
  if (known.state === 'answered') return replayed(known.answer);
  if (known.state === 'reused') throw new KalendsError('rest_idempotency_key_reused');
  if (known.state === 'under_way')
    throw new KalendsError('rest_idempotency_key_in_use', { headers: { 'Retry-After': '1' } });
  const transaction = new OpenTransaction(db);
  const held = heldFiles(media.files);
  const release = holdOnce(db, key, nowMs);
  let isCommitting = false;
  try {
    const answer = await run({ ...deps, db: transaction.db, media: { ...media, files: held.files } });
    release();
    if (!givesCookie(answer)) await transaction.db.write((trx) => keepAnswer(trx, key, textOf(answer)));
    isCommitting = true;
    await transaction.commit();
    await held.commit();
    if (givesCookie(answer)) await forgetOnce(db, key);
    return answer;
  } catch (error) {
    release();
    await transaction.rollback();
    // Whether a commit that broke was done isn't known: its files are swept later, where they belong to nothing.
    if (!isCommitting) await held.rollback().catch(() => {});
    if (error instanceof KalendsError && isKept(error.status)) {
      const { cause: _cause, ...extras } = error.extras;
      const kept: KeptAnswer = { error: { code: error.code, extras: { ...extras, status: error.status } } };
      await db.write((trx) => keepAnswer(trx, key, JSON.stringify(kept)));
    } else await forgetOnce(db, key).catch(() => {});
    throw error;
  }
}
