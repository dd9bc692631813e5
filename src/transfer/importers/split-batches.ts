import { type ImportBatch, importKinds, noItems } from './import-item.ts';
import { countItems } from './join-batches.ts';

/** Splits batches so that none has more items than that: what a transaction writes keeps others from writing. */
export async function* splitBatches(
  batches: AsyncIterable<ImportBatch> | Iterable<ImportBatch>,
  most: number,
): AsyncGenerator<ImportBatch> {
  for await (const batch of batches) {
    const all = countItems(batch.items);
    if (all <= most) {
      yield batch;
      continue;
    }
    const { progress } = batch;
    const before = progress.done - batch.items[progress.what].length;
    let taken = 0;
    let done = before;
    for (const kind of importKinds)
      for (let at = 0; at < batch.items[kind].length; at += most) {
        const items = { ...noItems(), [kind]: batch.items[kind].slice(at, at + most) };
        const count = countItems(items);
        taken += count;
        if (kind === progress.what) done += count;
        // Where it is taken up again, and what goes after all items, are the last one's.
        if (taken === all) yield { ...batch, items, remarks: taken === count ? batch.remarks : [] };
        else
          yield {
            items,
            remarks: taken === count ? batch.remarks : [],
            progress: { ...progress, done: Math.max(0, done) },
          };
      }
  }
}
