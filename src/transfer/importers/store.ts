import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import type { ArrivingKind, SourceKey } from './arrival.ts';

/** Kinds of things that imports remember: items, their authors (users) and pictures (media). */
export type RememberedKind = ArrivingKind | 'authors' | 'pictures';

/** What an earlier import made of an item; `digest` tells whether it has changed at its source. */
export interface Remembered {
  resource_id: number;
  digest: string;
}

export async function recall(
  db: Reading,
  kind: RememberedKind,
  key: SourceKey,
): Promise<Remembered | undefined> {
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

/** `recall` for many items of a kind, by `keyName`. One statement for each source and thousand. */
export async function recallAll(
  db: Reading,
  kind: RememberedKind,
  keys: Iterable<SourceKey>,
): Promise<Map<string, Remembered>> {
  const found = new Map<string, Remembered>();
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
export async function recallDigests(
  db: Reading,
  kind: ArrivingKind,
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

export async function remember(
  trx: Writing,
  kind: RememberedKind,
  key: SourceKey,
  made: Remembered,
): Promise<void> {
  await trx
    .insertInto('imported')
    .values({ source: key.source, kind, source_id: key.id, ...made })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'source_id']).doUpdateSet(made))
    .execute();
}

const markName = (source: string) => `import ${source}`;

/** Where an interrupted import of a source is to go on. */
export async function readMark(db: Reading, source: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', markName(source))
    .executeTakeFirst();
  return row?.value;
}

/** undefined: the import has come to its end. */
export async function writeMark(trx: Writing, source: string, mark: string | undefined): Promise<void> {
  const name = markName(source);
  if (mark === undefined) await trx.deleteFrom('settings').where('name', '=', name).execute();
  else
    await trx
      .insertInto('settings')
      .values({ name, value: mark })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: mark }))
      .execute();
}

/** Where imported items of a kind are that are still here, by ID: in the trash they stay as they are. */
export async function findPlaces(
  db: Reading,
  kind: ArrivingKind,
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
