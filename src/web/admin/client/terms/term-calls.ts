import type { CategoryColor, CategoryMark } from '#store/db/field-values.ts';
import { writeAll } from '../interface/batch.ts';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminLanguage, adminLanguages } from '../texts/texts.tsx';

/** Kind of the terms that a screen is about. */
export type TermScreenKind = 'categories' | 'tags';

/** The name of each kind in the history. */
export const kindInHistory = { categories: 'category', tags: 'tag' } as const;

/** A category or a tag as its screen lists it. */
export interface ListedTerm {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  /** How many published events have it. */
  readonly count: number;
  /** The category above it; 0 of those at the top, and of tags. */
  readonly parent: number;
  /** Colour and mark, which categories have alone. */
  readonly look: { readonly color: CategoryColor; readonly mark: CategoryMark } | undefined;
  readonly language: string;
  /** Languages in which it has a name. */
  readonly translations: readonly string[];
  readonly url: string;
  readonly revision: number | undefined;
}

/** A term with its own texts in each language. */
export interface TermInLanguages {
  readonly term: ListedTerm;
  readonly words: TermWords;
}

/** Name and description in each language, '' where it has none of its own. */
export type TermWords = Readonly<
  Record<AdminLanguage, { readonly name: string; readonly description: string }>
>;

/** Fields of a term beside its words. */
export interface TermFields {
  readonly slug?: string;
  readonly parent?: number;
  readonly color?: CategoryColor;
  readonly mark?: CategoryMark;
}

/** A change of a term: fields, and the words of each language that have changed. */
export interface TermChange {
  readonly fields: TermFields;
  readonly words: Partial<Record<AdminLanguage, { readonly name?: string; readonly description?: string }>>;
}

function listedTerm(one: Schemas['Category'] | Schemas['Tag']): ListedTerm {
  const { id, slug, description, count, language, translations, url, revision } = one;
  const look = 'color' in one ? { color: one.color, mark: one.mark } : undefined;
  const parent = 'parent' in one ? one.parent : 0;
  const name = plainText(one.name);
  return { id, name, slug, description, count, parent, look, language, translations, url, revision };
}

/** Tags of a page. */
export const PER_PAGE = 50;

/** Part of a list of terms that is asked for. */
export interface TermPageQuery {
  readonly search: string;
  readonly page: number;
}

/** A page of terms. */
export interface TermPage {
  readonly items: readonly ListedTerm[];
  readonly total: number;
  readonly pages: number;
}

/** Lists a page of terms by their names. */
export async function listTermPage(
  kind: TermScreenKind,
  { search, page }: TermPageQuery,
  signal: AbortSignal,
): Promise<TermPage> {
  const query = {
    ...(search === '' ? {} : { search }),
    page,
    per_page: PER_PAGE,
    hide_empty: false,
    orderby: 'name',
    order: 'asc' as const,
  };
  const answer = await (kind === 'categories'
    ? bodyOf(api.GET('/categories', { params: { query }, signal }))
    : bodyOf(api.GET('/tags', { params: { query }, signal })));
  const terms = 'categories' in answer ? answer.categories : answer.tags;
  return { items: terms.map(listedTerm), total: answer.total, pages: answer.total_pages };
}

/** Lists all categories by their names: a tree is shown whole. */
export async function listTree(signal: AbortSignal): Promise<readonly ListedTerm[]> {
  const { items, pages } = await listTermPage('categories', { search: '', page: 1 }, signal);
  const further = Array.from({ length: pages - 1 }, (_, at) => at + 2);
  const others: ListedTerm[] = [];
  // One after the other: they are many only where somebody has imported thousands.
  for (const page of further)
    others.push(...(await listTermPage('categories', { search: '', page }, signal)).items);
  return [...items, ...others];
}

async function readIn(
  kind: TermScreenKind,
  id: number,
  translation_language: AdminLanguage,
  signal: AbortSignal,
): Promise<ListedTerm> {
  const params = { path: { id }, query: { translation_language } };
  return listedTerm(
    await (kind === 'categories'
      ? bodyOf(api.GET('/categories/{id}', { params, signal }))
      : bodyOf(api.GET('/tags/{id}', { params, signal }))),
  );
}

