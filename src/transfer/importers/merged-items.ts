import { IdAllocator } from '#store/db/allocators.ts';
import type { Writing } from '#store/db/engine.ts';
import { reserveId } from '#store/db/sequence.ts';
import type { MergedKind } from '#store/db/tables.ts';
import type { ImportMergedItem } from './import-item.ts';
import { keyName, listImported } from './store.ts';

const kinds: readonly MergedKind[] = ['venues', 'organizers', 'categories', 'tags'];

/** Keeps where IDs and slugs of merged items led at the source, where the item that stays was imported and nothing here has the ID. */
export async function insertMergedItems(trx: Writing, items: readonly ImportMergedItem[]): Promise<void> {
  for (const kind of kinds) {
    const own = items.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    const sequence = kind === 'venues' || kind === 'organizers' ? 'post' : 'term';
    const ids = new IdAllocator(trx, sequence);
    await ids.prefetch(own.map(({ id }) => id));
    const imported = await listImported(
      trx,
      kind,
      own.map(({ into }) => into),
    );
    for (const { id, into, slugs } of own) {
      const into_id = imported.get(keyName(into))?.resource_id;
      if (into_id === undefined || !(await ids.isFree(id))) continue;
      await trx.insertInto('merged_items').values({ kind, id, into_id }).execute();
      await reserveId(trx, sequence, id);
      for (const slug of new Set(slugs))
        await trx.insertInto('merged_slugs').values({ kind, slug, id }).execute();
    }
  }
}
