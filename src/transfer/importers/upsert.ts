import { can, mayEdit, type Owned } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import type { Input } from '#api/routing/parameter.ts';
import { nameKey } from '#calendar/linked/rules.ts';
import { insertTerm, updateTerm } from '#calendar/terms/actions.ts';
import { termTraits } from '#calendar/terms/kind.ts';
import { findTerm, findTermBySlugs, matchTerms } from '#calendar/terms/store.ts';
import { forbidden, isUnavailable, KalendsError } from '#errors.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { slugForms, slugify } from '#foundation/text/slug.ts';
import type { PostTable } from '#store/db/tables.ts';
import type { WriteBatch } from '#store/db/write-batch.ts';
import { authorFor } from './authors.ts';
import { earlierDigestOf } from './digest.ts';
import type { importFields } from './fields.ts';
import {
  type ImportEvent,
  type ImportItem,
  type ImportKind,
  type ImportPost,
  type ImportTerm,
  NOBODY,
} from './import-item.ts';
import type { ImportChoices } from './import-options.ts';
import { fieldsInLanguage, languageOfTexts, originOfTexts } from './language-texts.ts';
import type { ImportLedger } from './ledger.ts';
import { type PictureOutcome, pictureKey } from './pictures.ts';
import { faultMessage, refusalFaults } from './read-fields.ts';
import type { ImportReport, Outcome } from './report.ts';
import { keyName } from './store.ts';

/** Shared state of writing the items of one batch. */
export interface UpsertContext {
  readonly batch: WriteBatch;
  readonly ledger: ImportLedger;
  /** User IDs by author (`keyName`), cached for this transaction. */
  readonly authors: Map<string, number | undefined>;
  readonly actor: Actor;
  readonly report: ImportReport;
  /** Collects events whose parent does not exist yet. */
  readonly orphans: ImportEvent[];
  readonly pictures: ReadonlyMap<string, PictureOutcome>;
  /** Whether each item has a savepoint, so that a refused one can be left out. Costly: each writes the text index. */
  readonly useSavepoints: boolean;
  /** The language requested from the source for all texts. */
  readonly requestedLanguage: Language | undefined;
  /** Whether the source numbers all of its events anew, so that they are known by title, start and venues. */
  readonly matchesContent?: boolean | undefined;
  /** Values that the caller wants instead of what the source says. */
  readonly choices?: ImportChoices | undefined;
}

/** Returns the actor on whose behalf an item is written, with the language of its texts. */
export const actorFor = (
  { actor, requestedLanguage }: Pick<UpsertContext, 'actor' | 'requestedLanguage'>,
  item: ImportItem,
): Actor => ({
  ...actor,
  writtenIn: languageOfTexts(item, { requestedLanguage, site: actor.services.config.language }),
});

/** Decision about an item: create it, update it, or leave it. */
export type ItemStatus =
  | { at: 'new' }
  | { at: 'same' }
  | { at: 'trashed' }
  | { at: 'local' }
  | { at: 'changed'; id: number; seen: boolean };

/** Compares an item with the ledger. `digest` may have a suffix for missing links or pictures. */
export function statusOf(
  { ledger, requestedLanguage }: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  digest: string,
): ItemStatus {
  const found = ledger.status(kind, item.key);
  if (!found) return { at: 'new' };
  if (found.isLocal) return { at: found.presence === 'trashed' ? 'trashed' : 'local' };
  const taken = requestedLanguage ? found.taken : found.made.digest;
  if (taken === digest) return { at: 'same' };
  // New members of the digest alone must not overwrite what was changed here since.
  if (taken === earlierDigestOf(item) + digest.slice(item.digest.length)) return { at: 'same' };
  return found.presence === 'trashed'
    ? { at: 'trashed' }
    : { at: 'changed', id: found.made.resource_id, seen: taken !== undefined };
}

/** Records in the ledger which resource an item became, and its digest. */
export function recordOutcome(
  { ledger, requestedLanguage }: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  { resource_id, digest, isNew }: { resource_id: number; digest: string; isNew: boolean },
): void {
  // An import in one language says nothing about an import without a language.
  if (isNew || !requestedLanguage)
    ledger.record(kind, item.key, { resource_id, digest: requestedLanguage ? '' : digest });
  if (requestedLanguage) ledger.recordDigest(kind, item.key, digest);
}