/** Reads a term with its own texts in each language; what falls back to those of the calendar's language isn't one of its own. */
export async function readTerm(
  kind: TermScreenKind,
  id: number,
  primary: AdminLanguage,
  signal: AbortSignal,
): Promise<TermInLanguages> {
  const [en, de, es] = await Promise.all([
    readIn(kind, id, 'en', signal),
    readIn(kind, id, 'de', signal),
    readIn(kind, id, 'es', signal),
  ]);
  const read = { en, de, es };
  const term = read[primary];
  const wordsIn = (code: AdminLanguage) => {
    const { language, name, description } = read[code];
    const isFallback = code !== primary && description === term.description;
    return { name: language === code ? name : '', description: isFallback ? '' : description };
  };
  return { term, words: { en: wordsIn('en'), de: wordsIn('de'), es: wordsIn('es') } };
}

/** Returns the languages that a change writes, in which order: that of the calendar first, with the fields. */
export const languagesOfChange = (change: TermChange, primary: AdminLanguage): AdminLanguage[] => [
  ...(Object.keys(change.fields).length > 0 || change.words[primary] ? [primary] : []),
  ...adminLanguages.filter((code) => code !== primary && change.words[code] !== undefined),
];

/** Changes a term in all languages at once, or not at all. @throws BatchRefusal, whose place is that of its language */
export function changeTermWords(
  kind: TermScreenKind,
  id: number,
  change: TermChange,
  { primary, revision }: { primary: AdminLanguage; revision: number | undefined },
): Promise<void> {
  const { parent, ...fields } = change.fields;
  const writes = languagesOfChange(change, primary).map((code, place) => {
    const words = change.words[code] ?? {};
    // A text of another language that is emptied is taken away, so that readers get that of the calendar's.
    const sent = Object.fromEntries(
      Object.entries(words).map(([field, text]) => [
        field,
        text === '' && (code !== primary || field === 'description') ? null : text,
      ]),
    );
    return {
      method: 'PATCH' as const,
      path: `/${kind}/${id}?translation_language=${code}`,
      body: {
        ...sent,
        ...(code === primary
          ? { ...fields, ...(parent === undefined ? {} : { parent: parent || null }) }
          : {}),
      },
      // Those after the first are of the same moment.
      ...(place === 0 && revision !== undefined ? { headers: { 'If-Match': `"${revision}"` } } : {}),
    };
  });
  return writes.length === 0 ? Promise.resolve() : writeAll(writes);
}

/**
 * Creates a term of a name in one language.
 * @param key by which it is made once, however often it is sent
 */
export async function createTermIn(
  kind: TermScreenKind,
  language: AdminLanguage,
  body: TermFields & { readonly name: string; readonly description?: string },
  key: string,
): Promise<number> {
  const params = { query: { translation_language: language }, header: { 'Idempotency-Key': key } };
  const { id } = await (kind === 'categories'
    ? bodyOf(api.POST('/categories', { params, body }))
    : bodyOf(api.POST('/tags', { params, body })));
  return id;
}

/** Deletes a term: events lose it, categories below it move up. */
export async function deleteTerm(kind: TermScreenKind, id: number): Promise<void> {
  const params = { path: { id } };
  await (kind === 'categories'
    ? bodyOf(api.DELETE('/categories/{id}', { params }))
    : bodyOf(api.DELETE('/tags/{id}', { params })));
}

/** Puts a category below another one, or with 0 at the top. */
export async function moveCategory(id: number, parent: number): Promise<void> {
  const body = { parent: parent || null };
  await bodyOf(api.PATCH('/categories/{id}', { params: { path: { id } }, body }));
}

/** Merges a term into another; returns the number by which that is taken back. */
export async function mergeTerm(
  kind: TermScreenKind,
  into: number,
  from: number,
): Promise<number | undefined> {
  const request = { params: { path: { id: into } }, body: { from: [from] } };
  const { merge } = await (kind === 'categories'
    ? bodyOf(api.POST('/kalends/v1/categories/{id}/merge', request))
    : bodyOf(api.POST('/kalends/v1/tags/{id}/merge', request)));
  return merge?.id;
}
