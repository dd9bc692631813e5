import type { Answer, Route } from '#api/routing/route.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { findRevision } from '#store/db/revisions.ts';
import { itemOf, revisedItemsOf } from './revised-items.ts';
import type { PreparedRequest } from './writes.ts';

/** Returns an answer with its item's revision as a member, and for its entity tag. */
export function withRevision({ digest: _, ...answer }: Answer, revision: number): Answer {
  const { bytes, body } = answer;
  if (bytes) {
    const end = Buffer.from(`,"revision":${revision}}`);
    return { ...answer, revision, bytes: Buffer.concat([bytes.subarray(0, -1), end]) };
  }
  return isObject(body) ? { ...answer, revision, body: { ...body, revision } } : answer;
}

/** Returns the ID of the item that is answered; undefined: it is none. */
export function answeredId({ bytes, body }: Answer): number | undefined {
  const id = bytes
    ? Number(/^\{"id":(\d+)/.exec(bytes.toString('latin1', 0, 30))?.[1])
    : isObject(body)
      ? body['id']
      : undefined;
  return typeof id === 'number' && id > 0 ? id : undefined;
}

/**
 * Answers a read; single items with their revision to those who may change them, since it tells of changes that others may not
 * see. It is looked up before them: it must never be newer than what is shown (contract W1).
 */
export async function answerRead(route: Route, prepared: PreparedRequest): Promise<Answer> {
  const { call, received, mayWrite } = prepared;
  const items = revisedItemsOf(route);
  if (!items?.isSingle || !mayWrite) return route.handle(call, received);
  const asked = itemOf(received.path);
  const revisionOf = (id: number) => findRevision(call.deps.db.read, items.kind, id);
  const revision = await revisionOf(asked);
  const answer = await route.handle(call, received);
  const shown = answeredId(answer);
  if (shown === undefined || shown === asked) return withRevision(answer, revision);
  // A date of a series was asked for by its day.
  const revisionOfShown = await revisionOf(shown);
  return withRevision(await route.handle(call, received), revisionOfShown);
}
