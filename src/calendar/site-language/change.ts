import { sql } from 'kysely';
import { saveEventTranslations, searchTexts } from '#calendar/events/search-texts.ts';
import { nameKey } from '#calendar/linked/rules.ts';
import { findLinked, type LinkedTable } from '#calendar/linked/store.ts';
import { organizerSearchText } from '#calendar/organizers/rules.ts';
import { nameKey as termKey } from '#calendar/terms/rules.ts';
import {
  type RowLanguages,
  type RowTexts,
  relocalize,
  type Texts,
  type Translation,
  type Translations,
} from '#calendar/translations/rules.ts';
import { listTranslations, saveTranslations } from '#calendar/translations/store.ts';
import { venueSearchText } from '#calendar/venues/rules.ts';
import { type Language, languageOf } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { moveVersion } from '#store/db/changes.ts';
import type { Database, Reading, Writing } from '#store/db/engine.ts';
import { findSetting, putSetting } from '#store/db/stored-settings.ts';
import type { TranslatedKind } from '#store/db/tables.ts';

const kinds: readonly TranslatedKind[] = ['events', 'venues', 'organizers', 'categories', 'tags'];
const SETTING = 'language';

/** The site's language before and after. */
interface LanguageChange {
  was: Language;
  site: Language;
}

/** Updates a row's language and slug for a site of another language; returns its texts and translations. */
async function relocalizeRow(
  trx: Writing,
  kind: TranslatedKind,
  row: RowLanguages & { id: number; slug: string },
  texts: RowTexts,
  languages: LanguageChange,
): Promise<{ texts: Texts; translations: Translations }> {
  const stored = await listTranslations(trx, kind, row);
  const { texts: shown, columns, translations, slug } = relocalize({ ...row, texts }, stored, languages);
  await sql`update ${sql.table(kind)} set language = ${columns.language}, slug = ${slug} where id = ${row.id}`.execute(
    trx,
  );
  return { texts: shown, translations };
}

async function relocalizeEvent(
  trx: Writing,
  db: Database,
  id: number,
  languages: LanguageChange,
): Promise<void> {
  const row = await trx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { texts, translations } = await relocalizeRow(trx, 'events', row, row, languages);
  const columns = { ...texts, title_key: fold(texts.title) };
  await trx.updateTable('events').set(columns).where('id', '=', id).execute();
  await db.dialect.indexEventText(trx, id, searchTexts(texts));
  await saveEventTranslations(trx, db.dialect, { ...row, ...columns }, translations);
}

async function relocalizeLinked(
  trx: Writing,
  table: LinkedTable,
  id: number,
  languages: LanguageChange,
): Promise<void> {
  const searched = async (own: Partial<Translation>): Promise<string> => {
    const { title: name, description, excerpt } = own;
    const texts = {
      ...(name ? { name } : {}),
      ...(description ? { description } : {}),
      ...(excerpt ? { excerpt } : {}),
    };
    if (table === 'venues') {
      const venue = await findLinked(trx, 'venues', id);
      return venue ? venueSearchText({ ...venue, ...texts }) : '';
    }
    const organizer = await findLinked(trx, 'organizers', id);
    return organizer ? organizerSearchText({ ...organizer, ...texts }) : '';
  };
  const row = await findLinked(trx, table, id);
  if (!row) return;
  const { texts, translations } = await relocalizeRow(
    trx,
    table,
    row,
    { ...row, title: row.name },
    languages,
  );
  const { title: name, description, excerpt } = texts;
  const columns = { name, name_key: nameKey(name), description, excerpt, search_text: await searched(texts) };
  await trx.updateTable(table).set(columns).where('id', '=', id).execute();
  const searchTexts = new Map<Translation, string>();
  for (const own of translations.values()) searchTexts.set(own, await searched(own));
  await saveTranslations(trx, table, id, translations, (own) => ({
    title_key: nameKey(own.title),
    search_text: searchTexts.get(own) ?? '',
  }));
}

async function relocalizeTerm(
  trx: Writing,
  kind: 'categories' | 'tags',
  id: number,
  languages: LanguageChange,
): Promise<void> {
  const row = await trx.selectFrom(kind).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { texts, translations } = await relocalizeRow(
    trx,
    kind,
    row,
    { ...row, title: row.name, excerpt: '' },
    languages,
  );
  const { title: name, description } = texts;
  await trx
    .updateTable(kind)
    .set({ name, name_key: termKey(name), description })
    .where('id', '=', id)
    .execute();
  await saveTranslations(trx, kind, id, translations, ({ title }) => ({
    title_key: title === '' ? '' : termKey(title),
    search_text: '',
  }));
}

/** Returns the site's language stored in a calendar; undefined in a new one. */
export async function findSiteLanguage(db: Reading): Promise<Language | undefined> {
  return languageOf(await findSetting(db, SETTING));
}

/**
 * Returns the site's language, the one configured or else the one stored, and brings rows up to date where it has changed:
 * rows from before texts had languages are marked with it, and those with translations show their texts in it.
 */
export async function changeSiteLanguage(
  db: Database,
  asked: { language: Language; languageGiven: boolean },
): Promise<Language> {
  const known = await findSetting(db.read, SETTING);
  const site = (asked.languageGiven ? undefined : languageOf(known)) ?? asked.language;
  if (known !== site) await db.write((trx) => storeSiteLanguage(trx, db, site));
  return site;
}

/** Stores the language that the site has from now on, and brings rows up to date with it; the version moves. */
export async function storeSiteLanguage(trx: Writing, db: Database, site: Language): Promise<void> {
  const known = await findSetting(trx, SETTING);
  for (const kind of kinds) {
    await sql`update ${sql.table(kind)} set language = ${site} where language = ''`.execute(trx);
    if (known === undefined) continue;
    const { rows } = await sql<{
      id: number;
    }>`select id from ${sql.table(kind)} where translations <> ''`.execute(trx);
    const languages = { was: languageOf(known) ?? site, site };
    for (const { id } of rows) {
      if (kind === 'events') await relocalizeEvent(trx, db, id, languages);
      else if (kind === 'venues' || kind === 'organizers') await relocalizeLinked(trx, kind, id, languages);
      else await relocalizeTerm(trx, kind, id, languages);
    }
  }
  await putSetting(trx, SETTING, site);
  await moveVersion(trx);
}
