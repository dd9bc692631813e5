import { changed } from '#api/routing/actor.ts';
import { isBookkeeping } from '#calendar/posts/described-columns.ts';
import { type TermKind, termTraits } from '#calendar/terms/kind.ts';
import { nameKey as termKey } from '#calendar/terms/rules.ts';
import { deleteTerm, findNamesake, findTerm } from '#calendar/terms/store.ts';
import { saveTranslations } from '#calendar/translations/store.ts';
import { keepNewRow } from '#store/db/history-log.ts';
import type { RowImage } from '#store/db/row-images.ts';
import { hasValues, idOf, insertRow, isThere, type Restoration } from './restoration.ts';
import { columnsBefore, freeTermSlug, withoutConflicts } from './restore-columns.ts';
import { rowTexts, type TextImages, textsBefore } from './restore-texts.ts';

/** An item can't come back, since another has its name. */
export class ConflictError extends Error {}

/** Gives a category or a tag the values from before a write, brings it back, or deletes it again. Returns whether anything changes. */
export async function restoreTerm(
  restoration: Restoration,
  kind: TermKind,
  id: number,
  images: TextImages,
): Promise<boolean> {
  const { batch, actor } = restoration;
  const before = await findTerm(batch.trx, kind, id);
  const image = images.row;
  if (image && !(image.before && image.after))
    return image.before ? insertTerm(restoration, kind, images) : removeTerm(restoration, kind, image);
  if (!before) {
    restoration.keep('changed_since', 'name');
    return false;
  }
  const columns = image ? columnsBefore(restoration, image, before) : {};
  await withoutConflicts(restoration, { table: kind, id }, columns);
  const { slug } = columns;
  if (typeof slug === 'string' && (await freeTermSlug(restoration, kind, { id, slug })) !== slug) {
    restoration.keep('conflict', 'slug');
    delete columns['slug'];
  }
  const { parent = before.parent } = columns as { parent?: number };
  const texts = await textsBefore(restoration, kind, { ...before, title: before.name, parent }, images);
  const row = Object.assign({ ...before }, columns, texts && rowTexts(kind, texts, before));
  if (!texts && Object.keys(columns).length === 0) return false;
  const { count: _, parent: under, color, mark, ...own } = { ...row, name_key: termKey(row.name) };
  batch.update(kind, kind === 'categories' ? { ...own, parent: under, color, mark } : own, 'id');
  if (texts) await saveTexts(restoration, kind, id, texts.translations);
  batch.log(changed(actor, termTraits[kind].logged, id, 'update'));
  await batch.flush();
  return true;
}

const saveTexts = (
  { batch }: Restoration,
  kind: TermKind,
  id: number,
  translations: Parameters<typeof saveTranslations>[3],
) =>
  saveTranslations(batch.trx, kind, id, translations, ({ title }) => ({
    title_key: title === '' ? '' : termKey(title),
    search_text: '',
  }));

/** Brings a deleted term back under its ID, unless another has its name by now. Links and categories below it follow. */
async function insertTerm(
  restoration: Restoration,
  kind: TermKind,
  { row: image, translations }: TextImages,
): Promise<boolean> {
  const { batch, actor } = restoration;
  const { trx } = batch;
  const row = { ...image?.before };
  const id = Number(row['id']);
  if (!restoration.isWanted(...Object.keys(row)) || (await isThere(restoration, kind, id))) return false;
  const { parent = 0 } = await withoutConflicts(
    restoration,
    { table: kind, id },
    { parent: row['parent'] ?? 0 },
  );
  const names = [
    String(row['name']),
    ...translations.flatMap(({ before }) => String(before?.['title'] ?? '') || []),
  ];
  for (const name of names)
    if (await findNamesake(trx, kind, termKey(name), Number(parent))) throw new ConflictError();
  const asked = String(row['slug']);
  const slug = await freeTermSlug(restoration, kind, { id, slug: asked });
  if (slug !== asked) restoration.keep('conflict', 'slug');
  const stored = { ...row, slug, ...(kind === 'categories' ? { parent } : {}) };
  await insertRow(restoration, kind, stored);
  await keepNewRow(trx, { kind: termTraits[kind].logged as 'category' | 'tag', id, table: kind }, stored);
  for (const { before, after } of translations) {
    if (!before || after) continue;
    const own = String(before['slug']);
    const isFree = own === '' || (await freeTermSlug(restoration, kind, { id, slug: own })) === own;
    await insertRow(restoration, 'translations', { ...before, slug: isFree ? own : '' });
  }
  batch.log(changed(actor, termTraits[kind].logged, id, 'update'));
  await batch.flush();
  return true;
}

/** Deletes a term again that an undo has brought back, unless it was changed since. */
async function removeTerm(
  { batch, actor, ...restoration }: Restoration,
  kind: TermKind,
  { after, key }: RowImage,
): Promise<boolean> {
  const id = idOf({ key } as RowImage);
  const row = await findTerm(batch.trx, kind, id);
  if (!row || !after || !restoration.isWanted(...Object.keys(after))) return false;
  if (
    !hasValues(
      row,
      after,
      Object.keys(row).filter((name) => !isBookkeeping(kind, name)),
    )
  ) {
    restoration.keep('changed_since', 'name');
    return false;
  }
  const moved = await deleteTerm(batch.trx, kind, row);
  batch.log(changed(actor, termTraits[kind].logged, id, 'delete'));
  for (const child of moved) batch.log(changed(actor, 'category', child, 'update'));
  return true;
}
