import { can, listScope, mayEdit, type Status, unlockScope } from '#api/access/permissions.ts';
import { type PreparedPictures, pictureOf, pictureWithin, preparePictures } from '#api/media/actions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { changed } from '#api/routing/changed.ts';
import { EMBEDDED_LIMIT } from '#api/server/volume.ts';
import { authorOf } from '#calendar/posts/author.ts';
import { type Expected, foreseenSlug, isForeseenNew } from '#calendar/posts/foresee.ts';
import { type Origin, originColumns, originModified } from '#calendar/posts/origin.ts';
import { newPassword } from '#calendar/posts/password.ts';
import { publication } from '#calendar/posts/publication.ts';
import { withinUnlocked } from '#calendar/posts/scope.ts';
import { freeSlug, restoredSlug, slugFrom, trashedSlug } from '#calendar/posts/slugs.ts';
import { NO_DATE, resultingStatus, updatedStatus } from '#calendar/posts/status.ts';
import { importedTexts, isPolyglot, mayGrow, restatedSlugs, writeTexts } from '#calendar/posts/texts.ts';
import { listTranslations, saveTranslations } from '#calendar/translations/store.ts';
import {
  type RowLanguages,
  shownLanguage,
  type Texts,
  type Translations,
} from '#calendar/translations/texts.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { sanitizeInline, sanitizeRich } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import { toWall } from '#foundation/time/zone.ts';
import { type ChangeAction, logChanges } from '#store/db/changes.ts';
import type { Writing } from '#store/db/engine.ts';
import { Pending } from '#store/db/pending.ts';
import { nameKey } from './rules.ts';
import {
  findDuplicate,
  findLinked,
  isTooLargeSomewhere,
  type LinkedRow,
  type LinkedTable,
  replaceLinked,
  type SharedColumns,
} from './store.ts';
import type { SentFields, WrittenKind } from './written.ts';

const cleanName = (typed: string) => sanitizeInline(typed).trim();

/** A contributor's pending item has no slug until somebody publishes it (reference 5.4). */
const goesUnnamed = (actor: Actor, status: Status) => status === 'pending' && !can(actor.viewer, 'publish');

async function resultingSlug(
  actor: Actor,
  free: (slug: string) => Promise<string>,
  write: {
    id: number;
    asked: string | undefined;
    name: string;
    status: Status;
    /** Of the row after the write. */
    languages: RowLanguages;
    before?: SharedColumns;
  },
): Promise<string> {
  const { id, asked, name, status, languages, before } = write;
  const { language, site } = languagesOf(actor);
  const kept = before?.status === 'trash' ? restoredSlug(before.slug) : (before?.slug ?? '');
  const unnamed = goesUnnamed(actor, status);
  const wanted = (asked !== undefined && !unnamed && slugify(asked, language)) || kept;
  if (status === 'trash') return trashedSlug(wanted);
  if (wanted !== '' && wanted === before?.slug) return wanted;
  if (wanted === '' && unnamed) return '';
  return free(wanted || slugFrom(name, id, shownLanguage(languages, site, site)));
}

/**
 * Makes one, in a transaction that is under way, unless there is one already of that name and description which the
 * caller may read: then that takes the other fields sent, if the caller may edit it (reference 5.8, D20). Gives the ID.
 * What comes with an `origin` is told apart by that, so that it never is one there is already.
 * @throws KalendsError `could-not-create-…` for a blank name
 */
export async function createLinked<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  sent: S,
  pictures: PreparedPictures,
  origin?: Origin,
): Promise<number> {
  const pending = new Pending(trx, actor.deps.db.dialect);
  const { id } = await takeUpLinked(pending, actor, kind, sent, pictures, origin);
  await pending.flush();
  return id;
}

/** What `takeUpLinked` is going to ask. */
export function expectedOf<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  sent: S,
): Expected {
  const { language } = languagesOf(actor);
  const name = cleanName(kind.nameIn(sent) ?? '');
  return {
    table: kind.table,
    slug: (sent.slug && slugify(sent.slug, language)) || slugify(name, language),
    nameKey: nameKey(name),
  };
}

