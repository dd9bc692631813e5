import { type BatchedWrite, MOST_WRITES, writeEach } from '../interface/batch.ts';
import { InterfaceError, isUnanswered } from '../interface/client.ts';

/** The outcome of writes for many items, each of which is in one of the lists. */
export interface Written<T> {
  readonly done: readonly T[];
  readonly refused: readonly { readonly item: T; readonly error: InterfaceError }[];
  /** Items of which no answer tells whether they were written. */
  readonly unanswered: readonly T[];
  /** Items that were never sent. */
  readonly left: readonly T[];
  /** Why the rest was not sent; undefined where it was, or where somebody stopped it. */
  readonly halt: unknown;
}

/** Control of a run of writes, which asks and tells between its batches. */
export interface RunControl {
  readonly isStopped: () => boolean;
  /** Is told how many have been answered so far. */
  readonly onProgress: (answered: number) => void;
}

const SIGNED_OUT = 401;

/** Returns whether an error of a whole batch leaves open what was done: its writes come one after another. */
const isOpen = (error: unknown): boolean =>
  isUnanswered(error) || !(error instanceof InterfaceError) || error.status >= 500;

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += MOST_WRITES) yield items.slice(from, from + MOST_WRITES);
}

/**
 * Writes something for each of many items, a batch after the other, until all is sent, somebody stops it, or nothing would come
 * of the rest: nobody is signed in any more, or a batch isn't answered. What is refused for itself holds up nothing.
 */
export async function writeInBatches<T>(
  items: readonly T[],
  write: (item: T) => BatchedWrite,
  { isStopped, onProgress }: RunControl,
): Promise<Written<T>> {
  const done: T[] = [];
  const refused: { item: T; error: InterfaceError }[] = [];
  const unanswered: T[] = [];
  const left: T[] = [];
  let halt: unknown;
  for (const batch of batchesOf(items)) {
    if (halt !== undefined || isStopped()) {
      left.push(...batch);
      continue;
    }
    try {
      const errors = await writeEach(batch.map(write));
      for (const [place, item] of batch.entries()) {
        const error = errors[place];
        if (!error) done.push(item);
        else if (error.status === SIGNED_OUT) {
          left.push(item);
          halt ??= error;
        } else refused.push({ item, error });
      }
    } catch (error) {
      halt = error;
      (isOpen(error) ? unanswered : left).push(...batch);
    }
    onProgress(done.length + refused.length);
  }
  return { done, refused, unanswered, left, halt };
}
