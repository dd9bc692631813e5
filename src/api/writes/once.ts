import type { Viewer } from '#api/access/permissions.ts';
import type { Answer } from '#api/routing/route.ts';
import type { Services } from '#context.ts';
import { type ErrorCode, type ErrorExtras, invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { millisecondsOf } from '#foundation/time/clock.ts';
import { OpenTransaction } from '#store/db/open-transaction.ts';
import {
  beginOnce,
  forgetOnce,
  holdOnce,
  keepAnswer,
  type OnceKey,
  openAnswer,
  sealAnswer,
} from './store.ts';
import { tryWrites } from './trial.ts';
import { heldFiles } from './trial-files.ts';
import type { Admit, Run } from './writes.ts';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

/** The header that tells a repeated answer. */
const REPLAYED = { 'Idempotency-Replayed': 'true' } as const;

/** Returns the key of a request (contract W2). @throws KalendsError 400 naming `Idempotency-Key` */
export function readIdempotencyKey(header: string | string[]): string {
  if (typeof header === 'string' && VISIBLE.test(header)) return header;
  throw invalidParameter('Idempotency-Key', message('problem.idempotency_key'));
}

/** An answer or a refusal as it is kept, with the access with which it was asked for. */
type KeptAnswer = { readonly access?: string } & (
  | { readonly answer: { status: number; headers: Record<string, string>; body: string } }
  | { readonly error: { code: ErrorCode; extras: ErrorExtras } }
);

/** Returns whether an answer is kept, which credentials, permission, conflicts, limits and failures are not: those may pass another time. */
const isKept = (status: number): boolean => status < 500 && ![401, 403, 409, 429].includes(status);

function textOf({ status = 200, headers = {}, bytes, body }: Answer, access: string): string {
  const kept: KeptAnswer = {
    access,
    answer: { status, headers: { ...headers }, body: bytes?.toString() ?? JSON.stringify(body) ?? '' },
  };
  return JSON.stringify(kept);
}

/** Returns what decides about the rights of a caller: two with the same may do the same. */
const accessOf = (viewer: Viewer): string => (viewer ? `${viewer.role} ${viewer.scope ?? ''}` : '');

/**
 * Holds that the caller may still do what is answered again: by the route's permission, and where role or scope are others than
 * then, by a trial, which comes to what is looked at deeper inside.
 * @throws KalendsError what refuses it
 */
async function admitAgain(
  services: Services,
  kept: KeptAnswer,
  { viewer, admit, run }: OnceCaller,
): Promise<void> {
  const isSame = kept.access === accessOf(viewer);
  const isThere = await admit(services, isSame);
  if (isSame) return;
  await tryWrites(services, run).catch((error: unknown) => {
    const isRefused = error instanceof KalendsError && (!isThere || [401, 403].includes(error.status));
    if (isRefused || !(error instanceof KalendsError)) throw error;
  });
}

/** @throws KalendsError the refusal that was kept */
function replayed(kept: KeptAnswer): Answer {
  if ('error' in kept) {
    const { code, extras } = kept.error;
    throw new KalendsError(code, { ...extras, headers: { ...extras.headers, ...REPLAYED } });
  }
  const { status, headers, body } = kept.answer;
  return { status, headers: { ...headers, ...REPLAYED }, bytes: Buffer.from(body), isMomentary: true };
}

/** Stands for an answer that was dropped, since too many are kept. */
const DROPPED: KeptAnswer = { error: { code: 'rest_idempotency_answer_dropped', extras: {} } };

/** A secret for one browser, which no copy of the answer may give again. */
const givesCookie = ({ headers = {} }: Answer): boolean => 'Set-Cookie' in headers;

/** Whose request it is, how their permission is looked at again, and how it is done. */
export interface OnceCaller {
  readonly viewer: Viewer;
  readonly admit: Admit;
  /** Does it with parts of the service whose writes are one transaction. */
  readonly run: Run;
}

/**
 * Answers a request that is done once in 24 hours (contract W2): the answer is kept in the transaction of what it writes.
 * @throws KalendsError `rest_idempotency_key_reused`, `rest_idempotency_key_in_use`, `rest_idempotency_answer_dropped`,
 *   `rest_too_many_requests` for too many keys, what refuses the caller by now, and what `run` throws
 */
export async function answerOnce(services: Services, key: OnceKey, caller: OnceCaller): Promise<Answer> {
  const { run } = caller;
  const access = accessOf(caller.viewer);
  const { db, media } = services;
  const nowMs = millisecondsOf(services.now);
  const known = await beginOnce(db, key, nowMs());
  if (known.state === 'answered') {
    const kept: KeptAnswer = known.sealed === '' ? DROPPED : JSON.parse(await openAnswer(key, known.sealed));
    await admitAgain(services, kept, caller);
    return replayed(kept);
  }
  if (known.state === 'full') {
    const seconds = Math.max(1, Math.ceil((known.untilMs - nowMs()) / 1000));
    throw new KalendsError('rest_too_many_requests', {
      headers: { 'Retry-After': String(seconds) },
      values: { seconds },
    });
  }
  if (known.state === 'reused') throw new KalendsError('rest_idempotency_key_reused');
  if (known.state === 'under_way')
    throw new KalendsError('rest_idempotency_key_in_use', { headers: { 'Retry-After': '1' } });
  const transaction = new OpenTransaction(db);
  const held = heldFiles(media.files);
  const release = holdOnce(db, key, nowMs);
  let isCommitting = false;
  try {
    const answer = await run({ ...services, db: transaction.db, media: { ...media, files: held.files } });
    release();
    if (!givesCookie(answer)) {
      const sealed = await sealAnswer(key, textOf(answer, access));
      await transaction.db.write((trx) => keepAnswer(trx, key, sealed));
    }
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
      const kept: KeptAnswer = {
        access,
        error: { code: error.code, extras: { ...extras, status: error.status } },
      };
      const sealed = await sealAnswer(key, JSON.stringify(kept));
      await db.write((trx) => keepAnswer(trx, key, sealed));
    } else await forgetOnce(db, key).catch(() => {});
    throw error;
  }
}
