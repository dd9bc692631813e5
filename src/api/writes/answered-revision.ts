import type { Answer, Route } from '#api/routing/route.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { findRevision, type RevisedKind } from '#store/db/revisions.ts';
import { revisionTagOf } from './if-match.ts';
import { itemOf, revisedItemsOf } from './revised-items.ts';
import type { PreparedRequest } from './writes.ts';

/** Returns an answer with its item's revision as a member, and for its entity tag. */
export function withRevision(
  { digest: _, asRead, ...answer }: Answer,
  kind: RevisedKind,
  { id, revision }: { id: number; revision: number },
): Answer {
  const { bytes, body } = answer;
  const revisionTag = revisionTagOf(kind, id, revision);
  if (bytes) {
    const end = Buffer.from(`,"revision":${revision}}`);
    return { ...answer, revisionTag, bytes: Buffer.concat([bytes.subarray(0, -1), end]) };
  }
  if (!isObject(body)) return answer;
  const read = asRead && { asRead: () => ({ ...asRead(), revision }) };
  return { ...answer, ...read, revisionTag, body: { ...body, revision } };
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
 * Answers a read; single items with their revision, which is looked up before them: it must never be newer than what is shown
 * (contract W1).
 */
export async function answerRead(
  route: Route,
  { call, received }: Pick<PreparedRequest, 'call' | 'received'>,
): Promise<Answer> {
  const items = revisedItemsOf(route);
  if (!items?.isSingle) return route.handle(call, received);
  const { kind } = items;
  const asked = itemOf(received.path);
  const revisionOf = (id: number) => findRevision(call.deps.db.read, kind, id);
  const revision = await revisionOf(asked);
  const answer = await route.handle(call, received);
  const id = answeredId(answer);
  if (id === undefined) return answer;
  if (id === asked) return withRevision(answer, kind, { id, revision });
  // A date of a series was asked for by its day.
  const revisionOfShown = await revisionOf(id);
  return withRevision(await route.handle(call, received), kind, { id, revision: revisionOfShown });
}
