import { listScope, mayEdit, unlockScope } from '#api/access/permissions.ts';
import { NO_PICTURES, type PreparedPictures, pictureOf, preparePictures } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { type Origin, originColumns, originModified } from '#calendar/posts/origin.ts';
import {
  authorOf,
  NO_DATE,
  newPassword,
  publication,
  resultingStatus,
  trashedSlug,
} from '#calendar/posts/rules.ts';
import { withinUnlocked } from '#calendar/posts/scope.ts';
import { isPolyglot } from '#calendar/posts/write-texts.ts';
import { KalendsError } from '#errors.ts';
import { sanitizeRich } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { TextsWanted } from '#store/db/allocators.ts';
import type { Writing } from '#store/db/engine.ts';
import { WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import type { SentFields, WrittenKind } from './kind.ts';
import { cleanName, nameKey, resultingSlug } from './rules.ts';
import { findDuplicate, findLinked, type LinkedRow, type LinkedTable, type SharedColumns } from './store.ts';
import { mergeLinked, modifiedNow, saveImportedTexts, saveLinked } from './update.ts';

/** Returns what `createLinked` is going to ask of the database. */
export function linkedLookups<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  { table, nameIn }: WrittenKind<T, S>,
  sent: S,
): TextsWanted[] {
  const { language } = languagesOf(actor);
  const name = cleanName(nameIn(sent) ?? '');
  const slug = (sent.slug && slugify(sent.slug, language)) || slugify(name, language);
  return [
    { column: 'slug', table, texts: [slug] },
    { column: 'name_key', table, texts: [nameKey(name)] },
  ];
}

/** Finds the one of the same name and description that the caller may read (reference 5.8, D20). */
async function findSame<T extends LinkedTable>(
  batch: WriteBatch,
  { viewer }: Actor,
  table: T,
  { name_key, description }: { name_key: string; description: string },
): Promise<LinkedRow<T> | undefined> {
  // One before it in the same batch may be the same.
  if (batch.writesTo(table)) await batch.flush();
  if (batch.isNewName(table, name_key)) return undefined;
  return findDuplicate(batch.trx, table, {
    name_key,
    description,
    scope: listScope(viewer),
    open: withinUnlocked(unlockScope(viewer, { password: undefined, editing: true }), 't'),
  });
}

/** A venue or an organizer that was written; its row where that is known. */
export interface WrittenLinked<T extends LinkedTable> {
  readonly id: number;
  readonly row?: LinkedRow<T> | undefined;
}

/** What comes with the fields of a new venue or organizer. */
interface Beside {
  readonly pictures?: PreparedPictures | undefined;
  /** Of an import, whose items are never taken for others that are there; its ID is the one wanted. */
  readonly origin?: Origin | undefined;
}

/**
 * Adds a new one to a batch, unless there is one already of that name and description which the caller may read: then
 * that takes the other fields sent, if the caller may edit it (reference 5.8, D20). Returns the ID, and the row of a
 * new one.
 * @throws KalendsError `could-not-create-…` for a blank name
 */
export async function createLinked<T extends LinkedTable, S extends SentFields>(
  batch: WriteBatch,
  actor: Actor,
  kind: WrittenKind<T, S>,
  sent: S,
  { pictures = NO_PICTURES, origin }: Beside = {},
): Promise<WrittenLinked<T>> {
  const { now, viewer, deps } = actor;
  const { table } = kind;
  const name = cleanName(kind.nameIn(sent) ?? '');
  const name_key = nameKey(name);
  if (name_key === '') throw new KalendsError(`could-not-create-${kind.kind}`);
  // Before a duplicate is looked for, which a refusal would tell of.
  const password = newPassword(actor, sent.password);
  const description = sanitizeRich(sent.description ?? '');
  const same = origin ? undefined : await findSame(batch, actor, table, { name_key, description });
  if (same) {
    if (mayEdit(viewer, same)) await mergeLinked(batch, actor, kind, same, sent, pictures);
    return { id: same.id };
  }
  const utc = utcText(now);
  const aim = resultingStatus(viewer, sent.status, NO_DATE, utc);
  const published = publication(sent, { now, zone: deps.config.timezone, status: aim });
  const status = resultingStatus(viewer, sent.status, published.date_utc, utc);
  const author_id = authorOf(actor, sent.author);
  const id = await batch.postIds.claim(origin?.id);
  const language = origin?.language ?? languagesOf(actor).language;
  const languages = { language, translations: '' };
  const slug = await resultingSlug(actor, { id, asked: sent.slug, name, status, languages }, (wanted) =>
    batch.slugs.free(table, wanted, id),
  );
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
    slug,
    ...languages,
    image_id: await pictureOf(batch, actor, sent.image, pictures),
    global_id: null,
    global_id_lineage: null,
    name,
    name_key,
    ...(origin && { ...originColumns(origin), ...originModified(actor, origin) }),
  };
  const row = kind.complete(shared, sent, undefined);
  batch.slugs.note(table, slug, id);
  batch.insert(table, row);
  if (kind.beside) batch.add(...kind.beside(actor, row));
  batch.log(changed(actor, kind.kind, id, 'create'));
  if (!origin || !isPolyglot(origin)) return { id, row };
  await batch.flush();
  await saveImportedTexts(batch, actor, kind, row, sent, origin);
  return { id };
}

/** Makes one in a transaction of its own, its pictures prepared before. Returns its ID, and the row of a new one. */
export function addLinked<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  sent: S,
): Promise<WrittenLinked<T>> {
  return preparePictures(actor, [sent.image], (pictures) =>
    writeBatch(actor.deps.db, (batch) => createLinked(batch, actor, kind, sent, { pictures })),
  );
}

/** Puts one into the trash; events keep their links to it (D5). @throws KalendsError `…-is-in-trash` */
export async function trashLinked<T extends LinkedTable, S extends SentFields>(
  actor: Actor,
  kind: WrittenKind<T, S>,
  id: number,
): Promise<void> {
  await writeBatch(actor.deps.db, async (batch) => {
    const before = await findLinked(batch.trx, kind.table, id);
    if (!before) return;
    if (before.status === 'trash') throw new KalendsError(`${kind.kind}-is-in-trash`);
    const row = { ...before, status: 'trash', slug: trashedSlug(before.slug), ...modifiedNow(actor) };
    await saveLinked(batch, actor, kind, row, before);
  });
}

/** Publishes one whose date has come. Returns whether it was still waiting. */
export async function publishScheduledLinked<T extends LinkedTable, S extends SentFields>(
  trx: Writing,
  actor: Actor,
  kind: WrittenKind<T, S>,
  id: number,
): Promise<boolean> {
  const before = await findLinked(trx, kind.table, id);
  if (before?.status !== 'future' || before.date_utc > utcText(actor.now)) return false;
  const batch = new WriteBatch(trx, actor.deps.db.dialect);
  await saveLinked(batch, actor, kind, { ...before, status: 'publish' }, before);
  await batch.flush();
  return true;
}