/** `createLinked` as part of a larger write, with which it is written. Gives the row too where it's a new one. */
export async function takeUpLinked<T extends LinkedTable, S extends SentFields>(
  pending: Pending,
  actor: Actor,
  kind: WrittenKind<T, S>,
  sent: S,
  pictures: PreparedPictures,
  origin?: Origin,
): Promise<{ id: number; row?: LinkedRow<T> }> {
  const { trx } = pending;
  const { now, viewer, deps } = actor;
  const name = cleanName(kind.nameIn(sent) ?? '');
  const name_key = nameKey(name);
  if (name_key === '') throw new KalendsError(`could-not-create-${kind.kind}`);
  // Before a duplicate is looked for, which a refusal would tell of.
  const password = newPassword(actor, sent.password);
  const description = sanitizeRich(sent.description ?? '');
  // The one before it in the same write may be the same, or have the slug.
  if (pending.writesTo(kind.table)) await pending.flush();
  const known =
    origin || isForeseenNew(pending, kind.table, name_key)
      ? undefined
      : await findDuplicate(trx, kind.table, {
          name_key,
          description,
          scope: listScope(viewer),
          open: withinUnlocked(unlockScope(viewer, { password: undefined, editing: true }), 't'),
        });
  if (known) {
    await pending.flush();
    if (mayEdit(viewer, known)) await mergeLinked(trx, actor, kind, known, sent, pictures);
    return { id: known.id };
  }
  const utc = utcText(now);
  const aim = resultingStatus(viewer, sent.status, NO_DATE, utc);
  const published = publication(sent, { now, zone: deps.config.timezone, status: aim });
  const status = resultingStatus(viewer, sent.status, published.date_utc, utc);
  const author_id = authorOf(actor, sent.author);
  const id = origin?.id ?? (await pending.nextPost());
  const language = origin?.language ?? languagesOf(actor).language;
  const shared: SharedColumns = {
    id,
    author_id,
    status,
    password,
    ...published,
    modified: published.date,
    modified_utc: published.date_utc === NO_DATE ? utc : published.date_utc,
    description,
    excerpt: '',
    slug: await resultingSlug(actor, (slug) => foreseenSlug(pending, kind.table, slug, id), {
      id,
      asked: sent.slug,
      name,
      status,
      languages: { language, translations: '' },
    }),
    language,
    translations: '',
    image_id: await pictureWithin(pending, actor, sent.image, pictures),
    global_id: null,
    global_id_lineage: null,
    name,
    name_key,
    ...(origin && { ...originColumns(origin), ...originModified(actor, origin) }),
  };
  const row = kind.complete(shared, sent, undefined);
  pending.insert(kind.table, row);
  if (kind.beside) pending.add(...kind.beside(actor, row));
  pending.log(changed(actor, kind.kind, id, 'create'));
  if (!origin || !isPolyglot(origin)) return { id, row };
  await pending.flush();
  await takeTexts(trx, actor, kind, row, sent, origin);
  return { id };
}

/** Keeps its texts in other languages, which are searched together with what has no language, such as the city. */
async function keepTranslations<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  kind: WrittenKind<T, S>,
  row: LinkedRow<T>,
  before: LinkedRow<T>,
  written: Translations | undefined,
): Promise<void> {
  if (row.translations === '' && before.translations === '') return;
  const { id } = row;
  const translations = written ?? (await listTranslations(trx, kind.table, before));
  const status = { was: statusOf(before), now: statusOf(row) };
  const now = await restatedSlugs(trx, kind.table, id, translations, status);
  await saveTranslations(trx, kind.table, id, now, ({ title, description, excerpt }) => ({
    title_key: nameKey(title),
    search_text: kind.searchText({
      ...row,
      name: title || row.name,
      description: description || row.description,
      excerpt: excerpt || row.excerpt,
    }),
  }));
}

/** @param translations as the write leaves them; absent: as they were */
async function store<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  row: LinkedRow<T>,
  before: LinkedRow<T>,
  translations?: Translations,
): Promise<void> {
  await replaceLinked(trx, kind.table, row);
  await keepTranslations(trx, kind, row, before, translations);
  await kind.written?.(trx, actor, row, before);
  await logChanges(trx, [changed(actor, kind.kind, row.id, changeName(before.status, row.status))]);
}

function changeName(was: string, now: string): ChangeAction {
  if (was === now) return 'update';
  if (now === 'trash') return 'trash';
  if (was === 'trash') return 'restore';
  return now === 'publish' ? 'publish' : 'update';
}

const modifiedNow = ({ now, deps }: Actor) => ({
  modified: toWall(utcText(now), deps.config.timezone),
  modified_utc: utcText(now),
});

/** Name, description, status, author, date and slug stay, and a password where none is sent; nothing is written where nothing differs. */
async function mergeLinked<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  before: LinkedRow<T>,
  sent: S,
  pictures: PreparedPictures,
): Promise<void> {
  const image_id =
    sent.image === undefined ? before.image_id : await pictureOf(trx, actor, sent.image, pictures);
  const password = sent.password || before.password;
  const row = kind.complete({ ...before, image_id, password }, sent, before);
  if (Object.entries(row).every(([name, value]) => value === Reflect.get(before, name))) return;
  await store(trx, actor, kind, { ...row, ...modifiedNow(actor) }, before);
}

/**
 * Changes what was sent and nothing else (D1), in a transaction that is under way. `status` takes out of the trash,
 * or puts there. The ID in `origin` counts for nothing.
 */
