import { Links, NAMESPACE } from '#api/http/address.ts';
import { NO_DATE } from '#calendar/posts/rules.ts';
import type { Reading } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/sequence.ts';
import { findCalendarName } from '#transfer/exporters/store.ts';
import type { ImportItem, ImportKind, SourceKey } from './import-item.ts';
import { type CreatedHere, listCreatedHere, listImported } from './store.ts';

const HOME = { base: '', namespace: NAMESPACE };

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

/** A key of an item, with its fields where the source delivers the item itself and not only a link to it. */
export type KnownItem = Pick<ImportItem, 'key'> & Partial<Pick<ImportItem, 'sent'>>;

/** Recognizes in one import the items that were created in this calendar and return in an export of it. */
export class LocalItems {
  readonly #host: string | undefined;
  /** Items recognized by their publication, to which later batches link by their keys alone. */
  readonly #recognized = new Set<string>();

  /** @param publicUrl the calendar's public address, under which exports name what was created here */
  constructor(publicUrl: string | undefined) {
    this.#host = publicUrl === undefined ? undefined : new Links(publicUrl, HOME).host;
  }

  /**
   * Returns the keys of those items that were created in this calendar and still exist, trash included. The calendar's own name
   * is enough; its host isn't, since another site may have had the address before: there the publication has to be the same.
   */
  async find(db: Reading, kind: ImportKind, items: readonly KnownItem[]): Promise<ReadonlySet<SourceKey>> {
    // Terms are identified by their slugs.
    if (items.length === 0 || kind === 'categories' || kind === 'tags') return new Set();
    const name = await findCalendarName(db);
    const own = items.filter(
      ({ key: { source, id } }) => (source === name || source === this.#host) && isPostId(id),
    );
    const rows = await listCreatedHere(
      db,
      kind,
      own.map(({ key }) => Number(key.id)),
    );
    const here = new Map(rows.map((row) => [row.id, row]));
    const local = new Set<SourceKey>();
    for (const { key, sent } of own) {
      const row = here.get(Number(key.id));
      if (!row) continue;
      const place = `${kind} ${key.id}`;
      if (key.source !== name && sent && isPublishedAlike(row, sent)) this.#recognized.add(place);
      if (key.source === name || this.#recognized.has(place)) local.add(key);
    }
    return local;
  }
}

/** Returns whether an item as sent has the publication of a row. What was never published has only its wall clock. */
const isPublishedAlike = (row: CreatedHere, sent: ImportItem['sent']): boolean =>
  row.date_utc === NO_DATE
    ? sent['date_utc'] === undefined && sent['date'] === row.date
    : sent['date_utc'] === row.date_utc;
