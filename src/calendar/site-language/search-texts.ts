import { sql } from 'kysely';
import type { LinkedTable } from '#calendar/linked/store.ts';
import { organizerSearchText } from '#calendar/organizers/rules.ts';
import { venueSearchText } from '#calendar/venues/rules.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import type { TranslationsTable } from '#store/db/tables.ts';

/** The setting in which a migration asks for new search texts; its value is the last ID done. */
const MARK = 'venue_search_texts';
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

async function storeVenueTexts(trx: Writing, texts: readonly SearchText[]): Promise<void> {
  const ofRows = texts.filter(({ language }) => language === '');
  const values = ofRows.map(({ id, text }) => sql`(cast(${id} as integer), ${text})`);
  await sql`update venues set search_text = n.column2 from (values ${sql.join(values)}) as n
    where venues.id = n.column1`.execute(trx);
  for (const { id, language, text } of texts)
    if (language !== '')
      await trx
        .updateTable('translations')
        .set({ search_text: text })
        .where('kind', '=', 'venues')
        .where('resource_id', '=', id)
        .where('language', '=', language)
        .execute();
}

const findMark = (db: Reading) =>
  db.selectFrom('settings').select('value').where('name', '=', MARK).executeTakeFirst();

/**
 * Recomputes the search texts of venues where a migration has asked for it. Works in batches, each committed with its
 * progress, so that others may write in between, and any process continues where one was interrupted.
 */
export async function renewSearchTexts(db: Database): Promise<void> {
  if (!(await findMark(db.read))) return;
  const renewSome = async (trx: Writing): Promise<boolean> => {
    const mark = await findMark(trx);
    if (!mark) return false;
    const { texts, last } = await listSearchTexts(trx, 'venues', Number(mark.value));
    if (last === undefined) {
      await trx.deleteFrom('settings').where('name', '=', MARK).execute();
      await moveVersion(trx);
      return false;
    }
    await storeVenueTexts(trx, texts);
    await trx
      .updateTable('settings')
      .set({ value: String(last) })
      .where('name', '=', MARK)
      .execute();
    return true;
  };
  while (await db.write(renewSome));
}
