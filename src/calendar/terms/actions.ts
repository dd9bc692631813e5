import { isDeepStrictEqual } from 'node:util';
import { can, isOutOfScope } from '#api/access/permissions.ts';
import { type Actor, changed, languagesOf } from '#api/routing/actor.ts';
import { EMBEDDED_LIMIT } from '#api/server/answer-size.ts';
import type { ImportOrigin } from '#calendar/posts/import-origin.ts';
import { bringsTranslations, importedTexts, mayExceedLimit } from '#calendar/posts/write-texts.ts';
import {
  originalLanguage,
  rewrite,
  shownLanguage,
  type Translation,
  type Translations,
} from '#calendar/translations/rules.ts';
import { listTranslations, saveTranslations } from '#calendar/translations/store.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { slugify, uniqueSlug } from '#foundation/text/slug.ts';
import type { Writing } from '#store/db/engine.ts';
import { type WriteBatch, writeBatch } from '#store/db/write-batch.ts';
import { type TermKind, termKinds, termTraits } from './kind.ts';
import { resultingLook, type SentLook, type TermLook } from './look.ts';
import type { TermChoice } from './parameters.ts';
import { cleanDescription, cleanName, nameKey, SLUG_LIMIT, slugIn, wantedSlug } from './rules.ts';
import {
  deleteTerm,
  descendantCategories,
  findNamesake,
  findTerm,
  findTermBySlug,
  isSlugTaken,
  isTermTooLargeSomewhere,
  listSlugsAbove,
  matchTerms,
  replaceTerm,
  type TermRow,
} from './store.ts';

const NO_LOOK: TermLook = { color: '', mark: '' };

/**
 * Returns a slug that is free within its kind: the one wanted, else with the slugs of the categories above appended
 * (`above`, nearest first) until it is free, else with a number that is free in both kinds (reference 3.6).
 */
async function freeTermSlug(
  trx: Writing,
  kind: TermKind,
  wanted: string,
  { ownId, above }: { ownId: number; above: readonly string[] },
): Promise<string> {
  let slug = wanted;
  if (await isSlugTaken(trx, slug, { kinds: [kind], ownId }))
    for (const parent of above) {
      slug += `-${parent}`;
      if (slug.length > SLUG_LIMIT) break;
      if (!(await isSlugTaken(trx, slug, { kinds: [kind], ownId }))) return slug;
    }
  return uniqueSlug(wanted, (tried) =>
    isSlugTaken(trx, tried, { kinds: tried === wanted ? [kind] : termKinds, ownId }),
  );
}

/**
 * Returns the IDs of the terms chosen for an event, each once, in the order chosen; unknown names become new terms at the
 * top level. Leaves out terms that were deleted since they were chosen.
 * @throws KalendsError `rest_invalid_param` where the actor may not create terms (D4)
 */
export async function resolveTermChoices(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  choices: readonly TermChoice[],
): Promise<number[]> {
  const { trx } = batch;
  const names = choices.flatMap((choice) => ('name' in choice ? choice.name : []));
  const found = await matchTerms(trx, kind, {
    ids: choices.flatMap((choice) => ('id' in choice ? choice.id : [])),
    slugs: names.flatMap((name) => slugIn(name) || []),
    keys: names.map(nameKey),
  });
  const ids = new Set<number>();
  const createdByKey = new Map<string, number>();
  for (const choice of choices) {
    if ('id' in choice) {
      const present = found.ids.get(choice.id);
      if (present !== undefined) ids.add(present);
      continue;
    }
    const key = nameKey(choice.name);
    const known = found.bySlug.get(slugIn(choice.name)) ?? found.byKey.get(key) ?? createdByKey.get(key);
    if (known !== undefined) {
      ids.add(known);
      continue;
    }
    if (isOutOfScope(actor.viewer, 'make_terms')) throw new KalendsError('rest_token_scope');
    if (!can(actor.viewer, 'make_terms'))
      throw invalidParameter(kind, message('problem.terms_forbidden', { value: choice.name }));
    const id = await batch.termIds.claim();
    const { language } = languagesOf(actor);
    const slug = await freeTermSlug(trx, kind, wantedSlug({ name: choice.name, id, language }), {
      ownId: id,
      above: [],
    });
    addTerm(batch, actor, kind, {
      ...(await resultingLook(trx, kind, {}, { id, ...NO_LOOK })),
      id,
      name: choice.name,
      slug,
      description: '',
      count: 0,
      parent: 0,
      language,
      translations: '',
    });
    // The next choice may have the same slug.
    await batch.flush();
    createdByKey.set(key, id);
    ids.add(id);
  }
  return [...ids];
}

/** Adds the row of a new term to a batch, and its entry in the change log. */
function addTerm(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  { parent, color, mark, ...term }: TermRow,
): void {
  const row = { ...term, name_key: nameKey(term.name) };
  // Only tags have no look.
  if (color && mark) batch.insert('categories', { ...row, parent, color, mark });
  else batch.insert('tags', row);
  batch.log(changed(actor, termTraits[kind].logged, term.id, 'create'));
}

