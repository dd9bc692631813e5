import { createHash } from 'node:crypto';
import type { Answer } from '#api/routing/route.ts';
import type { Batch, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { answerMatching } from './matching.ts';
import { answerOnce, readIdempotencyKey } from './once.ts';
import { onceKeyOf } from './store.ts';
import { asksTrial, tryOut } from './trial.ts';
import type { Admit, ChangedSince, Prepare, WriteRequest } from './writes.ts';

/** Returns whose key an `Idempotency-Key` is: two may choose the same. */
const senderOf = ({ viewer, client }: WriteRequest) => (viewer ? `user ${viewer.id}` : `client ${client}`);

function requestParts({ method, url, sent, file }: WriteRequest): string[] {
  const fileHash = file ? createHash('sha256').update(file.bytes).digest('base64') : '';
  return [method, url, JSON.stringify(sent), file?.name ?? '', fileHash];
}

/**
 * Answers a write: only where its item is as it knows it (`If-Match`), once (`Idempotency-Key`), or as a trial (`dry_run`),
 * if it asks for that (contract W1 to W3), and as a part of a batch that is one transaction (W6).
 * @throws KalendsError `rest_batch_not_allowed` in a batch where it is no write of content
 */
export async function answerWrite(
  request: WriteRequest,
  services: Services,
  checks: { prepare: Prepare; changedSince: ChangedSince; admit: Admit },
  batch?: Batch,
): Promise<Answer> {
  if (batch && request.route.revises === undefined) throw new KalendsError('rest_batch_not_allowed');
  if (batch?.mode === 'checking') {
    await checks.prepare(services);
    return { body: null };
  }
  const run = (within: Services) => answerMatching(request, within, checks);
  if (asksTrial(request)) return tryOut(services, request.route, run);
  const key = request.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined;
  if (key === undefined) return run(services);
  const { viewer } = request;
  const once = onceKeyOf(senderOf(request), key, requestParts(request));
  return answerOnce(services, once, { viewer, admit: checks.admit, run });
}
