import type { Status } from '#api/access/permissions.ts';
import { NO_PICTURES, type PreparedPictures, pictureOf, preparePictures } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { EMBEDDED_LIMIT } from '#api/server/answer-size.ts';
import { type ImportOrigin, originColumns, originModified } from '#calendar/posts/import-origin.ts';
import { authorOf, changeAction, NO_DATE, publication, updatedStatus } from '#calendar/posts/rules.ts';
import {
  bringsTranslations,
  cleanTexts,
  importedTexts,
  markTrashedSlugs,
  mayExceedLimit,
  writeTexts,
} from '#calendar/posts/write-texts.ts';
import type { Translation, Translations } from '#calendar/translations/rules.ts';
import { listTranslations, saveTranslations, type TranslationKeys } from '#calendar/translations/store.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { sanitizeRich } from '#foundation/text/html.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import type { LinkedKind, LinkedWrite } from './kind.ts';
import { cleanName, nameKey, resultingSlug } from './rules.ts';
import {
  findLinked,
  isTooLargeSomewhere,
  type LinkedRow,
  type LinkedTable,
  type SharedColumns,
} from './store.ts';

/** Returns a function for the columns that are derived from a translation of a row, for searching it. */
export const linkedTranslationKeys =
  <T extends LinkedTable, S extends LinkedWrite>(kind: LinkedKind<T, S>, row: LinkedRow<T>) =>
  ({ title, description, excerpt }: Translation): TranslationKeys => ({
    title_key: nameKey(title),
    search_text: kind.searchText({
      ...row,
      name: title || row.name,
      description: description || row.description,
      excerpt: excerpt || row.excerpt,
    }),
  });

/** Stores a row's translations; their search texts repeat columns without a language, such as the city. */
async function saveLinkedTranslations<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  kind: LinkedKind<T, S>,
  row: LinkedRow<T>,
  before: LinkedRow<T>,
  changed: Translations | undefined,
): Promise<void> {
  const { id } = row;
  const translations = changed ?? (await listTranslations(batch.trx, kind.table, before));
  const status = { was: before.status, now: row.status };
  const now = await markTrashedSlugs(batch, kind.table, id, translations, status);
  await saveTranslations(batch.trx, kind.table, id, now, linkedTranslationKeys(kind, row));
}

/**
 * Adds an update of a row to a batch, with its translations, what its kind stores outside the table, and the change log.
 * @param translations all of them after the write; absent: unchanged
 */
export async function saveLinked<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  row: LinkedRow<T>,
  before: LinkedRow<T>,
  translations?: Translations,
): Promise<void> {
  batch.update(kind.table, row, 'id');
  if (row.translations !== '' || before.translations !== '')
    await saveLinkedTranslations(batch, kind, row, before, translations);
  await kind.updateBeside?.(batch.trx, actor, row, before);
  batch.log(changed(actor, kind.kind, row.id, changeAction(before.status, row.status)));
}

/** Returns the columns that tell when a row was modified, now: on the site's clock and in UTC. */
export function modifiedColumns({ now, services }: Actor): { modified: string; modified_utc: string } {
  const modified_utc = utcText(now);
  return { modified: toWall(modified_utc, services.config.timezone), modified_utc };
}

/**
 * Updates an existing one with the fields of a creation that named it again. Name, description, status, author, date and
 * slug stay, and the password where none is sent; without a difference nothing is written.
 */
export async function mergeLinked<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  before: LinkedRow<T>,
  sent: S,
  pictures: PreparedPictures,
): Promise<void> {
  const image_id =
    sent.image === undefined ? before.image_id : await pictureOf(batch, actor, sent.image, pictures);
  const password = sent.password || before.password;
  const row = kind.complete({ ...before, image_id, password }, sent, before);
  if (Object.entries(row).every(([name, value]) => value === Reflect.get(before, name))) return;
  await saveLinked(batch, actor, kind, { ...row, ...modifiedColumns(actor) }, before);
  // The next item of the batch may be another duplicate of this row.
  await batch.flush();
}

/**
 * Adds an update of the fields sent, and of no others (D1), to a batch; returns the row after it. `status` may move to
 * the trash or restore. The ID in `origin` is ignored.
 * @throws KalendsError `could-not-update-…` for a blank name in the site's language
 */
