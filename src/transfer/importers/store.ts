import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { ImportKind, SourceKey } from './import-item.ts';

/** Kinds of things that imports remember: items, their authors (users) and pictures (media). */
export type ImportedKind = ImportKind | 'authors' | 'pictures';

/** What an earlier import made of an item; `digest` tells whether it has changed at its source. */
export interface ImportedResource {
  resource_id: number;
  digest: string;
}

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

/** One text for a key, for looking things up. */
export const keyName = ({ source, id }: SourceKey): string => `${source} ${id}`;

const AT_ONCE = 1000;

/** `findImported` for many items of a kind, by `keyName`. One statement for each source and thousand. */
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

/** `recallDigest` for many items of a kind, by `keyName`. */
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

/** Where an interrupted import of a source is to go on. */
export async function readCheckpoint(db: Reading, source: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', checkpointName(source))
    .executeTakeFirst();
  return row?.value;
}

/** undefined: the import has come to its end. */
export async function writeCheckpoint(
  trx: Writing,
  source: string,
  checkpoint: string | undefined,
): Promise<void> {
  const name = checkpointName(source);
  if (checkpoint === undefined) await trx.deleteFrom('settings').where('name', '=', name).execute();
  else
    await trx
      .insertInto('settings')
      .values({ name, value: checkpoint })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: checkpoint }))
      .execute();
}

/** Where imported items of a kind are that are still here, by ID: in the trash they stay as they are. */
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
