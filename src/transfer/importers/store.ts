import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { deleteSetting, findSetting, putSetting } from '#store/db/stored-settings.ts';
import type { ImportKind, ImportSource, SourceKey } from './import-item.ts';

/** Kinds that the ledger stores: items, authors (users) and pictures (media). */
export type ImportedKind = ImportKind | 'authors' | 'pictures';

/** The resource that an import made of an item; `digest` tells whether the item has changed at its source. */
export interface ImportedResource {
  resource_id: number;
  digest: string;
}

/** Returns the resource that an earlier import made of an item. */
export async function findImported(
  db: Reading,
  kind: ImportedKind,
  key: SourceKey,
): Promise<ImportedResource | undefined> {
  return db
    .selectFrom('imported')
    .select(['resource_id', 'digest'])
    .where('source', '=', key.source)
    .where('kind', '=', kind)
    .where('source_id', '=', key.id)
    .executeTakeFirst();
}

/** Returns a key as one text, for use as a map key. */
export const keyName = ({ source, id }: SourceKey): string => `${source} ${id}`;

const AT_ONCE = 1000;

/** Returns the resources made of many items of a kind, by `keyName`. Runs one statement per source and 1,000 items. */
export async function listImported(
  db: Reading,
  kind: ImportedKind,
  keys: Iterable<SourceKey>,
): Promise<Map<string, ImportedResource>> {
  const found = new Map<string, ImportedResource>();
  for (const [source, ids] of idsBySource(keys))
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const rows = await db
        .selectFrom('imported')
        .select(['source_id', 'resource_id', 'digest'])
        .where('source', '=', source)
        .where('kind', '=', kind)
        .where('source_id', 'in', ids.slice(at, at + AT_ONCE))
        .execute();
      for (const { source_id, ...made } of rows) found.set(keyName({ source, id: source_id }), made);
    }
  return found;
}

/** Returns the digests of many items of a kind imported in a language, by `keyName`. */
export async function listImportedDigests(
  db: Reading,
  kind: ImportKind,
  keys: Iterable<SourceKey>,
  language: Language,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [source, ids] of idsBySource(keys))
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const rows = await db
        .selectFrom('imported_texts')
        .select(['source_id', 'digest'])
        .where('source', '=', source)
        .where('kind', '=', kind)
        .where('language', '=', language)
        .where('source_id', 'in', ids.slice(at, at + AT_ONCE))
        .execute();
      for (const { source_id, digest } of rows) found.set(keyName({ source, id: source_id }), digest);
    }
  return found;
}

function idsBySource(keys: Iterable<SourceKey>): Map<string, string[]> {
  const sources = new Map<string, Set<string>>();
  for (const { source, id } of keys) {
    const ids = sources.get(source) ?? new Set();
    sources.set(source, ids.add(id));
  }
  return new Map([...sources].map(([source, ids]) => [source, [...ids]]));
}

/** Stores the resource made of an item, in place of an earlier one. */
export async function recordImported(
  trx: Writing,
  kind: ImportedKind,
  key: SourceKey,
  made: ImportedResource,
): Promise<void> {
  await trx
    .insertInto('imported')
    .values({ source: key.source, kind, source_id: key.id, ...made })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'source_id']).doUpdateSet(made))
    .execute();
}

const checkpointName = (source: string) => `import ${source}`;

/** Returns where an interrupted import of a source resumes; undefined if none was interrupted. */
export async function readCheckpoint(db: Reading, source: string): Promise<string | undefined> {
  return findSetting(db, checkpointName(source));
}

/** Stores where an import of a source would resume; undefined removes the checkpoint once the import is complete. */
export async function writeCheckpoint(
  trx: Writing,
  source: string,
  checkpoint: string | undefined,
): Promise<void> {
  const name = checkpointName(source);
  if (checkpoint === undefined) await deleteSetting(trx, name);
  else await putSetting(trx, name, checkpoint);
}

/** Returns by ID which imported resources still exist, and whether they are in the trash. */
export async function findPresence(
  db: Reading,
  kind: ImportKind,
  ids: readonly number[],
): Promise<Map<number, 'here' | 'trashed'>> {
  const places = new Map<number, 'here' | 'trashed'>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const these = ids.slice(at, at + AT_ONCE);
    if (kind === 'categories' || kind === 'tags') {
      const rows = await db.selectFrom(kind).select('id').where('id', 'in', these).execute();
      for (const { id } of rows) places.set(id, 'here');
    } else {
      const rows = await db.selectFrom(kind).select(['id', 'status']).where('id', 'in', these).execute();
      for (const { id, status } of rows) places.set(id, status === 'trash' ? 'trashed' : 'here');
    }
  }
  return places;
}

/** An item created in this calendar, with its publication. */
export interface CreatedHere {
  id: number;
  slug: string;
  date: string;
  date_utc: string;
}

/** Returns those rows with these IDs that were created in this calendar, in no order; the trash counts. */
export async function listCreatedHere(
  db: Reading,
  kind: 'events' | 'venues' | 'organizers',
  ids: readonly number[],
): Promise<CreatedHere[]> {
  const created: CreatedHere[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    created.push(
      ...(await db
        .selectFrom(kind)
        .select(['id', 'slug', 'date', 'date_utc'])
        .where('id', 'in', ids.slice(at, at + AT_ONCE))
        .where('global_id', 'is', null)
        .execute()),
    );
  return created;
}

/** Returns the dates of a series. */
export function listSeriesDates(db: Reading, series: number) {
  return db
    .selectFrom('occurrences')
    .select(['id', 'recurrence_id', 'overrides'])
    .where('series_id', '=', series)
    .where('series_id', '>', 0)
    .execute();
}

/** Notes that a series was split from another. */
export async function linkSeries(trx: Writing, { from, to }: { from: number; to: number }): Promise<void> {
  await trx.updateTable('series').set({ continued_by: to }).where('id', '=', from).execute();
  await trx.updateTable('series').set({ continues: from }).where('id', '=', to).execute();
}

/** Returns those venues or organizers of a folded name that are not in the trash, the oldest first; organizers have no address. */
export async function listNamed(db: Reading, table: 'venues' | 'organizers', name_key: string) {
  const rows = await db
    .selectFrom(table)
    .selectAll()
    .where('name_key', '=', name_key)
    .where('status', '<>', 'trash')
    .orderBy('id')
    .execute();
  return rows.map((row) => Object.assign({ address: '', city: '', zip: '', country: '' }, row));
}

/** Returns whether a source that was imported before has other IDs for all of its events. */
export async function isRenumbered(
  db: Reading,
  { identities }: Pick<ImportSource, 'identities'>,
): Promise<boolean> {
  if (!identities) return false;
  const { source, ids } = identities;
  const earlier = await db
    .selectFrom('imported')
    .select('resource_id')
    .where('source', '=', source)
    .where('kind', '=', 'events')
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return false;
  const keys = ids.map((id) => ({ source, id }));
  return (await listImported(db, 'events', keys)).size === 0;
}

/** Returns the IDs of events of a source with a title and a start that are not in the trash, the oldest first. */
export async function listAlike(
  db: Reading,
  source: string,
  { title_key, utc_start_date }: { readonly title_key: string; readonly utc_start_date: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .innerJoin('imported', 'imported.resource_id', 'events.id')
    .select('events.id')
    .where('events.title_key', '=', title_key)
    .where('events.utc_start_date', '=', utc_start_date)
    .where('events.status', '<>', 'trash')
    .where('imported.source', '=', source)
    .where('imported.kind', '=', 'events')
    .orderBy('events.id')
    .execute();
  return rows.map(({ id }) => id);
}
