import { sql } from 'kysely';
import { eventTranslationKeys } from '#calendar/events/search-texts.ts';
import { nameKey } from '#calendar/linked/rules.ts';
import {
  compose,
  originalLanguage,
  type RowLanguages,
  type RowTexts,
  type Translation,
  textsOf,
} from '#calendar/translations/rules.ts';
import { listTranslations, saveTranslations, type TranslationKeys } from '#calendar/translations/store.ts';
import type { Language } from '#foundation/i18n/catalogue.ts';
import type { Writing } from '#store/db/engine.ts';
import type { Columns, RowImage } from '#store/db/row-images.ts';
import type { TranslatedKind } from '#store/db/tables.ts';

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const satisfies TranslatedKind[];
const kindOf = (name: unknown): TranslatedKind | undefined => KINDS.find((kind) => kind === name);

/** An item with texts in languages, by the name of its table. */
interface TextItem {
  readonly kind: TranslatedKind;
  readonly id: number;
}

function itemOf({ table, key }: RowImage): TextItem | undefined {
  const [first, second] = JSON.parse(key) as [string | number, number?];
  const kind = kindOf(table === 'translations' ? first : table);
  return kind && { kind, id: Number(table === 'translations' ? second : first) };
}

type TextRow = RowLanguages & RowTexts & { readonly id: number };

async function findTextRow(trx: Writing, { kind, id }: TextItem): Promise<TextRow | undefined> {
  const title = kind === 'events' ? sql`` : sql`, name as title`;
  const { rows } = await sql<TextRow>`select *${title} from ${sql.table(kind)} where id = ${id}`.execute(trx);
  return rows[0];
}

/** Returns whether the row of an item has the texts of its original language, and `translations` a copy of them. */
const isMirrored = (row: TextRow, site: Language): boolean => originalLanguage(row, site) === site;

const withoutLanguages = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => name !== 'translations'));

/**
 * Returns images without what follows from others: the copy of an item's own texts that `translations` has while there are
 * texts in other languages, and the list of languages. An undo makes them anew (`restoreTexts`).
 */
export async function withoutCopies(
  trx: Writing,
  images: readonly RowImage[],
  site: Language,
): Promise<RowImage[]> {
  const kept: RowImage[] = [];
  for (const image of images) {
    const item = itemOf(image);
    const { before, after } = image;
    const isCopy = image.table === 'translations' && JSON.parse(image.key)[2] === site;
    const hasLanguages = before && after && 'translations' in before;
    const row = item && (isCopy || hasLanguages) ? await findTextRow(trx, item) : undefined;
    if (!row || !isMirrored(row, site)) kept.push(image);
    else if (!isCopy && before && after)
      kept.push({ ...image, before: withoutLanguages(before), after: withoutLanguages(after) });
  }
  return kept;
}

const keysOf =
  (kind: TranslatedKind) =>
  (texts: Translation): TranslationKeys =>
    kind === 'events'
      ? eventTranslationKeys(texts)
      : { title_key: texts.title === '' ? '' : nameKey(texts.title), search_text: '' };

/** Brings the copies of own texts, and the lists of languages, of items whose texts were restored up to date. */
export async function restoreTexts(trx: Writing, images: readonly RowImage[], site: Language): Promise<void> {
  const items = new Map<string, TextItem>();
  for (const image of images) {
    const item = itemOf(image);
    if (item) items.set(`${item.kind} ${item.id}`, item);
  }
  for (const item of items.values()) {
    const { kind, id } = item;
    const row = await findTextRow(trx, item);
    if (!row) await sql`delete from translations where kind = ${kind} and resource_id = ${id}`.execute(trx);
    if (!row || !isMirrored(row, site)) continue;
    const { rows } =
      await sql`select 1 from translations where kind = ${kind} and resource_id = ${id} limit 1`.execute(trx);
    if (rows.length === 0 && row.translations === '') continue;
    const own = new Map(await listTranslations(trx, kind, { ...row, translations: site }));
    own.set(site, { ...textsOf(row), slug: own.get(site)?.slug ?? '' });
    const { columns, translations } = compose(own, row, site);
    await sql`update ${sql.table(kind)} set translations = ${columns.translations} where id = ${id}`.execute(
      trx,
    );
    await saveTranslations(trx, kind, id, translations, keysOf(kind));
  }
}