/** Creates, updates or skips one item, according to the ledger. */
export async function upsertItem(
  context: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  digest: string,
  write: { make(): Promise<{ id: number; found?: true }>; change(id: number, seen: boolean): Promise<void> },
): Promise<void> {
  const status = statusOf(context, kind, item, digest);
  if (status.at === 'changed') return applyChange(context, kind, item, { digest, status }, write.change);
  if (status.at !== 'new') return reportUnchanged(context, kind, item, status);
  await writeAndCount(context, kind, item, async () => {
    const { id, found } = await write.make();
    recordOutcome(context, kind, item, { resource_id: id, digest, isNew: true });
    return { outcome: found ? 'unchanged' : 'added', id };
  });
}

const leftReasons = { local: 'import.skipped.own', trashed: 'import.skipped.trashed' } as const;

/** Returns what names an item in a remark. */
export const remarkOf = <K extends ImportKind>(kind: K, { label, position }: ImportItem) => ({
  kind,
  item: label,
  position,
});

/** Counts an unchanged item, or reports one that stays as it is because it was created here or lies in the trash. */
export function reportUnchanged(
  { report, ledger }: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  { at }: Exclude<ItemStatus, { at: 'new' | 'changed' }>,
): void {
  const id = ledger.find(kind, item.key)?.resource_id ?? 0;
  const isTrashed = ledger.status(kind, item.key)?.presence === 'trashed';
  const note = isTrashed ? { note: message('import.skipped.trashed') } : {};
  if (at === 'same') report.count(kind, 'unchanged', { item, id, ...note });
  else report.leaveOut({ ...remarkOf(kind, item), reason: message(leftReasons[at]) });
}

/** Updates an existing item and counts it. */
export async function applyChange(
  context: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  { digest, status }: { digest: string; status: Extract<ItemStatus, { at: 'changed' }> },
  write: (id: number, seen: boolean) => Promise<void>,
): Promise<void> {
  await writeAndCount(context, kind, item, async () => {
    // The item may belong to this batch, and free its slug.
    await context.batch.flush();
    await write(status.id, status.seen);
    await context.batch.flush();
    recordOutcome(context, kind, item, { resource_id: status.id, digest, isNew: false });
    return { outcome: 'updated', id: status.id };
  });
}

/** Runs a write and counts its outcome. A refusal leaves the item out if `useSavepoints`, else it is thrown. */
async function writeAndCount(
  context: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  work: () => Promise<{ outcome: Outcome; id: number }>,
): Promise<void> {
  const { batch, report, useSavepoints } = context;
  try {
    const { outcome, id } = useSavepoints ? await batch.attempt(work) : await work();
    report.count(kind, outcome, { item, id });
  } catch (error) {
    if (!useSavepoints) throw error;
    /** Reports an item that an action refused. @throws every other error */
    reportRefused(context, kind, item, error);
  }
}

/** Leaves an item out that an action refused. @throws what is no refusal */
export function reportRefused(
  { report }: UpsertContext,
  kind: ImportKind,
  item: ImportItem,
  error: unknown,
): void {
  if (isUnavailable(error) || !(error instanceof KalendsError)) throw error;
  const reason =
    error.code === 'rest_forbidden' ? message('import.skipped.foreign') : faultMessage(refusalFaults(error));
  report.leaveOut({ ...remarkOf(kind, item), reason });
}

/** Refuses to change what the importing user may not edit. @throws KalendsError `rest_forbidden` */
export function refuseForeign({ viewer }: Actor, row: Owned): void {
  if (!mayEdit(viewer, row)) throw forbidden(viewer);
}

/** Returns the fields of an item that is here already: a status chosen for what is new isn't its own. */
export function withoutChosen<T extends { status?: unknown }>({ choices }: UpsertContext, input: T): T {
  if (choices?.status === undefined) return input;
  const { status: _, ...others } = input;
  // Every field of an update may be absent.
  return others as T;
}

