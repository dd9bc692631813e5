import type { Status } from '#api/access/permissions.ts';
import { NO_PICTURES, type PreparedPictures, pictureOf, preparePictures } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { EMBEDDED_LIMIT } from '#api/server/volume.ts';
import { type Origin, originColumns, originModified } from '#calendar/posts/origin.ts';
import { authorOf, changeAction, NO_DATE, publication, updatedStatus } from '#calendar/posts/rules.ts';
import {
  importedTexts,
  isPolyglot,
  mayGrow,
  restatedSlugs,
  writeTexts,
} from '#calendar/posts/write-texts.ts';
import type { Texts, Translations } from '#calendar/translations/rules.ts';
import { listTranslations, saveTranslations } from '#calendar/translations/store.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { sanitizeRich } from '#foundation/text/html.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import type { SentFields, WrittenKind } from './kind.ts';
import { cleanName, nameKey, resultingSlug } from './rules.ts';
import {
  findLinked,
  isTooLargeSomewhere,
  type LinkedRow,
  type LinkedTable,
  type SharedColumns,
} from './store.ts';

/** Stores its texts in other languages, which are searched together with what has no language, such as the city. */
async function keepTranslations<T extends LinkedTable, S extends SentFields>(
  batch: WriteBatch,
  kind: WrittenKind<T, S>,
  row: LinkedRow<T>,
  before: LinkedRow<T>,
  written: Translations | undefined,
): Promise<void> {
  const { id } = row;
  const translations = written ?? (await listTranslations(batch.trx, kind.table, before));
  const status = { was: before.status, now: row.status };
  const now = await restatedSlugs(batch, kind.table, id, translations, status);
  await saveTranslations(batch.trx, kind.table, id, now, ({ title, description, excerpt }) => ({
    title_key: nameKey(title),
    search_text: kind.searchText({
      ...row,
      name: title || row.name,
      description: description || row.description,
      excerpt: excerpt || row.excerpt,
    }),
  }));
}

/**
 * Adds the new values of a row to a batch, and what is stored beside it.
 * @param translations as the write leaves them; absent: as they were
 */
export async function saveLinked<T extends LinkedTable, S extends SentFields>(
  batch: WriteBatch,
  actor: Actor,
  kind: WrittenKind<T, S>,
  row: LinkedRow<T>,
  before: LinkedRow<T>,
  translations?: Translations,
): Promise<void> {
  batch.update(kind.table, row, 'id');
  if (row.translations !== '' || before.translations !== '')
    await keepTranslations(batch, kind, row, before, translations);
  await kind.written?.(batch.trx, actor, row, before);
  batch.log(changed(actor, kind.kind, row.id, changeAction(before.status, row.status)));
}

/** Returns the columns of a change made now. */
export function modifiedNow({ now, deps }: Actor): { modified: string; modified_utc: string } {
  const modified_utc = utcText(now);
  return { modified: toWall(modified_utc, deps.config.timezone), modified_utc };
}

/**
 * Gives one that is there the fields of another of the same name. Name, description, status, author, date and slug stay,
 * and a password where none is sent; nothing is written where nothing differs.
 */
export async function mergeLinked<T extends LinkedTable, S extends SentFields>(
  batch: WriteBatch,
  actor: Actor,
  kind: WrittenKind<T, S>,
  before: LinkedRow<T>,
  sent: S,
  pictures: PreparedPictures,
): Promise<void> {
  const image_id =
    sent.image === undefined ? before.image_id : await pictureOf(batch, actor, sent.image, pictures);
  const password = sent.password || before.password;
  const row = kind.complete({ ...before, image_id, password }, sent, before);
  if (Object.entries(row).every(([name, value]) => value === Reflect.get(before, name))) return;
  await saveLinked(batch, actor, kind, { ...row, ...modifiedNow(actor) }, before);
  // The next one of the same batch may be the same again.
  await batch.flush();
}

/**
 * Adds the change of what was sent, and of nothing else (D1), to a batch; returns the row after it. `status` takes out
 * of the trash, or puts there. The ID in `origin` counts for nothing.
 * @throws KalendsError `could-not-update-…` for a blank name in the site's language
 */
export async function applyLinkedUpdate<T extends LinkedTable, S extends SentFields>(
  batch: WriteBatch,
  actor: Actor,
  kind: WrittenKind<T, S>,
  before: LinkedRow<T>,
  sent: S,
  { pictures = NO_PICTURES, origin }: { pictures?: PreparedPictures; origin?: Origin | undefined } = {},
): Promise<LinkedRow<T>> {
  const { now, viewer, deps } = actor;
  // The column holds nothing else: every write goes through `statusField` or `resultingStatus`.
  const was = before.status as Status;
  const texts = sentTexts(kind.nameIn(sent), sent.description);
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
  const published = publication(sent, { now, zone: deps.config.timezone, status: aim, before });
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
    ...modifiedNow(actor),
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
  if (!origin || !isPolyglot(origin, before)) return row;
  await batch.flush();
  return saveImportedTexts(batch, actor, kind, row, sent, origin);
}

/** Changes what was sent and nothing else (D1), in one transaction. Returns the row after it; undefined: it is gone. */
export async function changeLinked<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  id: number,
  sent: S,
): Promise<LinkedRow<T> | undefined> {
  return preparePictures(actor, [sent.image], (pictures) =>
    writeBatch(actor.deps.db, async (batch) => {
      const before = await findLinked(batch.trx, kind.table, id);
      if (!before) return undefined;
      const row = await applyLinkedUpdate(batch, actor, kind, before, sent, { pictures });
      if (!mayGrow(sent.description, before, actor)) return row;
      await batch.flush();
      if (await isTooLargeSomewhere(batch.trx, kind.table, id, EMBEDDED_LIMIT))
        throw invalidParameter('description', message('problem.text_too_large', { limit: EMBEDDED_LIMIT }));
      return row;
    }),
  );
}

/** Gives one the texts of all languages that an import brings; returns the row after it. */
export async function saveImportedTexts<T extends LinkedTable, S extends SentFields>(
  batch: WriteBatch,
  actor: Actor,
  kind: WrittenKind<T, S>,
  row: LinkedRow<T>,
  sent: S,
  origin: Origin,
): Promise<LinkedRow<T>> {
  const { site } = languagesOf(actor);
  const { texts, columns, translations, slug } = await importedTexts(origin, row, site, {
    title: cleanName,
    rich: sanitizeRich,
    free: (slug) => batch.slugs.free(kind.table, slug, row.id),
  });
  const { title: name, description, excerpt } = texts;
  const shared = { ...row, ...columns, slug, name, name_key: nameKey(name), description, excerpt };
  const taken = kind.complete(shared, sent, row);
  batch.update(kind.table, taken, 'id');
  // It had translations, or has them now.
  await keepTranslations(batch, kind, taken, { ...row, translations: row.language }, translations);
  await batch.flush();
  return taken;
}

/** The texts of a write, made harmless; what wasn't sent is missing. */
function sentTexts(typed: string | undefined, description: string | undefined): Partial<Texts> {
  const texts: Partial<Texts> = {};
  if (typed !== undefined) {
    const name = cleanName(typed);
    texts.title = nameKey(name) === '' ? '' : name;
  }
  if (description !== undefined) texts.description = sanitizeRich(description);
  return texts;
}
