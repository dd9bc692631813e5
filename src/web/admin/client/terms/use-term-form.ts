import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadEditing, openEditing } from '../editing/editing-state.ts';
import { type SaveCommand, useEditing } from '../editing/use-editing.ts';
import { BatchRefusal } from '../interface/batch.ts';
import { InterfaceError, isUnanswered } from '../interface/client.ts';
import { siteLanguage } from '../shell/brand.tsx';
import { type AdminLanguage, adminLanguageOf, adminLanguages, useTexts } from '../texts/texts.tsx';
import { nothingKept, type TermActions } from './term-actions.ts';
import {
  changeTermWords,
  createTermIn,
  deleteTerm,
  languagesOfChange,
  readTerm,
  type TermScreenKind,
} from './term-calls.ts';
import { changeOf, emptyForm, formOf, type TermForm, termFormKind } from './term-form.ts';

/** The language in which terms of the calendar begin. */
export const primaryLanguage = adminLanguageOf(siteLanguage);

/** The form of a term, what is wrong with it, and what saves it. */
export type OpenTermForm = ReturnType<typeof useTermForm>;

const shownFields: ReadonlySet<string> = new Set(['name', 'description', 'slug', 'parent', 'color', 'mark']);

/** Returns what is wrong with the fields of a form; words are told by the language that was refused. */
function problemsOf(problem: unknown, languages: readonly AdminLanguage[]): Record<string, string> {
  if (!(problem instanceof InterfaceError)) return {};
  const language = languages[problem instanceof BatchRefusal ? problem.place : 0] ?? primaryLanguage;
  const byCode: Readonly<Record<string, string>> = {
    empty_term_name: 'name',
    duplicate_term_slug: 'slug',
    term_exists: 'name',
  };
  const whole = byCode[problem.code];
  const fields = Object.entries(whole ? { [whole]: problem.message } : problem.fields);
  return Object.fromEntries(
    fields.map(([field, text]) => [
      field === 'name' || field === 'description' ? `${field}.${language}` : field,
      text,
    ]),
  );
}

/** Edits a term; a new one without an ID. */
export function useTermForm(
  kind: TermScreenKind,
  { id, under }: { id: number | undefined; under: number },
  actions: TermActions,
  onDone: () => void,
) {
  const { say, language } = useTexts();
  const queries = useQueryClient();
  const query = (of: number) => ({
    queryKey: [kind, 'one', of],
    queryFn: ({ signal }: { signal: AbortSignal }) => readTerm(kind, of, primaryLanguage, signal),
    // What is typed is compared with it, so that nothing renews it meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error, refetch } = useQuery({ ...query(id ?? 0), enabled: id !== undefined });
  const creation = useRef<string>(undefined);
  const [refused, setRefused] = useState<readonly AdminLanguage[]>([]);
  const readNow = async (of: number) => {
    const now = await queries.fetchQuery({ ...query(of), staleTime: 0 });
    return { form: formOf(now), revision: now.term.revision };
  };
  /** Creates a term; nothing stays where not all of its words could be written. */
  const create = async ({ form, key }: SaveCommand<TermForm>): Promise<number> => {
    const change = changeOf(emptyForm, form);
    const named = adminLanguages.filter((code) => form.words[code].name.trim() !== '');
    const first = named.includes(primaryLanguage) ? primaryLanguage : (named[0] ?? primaryLanguage);
    const { name = '', description } = change.words[first] ?? {};
    setRefused([first]);
    const body = { ...change.fields, name, ...(description ? { description } : {}) };
    const created = await createTermIn(kind, first, body, key);
    const others = { fields: {}, words: { ...change.words, [first]: undefined } };
    setRefused(languagesOfChange(others, primaryLanguage));
    try {
      await changeTermWords(kind, created, others, { primary: primaryLanguage, revision: undefined });
    } catch (refusal) {
      if (!isUnanswered(refusal)) await deleteTerm(kind, created);
      throw refusal;
    }
    return created;
  };
  const editing = useEditing(
    termFormKind,
    () => {
      const form = { ...emptyForm, parent: under, look: kind === 'categories' ? {} : undefined };
      return id === undefined
        ? openEditing(termFormKind, { id, form, revision: undefined })
        : loadEditing(id, form);
    },
    {
      async save(command) {
        const { id: of = await create(command), form, before, revision } = command;
        const isNew = command.id === undefined;
        if (isNew) creation.current = command.key;
        const undo =
          command.key === creation.current
            ? () => nothingKept(deleteTerm(kind, of))
            : await actions.undoFromNow(of);
        if (!isNew) {
          const change = changeOf(before, form);
          setRefused(languagesOfChange(change, primaryLanguage));
          await changeTermWords(kind, of, change, { primary: primaryLanguage, revision });
        }
        const now = await readNow(of).catch(() => ({ form, revision: undefined }));
        return { ...now, id: of, undo };
      },
      readNow,
      async onSaved({ undo }, _, { name }) {
        // Of something new, the rest of what was typed follows.
        if (name === 'saving') return;
        await actions.tell({ done: say('admin.linked.saved'), undo });
        if (!editing.editor.isUnsaved()) onDone();
      },
    },
  );
  const { editor, state, conflicts, isBusy } = editing;
  useEffect(() => {
    if (data) editor.read({ form: formOf(data), revision: data.term.revision });
  }, [data, editor]);
  const problems = problemsOf(state.problem, refused);
  const isBeside = Object.keys(problems).some((field) => shownFields.has(field.split('.')[0] ?? ''));
  return {
    editor,
    form: state.form,
    set: (part: Partial<TermForm>) => editor.type({ ...editor.now().form, ...part }),
    /** The term as it was read, with its name in the language of the page; undefined of a new one. */
    term: data && { ...data.term, name: data.words[language].name || data.term.name },
    isReady: state.name !== 'loading',
    isBusy,
    failure: error,
    retry: () => void refetch(),
    /** The refusal of the whole. */
    problem: isBeside ? undefined : state.problem,
    /** Faults of single fields; of names and descriptions by their languages (`name.de`). */
    problems,
    conflicts,
  };
}
