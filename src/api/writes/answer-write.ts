import { createHash } from 'node:crypto';
import type { Answer } from '#api/routing/route.ts';
import type { Batch, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { findRevision, type RevisedKind } from '#store/db/revisions.ts';
import { answeredId, answerRevised, itemOf, withRevision } from './answered-revision.ts';
import { RevisionGuard, readIfMatch, revisionsOf } from './if-match.ts';
import { answerOnce, readIdempotencyKey } from './once.ts';
import { onceKeyOf } from './store.ts';
import { asksTrial, tryOut } from './trial.ts';
import type { Admit, ChangedSince, Prepare, PreparedRequest, WriteRequest } from './writes.ts';

/** Returns what somebody who may edit an item is told where it isn't as they knew it (contract W1). */
async function staleness(
  { reading, headers }: WriteRequest,
  { call, received: { path } }: PreparedRequest,
  kind: RevisedKind,
  changedSince: ChangedSince,
): Promise<Record<string, unknown>> {
  if (!reading) return {};
  const received = { path, input: { context: 'edit' }, sent: {}, file: undefined };
  // The answer of the write may show less (`_fields`).
  const { bytes, body } = await answerRevised(reading, kind, {
    call: { ...call, fields: undefined },
    received,
  });
  const id = itemOf(path);
  const named = revisionsOf(readIfMatch(headers['if-match']) ?? [], kind, id);
  return {
    current: bytes ? JSON.parse(bytes.toString()) : body,
    changed:
      named.length > 0
        ? await changedSince(call.services.db.read, kind, {
            id,
            revision: Math.max(...named),
            site: call.services.config.language,
          })
        : null,
  };
}

/**
 * Handles a write whose item must be as `If-Match` knows it, if it says so, and answers with the item's revision.
 * @throws KalendsError `rest_precondition_failed`, and what the route refuses
 */
async function answerMatching(
  request: WriteRequest,
  services: Services,
  { prepare, changedSince }: { prepare: Prepare; changedSince: ChangedSince },
): Promise<Answer> {
  const { route, headers, revised: kind } = request;
  if (kind === undefined) {
    const { call, received } = await prepare(services);
    const answer = await route.handle(call, received);
    const made = answer.status === 201 ? answeredId(answer) : undefined;
    const { revises } = route;
    if (revises === undefined || made === undefined) return answer;
    const revision = await findRevision(services.db.read, revises, made);
    return withRevision(answer, revises, { id: made, revision });
  }
  const guard = new RevisionGuard(services.db, kind, readIfMatch(headers['if-match']));
  const prepared = await prepare({ ...services, db: guard.db });
  guard.item = itemOf(prepared.received.path);
  try {
    const answer = await route.handle(prepared.call, prepared.received);
    const shown = answeredId(answer);
    if (shown === undefined) return answer;
    const known = shown === guard.item ? guard.revision : undefined;
    const revision = known ?? (await findRevision(services.db.read, kind, shown));
    return withRevision(answer, kind, { id: shown, revision });
  } catch (error) {
    if (!(error instanceof KalendsError) || error.code !== 'rest_precondition_failed') throw error;
    const around = { ...prepared, call: { ...prepared.call, services } };
    const data = await staleness(request, around, kind, changedSince);
    throw new KalendsError(error.code, { data });
  }
}

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
  if (request.sent['dry_run'] !== undefined && asksTrial(request))
    return tryOut(services, request.route, run);
  const sentKey = request.headers['idempotency-key'];
  if (sentKey === undefined || request.method !== 'POST') return run(services);
  const { viewer } = request;
  const once = onceKeyOf(senderOf(request), readIdempotencyKey(sentKey), requestParts(request));
  return answerOnce(services, once, { viewer, admit: checks.admit, run });
}
