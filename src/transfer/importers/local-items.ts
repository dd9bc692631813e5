import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';
import type { ImportItem, ImportKind, SourceKey } from './import-item.ts';
import { listImported } from './store.ts';

const AT_ONCE = 1000;

const isPostId = (id: string) => /^[1-9]\d*$/.test(id) && Number(id) <= ID_MAX;

/**
 * Returns whether all these items exist here with the same ID, slug and publication second and were not imported:
 * then the site shows this very calendar.
 */
export async function areAllLocal(
  db: Reading,
  kind: 'events' | 'venues' | 'organizers',
  items: readonly Pick<ImportItem, 'key' | 'wantedId' | 'sent'>[],
): Promise<boolean> {
  const ids = items.flatMap(({ wantedId }) => wantedId ?? []);
  if (ids.length < items.length) return false;
  const brought = await listImported(
    db,
    kind,
    items.map(({ key }) => key),
  );
  if (brought.size > 0) return false;
  const rows = await db
    .selectFrom(kind)
    .select(['id', 'slug', 'date_utc'])
    .where('id', 'in', ids)
    .where('global_id', 'is', null)
    .execute();
  const here = new Map(rows.map((row) => [row.id, row]));
  return items.every(({ wantedId, sent }) => {
    const row = here.get(wantedId ?? 0);
    return row !== undefined && row.slug === sent['slug'] && row.date_utc === sent['date_utc'];
  });
}

/** Returns the name by which exports of this calendar identify it as a source; undefined before the first export. */
async function localSource(db: Reading): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'calendar')
    .executeTakeFirst();
  return row?.value;
}

/** Returns those keys that identify items created in this calendar which still exist, trash included. */
export async function findLocal(
  db: Reading,
  kind: ImportKind,
  keys: readonly SourceKey[],
): Promise<ReadonlySet<SourceKey>> {
  // Terms are told by their slugs.
  if (keys.length === 0 || kind === 'categories' || kind === 'tags') return new Set();
  const source = await localSource(db);
  const own = keys.filter((key) => key.source === source && isPostId(key.id));
  const here = new Set<number>();
  for (let at = 0; at < own.length; at += AT_ONCE) {
    const ids = own.slice(at, at + AT_ONCE).map(({ id }) => Number(id));
    const rows = await db
      .selectFrom(kind)
      .select('id')
      .where('id', 'in', ids)
      .where('global_id', 'is', null)
      .execute();
    for (const { id } of rows) here.add(id);
  }
  return new Set(own.filter(({ id }) => here.has(Number(id))));
}
