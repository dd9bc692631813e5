import { isDeepStrictEqual } from 'node:util';
import { can } from '#api/access/permissions.ts';
import { type Actor, languagesOf } from '#api/routing/actor.ts';
import { changed } from '#api/routing/changed.ts';
import { EMBEDDED_LIMIT } from '#api/server/volume.ts';
import type { Origin } from '#calendar/posts/origin.ts';
import { importedTexts, isPolyglot, mayGrow } from '#calendar/posts/texts.ts';
import { listTranslations, saveTranslations } from '#calendar/translations/store.ts';
import {
  originalOf,
  rewrite,
  shownLanguage,
  type Translation,
  type Translations,
} from '#calendar/translations/texts.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { slugify, uniqueSlug } from '#foundation/text/slug.ts';
import { logChanges } from '#store/db/changes.ts';
import type { Writing } from '#store/db/engine.ts';
import { ID_MAX } from '#store/db/post-ids.ts';
import { nextId, reserveId } from '#store/db/sequence.ts';
import { type TermKind, termTraits } from './kinds.ts';
import type { TermChoice } from './parameters.ts';
import { cleanDescription, cleanName, nameKey, SLUG_LIMIT, slugIn, wantedSlug } from './rules.ts';
import {
  deleteTerm,
  descendantCategories,
  findNamesake,
  findTerm,
  findTermBySlug,
  insertTerm,
  isSlugTaken,
  isTermTooLargeSomewhere,
  listSlugsAbove,
  matchTerms,
  type TermRow,
  updateTerm,
} from './store.ts';

const bothKinds: readonly TermKind[] = ['categories', 'tags'];

/**
 * A slug free within its kind. One that is taken gets the slugs of the categories above (`above`, nearest first) until
 * it is free, else a number that is free in both kinds (reference 3.6).
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
    isSlugTaken(trx, tried, { kinds: tried === wanted ? [kind] : bothKinds, ownId }),
  );
}

/**
 * The ids of terms chosen for an event, each once, in the order chosen; names that no term has become new terms at
 * the top level. What was deleted since it was chosen is left out.
 * @throws KalendsError `rest_invalid_param` where the actor may not make terms (D4)
 */
export async function resolveTerms(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  choices: readonly TermChoice[],
): Promise<number[]> {
  const names = choices.flatMap((choice) => ('name' in choice ? choice.name : []));
  const found = await matchTerms(trx, kind, {
    ids: choices.flatMap((choice) => ('id' in choice ? choice.id : [])),
    slugs: names.flatMap((name) => slugIn(name) || []),
    keys: names.map(nameKey),
  });
  const ids = new Set<number>();
  const made = new Map<string, number>();
  for (const choice of choices) {
    if ('id' in choice) {
      if (found.ids.has(choice.id)) ids.add(choice.id);
      continue;
    }
    const key = nameKey(choice.name);
    const known = found.bySlug.get(slugIn(choice.name)) ?? found.byKey.get(key) ?? made.get(key);
    if (known !== undefined) {
      ids.add(known);
      continue;
    }
    if (!can(actor.viewer, 'make_terms'))
      throw invalidParameter(kind, message('problem.terms_forbidden', { value: choice.name }));
    const id = await nextId(trx, 'term');
    const { language } = languagesOf(actor);
    const slug = await freeTermSlug(trx, kind, wantedSlug({ name: choice.name, id, language }), {
      ownId: id,
      above: [],
    });
    await insertTerm(trx, kind, {
      id,
      name: choice.name,
      name_key: key,
      slug,
      description: '',
      parent: 0,
      language,
      translations: '',
    });
    made.set(key, id);
    ids.add(id);
  }
  await logChanges(
    trx,
    [...made.values()].map((id) => changed(actor, termTraits[kind].logged, id, 'create')),
  );
  return [...ids];
}

