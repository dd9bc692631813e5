import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { InterfaceError } from '../interface/client.ts';
import { useMadeOnce } from '../interface/use-made-once.ts';
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

/** So often changes of others in other fields are taken over before somebody is asked. */
const MERGES = 3;

type FieldName = (typeof fieldsOf)[LinkedScreenKind][number];

/** A field that somebody else has given another value than the one that was typed. */
export interface LinkedConflict {
  readonly name: FieldName;
  readonly theirs: string;
}

/** An item as it was saved, and as it was before; a new one has no before. */
interface SavedItem {
  readonly item: LinkedItem;
  readonly before: LinkedItem | undefined;
  /** The values of the form that were saved. */
  readonly sent: LinkedValues;
}

const valueIn = (values: LinkedValues | undefined, name: string): string => values?.[name] ?? '';

/** Returns the names of the fields in which two items differ. */
const differing = (kind: LinkedScreenKind, one: LinkedValues | undefined, other: LinkedValues): FieldName[] =>
  fieldsOf[kind].filter((name) => valueIn(one, name) !== valueIn(other, name));

const picked = (values: LinkedValues, names: readonly string[]): LinkedValues =>
  Object.fromEntries(names.map((name) => [name, valueIn(values, name)]));

/**
 * Holds the form of a venue or organizer, and saves what was typed in it alone: never over what somebody else has given the same
 * fields meanwhile. A new one is made once, though no answer came.
 */
export function useLinkedForm(kind: LinkedScreenKind, id: number | undefined, onSaved: () => void) {
  const { say } = useTexts();
  const queries = useQueryClient();
  const toast = useToast();
  const calls = linkedCalls[kind];
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'one', id],
    queryFn: ({ signal }) => calls.read(id ?? 0, signal),
    enabled: id !== undefined,
  });
  const [known, setKnown] = useState<LinkedItem>();
  const [values, setValues] = useState<LinkedValues>({});
  const [problem, setProblem] = useState<unknown>();
  const [conflicts, setConflicts] = useState<readonly LinkedConflict[]>([]);
  const [isBusy, setBusy] = useState(false);
  const create = useMadeOnce(calls.create);
  const present = useRef(values);
  present.current = values;
  useEffect(() => {
    if (!data || known) return;
    setKnown(data);
    // What was typed before it came stays.
    setValues((now) => ({ ...data.values, ...now }));
  }, [data, known]);

  /** Saves what differs from an item, and takes over what somebody else has changed in other fields. */
  const saveOver = async (over: LinkedItem, typed: LinkedValues, merges = 0): Promise<SavedItem> => {
    const own = differing(kind, over.values, typed);
    try {
      const item = await calls.update(over.id, picked(typed, pairsOf(own)), over.revision);
      return { item, before: over, sent: typed };
    } catch (refusal) {
      const isOutdated = refusal instanceof InterfaceError && refusal.status === 412;
      const current = isOutdated ? calls.currentOf(refusal) : undefined;
      if (!current) throw refusal;
      const theirs = differing(kind, over.values, current.values);
      const both = own.filter(
        (name) => theirs.includes(name) && valueIn(current.values, name) !== valueIn(typed, name),
      );
      const merged = { ...current.values, ...picked(typed, own) };
      setKnown(current);
      // What was typed since it was sent stays.
      setValues((now) => ({ ...merged, ...picked(now, differing(kind, typed, now)) }));
      if (both.length === 0 && merges < MERGES) return saveOver(current, merged, merges + 1);
      setConflicts(both.map((name) => ({ name, theirs: valueIn(current.values, name) })));
      throw new HeldBack();
    }
  };
  /** Takes back what was saved; what somebody else has saved since stays. */
  const takeBack = async ({ item, before }: SavedItem) => {
    try {
      const own = before ? differing(kind, before.values, item.values) : [];
      await (before
        ? calls.update(item.id, picked(before.values, pairsOf(own)), item.revision)
        : calls.trash(item.id));
      toast({ text: say('admin.history.taken_back') });
    } catch (refusal) {
      toast({ text: problemText(refusal, say) });
    }
    await queries.invalidateQueries({ queryKey: [kind] });
  };
  /** Makes the new one, with what was typed since its first attempt. */
  const makeNew = async (): Promise<SavedItem> => {
    const { made, sent } = await create(values);
    if (differing(kind, sent, values).length === 0) return { item: made, before: undefined, sent };
    return { ...(await saveOver({ ...made, values: sent }, values)), before: undefined };
  };
  /** Saves the form; returns whether nothing in it was refused. */
  const save = async (): Promise<boolean> => {
    if (isBusy) return true;
    setBusy(true);
    setProblem(undefined);
    setConflicts([]);
    try {
      const saved = await (known ? saveOver(known, values) : makeNew());
      await queries.invalidateQueries({ queryKey: [kind] });
      toast({ text: say('admin.linked.saved'), undo: () => takeBack(saved) });
      // Who typed on meanwhile isn't done.
      if (differing(kind, saved.sent, present.current).length === 0) onSaved();
      else setKnown({ ...saved.item, values: saved.sent });
      return true;
    } catch (refusal) {
      if (refusal instanceof HeldBack) return true;
      setProblem(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    known,
    values,
    /** Fields that somebody else has changed, too. */
    conflicts,
    problem,
    isBusy,
    isDirty: differing(kind, known?.values, values).length > 0,
    failure: error,
    retry: () => void refetch(),
    set: (change: LinkedValues) => setValues((now) => ({ ...now, ...change })),
    save,
    /** Settles conflicts: saves what was typed here, or shows what the other has typed in these fields. */
    async choose(whose: 'mine' | 'theirs') {
      if (whose === 'mine') {
        await save();
        return;
      }
      setConflicts([]);
      setValues((now) => ({
        ...now,
        ...Object.fromEntries(conflicts.map(({ name, theirs }) => [name, theirs])),
      }));
    },
  };
}

/** The reason for which nothing was saved: somebody has to choose first. */
class HeldBack extends Error {}

/** A point is two fields, of which none is sent without the other. */
const pairsOf = (names: readonly FieldName[]): readonly string[] =>
  names.includes('geo_lat') || names.includes('geo_lng') ? [...names, 'geo_lat', 'geo_lng'] : names;
