import assert from 'node:assert/strict';
import { type Language, languages } from '#foundation/i18n/catalogue.ts';
import type { Answer, Client } from './client.ts';
import { at, isObject, type JsonObject } from './json.ts';

/*
 * The contract's rules for content languages (contract 1), written by hand as maps of texts: none of it is computed by
 * the service's own code, so that a slip there shows.
 */

/** The languages that tests write texts in by hand. One more of the program needs none of them. */
export const sampleLanguages = ['en', 'de', 'es'] as const satisfies readonly Language[];
/** A language that tests write texts in. */
export type SampleLanguage = (typeof sampleLanguages)[number];

/** The resources whose texts have languages. */
export const kinds = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
/** A resource whose texts have languages. */
export type Kind = (typeof kinds)[number];

/** A text that has languages. */
export type Field = 'title' | 'description' | 'excerpt';
/** All texts that have languages. */
export const fields: readonly Field[] = ['title', 'description', 'excerpt'];

/** The member of each kind's answers that holds its title. */
export const titleOf: Readonly<Record<Kind, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

/** Tells whether a kind is categories or tags. */
export const isTerm = (kind: Kind) => kind === 'categories' || kind === 'tags';

/** Texts of a request: absent, a text, '' or null. */
export type SentTexts = Partial<Record<Field, string | null>> & { slug?: string };

/** A resource as its writes should have left it. */
export interface Model {
  readonly kind: Kind;
  readonly id: number;
  /** In which it was first written, or another when nothing of that is left. */
  original: Language;
  /** Texts by language; '' and missing are the same. */
  texts: Map<Language, Partial<Record<Field, string>>>;
  /** Slugs given for a language, beside the resource's own. */
  slugs: Map<Language, string>;
  slug: string;
  trashed: boolean;
}

const ownOf = (model: Model, language: Language, field: Field) => model.texts.get(language)?.[field] ?? '';
const hasTexts = (model: Model, language: Language) =>
  fields.some((field) => ownOf(model, language, field) !== '');

/** All languages in which it has a title. */
export const titled = (model: Model) =>
  languages.filter((language) => ownOf(model, language, 'title') !== '');

/** The language of a text as a reader of `language` sees it: that one, the site's, the one it was first written in. */
function languageShown(model: Model, language: Language, site: Language, field: Field): Language {
  const found = [language, site, model.original].find((one) => ownOf(model, one, field) !== '');
  // A title never goes missing.
  return found ?? (field === 'title' ? titled(model)[0] : undefined) ?? model.original;
}

/** Returns the text that a reader of a language is shown. */
export const shownText = (model: Model, language: Language, site: Language, field: Field) =>
  ownOf(model, languageShown(model, language, site, field), field);

/** Returns the slug of a language, or the resource's own. */
export const shownSlug = (model: Model, language: Language) => model.slugs.get(language) ?? model.slug;

/** Every slug by which it is found. */
export const allSlugs = (model: Model) => [...new Set([model.slug, ...model.slugs.values()])];

/** A slug free among those of other resources: `-2`, `-3` … are appended. */
export function freed(wanted: string, ownId: number, all: readonly Model[]): string {
  const taken = new Set(all.filter(({ id }) => id !== ownId).flatMap(allSlugs));
  let slug = wanted;
  for (let number = 2; taken.has(slug); number++) slug = `${wanted}-${number}`;
  return slug;
}

/** Returns the resource after a write, or the status and the name of the field that is refused. `all` are those whose slugs count. */
export function written(
  before: Model,
  sent: SentTexts,
  { language, site, all }: { language: Language; site: Language; all: readonly Model[] },
): Model | { status: number; refused: string } {
  const model: Model = {
    ...before,
    texts: new Map([...before.texts].map(([one, texts]) => [one, { ...texts }])),
    slugs: new Map(before.slugs),
  };
  if (sent.slug !== undefined && sent.slug !== '') {
    const wanted = freed(sent.slug, model.id, all);
    if (isTerm(model.kind) && wanted !== sent.slug) return { status: 409, refused: 'slug' };
    const sharesRows = language === before.original && !before.slugs.has(language);
    if (language === site) {
      const leaves = before.original !== site && !before.slugs.has(before.original) && wanted !== before.slug;
      if (leaves) model.slugs.set(before.original, before.slug);
      model.slug = wanted;
    } else if (sharesRows) model.slug = wanted;
    else if (wanted === before.slug) model.slugs.delete(language);
    else model.slugs.set(language, wanted);
  } else if (sent.slug === '' && language !== site) model.slugs.delete(language);

  const had = hasTexts(before, language);
  const texts = model.texts.get(language) ?? {};
  for (const field of fields) if (sent[field] !== undefined) texts[field] = sent[field] ?? '';
  model.texts.set(language, texts);
  if (titled(model).length === 0) return { status: 400, refused: titleOf[model.kind] };
  if (had && !hasTexts(model, language) && !sent.slug) model.slugs.delete(language);

  if (!hasTexts(model, model.original)) {
    const left = titled(model);
    model.original = left.includes(site) ? site : (left[0] ?? model.original);
  }
  return model;
}

