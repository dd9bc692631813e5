import { sql } from 'kysely';
import { eventTexts } from '#calendar/events/search-texts.ts';
import type { LinkedTable } from '#calendar/linked/store.ts';
import { organizerSearchText } from '#calendar/organizers/rules.ts';
import { listAllTranslations } from '#calendar/translations/store.ts';
import { venueSearchText } from '#calendar/venues/rules.ts';
import { spellOut } from '#foundation/text/fold.ts';
import { plainText } from '#foundation/text/markup.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { Database, Dialect, Reading, Writing } from '#store/db/engine.ts';
import type { TranslationsTable } from '#store/db/tables.ts';

/** The settings in which a migration asks for new search texts; the value of each is the last ID done. */
const MARKS = ['venue_search_texts', 'organizer_search_texts', 'event_search_texts'] as const;
type Mark = (typeof MARKS)[number];
const BATCH_SIZE = 500;

/** A search text of a venue or organizer, or of one of its translations: as stored and as it should be. */
export interface SearchText {
  readonly id: number;
  /** The translation's language; '' for the row itself. */
  readonly language: string;
  readonly stored: string;
  readonly text: string;
}

interface SearchedRow {
  id: number;
  name: string;
  description: string;
  excerpt: string;
  search_text: string;
}

type StoredTranslation = Pick<
  TranslationsTable,
  'resource_id' | 'language' | 'title' | 'description' | 'excerpt' | 'search_text'
>;

function textsOf<R extends SearchedRow>(
  rows: readonly R[],
  owns: readonly StoredTranslation[],
  of: (row: R) => string,
) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [
    ...rows.map((row) => ({ id: row.id, language: '', stored: row.search_text, text: of(row) })),
    ...owns.flatMap(({ resource_id: id, language, title, description, excerpt, search_text: stored }) => {
      const row = byId.get(id);
      if (!row) return [];
      const shown = {
        ...row,
        name: title || row.name,
        description: description || row.description,
        excerpt: excerpt || row.excerpt,
      };
      return [{ id, language, stored, text: of(shown) }];
    }),
  ];
}

/** Returns the search texts of the next rows after an ID, by ID; `last` is undefined after the end. */
export async function listSearchTexts(
  db: Reading,
  table: LinkedTable,
  after: number,
): Promise<{ texts: SearchText[]; last: number | undefined }> {
  const page = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  const ids = page.map(({ id }) => id);
  const last = ids.at(-1);
  if (last === undefined) return { texts: [], last };
  const owns = await db
    .selectFrom('translations')
    .select(['resource_id', 'language', 'title', 'description', 'excerpt', 'search_text'])
    .where('kind', '=', table)
    .where('resource_id', 'in', ids)
    .execute();
  if (table === 'venues') {
    const rows = await db.selectFrom('venues').selectAll().where('id', 'in', ids).execute();
    return { texts: textsOf(rows, owns, venueSearchText), last };
  }
  const rows = await db.selectFrom('organizers').selectAll().where('id', 'in', ids).execute();
  return { texts: textsOf(rows, owns, organizerSearchText), last };
}

async function storeLinkedTexts(
  trx: Writing,
  table: LinkedTable,
  texts: readonly SearchText[],
): Promise<void> {
  const ofRows = texts.filter(({ language }) => language === '');
  const values = ofRows.map(({ id, text }) => sql`(cast(${id} as integer), ${text})`);
  await sql`update ${sql.table(table)} set search_text = n.column2 from (values ${sql.join(values)}) as n
    where ${sql.ref(`${table}.id`)} = n.column1`.execute(trx);
  for (const { id, language, text } of texts)
    if (language !== '')
      await trx
        .updateTable('translations')
        .set({ search_text: text })
        .where('kind', '=', table)
        .where('resource_id', '=', id)
        .where('language', '=', language)
        .execute();
}

/** Indexes the next events after an ID whose texts are spelled in two ways, and returns the last ID looked at; undefined after the end. */
async function indexEvents(trx: Writing, dialect: Dialect, after: number): Promise<number | undefined> {
  const rows = await trx
    .selectFrom('events')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  const translations = await listAllTranslations(trx, 'events', rows);
  const texts = rows.map((row) => eventTexts(row, translations.get(row.id) ?? new Map()));
  const isSpelled = (row: (typeof rows)[number]) =>
    [row, ...(translations.get(row.id)?.values() ?? [])].some(({ title, description, excerpt }) =>
      [title, description, excerpt].some((text) => text !== spellOut(plainText(text), 'de')),
    );
  const changed = new Set(rows.filter(isSpelled).map(({ id }) => id));
  await dialect.indexEvents(
    trx,
    texts.filter(({ id }) => changed.has(id)),
  );
  return rows.at(-1)?.id;
}

const findMark = (db: Reading, name: Mark) =>
  db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();

/** Renews the search texts of one batch. Returns the last ID done; undefined after the end. */
async function renewBatch(
  trx: Writing,
  dialect: Dialect,
  mark: Mark,
  after: number,
): Promise<number | undefined> {
  if (mark === 'event_search_texts') return indexEvents(trx, dialect, after);
  const table = mark === 'venue_search_texts' ? 'venues' : 'organizers';
  const { texts, last } = await listSearchTexts(trx, table, after);
  if (last !== undefined) await storeLinkedTexts(trx, table, texts);
  return last;
}

/**
 * Recomputes search texts where a migration has asked for it. Works in batches, each committed with its progress, so that
 * others may write in between, and any process continues where one was interrupted.
 */
export async function renewSearchTexts(db: Database): Promise<void> {
  for (const name of MARKS) {
    if (!(await findMark(db.read, name))) continue;
    const renewSome = async (trx: Writing): Promise<boolean> => {
      const mark = await findMark(trx, name);
      if (!mark) return false;
      const last = await renewBatch(trx, db.dialect, name, Number(mark.value));
      if (last === undefined) {
        await trx.deleteFrom('settings').where('name', '=', name).execute();
        await moveVersion(trx);
        return false;
      }
      await trx
        .updateTable('settings')
        .set({ value: String(last) })
        .where('name', '=', name)
        .execute();
      return true;
    };
    while (await db.write(renewSome));
  }
}
