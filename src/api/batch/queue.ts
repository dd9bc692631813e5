import type { Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { Semaphore } from '#store/db/semaphore.ts';

/** Batches that a process does at once: writes come one after the other anyway, and of many begun together none is soon done. */
const AT_ONCE = 2;
/** The longest that a batch waits for its turn. */
const PATIENCE_MS = 60_000;

const unavailable = () => new KalendsError('rest_unavailable', { headers: { 'Retry-After': '5' } });

/** @throws KalendsError `rest_unavailable` where the process ends, and what isn't committed by now can still be refused whole */
export function refuseAtEnd({ lifecycle }: Pick<Services, 'lifecycle'>): void {
  if (lifecycle.isRefusing) throw unavailable();
}

/** Returns the queue of a process's batches. */
export const batchQueue = (): Services['batches'] => new Semaphore(AT_ONCE, PATIENCE_MS, unavailable);

/** Does a batch in its turn; the end of the process waits for its answer then. @throws KalendsError `rest_unavailable` where the process ends before it has begun */
export function inTurn<T>(
  { services: { batches, lifecycle }, awaitAtEnd }: Pick<Call, 'services' | 'awaitAtEnd'>,
  work: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = lifecycle.onFinishing(() => reject(unavailable()));
    const begin = async (): Promise<T> => {
      if (lifecycle.isFinishing) throw unavailable();
      forget();
      awaitAtEnd?.();
      return work();
    };
    batches
      .run(begin, () => false)
      .then(resolve, reject)
      .finally(forget);
  });
}