/** The fields of a term that a write brings; absent ones are undefined. `name` is as kept, `description` as typed, a `parent` of null the top level. */
export interface TermWrite {
  name?: string | undefined;
  description?: string | undefined;
  slug?: string | undefined;
  parent?: number | null | undefined;
}

/** A term as a write finds it; @throws KalendsError the 400 of an unknown id where it was deleted meanwhile. */
async function getTerm(trx: Writing, kind: TermKind, id: number, name = 'id'): Promise<TermRow> {
  const row = await findTerm(trx, kind, id);
  if (!row)
    throw invalidParameter(name, message(name === 'id' ? 'problem.unknown_id' : 'problem.parent_unknown'));
  return row;
}

/** The slugs of a category and all above it, the topmost first. */
async function slugsDownTo(trx: Writing, category: TermRow): Promise<string[]> {
  const above = await listSlugsAbove(trx, [category], undefined);
  return [...(above.get(category.id) ?? []), category.slug];
}

function termExists(id: number): KalendsError {
  return new KalendsError('term_exists', { data: { term_id: id }, body: { additional_data: [id, id] } });
}

/**
 * Makes a term, in a transaction of its own. A taken slug is made free; a name taken beside it (of tags: anywhere)
 * needs a slug of its own.
 * @throws KalendsError `empty_term_name`, `term_exists`
 */
export function createTerm(
  actor: Actor,
  kind: TermKind,
  fields: TermWrite & { name: string },
): Promise<TermRow> {
  return actor.deps.db.write((trx) => insertNewTerm(trx, actor, kind, fields));
}

/** `createTerm` inside a transaction that is under way. An import says which free number the term is to have. */
export async function insertNewTerm(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  fields: TermWrite & { name: string },
  origin: Origin = {},
): Promise<TermRow> {
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

  const id = origin.id ?? (await nextId(trx, 'term'));
  const parentAbove = parent ? await slugsDownTo(trx, parent) : [];
  const slug = await freeTermSlug(trx, kind, wantedSlug({ slug: fields.slug, name, id, language }), {
    ownId: id,
    above: parentAbove.toReversed(),
  });
  const term = {
    id,
    name,
    slug,
    description: cleanDescription(fields.description ?? ''),
    parent: parentId,
    language,
    translations: '',
  };
  await insertTerm(trx, kind, { ...term, name_key: nameKey(name) });
  if (isPolyglot(origin)) await takeTexts(trx, actor, kind, { ...term, count: 0 }, origin);
  await logChanges(trx, [changed(actor, termTraits[kind].logged, id, 'create')]);
  return { ...term, count: 0 };
}

/** The slug that an update asks for; one without usable characters is made from the name. */
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