/** Fields of a term that a write brings; what wasn't sent is undefined. `name` is as stored, `description` as typed; a `parent` of null is the top level. */
export interface TermWrite extends SentLook {
  name?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  parent?: number | null | undefined;
}

/** Returns a term; @throws KalendsError `rest_invalid_param` for `name` where it was deleted meanwhile. */
async function getTerm(trx: Writing, kind: TermKind, id: number, name = 'id'): Promise<TermRow> {
  const row = await findTerm(trx, kind, id);
  if (!row)
    throw invalidParameter(name, message(name === 'id' ? 'problem.unknown_id' : 'problem.parent_unknown'));
  return row;
}

/** Returns the slugs of a category and all above it, the topmost first. */
async function slugsDownTo(trx: Writing, category: TermRow): Promise<string[]> {
  const above = await listSlugsAbove(trx, [category], undefined);
  return [...(above.get(category.id) ?? []), category.slug];
}

function termExists(id: number): KalendsError {
  return new KalendsError('term_exists', { data: { term_id: id }, body: { additional_data: [id, id] } });
}

/**
 * Creates a term in a transaction of its own. A taken slug is made unique; where the name is taken under the same parent
 * (of tags: anywhere), the request has to bring a free slug.
 * @throws KalendsError `empty_term_name`, `term_exists`
 */
export function createTerm(
  actor: Actor,
  kind: TermKind,
  fields: TermWrite & { name: string },
): Promise<TermRow> {
  return writeBatch(actor.services.db, (batch) => insertTerm(batch, actor, kind, fields));
}

/** Adds a new term to a batch and flushes it, since the next one may have its slug. The ID in `origin` is claimed where it is free. */
export async function insertTerm(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  fields: TermWrite & { name: string },
  origin: ImportOrigin = {},
): Promise<TermRow> {
  const { trx } = batch;
  const { name } = fields;
  if (name === '') throw new KalendsError('empty_term_name');
  const parent = fields.parent ? await getTerm(trx, kind, fields.parent, 'parent') : undefined;
  const parentId = parent?.id ?? 0;
  const namesake = await findNamesake(trx, kind, nameKey(name), parentId);
  const language = origin.language ?? languagesOf(actor).language;
  const sent = fields.slug === undefined ? '' : slugify(fields.slug, language);
  if (namesake && (sent === '' || sent === namesake.slug)) throw termExists(namesake.id);
  const slugged = namesake && (await findTermBySlug(trx, kind, sent));
  if (slugged && slugged.parent === parentId) throw termExists(slugged.id);

  const id = await batch.termIds.claim(origin.id);
  const parentAbove = parent ? await slugsDownTo(trx, parent) : [];
  const slug = await freeTermSlug(trx, kind, wantedSlug({ slug: fields.slug, name, id, language }), {
    ownId: id,
    above: parentAbove.toReversed(),
  });
  const description = cleanDescription(fields.description ?? '');
  const term = {
    ...(await resultingLook(trx, kind, fields, { id, ...NO_LOOK })),
    ...{ id, name, slug, description, count: 0, parent: parentId, language, translations: '' },
  };
  addTerm(batch, actor, kind, term);
  await batch.flush();
  if (bringsTranslations(origin)) await saveImportedTexts(trx, actor, kind, term, origin);
  return term;
}

/** Returns the slug that an update asks for; one without usable characters is made from the name. */
async function renewedSlug(
  trx: Writing,
  kind: TermKind,
  term: { id: number; name: string; nameLanguage: Language },
  asked: { slug: string; language: Language },
): Promise<string> {
  const { id, name, nameLanguage: language } = term;
  const slug = slugify(asked.slug, asked.language);
  if (slug === '')
    return freeTermSlug(trx, kind, wantedSlug({ id, name, language }), { ownId: id, above: [] });
  if (await isSlugTaken(trx, slug, { kinds: [kind], ownId: term.id }))
    throw new KalendsError('duplicate_term_slug', { values: { slug } });
  return slug;
}

/** Assigns the slug of a write to the row or to the translation that is written. `left` is the slug that the original language keeps. */
async function resultingSlugs(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  before: TermRow,
  stored: Translations,
  { name, description, slug: asked }: TermWrite,
): Promise<{ row: string; sent: Partial<Translation>; left?: string }> {
  const { language, site } = languagesOf(actor);
  const original = originalLanguage(before, site);
  const sent: Partial<Translation> = {
    ...(name === undefined ? {} : { title: name }),
    ...(description === undefined ? {} : { description: cleanDescription(description) }),
  };
  if (asked === undefined) return { row: before.slug, sent };
  const isRows = language === site || (language === original && !stored.get(original)?.slug);
  if (asked === '' && language !== site)
    return { row: before.slug, sent: isRows ? sent : { ...sent, slug: '' } };
  const term = name
    ? { id: before.id, name, nameLanguage: language }
    : { id: before.id, name: before.name, nameLanguage: shownLanguage(before, site, site) };
  const slug = await renewedSlug(trx, kind, term, { slug: asked, language });
  if (!isRows) return { row: before.slug, sent: { ...sent, slug: slug === before.slug ? '' : slug } };
  const becomesSites = language === site && original !== site && slug !== before.slug;
  return { row: slug, sent, ...(becomesSites ? { left: before.slug } : {}) };
}

