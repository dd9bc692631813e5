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

/** The refusal of a write of a batch, of which nothing was done. */
export class BatchRefusal extends InterfaceError {
  /** The place of the write that was refused. */
  readonly place: number;

  constructor(place: number, status: number, body: unknown) {
    const { code, message, data } = isObject(body) ? body : {};
    super(status, String(code ?? 'internal'), String(message ?? ''), isObject(data) ? data : {});
    this.place = place;
  }
}

/** Does all of some writes, or none of them. @throws BatchRefusal for the first that is refused */
export async function writeAll(writes: readonly BatchedWrite[]): Promise<void> {
  const requests = writes.map((write) => ({ ...write, path: `/calendar/events/v1${write.path}` }));
  const { responses } = await bodyOf(api.POST('/batch/v1', { body: { atomic: true, requests } }));
  for (const [place, response] of responses.entries())
    if (response && response.status >= 400) {
      noteStatus(response.status);
      throw new BatchRefusal(place, response.status, response.body);
    }
}
