import type { FormKind } from '../editing/editing-state.ts';
import { type AdminLanguage, adminLanguages } from '../texts/texts.tsx';
import type { CategoryLook } from './look-fields.tsx';
import type { TermChange, TermInLanguages, TermWords } from './term-calls.ts';

/** A term as its form has it. */
export interface TermForm {
  readonly words: TermWords;
  readonly slug: string;
  readonly parent: number;
  /** Empty of a new category for which nobody has chosen; undefined of tags. */
  readonly look: Partial<CategoryLook> | undefined;
}

const NO_WORDS = { name: '', description: '' };
/** The form of a new tag. */
export const emptyForm: TermForm = {
  words: { en: NO_WORDS, de: NO_WORDS, es: NO_WORDS },
  slug: '',
  parent: 0,
  look: undefined,
};

/** Returns the form of a term. */
export const formOf = ({ term, words }: TermInLanguages): TermForm => ({
  words,
  slug: term.slug,
  parent: term.parent,
  look: term.look,
});

/** Returns what a form changes. */
export function changeOf(before: TermForm, form: TermForm): TermChange {
  const words: Partial<Record<AdminLanguage, { name?: string; description?: string }>> = {};
  for (const code of adminLanguages) {
    const [was, is] = [before.words[code], form.words[code]];
    if (was.name === is.name && was.description === is.description) continue;
    words[code] = {
      ...(was.name === is.name ? {} : { name: is.name.trim() }),
      ...(was.description === is.description ? {} : { description: is.description }),
    };
  }
  const { look } = form;
  return {
    words,
    fields: {
      ...(before.slug === form.slug ? {} : { slug: form.slug.trim() }),
      ...(before.parent === form.parent ? {} : { parent: form.parent }),
      ...(look?.color === undefined || look.color === before.look?.color ? {} : { color: look.color }),
      ...(look?.mark === undefined || look.mark === before.look?.mark ? {} : { mark: look.mark }),
    },
  };
}

const wordPaths = adminLanguages.flatMap((language) =>
  (['name', 'description'] as const).map((name) => ({ path: `words.${language}.${name}`, language, name })),
);

/** The form of a term, as an editor handles it. */
export const termFormKind: FormKind<TermForm> = {
  pathsOf: ({ look }) => [
    ...wordPaths.map(({ path }) => path),
    ...['slug', 'parent'],
    ...(look ? ['color', 'mark'] : []),
  ],
  valueAt({ words, look, ...fields }, path) {
    const word = wordPaths.find((one) => one.path === path);
    if (word) return words[word.language][word.name];
    return Object.entries({ ...fields, ...look }).find(([name]) => name === path)?.[1];
  },
  withValues(form, from, paths) {
    const words = { ...form.words };
    for (const { path, language, name } of wordPaths)
      if (paths.includes(path)) words[language] = { ...words[language], [name]: from.words[language][name] };
    const valuesOf = (values: object) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => paths.includes(name)));
    const { slug, parent } = from;
    const look = form.look && { ...form.look, ...valuesOf(from.look ?? {}) };
    return { ...form, ...valuesOf({ slug, parent }), words, look };
  },
};