/** Writes a term. If a term with its slug exists here, it becomes that term, which stays unchanged. */
export async function upsertTerm(
  context: UpsertContext,
  kind: 'categories' | 'tags',
  item: ImportTerm,
  input: Input<typeof importFields.terms>,
): Promise<void> {
  const { batch, ledger, requestedLanguage } = context;
  const { trx } = batch;
  const actor = actorFor(context, item);
  const { language, site } = languagesOf(actor);
  const parent = item.parent && ledger.find('categories', item.parent);
  const fields = {
    name: input.name,
    description: input.description ?? '',
    slug: input.slug,
    ...(kind === 'categories'
      ? { parent: parent?.resource_id ?? null, color: input.color, mark: input.mark }
      : {}),
  };
  const digest = item.digest + (item.parent && !parent ? '~' : '');
  await upsertItem(context, kind, item, digest, {
    async make() {
      if (item.byName) {
        const key = nameKey(fields.name);
        const { byKey } = await matchTerms(trx, kind, { ids: [], slugs: [], keys: [key] });
        const id = byKey.get(key);
        if (id !== undefined) return { id, found: true };
      }
      const slugSource = fields.slug ?? fields.name;
      const same = await findTermBySlugs(trx, kind, [
        slugify(slugSource, language),
        ...slugForms(slugSource),
      ]);
      if (same) return { id: same.id, found: true };
      const { id } = await insertTerm(batch, actor, kind, fields, {
        ...originOfTexts(item),
        id: item.wantedId,
      });
      return { id };
    },
    async change(id, seen) {
      const row = await findTerm(trx, kind, id);
      if (!row) return;
      if (!can(actor.viewer, termTraits[kind].capability)) throw forbidden(actor.viewer);
      const stored = { ...row, texts: { title: row.name, description: row.description, excerpt: '' } };
      const write = { name: 'name', item, requestedLanguage, site, seen } as const;
      const own = await fieldsInLanguage(trx, kind, stored, fields, write);
      const by = { ...actor, writtenIn: own.writtenIn };
      await updateTerm(batch, by, kind, row, own.fields, originOfTexts(item));
    },
  });
}

/** Returns the ID of the user who stands for an item's author; undefined if the source names none. */
export async function findAuthor(
  { batch, actor, authors, useSavepoints, choices }: UpsertContext,
  { author }: ImportPost,
) {
  if (choices?.author !== undefined) return choices.author;
  if (!author) return undefined;
  if (author.id === NOBODY) return Number(NOBODY);
  const name = keyName(author);
  if (authors.has(name)) return authors.get(name);
  const id = await authorFor(batch.trx, actor, author);
  // A user created for an item that is then refused is rolled back with it.
  if (!useSavepoints) authors.set(name, id);
  return id;
}

/** Returns an item's imported picture; undefined if it could not be had. */
export function imageOf({ pictures }: UpsertContext, item: ImportPost): { id: number } | 'none' | undefined {
  if (item.picture === undefined) return 'none';
  const outcome = pictures.get(pictureKey(item.picture).id);
  return outcome && 'id' in outcome ? { id: outcome.id } : undefined;
}

/** Returns author and picture of a post as fields; those unknown or unavailable are absent. */
export async function authorAndPicture(context: UpsertContext, item: ImportPost, isNew = false) {
  // What is there keeps its author, unless the source decides that.
  const author = context.choices?.author === undefined || isNew ? await findAuthor(context, item) : undefined;
  const image = imageOf(context, item);
  return { ...(author === undefined ? {} : { author }), ...(image === undefined ? {} : { image }) };
}

/** Returns the digest suffix that marks a missing picture, so that the next run tries it again. */
export function pictureSuffix({ pictures }: UpsertContext, item: ImportPost): string {
  const outcome = item.picture && pictures.get(pictureKey(item.picture).id);
  return outcome && 'reason' in outcome ? '!' : '';
}

/** Prefetches the slugs and IDs that new items ask for. */
export async function prefetch(
  { batch, ledger, ...context }: UpsertContext,
  table: PostTable,
  items: readonly { item: ImportPost; title: string; slug?: string | undefined }[],
): Promise<void> {
  const fresh = items.filter(({ item }) => !ledger.status(table, item.key));
  const texts = fresh.map(({ item, title, slug }) => {
    const { language } = languagesOf(actorFor(context, item));
    return slugify(slug ?? title, originOfTexts(item).language ?? language);
  });
  await batch.prefetch({
    texts: [{ column: 'slug', table, texts }],
    ids: fresh.map(({ item }) => item.wantedId),
  });
}
