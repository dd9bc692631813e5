import { type Answer, type Route, revisedKindOf } from '#api/routing/route.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { findRevision, type RevisedKind } from '#store/db/revisions.ts';
import type { PreparedRequest } from './writes.ts';

/** Returns an answer with its item's revision as a member, and for its entity tag. */
export function withRevision(
  { digest: _, asRead, ...answer }: Answer,
  kind: RevisedKind,
  { id, revision }: { id: number; revision: number },
): Answer {
  const { bytes, body } = answer;
  const revisionTag = `${kind}${id}.${revision}`;
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

/** Answers a read of an item with its revision, which is looked up before it: it must never be newer than what is shown (contract W1). */
export async function answerRevised(
  route: Route,
  kind: RevisedKind,
  { call, received }: Pick<PreparedRequest, 'call' | 'received'>,
): Promise<Answer> {
  const asked = itemOf(received.path);
  const revisionOf = (id: number) => findRevision(call.services.db.read, kind, id);
  const revision = await revisionOf(asked);
  const answer = await route.handle(call, received);
  const id = answeredId(answer);
  if (id === undefined) return answer;
  if (id === asked) return withRevision(answer, kind, { id, revision });
  // A date of a series was asked for by its day.
  const revisionOfShown = await revisionOf(id);
  return withRevision(await route.handle(call, received), kind, { id, revision: revisionOfShown });
}

/** Returns the route that reads the item of another's path: its own, or for its file and its merging that of the item. */
export function readingOf(route: Route, routes: readonly Route[]): Route | undefined {
  const kind = revisedKindOf(route);
  if (kind === undefined) return undefined;
  const [name] = /\{\w+\}/.exec(route.url) ?? [];
  return routes.find(
    (one) => one.methods.includes('GET') && one.url.endsWith(`/${name}`) && revisedKindOf(one) === kind,
  );
}

/** Returns the ID of the item that a path names, which has been read as its ID or as its row. */
export function itemOf(path: Readonly<Record<string, unknown>>): number {
  const named = path['id'] ?? path['slug'];
  return Number(typeof named === 'object' && named !== null && 'id' in named ? named.id : named);
}