const plain = (value: unknown) =>
  typeof value === 'string' ? value.replace(/<\/?p>/g, '').trim() : (value ?? '');

/** Returns the members of an answer that the model describes. */
export function textsIn(kind: Kind, body: unknown): Record<string, unknown> {
  const shown: JsonObject = isObject(body as JsonObject) ? (body as JsonObject) : {};
  return {
    title: shown[titleOf[kind]],
    description: plain(shown['description']),
    ...(isTerm(kind) ? {} : { excerpt: plain(shown['excerpt']) }),
    slug: shown['slug'],
    language: shown['language'],
    translations: shown['translations'],
  };
}

/** Returns these members as a reader of a language should get them. */
export function expectedTexts(model: Model, language: Language, site: Language): Record<string, unknown> {
  const { kind } = model;
  return {
    title: shownText(model, language, site, 'title'),
    description: shownText(model, language, site, 'description'),
    ...(isTerm(kind) ? {} : { excerpt: shownText(model, language, site, 'excerpt') }),
    slug: shownSlug(model, language) + (model.trashed ? '__trashed' : ''),
    language: languageShown(model, language, site, 'title'),
    translations: titled(model),
  };
}

/** The texts of a request as a kind names them. */
export function bodyOf(
  kind: Kind,
  { title, description, excerpt, slug }: SentTexts,
): Record<string, unknown> {
  return {
    ...(title === undefined ? {} : { [titleOf[kind]]: title }),
    ...(description === undefined ? {} : { description }),
    ...(excerpt === undefined || kind !== 'events' ? {} : { excerpt }),
    ...(slug === undefined ? {} : { slug }),
  };
}

/** The ways in which a request names its language. */
export type Way = 'query' | 'body' | 'segment';
/** All ways in which a request names its language. */
export const ways: readonly Way[] = ['query', 'body', 'segment'];

/** Sends something in a language, said in one of the ways. @param path below the namespace */
export function sendIn(
  by: Client,
  { origin, way, language }: { origin: string; way: Way; language: Language },
  method: string,
  path: string,
  body: object = {},
): Promise<Answer> {
  if (way === 'segment')
    return by.send(
      method,
      `${origin}/${language}/calendar/events/v1${path}`,
      method === 'GET' ? undefined : body,
    );
  if (way === 'body') return by.send(method, path, { ...body, translation_language: language });
  const mark = path.includes('?') ? '&' : '?';
  const asked = `${path}${mark}translation_language=${language}`;
  return by.send(method, asked, method === 'GET' ? undefined : body);
}

/** Holds that a resource's single answer is as the model says, for a reader of each language. */
export async function assertShown(by: Client, model: Model, site: Language, what = ''): Promise<void> {
  const { kind, id } = model;
  for (const language of languages) {
    const answer = await by.get(`/${kind}/${id}?context=edit&translation_language=${language}`);
    answer.expect(200);
    const where = `${what} ${kind}/${id} in ${language}`;
    assert.deepEqual(textsIn(kind, answer.body), expectedTexts(model, language, site), where);
    if (isTerm(kind)) continue;
    const raw = answer.at('raw');
    const own = (field: Field) =>
      language === site ? shownText(model, language, site, field) : ownOf(model, language, field);
    assert.deepEqual(
      [at(raw, titleOf[kind]), at(raw, 'description'), at(raw, 'excerpt')],
      fields.map(own),
      `${where}, raw`,
    );
  }
}

/** Holds that an answer is in a language, and says whether the browser's settings decided so. */
export function assertLanguage(answer: Answer, language: Language, negotiated: boolean, what = ''): void {
  assert.equal(answer.headers['content-language'], language, what || answer.text.slice(0, 200));
  // What is given as a feed too says so first; the tests of feeds hold of what.
  const vary = answer.headers['vary']?.replace(', Accept-Encoding', '').replace(/^Accept, /, '');
  assert.equal(vary, negotiated ? 'Accept-Language, Authorization, Origin' : 'Authorization, Origin', what);
}
