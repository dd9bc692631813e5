import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';
import { findCalendarName } from '#transfer/exporters/store.ts';
import type { ImportItem, ImportKind, SourceKey } from './import-item.ts';
import { listCreatedHere, listImported } from './store.ts';

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
  const imported = await listImported(
    db,
    kind,
    items.map(({ key }) => key),
  );
  if (imported.size > 0) return false;
  const rows = await listCreatedHere(db, kind, ids);
  const here = new Map(rows.map((row) => [row.id, row]));
  return items.every(({ wantedId, sent }) => {
    const row = here.get(wantedId ?? 0);
    return row !== undefined && row.slug === sent['slug'] && row.date_utc === sent['date_utc'];
  });
}

/** Returns those keys that identify items created in this calendar which still exist, trash included. */
export async function findLocal(
  db: Reading,
  kind: ImportKind,
  keys: readonly SourceKey[],
): Promise<ReadonlySet<SourceKey>> {
  // Terms are identified by their slugs.
  if (keys.length === 0 || kind === 'categories' || kind === 'tags') return new Set();
  const source = await findCalendarName(db);
  const own = keys.filter((key) => key.source === source && isPostId(key.id));
  const rows = await listCreatedHere(
    db,
    kind,
    own.map(({ id }) => Number(id)),
  );
  const here = new Set(rows.map(({ id }) => id));
  return new Set(own.filter(({ id }) => here.has(Number(id))));
}
