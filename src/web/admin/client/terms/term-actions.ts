import { useQueryClient } from '@tanstack/react-query';
import { undoEntry } from '../history/history-query.ts';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { useSession } from '../interface/session.ts';
import { undoMerge } from '../linked/linked-kinds.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  deleteTerm,
  kindInHistory,
  type ListedTerm,
  mergeTerm,
  moveCategory,
  type TermScreenKind,
} from './term-calls.ts';

type TermKeptReason = Schemas['Undo']['kept'][number]['reason'];

/** A write, with the words of the toast that answers it and what takes it back. */
interface TermAct {
  readonly done: string;
  /** Answers with why something was kept, where it was. */
  readonly undo?: (() => Promise<TermKeptReason | undefined>) | undefined;
}

/** Actions on terms; each answers with a toast that takes it back. */
export interface TermActions {
  /** Says that something is done, once the lists are renewed. */
  tell(act: TermAct): Promise<void>;
  /** Returns what takes back all that whoever is signed in writes of a term from now on. */
  undoFromNow(id: number): Promise<NonNullable<TermAct['undo']>>;
  remove(term: ListedTerm): Promise<boolean>;
  merge(into: ListedTerm, from: ListedTerm): Promise<void>;
  move(term: ListedTerm, parent: ListedTerm | undefined): Promise<boolean>;
}

const ENTRIES = 20;
/** Waits for what takes a write back as a whole. */
export const nothingKept = (undone: Promise<unknown>): Promise<undefined> => undone.then(() => undefined);

/** Returns what can be done with terms of a kind. */
export function useTermActions(kind: TermScreenKind): TermActions {
  const queries = useQueryClient();
  const toast = useToast();
  const { say } = useTexts();
  const own = useSession()?.user?.id;
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [kind] }),
      queries.invalidateQueries({ queryKey: ['choices'] }),
      queries.invalidateQueries({ queryKey: ['events'] }),
      queries.invalidateQueries({ queryKey: ['history'] }),
    ]);
  const fail = (problem: unknown) => toast({ text: problemText(problem, say) });

  const tell: TermActions['tell'] = async ({ done, undo }) => {
    await renew();
    const back = undo && {
      undo: async () => {
        try {
          const reason = await undo();
          if (reason) toast({ text: say(`admin.history.kept.${reason}`) });
        } catch (problem) {
          fail(problem);
        }
        await renew();
      },
    };
    toast({ text: done, ...back });
  };
  const entriesOf = async (id: number) => {
    const query = { kind: kindInHistory[kind], id, per_page: ENTRIES };
    return (await bodyOf(api.GET('/kalends/v1/history', { params: { query } }))).history;
  };
  const undoFromNow: TermActions['undoFromNow'] = async (id) => {
    const last = (await entriesOf(id))[0]?.id ?? 0;
    return async () => {
      const mine = (await entriesOf(id)).filter((entry) => entry.id > last && entry.by?.id === own);
      // The latest first, as they lie upon each other.
      for (const entry of mine) {
        const { kept } = await undoEntry(entry.id);
        if (kept[0]) return kept[0].reason;
      }
      return undefined;
    };
  };
  return {
    tell,
    undoFromNow,
    async remove(term) {
      try {
        const undo = await undoFromNow(term.id);
        await deleteTerm(kind, term.id);
        // Its form is still open, and would read what is gone.
        queries.removeQueries({ queryKey: [kind, 'one', term.id] });
        await tell({ done: say('admin.terms.removed', { name: term.name }), undo });
        return true;
      } catch (problem) {
        fail(problem);
        return false;
      }
    },
    async merge(into, from) {
      const merge = await mergeTerm(kind, into.id, from.id);
      await tell({
        done: say('admin.terms.merged', { from: from.name, into: into.name }),
        undo: merge === undefined ? undefined : () => nothingKept(undoMerge(merge)),
      });
    },
    async move(term, parent) {
      try {
        await moveCategory(term.id, parent?.id ?? 0);
        await tell({
          done: parent
            ? say('admin.terms.moved', { name: term.name, parent: parent.name })
            : say('admin.terms.moved_top', { name: term.name }),
          undo: () => nothingKept(moveCategory(term.id, term.parent)),
        });
        return true;
      } catch (problem) {
        fail(problem);
        return false;
      }
    },
  };
}
