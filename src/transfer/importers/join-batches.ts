import type { BatchSizer } from '#store/db/batch-sizer.ts';
import { type ImportBatch, type ImportKind, importKinds, noItems } from './import-item.ts';

/** Returns the number of items of all kinds. */
export const countItems = (items: Readonly<Record<ImportKind, readonly unknown[]>>): number =>
  importKinds.reduce((sum, kind) => sum + items[kind].length, 0);

/** Joins batches of one kind up to the size the batch sizer suggests: larger transactions cost less per item. */
export async function* joinBatches(
  batches: AsyncIterable<ImportBatch>,
  batchSizer: BatchSizer,
): AsyncGenerator<ImportBatch> {
  let joined: ImportBatch | undefined;
  for await (const batch of batches) {
    const isMore =
      joined?.progress.what === batch.progress.what && countItems(joined.items) < batchSizer.next;
    if (joined && !isMore) yield joined;
    joined = joined && isMore ? concatBatches(joined, batch) : batch;
  }
  if (joined) yield joined;
}

function concatBatches(first: ImportBatch, second: ImportBatch): ImportBatch {
  const items = noItems();
  for (const { items: some } of [first, second]) {
    items.categories.push(...some.categories);
    items.tags.push(...some.tags);
    items.venues.push(...some.venues);
    items.organizers.push(...some.organizers);
    items.events.push(...some.events);
  }
  const pictures = [...(first.pictures ?? []), ...(second.pictures ?? [])];
  const formerDates = [...(first.formerDates ?? []), ...(second.formerDates ?? [])];
  const formerSlugs = [...(first.formerSlugs ?? []), ...(second.formerSlugs ?? [])];
  const mergedItems = [...(first.mergedItems ?? []), ...(second.mergedItems ?? [])];
  const remarks = [...first.remarks, ...second.remarks];
  return { ...second, items, remarks, pictures, formerDates, formerSlugs, mergedItems };
}
