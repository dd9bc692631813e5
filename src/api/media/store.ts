import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Reading, Writing } from '#store/db/engine.ts';
import { likeText } from '#store/db/pattern.ts';
import { preparedByIds } from '#store/db/statement.ts';
import type { MediaTable, Tables } from '#store/db/tables.ts';

/** A row of the table of uploaded and fetched files. */
export type MediaRow = Selectable<MediaTable>;

/** Returns the row of a file. */
export async function findMedia(db: Reading, id: number): Promise<MediaRow | undefined> {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
}

const mediaRows = preparedByIds((db, ids) => db.selectFrom('media').selectAll().where('id', 'in', ids));

/** Returns the rows of these files by ID; unknown ones are missing. */
export async function listMedia(db: Reading, ids: readonly number[]): Promise<Map<number, MediaRow>> {
  if (ids.length === 0) return new Map();
  const rows = await mediaRows(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the picture stored at a path below the media folder, or fetched earlier from an address. */
export async function findPicture(
  db: Reading,
  by: { file: string } | { source: string },
): Promise<MediaRow | undefined> {
  const rows = db.selectFrom('media').selectAll();
  return 'file' in by
    ? rows.where('file', '=', by.file).executeTakeFirst()
    : rows.where('source_url', '=', by.source).orderBy('id').executeTakeFirst();
}

/** Returns those of these paths that are the main file of a row. */
export async function listStoredFiles(db: Reading, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await db.selectFrom('media').select('file').where('file', 'in', files).execute();
  return new Set(rows.map(({ file }) => file));
}

/** Returns the file columns of all rows whose files are in the folder of a month, such as `2026/11`. */
export async function listMediaOfMonth(
  db: Reading,
  month: string,
): Promise<Pick<MediaRow, 'file' | 'original_file' | 'sizes'>[]> {
  // The character after `/`: all paths that begin with the month lie between, on both engines.
  return db
    .selectFrom('media')
    .select(['file', 'original_file', 'sizes'])
    .where('file', '>=', `${month}/`)
    .where('file', '<', `${month}0`)
    .execute();
}

const showing = [
  ['events', 'event'],
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const;

/** Returns whether an item shows the picture that everybody may read in full, or that the reader owns. */
export async function isShownTo(db: Reading, id: number, reader: { id: number } | null): Promise<boolean> {
  for (const [table] of showing) {
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('image_id', '=', id)
      .where((eb) => {
        const open = eb.and([eb('status', '=', 'publish'), eb('password', '=', '')]);
        return reader === null ? open : eb.or([open, eb('author_id', '=', reader.id)]);
      })
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

/** Returns whether an item other than one event and its dates shows the picture, whoever may read it. */
export async function isShownBeside(db: Reading, id: number, eventId: number): Promise<boolean> {
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('image_id', '=', id)
    .where('id', '<>', eventId)
    .where('series_id', '<>', eventId)
    .limit(1)
    .executeTakeFirst();
  if (event) return true;
  for (const table of ['venues', 'organizers'] as const) {
    const found = await db
      .selectFrom(table)
      .select('id')
      .where('image_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

/** Updates what pages show of a file, and what is said of it elsewhere. */
export async function updateMedia(
  trx: Writing,
  id: number,
  columns: Pick<MediaRow, 'alt_text' | 'credit' | 'focal_point'> &
    Partial<Pick<MediaRow, 'title' | 'slug' | 'date' | 'date_utc' | 'author_id'>>,
): Promise<void> {
  await trx.updateTable('media').set(columns).where('id', '=', id).execute();
}

/** Updates the files of a row, and what follows from them. */
export async function updateMediaFile(
  trx: Writing,
  id: number,
  columns: Partial<
    Pick<
      MediaRow,
      'mime_type' | 'file' | 'original_file' | 'width' | 'height' | 'filesize' | 'sizes' | 'focal_point'
    >
  >,
): Promise<void> {
  await trx.updateTable('media').set(columns).where('id', '=', id).execute();
}

/** Kinds of pictures that are kept in further forms. */
const WITH_FORMS = ['image/jpeg', 'image/png', 'image/webp'];

/** Returns the next picture after an ID that has neither forms nor placeholder: an earlier upload, or a drawing that no form makes smaller. */
export async function findOlderPicture(db: Reading, after: number): Promise<MediaRow | undefined> {
  return db
    .selectFrom('media')
    .selectAll()
    .where('id', '>', after)
    .where('mime_type', 'in', WITH_FORMS)
    .where('sizes', '<>', '{}')
    .where(sql<boolean>`sizes not like ${'%"forms":%'}`)
    .where(sql<boolean>`sizes not like ${'%"placeholder":%'}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** A column of a table whose texts may hold addresses of files. */
export type FileText = readonly [table: keyof Tables, column: string];

/** Returns the files that texts name, by their paths below the media folder. */
export async function listNamedFiles(db: Reading, texts: readonly FileText[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const [table, column] of texts) {
    const text = sql.ref<string>(column);
    const { rows } = await sql<{ text: string }>`select ${text} as text from ${sql.table(table)}
      where ${text} like '%/media/%'`.execute(db);
    for (const { text } of rows)
      for (const [, file = ''] of text.matchAll(/\/media\/(\d{4}\/\d\d\/[\w.-]+)/g)) named.add(file);
  }
  return named;
}

/** Returns the next picture after an ID that no public item shows, and whose address can be guessed: of earlier versions. */
export async function findGuessablePicture(db: Reading, after: number): Promise<MediaRow | undefined> {
  const hidden = showing.map(
    ([table]) =>
      sql<SqlBool>`not exists (select 1 from ${sql.table(table)} t
        where t.image_id = media.id and t.status = 'publish' and t.password = '')`,
  );
  return db
    .selectFrom('media')
    .selectAll()
    .where('id', '>', after)
    .where(sql<SqlBool>`width is not null and file not like '____/__/%/%'`)
    .where((eb) => eb.and(hidden))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes a row, and returns the items that showed the picture and show none now. */
export async function deleteMedia(
  trx: Writing,
  id: number,
): Promise<{ kind: 'event' | 'venue' | 'organizer'; id: number }[]> {
  const changed: { kind: 'event' | 'venue' | 'organizer'; id: number }[] = [];
  for (const [table, kind] of showing) {
    const rows = await trx
      .updateTable(table)
      .set({ image_id: null })
      .where('image_id', '=', id)
      .returning('id')
      .execute();
    changed.push(...rows.map((row) => ({ kind, id: row.id })));
  }
  await trx.deleteFrom('media').where('id', '=', id).execute();
  return changed;
}

/** Part of the library that is asked for; its members narrow together. */
export interface LibraryPart {
  /** Null: everybody's. */
  readonly owner: number | null;
  /** A part of the title or of a text, in any case. */
  readonly search: string | undefined;
  /** Whether it is to be a picture that nobody has described in any language; absent: either. */
  readonly isWordless: boolean | undefined;
  /** A further condition on rows of `media`. */
  readonly only: RawBuilder<SqlBool> | undefined;
}

/** Returns SQL for the files in which a text occurs. */
function holds(search: string): RawBuilder<SqlBool> {
  const title = `%${likeText(search)}%`;
  // Texts are values of JSON; before them stands the language.
  const text = `%":"%${likeText(JSON.stringify(search).slice(1, -1))}%`;
  return sql`(lower(title) like lower(${title}) escape '\\' or lower(alt_text) like lower(${text}) escape '\\'
    or lower(credit) like lower(${text}) escape '\\')`;
}

/** SQL for pictures without a text in any language. */
const wordless = sql<SqlBool>`(width is not null and alt_text not like '%":"_%')`;

/** Returns a page of files, the newest first. */
export async function listMediaPage(
  db: Reading,
  { owner, search, isWordless, only }: LibraryPart,
  page: { limit: number; offset: number },
): Promise<{ rows: MediaRow[]; total: number }> {
  let rows = db.selectFrom('media');
  if (owner !== null) rows = rows.where('author_id', '=', owner);
  if (search !== undefined) rows = rows.where(holds(search));
  if (isWordless !== undefined) rows = rows.where(isWordless ? wordless : sql<SqlBool>`not ${wordless}`);
  if (only) rows = rows.where(only);
  const found = await rows.selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  const count = await rows.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst();
  return { rows: found, total: Number(count?.n ?? 0) };
}