/** Where a slug that a write brings goes: to the row, or to the translation that is written. `left`: what the original language keeps. */
async function resultingSlugs(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  before: TermRow,
  kept: Translations,
  { name, description, slug: asked }: TermWrite,
): Promise<{ row: string; sent: Partial<Translation>; left?: string }> {
  const { language, site } = languagesOf(actor);
  const original = originalOf(before, site);
  const sent: Partial<Translation> = {
    ...(name === undefined ? {} : { title: name }),
    ...(description === undefined ? {} : { description: cleanDescription(description) }),
  };
  if (asked === undefined) return { row: before.slug, sent };
  const isRows = language === site || (language === original && !kept.get(original)?.slug);
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
 * Changes the fields of a term that were sent, in a transaction of its own.
 * @throws KalendsError `empty_term_name`, `duplicate_term_slug`, `rest_invalid_param` for a parent at or below the category itself (D16)
 */
export function changeTerm(actor: Actor, kind: TermKind, id: number, fields: TermWrite): Promise<TermRow> {
  return actor.deps.db.write(async (trx) => {
    const before = await getTerm(trx, kind, id);
    const row = await applyTermUpdate(trx, actor, kind, id, fields);
    if (
      mayGrow(fields.description, before, actor) &&
      (await isTermTooLargeSomewhere(trx, kind, id, EMBEDDED_LIMIT))
    )
      throw invalidParameter('description', message('problem.text_too_large', { limit: EMBEDDED_LIMIT }));
    return row;
  });
}

/** `changeTerm` inside a transaction that is under way. */
export async function applyTermUpdate(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  id: number,
  fields: TermWrite,
  origin: Origin = {},
): Promise<TermRow> {
  const { language, site } = languagesOf(actor);
  if (fields.name === '' && language === site) throw new KalendsError('empty_term_name');
  const before = await getTerm(trx, kind, id);
  const kept = await listTranslations(trx, kind, before);
  const { row: slugged, sent, left } = await resultingSlugs(trx, actor, kind, before, kept, fields);
  const texts = { title: before.name, description: before.description, excerpt: '' };
  const written = rewrite({ ...before, texts }, kept, { language, site, sent, left });
  if (written.texts.title === '') throw invalidParameter('name', message('problem.last_text'));
  const row = {
    ...before,
    ...written.columns,
    name: written.texts.title,
    description: written.texts.description,
    slug: slugged,
  };
  if (fields.parent !== undefined && (fields.parent ?? 0) !== before.parent) {
    row.parent = fields.parent ? (await getTerm(trx, kind, fields.parent, 'parent')).id : 0;
    if ((await descendantCategories(trx, [id])).includes(row.parent))
      throw invalidParameter('parent', message('problem.parent_circle'));
  }
  const isSame =
    Object.entries(row).every(([name, value]) => value === Reflect.get(before, name)) &&
    isDeepStrictEqual(new Map(kept), new Map(written.translations));
  if (!isSame) {
    const { id: _, count: __, ...columns } = row;
    await updateTerm(trx, kind, id, { ...columns, name_key: nameKey(row.name) });
    if (kept.size > 0 || written.translations.size > 0)
      await saveTranslations(trx, kind, id, written.translations, translationKeys);
    await logChanges(trx, [changed(actor, termTraits[kind].logged, id, 'update')]);
  }
  if (isPolyglot(origin, before)) await takeTexts(trx, actor, kind, row, origin);
  return row;
}

/** Gives a term the texts of all languages that an import brings. */
async function takeTexts(
  trx: Writing,
  actor: Actor,
  kind: TermKind,
  row: TermRow,
  origin: Origin,
): Promise<void> {
  const { texts, columns, translations, slug } = await importedTexts(origin, row, languagesOf(actor).site, {
    title: cleanName,
    rich: cleanDescription,
    free: (slug) => freeTermSlug(trx, kind, slug, { ownId: row.id, above: [] }),
  });
  const { title: name, description } = texts;
  await updateTerm(trx, kind, row.id, { ...columns, name, name_key: nameKey(name), slug, description });
  await saveTranslations(trx, kind, row.id, translations, translationKeys);
}

const translationKeys = ({ title }: Translation) => ({
  title_key: title === '' ? '' : nameKey(title),
  search_text: '',
});

/** Deletes a term for good: events lose it, categories below it move up to its parent. Gives it as it was. */
export async function removeTerm(actor: Actor, kind: TermKind, id: number): Promise<TermRow> {
  return actor.deps.db.write(async (trx) => {
    const row = await getTerm(trx, kind, id);
    const moved = await deleteTerm(trx, kind, row);
    await logChanges(trx, [
      changed(actor, termTraits[kind].logged, id, 'delete'),
      ...moved.map((child) => changed(actor, termTraits[kind].logged, child, 'update')),
    ]);
    return row;
  });
}

/** The wanted number if no category or tag has it, else the next one (design 3). */
export async function claimTermId(trx: Writing, wanted: number | undefined): Promise<number> {
  if (wanted === undefined || wanted < 1 || wanted > ID_MAX) return nextId(trx, 'term');
  for (const kind of bothKinds) if (await findTerm(trx, kind, wanted)) return nextId(trx, 'term');
  await reserveId(trx, 'term', wanted);
  return wanted;
}
