import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CategoryTree } from './category-tree.tsx';
import { LikelySame } from './likely-same.tsx';
import { useTermActions } from './term-actions.ts';
import { type ListedTerm, listTree } from './term-calls.ts';
import { nameId, useTermState } from './term-state.ts';
import { TermsFrame } from './terms-frame.tsx';

const NONE: readonly ListedTerm[] = [];

/** The screen of categories: their tree, and the form of one beside it. */
export default function CategoriesScreen() {
  const { state, go } = useTermState('categories');
  const actions = useTermActions('categories');
  const {
    data: terms = NONE,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['categories', 'tree'],
    queryFn: ({ signal }) => listTree(signal),
  });
  const moved = useRef<number>(undefined);
  // What moves in the tree is drawn anew, and would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the tree has changed
  useEffect(() => {
    if (moved.current === undefined) return;
    document.getElementById(nameId(moved.current))?.focus();
    moved.current = undefined;
  }, [terms]);
  const move = (term: ListedTerm, parent: ListedTerm | undefined) => {
    moved.current = term.id;
    void actions.move(term, parent);
  };
  return (
    <TermsFrame
      kind="categories"
      state={state}
      go={go}
      actions={actions}
      terms={terms}
      isBusy={isPending}
      error={error}
      onRetry={() => void refetch()}
      isEmpty={terms.length === 0}
    >
      {(onMerge) => (
        <>
          <LikelySame terms={terms} onMerge={onMerge} />
          <CategoryTree terms={terms} open={state.open} go={go} onMerge={onMerge} onMove={move} />
        </>
      )}
    </TermsFrame>
  );
}
