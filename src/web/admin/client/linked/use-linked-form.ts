import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type FormKind, loadEditing, openEditing } from '../editing/editing-state.ts';
import { differingPaths } from '../editing/form-merge.ts';
import { useEditing } from '../editing/use-editing.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  fieldsOf,
  type LinkedItem,
  type LinkedScreenKind,
  type LinkedValues,
  linkedCalls,
} from './linked-kinds.ts';

const formKindOf = (kind: LinkedScreenKind): FormKind<LinkedValues> => ({
  pathsOf: () => fieldsOf[kind],
  valueAt: (values, name) => values[name] ?? '',
  withValues: (values, from, names) => ({ ...values, ...picked(from, names) }),
});
const formKinds = { venues: formKindOf('venues'), organizers: formKindOf('organizers') } as const;

const picked = (values: LinkedValues, names: readonly string[]): LinkedValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/** A point is two fields, of which none is sent without the other. */
const pairsOf = (names: readonly string[]): readonly string[] =>
  names.includes('geo_lat') || names.includes('geo_lng') ? [...names, 'geo_lat', 'geo_lng'] : names;

const EMPTY: LinkedValues = {};

/** Edits a venue or organizer; a new one without an ID. */
export function useLinkedForm(
  kind: LinkedScreenKind,
  id: number | undefined,
  { onDone, onProblem }: { onDone(): void; onProblem(): void },
) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const calls = linkedCalls[kind];
  const formKind = formKinds[kind];
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'one', id],
    queryFn: ({ signal }) => calls.read(id ?? 0, signal),
    enabled: id !== undefined,
  });
  const creation = useRef<string>(undefined);
  const renew = () => queries.invalidateQueries({ queryKey: [kind] });
  const change = (over: number, before: LinkedValues, form: LinkedValues, revision: number | undefined) =>
    calls.update(over, picked(form, pairsOf(differingPaths(formKind, before, form))), revision);
  /** Takes a save back; what somebody else has saved since stays. */
  const takeBack = async (item: LinkedItem, before: LinkedValues | undefined, form: LinkedValues) => {
    try {
      await (before ? change(item.id, form, before, item.revision) : calls.trash(item.id));
      toast({ text: say('admin.history.taken_back') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await renew();
  };
  const editing = useEditing(
    formKind,
    () =>
      id === undefined
        ? openEditing(formKind, { id, form: EMPTY, revision: undefined })
        : loadEditing(id, EMPTY),
    {
      async save({ id: over, form, before, revision, key }) {
        if (over === undefined) creation.current = key;
        const item = await (over === undefined
          ? calls.create(form, key)
          : change(over, before, form, revision));
        await renew();
        return { id: item.id, form, revision: item.revision, item };
      },
      async readNow(_, refusal) {
        const current = calls.currentOf(refusal);
        if (!current) throw refusal;
        return { form: current.values, revision: current.revision };
      },
      onSaved({ item }, { form, before, key }, state) {
        // Of something new, the rest of what was typed follows.
        if (state.name === 'saving') return;
        const former = key === creation.current ? undefined : before;
        toast({ text: say('admin.linked.saved'), undo: () => takeBack(item, former, form) });
        if (state.name === 'clean') onDone();
      },
      onProblem,
    },
  );
  const { editor, state } = editing;
  useEffect(() => {
    if (data) editor.read({ form: data.values, revision: data.revision });
  }, [data, editor]);
  return {
    ...editing,
    known: state.name === 'loading' ? undefined : data,
    failure: error,
    retry: () => void refetch(),
  };
}
