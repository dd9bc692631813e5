import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BatchRefusal } from '../interface/batch.ts';
import { InterfaceError, isUnanswered } from '../interface/client.ts';
import { useMadeOnce } from '../interface/use-made-once.ts';
import { siteLanguage } from '../shell/brand.tsx';
import { type AdminLanguage, adminLanguageOf, adminLanguages, useTexts } from '../texts/texts.tsx';
import { nothingKept, type TermActions } from './term-actions.ts';
import {
  changeTermWords,
  createTermIn,
  deleteTerm,
  type ListedTerm,
  languagesOfChange,
  readTerm,
  type TermChange,
  type TermInLanguages,
  type TermScreenKind,
} from './term-calls.ts';
import { changeOf, emptyForm, formOf, isChange, type TermForm } from './term-form.ts';

/** The language in which terms of the calendar begin. */
export const primaryLanguage = adminLanguageOf(siteLanguage);

/** The form of a term, what is wrong with it, and what saves it. */
export interface OpenTermForm {
  readonly form: TermForm;
  readonly set: (change: Partial<TermForm>) => void;
  /** The term as it was read, with its name in the language of the page; undefined of a new one. */
  readonly term: ListedTerm | undefined;
  readonly isReady: boolean;
  readonly isDirty: boolean;
  readonly isBusy: boolean;
  readonly failure: unknown;
  retry(): void;
  /** The refusal of the whole. */
  readonly problem: unknown;
  /** Faults of single fields; of names and descriptions by their languages (`name.de`). */
  readonly problems: Readonly<Record<string, string>>;
  /** Whether somebody else has changed it meanwhile. */
  readonly isConflict: boolean;
  keepMine(): void;
  takeTheirs(): void;
  /** Saves it; returns its ID, undefined where it was refused. */
  save(): Promise<number | undefined>;
}

/** A new term: its words in the language in which it begins, and what is written after it. */
interface NewTerm {
  readonly language: AdminLanguage;
  readonly body: Parameters<typeof createTermIn>[2];
  readonly others: TermChange;
}

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

/** Reads a term and holds its form. */
export function useTermForm(
  kind: TermScreenKind,
  { id, under }: { id: number | undefined; under: number },
  actions: TermActions,
): OpenTermForm {
  const { say, language } = useTexts();
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'one', id],
    queryFn: ({ signal }) => readTerm(kind, id ?? 0, primaryLanguage, signal),
    enabled: id !== undefined,
    // What is typed is compared with it, so that nothing renews it meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [before, setBefore] = useState<TermForm | undefined>(id === undefined ? emptyForm : undefined);
  const [revision, setRevision] = useState<number>();
  const [form, setForm] = useState<TermForm>({
    ...emptyForm,
    parent: under,
    look: kind === 'categories' ? {} : undefined,
  });
  const [problem, setProblem] = useState<unknown>();
  const [refused, setRefused] = useState<readonly AdminLanguage[]>([]);
  const [isBusy, setBusy] = useState(false);
  const change = changeOf(before ?? form, form);
  const isDirty = before !== undefined && isChange(change);
  const adopted = useRef<TermInLanguages>(undefined);
  useEffect(() => {
    // What an action in the list has changed is taken over, unless it would overwrite what is typed.
    if (!data || (before && (isDirty || adopted.current === data))) return;
    adopted.current = data;
    setBefore(formOf(data));
    setForm(formOf(data));
    setRevision(data.term.revision);
  }, [data, before, isDirty]);
  const conflict = problem instanceof InterfaceError && problem.status === 412 ? problem : undefined;

  const makeOnce = useMadeOnce(async ({ language, body, others }: NewTerm, key) => {
    setRefused([language]);
    const made = await createTermIn(kind, language, body, key);
    setRefused(languagesOfChange(others, primaryLanguage));
    try {
      await changeTermWords(kind, made, others, { primary: primaryLanguage, revision: undefined });
    } catch (refusal) {
      // Nothing has been made where not all of it could be.
      if (!isUnanswered(refusal)) await deleteTerm(kind, made);
      throw refusal;
    }
    return made;
  });
  const create = async (): Promise<number> => {
    const named = adminLanguages.filter((code) => form.words[code].name.trim() !== '');
    const language = named.includes(primaryLanguage) ? primaryLanguage : (named[0] ?? primaryLanguage);
    const { name = '', description } = change.words[language] ?? {};
    const asked: NewTerm = {
      language,
      body: { ...change.fields, name, ...(description ? { description } : {}) },
      others: { fields: {}, words: { ...change.words, [language]: undefined } },
    };
    const { made, sent } = await makeOnce(asked);
    // The answer to the first attempt was lost, and something was typed since.
    if (JSON.stringify(sent) !== JSON.stringify(asked))
      await changeTermWords(kind, made, change, { primary: primaryLanguage, revision: undefined });
    return made;
  };
  const save = async (): Promise<number | undefined> => {
    if (isBusy) return undefined;
    setBusy(true);
    setProblem(undefined);
    try {
      if (id === undefined) {
        const made = await create();
        await actions.tell({
          done: say('admin.linked.saved'),
          undo: () => nothingKept(deleteTerm(kind, made)),
        });
        return made;
      }
      setRefused(languagesOfChange(change, primaryLanguage));
      const undo = await actions.undoFromNow(id);
      await changeTermWords(kind, id, change, { primary: primaryLanguage, revision });
      await actions.tell({ done: say('admin.linked.saved'), undo });
      return id;
    } catch (refusal) {
      setProblem(refusal);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const problems = problemsOf(problem, refused);
  const isBeside = Object.keys(problems).some((field) => shownFields.has(field.split('.')[0] ?? ''));
  return {
    form,
    set: (part) => {
      setForm({ ...form, ...part });
      if (!conflict) setProblem(undefined);
    },
    term: data && { ...data.term, name: data.words[language].name || data.term.name },
    isReady: before !== undefined,
    isDirty,
    isBusy,
    failure: error,
    retry: () => void refetch(),
    problem: conflict || isBeside ? undefined : problem,
    problems,
    isConflict: conflict !== undefined,
    keepMine: () => {
      const current = conflict?.data['current'];
      if (typeof current === 'object' && current !== null && 'revision' in current)
        setRevision(Number(current.revision));
      setProblem(undefined);
    },
    takeTheirs: () => {
      setProblem(undefined);
      void refetch().then(() => setBefore(undefined));
    },
    save,
  };
}