export async function applyLinkedUpdate<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  before: LinkedRow<T>,
  sent: S,
  pictures: PreparedPictures,
  origin: Origin = {},
): Promise<void> {
  const was = statusOf(before);
  const typed = kind.nameIn(sent);
  const texts = sentTexts(typed, sent);
  const { language, site } = languagesOf(actor);
  // In another language than the site's a blank name removes the translation.
  if (texts.title === '' && language === site) throw new KalendsError(`could-not-update-${kind.kind}`);
  const written = await writeTexts(
    trx,
    actor,
    kind.table,
    { ...before, texts: { ...before, title: before.name } },
    { texts, slug: sent.slug, titleField: kind.kind },
  );
  const { title: name, description, excerpt } = written.texts;
  const nowUtc = utcText(actor.now);
  const aim = updatedStatus(actor.viewer, sent, was, { dateUtc: NO_DATE, nowUtc });
  const published = publication(sent, {
    now: actor.now,
    zone: actor.deps.config.timezone,
    status: aim,
    before,
  });
  const status = updatedStatus(actor.viewer, sent, was, { dateUtc: published.date_utc, nowUtc });
  const { id } = before;
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
    slug: await resultingSlug(actor, (slug) => freeSlug(trx, kind.table, slug, id), {
      id,
      asked: written.asked,
      name,
      status,
      languages: written.columns,
      before,
    }),
    image_id: sent.image === undefined ? before.image_id : await pictureOf(trx, actor, sent.image, pictures),
    name,
    name_key: nameKey(name),
    ...originColumns(origin),
    ...originModified(actor, origin),
  };
  const row = kind.complete(shared, sent, before);
  await store(trx, actor, kind, row, before, written.translations);
  if (isPolyglot(origin, before)) await takeTexts(trx, actor, kind, row, sent, origin);
}

/** Gives one the texts of all languages that an import brings. */
async function takeTexts<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  row: LinkedRow<T>,
  sent: S,
  origin: Origin,
): Promise<void> {
  const { site } = languagesOf(actor);
  const { texts, columns, translations, slug } = await importedTexts(origin, row, site, {
    title: cleanName,
    rich: sanitizeRich,
    free: (slug) => freeSlug(trx, kind.table, slug, row.id),
  });
  const { title: name, description, excerpt } = texts;
  const shared = { ...row, ...columns, slug, name, name_key: nameKey(name), description, excerpt };
  const taken = kind.complete(shared, sent, row);
  await replaceLinked(trx, kind.table, taken);
  // It had translations, or has them now: both are for `keepTranslations` to see to.
  await keepTranslations(trx, kind, taken, { ...row, translations: row.language }, translations);
}

/** The texts of a write, made harmless; what wasn't sent is missing. */
function sentTexts(typed: string | undefined, { description }: SentFields): Partial<Texts> {
  const name = typed === undefined ? undefined : cleanName(typed);
  return {
    ...(name === undefined ? {} : { title: nameKey(name) === '' ? '' : name }),
    ...(description === undefined ? {} : { description: sanitizeRich(description) }),
  };
}

// The column holds nothing else: every write goes through `statusField` or `resultingStatus`.
const statusOf = (row: SharedColumns) => row.status as Status;

/** `createLinked` in a transaction of its own, the pictures made ready before. */
export async function addLinked<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  sent: S,
): Promise<number> {
  return preparePictures(actor, [sent.image], (pictures) =>
    actor.deps.db.write((trx) => createLinked(trx, actor, kind, sent, pictures)),
  );
}

/** `applyLinkedUpdate` in a transaction of its own. */
export async function changeLinked<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  id: number,
  sent: S,
): Promise<void> {
  await preparePictures(actor, [sent.image], (pictures) =>
    actor.deps.db.write(async (trx) => {
      const before = await findLinked(trx, kind.table, id);
      if (!before) return;
      await applyLinkedUpdate(trx, actor, kind, before, sent, pictures);
      if (
        mayGrow(sent.description, before, actor) &&
        (await isTooLargeSomewhere(trx, kind.table, id, EMBEDDED_LIMIT))
      )
        throw invalidParameter('description', message('problem.text_too_large', { limit: EMBEDDED_LIMIT }));
    }),
  );
}

/** Puts one into the trash; events keep their links to it (D5). @throws KalendsError `…-is-in-trash` */
export async function trashLinked<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  id: number,
): Promise<void> {
  await actor.deps.db.write(async (trx) => {
    const before = await findLinked(trx, kind.table, id);
    if (!before) return;
    if (before.status === 'trash') throw new KalendsError(`${kind.kind}-is-in-trash`);
    const row = { ...before, status: 'trash', slug: trashedSlug(before.slug), ...modifiedNow(actor) };
    await store(trx, actor, kind, row, before);
  });
}

/** Publishes one whose date has come. Gives whether it was still waiting. */
export async function publishScheduledLinked<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  id: number,
): Promise<boolean> {
  const before = await findLinked(trx, kind.table, id);
  if (before?.status !== 'future' || before.date_utc > utcText(actor.now)) return false;
  await store(trx, actor, kind, { ...before, status: 'publish' }, before);
  return true;
}
