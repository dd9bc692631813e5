import { textColumns } from '#calendar/events/fields.ts';
import { nameKey } from '#calendar/terms/rules.ts';
import { findNamesake } from '#calendar/terms/store.ts';
import {
  compose,
  NO_TEXTS,
  originalLanguage,
  ownTexts,
  type RewrittenTexts,
  type RowLanguages,
  type RowTexts,
  type Translation,
} from '#calendar/translations/rules.ts';
import { listTranslations } from '#calendar/translations/store.ts';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import type { RowImage } from '#store/db/row-images.ts';
import type { TextColumn, TranslatedKind } from '#store/db/tables.ts';
import { fieldOfColumn } from './changed-fields.ts';
import { keyOf, type Restoration } from './restoration.ts';
import { isFreeSlug, isTerm } from './restore-columns.ts';

/** The images of the texts of an item: of its row, and of its texts in several languages. */
export interface TextImages {
  readonly row: RowImage | undefined;
  readonly translations: readonly RowImage[];
}

/** A text that a write has changed in one language. */
export interface TextChange {
  readonly language: Language;
  readonly name: keyof Translation;
  readonly before: string;
  readonly after: string;
}

/** An item as it is stored, with `title` for the name of those that have one. */
export type TextItem = RowLanguages & RowTexts & { readonly id: number };

const columnOf = (table: TranslatedKind, name: keyof Translation): string =>
  name === 'title' && table !== 'events' ? 'name' : name;

/** Returns the texts that a write has changed, without those that follow from others: copies, and what falls back. */
export function listTextChanges(
  table: TranslatedKind,
  { row, translations }: TextImages,
  present: RowLanguages,
  site: Language,
): TextChange[] {
  const byLanguage = new Map(translations.map((image) => [String(keyOf(image)[2]), image]));
  /** The text before or after the write; undefined where the images don't tell, since it stayed. */
  const textOf = (side: 'before' | 'after', language: Language, name: keyof Translation) => {
    const columns = row?.[side] ?? {};
    const isSeveral = translations.length > 0 && columns['translations'] !== '';
    if (isSeveral) {
      const image = byLanguage.get(language);
      return image && (image[side] ? image[side][name] : '');
    }
    const first = originalLanguage({ ...present, ...columns } as RowLanguages, site);
    if (language !== first || name === 'slug') return '';
    return columns[columnOf(table, name)];
  };
  const changes: TextChange[] = [];
  for (const language of languages)
    for (const name of [...textColumns, 'slug'] as const) {
      const [before, after] = [textOf('before', language, name), textOf('after', language, name)];
      if (typeof before === 'string' && typeof after === 'string' && before !== after)
        changes.push({ language, name, before, after });
    }
  return changes;
}

/** Returns the texts of an item with those that an undo brings back; undefined: none does. */
export async function textsBefore(
  restoration: Restoration,
  table: TranslatedKind,
  item: TextItem & { readonly parent?: number },
  images: TextImages,
  isWanted: (change: TextChange) => boolean = () => true,
): Promise<RewrittenTexts | undefined> {
  const { batch, actor } = restoration;
  const site = actor.services.config.language;
  const own = ownTexts({ ...item, texts: item }, await listTranslations(batch.trx, table, item), site);
  const were = JSON.stringify([...own]);
  for (const change of listTextChanges(table, images, item, site)) {
    const { language, name, before, after } = change;
    const column = columnOf(table, name);
    const isRows = images.row?.before && column in images.row.before;
    const field = isRows ? fieldOfColumn({ table, key: '[]' }, column) : `${name}.${language}`;
    if (!isWanted(change) || !restoration.isWanted(field, `${name}.${language}`)) continue;
    const texts = own.get(language) ?? NO_TEXTS;
    if (texts[name] === before) continue;
    if (texts[name] !== after) restoration.keep('changed_since', field);
    else if (!(await isPossible(restoration, table, item, change))) restoration.keep('conflict', field);
    else own.set(language, { ...texts, [name]: before });
  }
  if (JSON.stringify([...own]) === were) return undefined;
  const [was, now] = [images.row?.before?.['language'], images.row?.after?.['language']];
  const language = typeof was === 'string' && item.language === now ? was : item.language;
  const written = compose(own, { ...item, language }, site);
  if (written.texts.title !== '' || item.title === '') return written;
  restoration.keep('conflict', fieldOfColumn({ table, key: '[]' }, columnOf(table, 'title')));
  return undefined;
}

/** Returns whether a write could set a text: slugs are one item's, and names of terms. */
async function isPossible(
  restoration: Restoration,
  table: TranslatedKind,
  { id, parent = 0 }: { id: number; parent?: number },
  { name, before }: TextChange,
): Promise<boolean> {
  if (name === 'slug') return isFreeSlug(restoration, table, { id, slug: before });
  if (name !== 'title' || !isTerm(table) || before === '') return true;
  const namesake = await findNamesake(restoration.batch.trx, table, nameKey(before), parent);
  return namesake === undefined || namesake.id === id;
}

/** The texts of a row as its table has them. */
export const rowTexts = (
  table: TranslatedKind,
  { texts, columns }: RewrittenTexts,
  row: object,
): Record<string, string> => ({
  ...Object.fromEntries(
    textColumns.flatMap((name: TextColumn) => {
      const column = columnOf(table, name);
      return column in row ? [[column, texts[name]] as const] : [];
    }),
  ),
  ...columns,
});
