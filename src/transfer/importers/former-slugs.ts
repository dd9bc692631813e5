import type { Writing } from '#store/db/engine.ts';
import { type ImportFormerSlug, importKinds } from './import-item.ts';
import { keyName, listImported } from './store.ts';

const AT_ONCE = 1000;

/** Keeps former slugs of imported items, so that their old addresses lead to them; those that lead to something here stay. */
export async function insertFormerSlugs(trx: Writing, slugs: readonly ImportFormerSlug[]): Promise<void> {
  for (const kind of importKinds) {
    const own = slugs.filter((one) => one.kind === kind);
    if (own.length === 0) continue;
    const imported = await listImported(
      trx,
      kind,
      own.map(({ item }) => item),
    );
    const rows = own.flatMap(({ slug, item }) => {
      const resource_id = imported.get(keyName(item))?.resource_id;
      return resource_id === undefined ? [] : [{ kind, slug, resource_id }];
    });
    for (let at = 0; at < rows.length; at += AT_ONCE)
      await trx
        .insertInto('former_slugs')
        .values(rows.slice(at, at + AT_ONCE))
        .onConflict((taken) => taken.doNothing())
        .execute();
  }
}
