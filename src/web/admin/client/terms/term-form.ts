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

/** Returns whether a change is one. */
export const isChange = ({ words, fields }: TermChange): boolean =>
  Object.keys(words).length > 0 || Object.keys(fields).length > 0;