export async function updateLinked<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  before: LinkedRow<T>,
  sent: S,
  { pictures = NO_PICTURES, origin }: { pictures?: PreparedPictures; origin?: ImportOrigin | undefined } = {},
): Promise<LinkedRow<T>> {
  const { now, viewer, services } = actor;
  // Every write of the column goes through `statusField` or `resultingStatus`.
  const was = before.status as Status;
  const texts = cleanTexts({ title: sent[kind.kind], description: sent.description }, (typed) => {
    const name = cleanName(typed);
    return nameKey(name) === '' ? '' : name;
  });
  const { language, site } = languagesOf(actor);
  // In another language than the site's a blank name removes the translation.
  if (texts.title === '' && language === site) throw new KalendsError(`could-not-update-${kind.kind}`);
  const written = await writeTexts(
    batch,
    actor,
    kind.table,
    { ...before, texts: { ...before, title: before.name } },
    { texts, slug: sent.slug, titleField: kind.kind },
  );
  const { title: name, description, excerpt } = written.texts;
  const nowUtc = utcText(now);
  const aim = updatedStatus(viewer, sent, was, { dateUtc: NO_DATE, nowUtc });
  const published = publication(sent, { now, zone: services.config.timezone, status: aim, before });
  const status = updatedStatus(viewer, sent, was, { dateUtc: published.date_utc, nowUtc });
  const { id } = before;
  const slug = await resultingSlug(
    actor,
    { id, asked: written.asked, name, status, languages: written.columns, before },
    (wanted) => batch.slugs.free(kind.table, wanted, id),
  );
  const shared: SharedColumns = {
    ...before,
    author_id: authorOf(actor, sent.author, before.author_id),
    status,
    password: sent.password ?? before.password,
    ...published,
    ...modifiedColumns(actor),
    description,
    excerpt,
    ...written.columns,
    slug,
    image_id:
      sent.image === undefined ? before.image_id : await pictureOf(batch, actor, sent.image, pictures),
    name,
    name_key: nameKey(name),
    ...(origin && { ...originColumns(origin), ...originModified(actor, origin) }),
  };
  const row = kind.complete(shared, sent, before);
  await saveLinked(batch, actor, kind, row, before, written.translations);
  if (!origin || !bringsTranslations(origin, before)) return row;
  await batch.flush();
  return saveImportedTexts(batch, actor, kind, row, sent, origin);
}

/**
 * Updates the fields sent, and no others (D1), in a transaction of its own. Returns the row after it; undefined: it no
 * longer exists.
 * @throws KalendsError as `updateLinked`, and `rest_invalid_param` for a description that makes an event too large
 */
export async function changeLinked<T extends LinkedTable, S extends LinkedWrite>(
  actor: Actor,
  kind: LinkedKind<T, S>,
  id: number,
  sent: S,
): Promise<LinkedRow<T> | undefined> {
  return preparePictures(actor, [sent.image], (pictures) =>
    writeBatch(actor.services.db, async (batch) => {
      const before = await findLinked(batch.trx, kind.table, id);
      if (!before) return undefined;
      const { result: row, isChanged } = await batch.change(() =>
        updateLinked(batch, actor, kind, before, sent, { pictures }),
      );
      if (!isChanged) return before;
      if (!mayExceedLimit(sent.description, before, actor)) return row;
      await batch.flush();
      if (await isTooLargeSomewhere(batch.trx, kind.table, id, EMBEDDED_LIMIT))
        throw invalidParameter('description', message('problem.text_too_large', { limit: EMBEDDED_LIMIT }));
      return row;
    }),
  );
}

/** Replaces a row's texts in all languages with those of an import; returns the row after it. */
export async function saveImportedTexts<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  row: LinkedRow<T>,
  sent: S,
  origin: ImportOrigin,
): Promise<LinkedRow<T>> {
  const { site } = languagesOf(actor);
  const { texts, columns, translations, slug } = await importedTexts(origin, row, site, {
    title: cleanName,
    rich: sanitizeRich,
    free: (slug) => batch.slugs.free(kind.table, slug, row.id),
  });
  const { title: name, description, excerpt } = texts;
  const shared = { ...row, ...columns, slug, name, name_key: nameKey(name), description, excerpt };
  const updated = kind.complete(shared, sent, row);
  batch.update(kind.table, updated, 'id');
  // Written even where none are left, which removes those that were.
  await saveLinkedTranslations(batch, kind, updated, { ...row, translations: row.language }, translations);
  await batch.flush();
  return updated;
}
