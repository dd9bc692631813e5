import type { Reading, Writing } from '#db/engine.ts';
import type { Language } from '#i18n/catalogue.ts';
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

/** What was last taken of an item in a language; undefined: nothing yet. */
export async function recallDigest(
  db: Reading,
  kind: ArrivingKind,
  key: SourceKey,
  language: Language,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('imported_texts')
    .select('digest')
    .where('source', '=', key.source)
    .where('kind', '=', kind)
    .where('source_id', '=', key.id)
    .where('language', '=', language)
    .executeTakeFirst();
  return row?.digest;
}

export async function rememberDigest(
  trx: Writing,
  kind: ArrivingKind,
  key: SourceKey,
  taken: { language: Language; digest: string },
): Promise<void> {
  await trx
    .insertInto('imported_texts')
    .values({ source: key.source, kind, source_id: key.id, ...taken })
    .onConflict((conflict) =>
      conflict.columns(['source', 'kind', 'source_id', 'language']).doUpdateSet({ digest: taken.digest }),
    )
    .execute();
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

/** Whether an item that was imported is still here, and where: in the trash it stays as it is. */
export async function findImported(
  db: Reading,
  kind: ArrivingKind,
  id: number,
): Promise<'here' | 'trashed' | undefined> {
  if (kind === 'categories' || kind === 'tags')
    return (await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst())
      ? 'here'
      : undefined;
  const row = await db.selectFrom(kind).select('status').where('id', '=', id).executeTakeFirst();
  return row && (row.status === 'trash' ? 'trashed' : 'here');
}
