import { listScope, mayEdit, unlockScope } from '#api/access/permissions.ts';
import { NO_PICTURES, type PreparedPictures, pictureOf, preparePictures } from '#api/media/actions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { type ImportOrigin, originColumns, originModified } from '#calendar/posts/import-origin.ts';
import {
  authorOf,
  NO_DATE,
  newPassword,
  publication,
  resultingStatus,
  trashedSlug,
} from '#calendar/posts/rules.ts';
import { withinUnlocked } from '#calendar/posts/scope.ts';
import { bringsTranslations } from '#calendar/posts/write-texts.ts';
import { KalendsError } from '#errors.ts';
import { sanitizeRich } from '#foundation/text/html.ts';
import { slugify } from '#foundation/text/slug.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { TextsWanted } from '#store/db/allocators.ts';
import type { Writing } from '#store/db/engine.ts';
import { WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import type { LinkedKind, LinkedWrite } from './kind.ts';
import { cleanName, nameKey, resultingSlug } from './rules.ts';
import { findDuplicate, findLinked, type LinkedRow, type LinkedTable, type SharedColumns } from './store.ts';
import { mergeLinked, modifiedColumns, saveImportedTexts, saveLinked } from './update.ts';

/** Returns the lookups that `insertLinked` makes for one, for a prefetch of the whole batch. */
export function linkedLookups<T extends LinkedTable, S extends LinkedWrite>(
  actor: Actor,
  { table, kind }: LinkedKind<T, S>,
  sent: S,
): TextsWanted[] {
  const { language } = languagesOf(actor);
  const name = cleanName(sent[kind] ?? '');
  const slug = (sent.slug && slugify(sent.slug, language)) || slugify(name, language);
  return [
    { column: 'slug', table, texts: [slug] },
    { column: 'name_key', table, texts: [nameKey(name)] },
  ];
}

/** Returns the oldest of the same name and description that the caller may read (reference 5.8, D20). */
async function findReadableDuplicate<T extends LinkedTable>(
  batch: WriteBatch,
  { viewer }: Actor,
  table: T,
  { name_key, description }: { name_key: string; description: string },
): Promise<LinkedRow<T> | undefined> {
  // The duplicate may be an earlier item of this batch.
  if (batch.writesTo(table)) await batch.flush();
  if (batch.isNewName(table, name_key)) return undefined;
  return findDuplicate(batch.trx, table, {
    name_key,
    description,
    scope: listScope(viewer),
    open: withinUnlocked(unlockScope(viewer, { password: undefined, editing: true }), 't'),
  });
}

/** A venue or an organizer after a write; `row` is missing where it has to be read again. */
export interface WrittenLinked<T extends LinkedTable> {
  readonly id: number;
  readonly row?: LinkedRow<T> | undefined;
}

/** Options of a creation beside its fields. */
interface CreationOptions {
  readonly pictures?: PreparedPictures | undefined;
  /** Given by imports, whose items are never matched with existing ones; its ID is claimed where it is free. */
  readonly origin?: ImportOrigin | undefined;
}

/**
 * Adds a new one to a batch. Where the caller may read one of the same name and description, it is returned instead, and
 * updated with the other fields if the caller may edit it (reference 5.8, D20). Returns the row of a new one only.
 * @throws KalendsError `could-not-create-…` for a blank name
 */
export async function insertLinked<T extends LinkedTable, S extends LinkedWrite>(
  batch: WriteBatch,
  actor: Actor,
  kind: LinkedKind<T, S>,
  sent: S,
  { pictures = NO_PICTURES, origin }: CreationOptions = {},
): Promise<WrittenLinked<T>> {
  const { now, viewer, services } = actor;
  const { table } = kind;
  const name = cleanName(sent[kind.kind] ?? '');
  const name_key = nameKey(name);
  if (name_key === '') throw new KalendsError(`could-not-create-${kind.kind}`);
  // Checked first, so that a refusal doesn't reveal whether a duplicate exists.
  const password = newPassword(actor, sent.password);
  const description = sanitizeRich(sent.description ?? '');
  const duplicate = origin
    ? undefined
    : await findReadableDuplicate(batch, actor, table, { name_key, description });
  if (duplicate) {
    if (mayEdit(viewer, duplicate)) await mergeLinked(batch, actor, kind, duplicate, sent, pictures);
    return { id: duplicate.id };
  }
  const utc = utcText(now);
  const aim = resultingStatus(viewer, sent.status, NO_DATE, utc);
  const published = publication(sent, { now, zone: services.config.timezone, status: aim });
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
  if (kind.insertBeside) batch.add(...kind.insertBeside(actor, row));
  batch.log(changed(actor, kind.kind, id, 'create'));
  if (!origin || !bringsTranslations(origin)) return { id, row };
  await batch.flush();
  await saveImportedTexts(batch, actor, kind, row, sent, origin);
  return { id };
}

/** Creates one in a transaction of its own, after its pictures were prepared; otherwise as `insertLinked`. */
export function createLinked<T extends LinkedTable, S extends LinkedWrite>(
  actor: Actor,
  kind: LinkedKind<T, S>,
  sent: S,
): Promise<WrittenLinked<T>> {
  return preparePictures(actor, [sent.image], (pictures) =>
    writeBatch(actor.services.db, (batch) => insertLinked(batch, actor, kind, sent, { pictures })),
  );
}

/**
 * Moves one to the trash in a transaction of its own; events keep their links to it (D5). Returns the row after it;
 * undefined: it no longer exists.
 * @throws KalendsError `…-is-in-trash`
 */
export async function trashLinked<T extends LinkedTable, S extends LinkedWrite>(
  actor: Actor,
  kind: LinkedKind<T, S>,
  id: number,
): Promise<LinkedRow<T> | undefined> {
  return writeBatch(actor.services.db, async (batch) => {
    const before = await findLinked(batch.trx, kind.table, id);
    if (!before) return undefined;
    if (before.status === 'trash') throw new KalendsError(`${kind.kind}-is-in-trash`);
    const row = { ...before, status: 'trash', slug: trashedSlug(before.slug), ...modifiedColumns(actor) };
    await saveLinked(batch, actor, kind, row, before);
    return row;
  });
}

/** Publishes one whose publication date has passed. Returns false where it is no longer scheduled. */
export async function publishScheduledLinked<T extends LinkedTable, S extends LinkedWrite>(
  trx: Writing,
  actor: Actor,
  kind: LinkedKind<T, S>,
  id: number,
): Promise<boolean> {
  const before = await findLinked(trx, kind.table, id);
  if (before?.status !== 'future' || before.date_utc > utcText(actor.now)) return false;
  const batch = new WriteBatch(trx, actor.services.db.dialect);
  await saveLinked(batch, actor, kind, { ...before, status: 'publish' }, before);
  await batch.finish();
  return true;
}
