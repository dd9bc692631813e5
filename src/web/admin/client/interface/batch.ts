import { isObject } from '#foundation/text/is-object.ts';
import { api, bodyOf, InterfaceError, noteStatus } from './client.ts';

/** A write of a batch. */
export interface BatchedWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Its path as the interface has it, below the namespace, with its query. */
  readonly path: string;
  readonly body?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** The most writes that one batch takes. */
export const MOST_WRITES = 100;

type RefusalParts = ConstructorParameters<typeof InterfaceError>;

/** Returns what an error is made of, from a refusal within a batch. */
function partsOf(status: number, body: unknown): RefusalParts {
  const { code, message, data } = isObject(body) ? body : {};
  return [status, String(code ?? 'internal'), String(message ?? ''), isObject(data) ? data : {}];
}

/** The refusal of a write of a batch, of which nothing was done. */
export class BatchRefusal extends InterfaceError {
  /** The place of the write that was refused. */
  readonly place: number;

  constructor(place: number, status: number, body: unknown) {
    super(...partsOf(status, body));
    this.place = place;
  }
}

async function answersTo(writes: readonly BatchedWrite[], atomic: boolean) {
  const requests = writes.map((write) => ({ ...write, path: `/calendar/events/v1${write.path}` }));
  const { responses } = await bodyOf(api.POST('/batch/v1', { body: { atomic, requests } }));
  const refused = responses.find((response) => response && response.status >= 400);
  if (refused) noteStatus(refused.status);
  return responses;
}

/** Does all of some writes, or none of them. @throws BatchRefusal for the first that is refused */
export async function writeAll(writes: readonly BatchedWrite[]): Promise<void> {
  for (const [place, response] of (await answersTo(writes, true)).entries())
    if (response && response.status >= 400) throw new BatchRefusal(place, response.status, response.body);
}

/**
 * Does each of some writes for itself, whatever becomes of the others.
 * @returns for each, in their order, why it was refused; undefined where it is done
 */
export async function writeEach(
  writes: readonly BatchedWrite[],
): Promise<readonly (InterfaceError | undefined)[]> {
  const responses = await answersTo(writes, false);
  return writes.map((_, at) => {
    const response = responses[at];
    if (response && response.status < 400) return undefined;
    return new InterfaceError(...partsOf(response?.status ?? 500, response?.body));
  });
}
