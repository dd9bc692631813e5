import type { Translations } from '#calendar/translations/rules.ts';
import { saveTranslations, type TranslationKeys } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import { fold } from '#foundation/text/fold.ts';
import { plainText } from '#foundation/text/markup.ts';
import { searchable } from '#foundation/text/search.ts';
import type { Dialect, EventTexts, Writing } from '#store/db/engine.ts';
import type { EventRow } from './store.ts';

/** Writes an event's translations and their search index. @param row the event as stored */
export async function saveEventTranslations(
  trx: Writing,
  dialect: Dialect,
  row: EventRow,
  translations: Translations,
): Promise<void> {
  await saveTranslations(trx, 'events', row.id, translations, eventTranslationKeys);
  await dialect.indexEventTranslations(trx, row.id, translatedSearchTexts(row, translations));
}

/** Returns the columns that are derived from an event's translation; its search text stands in an index of its own. */
export const eventTranslationKeys = ({ title }: Pick<EventRow, 'title'>): TranslationKeys => ({
  title_key: fold(title),
  search_text: '',
});

function translatedSearchTexts(row: SearchedTexts, translations: Translations): Map<Language, string> {
  const texts = [...translations].flatMap(([language, one]) => {
    const text = translatedSearchText(one, row);
    return text === '' ? [] : [[language, text] as const];
  });
  return new Map(texts);
}

/** Returns all texts by which a search finds an event, folded. */
export function eventTexts(row: EventRow, translations: Translations): EventTexts {
  return { id: row.id, ...searchTexts(row), translations: translatedSearchTexts(row, translations) };
}

/** Returns a translation's folded texts, a line each; texts that equal the row's are left out, since the row is searched too. */
function translatedSearchText(own: SearchedTexts, row: SearchedTexts): string {
  const { title, description, excerpt } = searchTexts(own);
  return [
    own.title === row.title ? '' : title,
    own.description === row.description ? '' : description,
    own.excerpt === row.excerpt ? '' : excerpt,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The texts of an event that are searched. */
type SearchedTexts = Pick<EventRow, 'title' | 'description' | 'excerpt'>;

/** Returns an event's folded plain texts for the search index; a title with markup is there as typed, too. */
export function searchTexts(row: SearchedTexts) {
  const title = searchable(plainText(row.title));
  return {
    title: row.title.includes('<') ? `${title}\n${fold(row.title)}` : title,
    description: searchable(plainText(row.description)),
    excerpt: searchable(plainText(row.excerpt)),
  };
}