/**
 * Updates the fields of a term that were sent, in a transaction of its own; returns the row after it.
 * @throws KalendsError `empty_term_name`, `duplicate_term_slug`, `rest_invalid_param` for a parent at or below the category itself (D16)
 */
export function changeTerm(actor: Actor, kind: TermKind, id: number, fields: TermWrite): Promise<TermRow> {
  return writeBatch(actor.services.db, async (batch) => {
    const { trx } = batch;
    const before = await getTerm(trx, kind, id);
    const row = await updateTerm(batch, actor, kind, before, fields);
    if (!mayExceedLimit(fields.description, before, actor)) return row;
    await batch.flush();
    if (await isTermTooLargeSomewhere(trx, kind, id, EMBEDDED_LIMIT))
      throw invalidParameter('description', message('problem.text_too_large', { limit: EMBEDDED_LIMIT }));
    return row;
  });
}

/** Adds an update of the fields sent to a batch; returns the row after it. @throws KalendsError as `changeTerm` */
export async function updateTerm(
  batch: WriteBatch,
  actor: Actor,
  kind: TermKind,
  before: TermRow,
  fields: TermWrite,
  origin: ImportOrigin = {},
): Promise<TermRow> {
  const { trx } = batch;
  const { language, site } = languagesOf(actor);
  if (fields.name === '' && language === site) throw new KalendsError('empty_term_name');
  const { id } = before;
  const stored = await listTranslations(trx, kind, before);
  const { row: slugged, sent, left } = await resultingSlugs(trx, actor, kind, before, stored, fields);
  const texts = { title: before.name, description: before.description, excerpt: '' };
  const written = rewrite({ ...before, texts }, stored, { language, site, sent, left });
  if (written.texts.title === '') throw invalidParameter('name', message('problem.last_text'));
  const row = {
    ...before,
    ...written.columns,
    name: written.texts.title,
    description: written.texts.description,
    slug: slugged,
    ...(await resultingLook(trx, kind, fields, before)),
  };
  if (fields.parent !== undefined && (fields.parent ?? 0) !== before.parent) {
    row.parent = fields.parent ? (await getTerm(trx, kind, fields.parent, 'parent')).id : 0;
    if ((await descendantCategories(trx, [id])).includes(row.parent))
      throw invalidParameter('parent', message('problem.parent_circle'));
  }
  const isSame =
    Object.entries(row).every(([name, value]) => value === Reflect.get(before, name)) &&
    isDeepStrictEqual(new Map(stored), new Map(written.translations));
  if (!isSame) {
    const { count: _, parent, color, mark, ...columns } = row;
    const own = { ...columns, name_key: nameKey(row.name) };
    batch.update(kind, kind === 'categories' ? { ...own, parent, color, mark } : own, 'id');
    if (stored.size > 0 || written.translations.size > 0)
      await saveTranslations(trx, kind, id, written.translations, translationKeys);
    batch.log(changed(actor, termTraits[kind].logged, id, 'update'));
  }
  if (bringsTranslations(origin, before)) {
    await batch.flush();
    await saveImportedTexts(trx, actor, kind, row, origin);
  }
  return row;
}

/** Replaces a term's texts in all languages with those of an import. */
async function saveImportedTexts(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  row: TermRow,
  origin: ImportOrigin,
): Promise<void> {
  const { texts, columns, translations, slug } = await importedTexts(origin, row, languagesOf(actor).site, {
    title: cleanName,
    rich: cleanDescription,
    free: (slug) => freeTermSlug(trx, kind, slug, { ownId: row.id, above: [] }),
  });
  const { title: name, description } = texts;
  await replaceTerm(trx, kind, row.id, { ...columns, name, name_key: nameKey(name), slug, description });
  await saveTranslations(trx, kind, row.id, translations, translationKeys);
}

const translationKeys = ({ title }: Translation) => ({
  title_key: title === '' ? '' : nameKey(title),
  search_text: '',
});

/** Deletes a term permanently: events lose it, categories below it move up to its parent. Returns the deleted row. */
export async function removeTerm(actor: Actor, kind: TermKind, id: number): Promise<TermRow> {
  return writeBatch(actor.services.db, async (batch) => {
    const { trx } = batch;
    const row = await getTerm(trx, kind, id);
    const moved = await deleteTerm(trx, kind, row);
    batch.log(changed(actor, termTraits[kind].logged, id, 'delete'));
    for (const child of moved) batch.log(changed(actor, termTraits[kind].logged, child, 'update'));
    return row;
  });
}
