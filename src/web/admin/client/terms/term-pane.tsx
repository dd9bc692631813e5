import { useEffect, useRef } from 'react';
import { useHeldLeaving } from '../editing/use-held-leaving.ts';
import { useLastChange } from '../interface/last-change.ts';
import { Button } from '../parts/button.tsx';
import { KeyCombination } from '../parts/key-combination.tsx';
import { PaneHead } from '../parts/pane-head.tsx';
import { type SelectChoice, SelectField } from '../parts/select-field.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { branchesOf, rowsOf, withinOf } from './category-rows.ts';
import { LookFields } from './look-fields.tsx';
import { RemoveStrip } from './remove-strip.tsx';
import type { TermActions } from './term-actions.ts';
import type { ListedTerm, TermScreenKind } from './term-calls.ts';
import { TermStrips } from './term-strips.tsx';
import { TermDescription, TermNames } from './term-words.tsx';
import { primaryLanguage, useTermForm } from './use-term-form.ts';

/** Returns the categories that one can be put below, as a list with their depths. */
function parentsOf(terms: readonly ListedTerm[], id: number | undefined): SelectChoice[] {
  const own = id === undefined ? new Set<number>() : withinOf(terms, id);
  return rowsOf(branchesOf(terms))
    .filter(({ term }) => !own.has(term.id))
    .map(({ term, depth }) => ({ value: String(term.id), text: `${'– '.repeat(depth)}${term.name}` }));
}

/** The form of a term beside its list; a new one without an ID. */
export function TermPane({
  kind,
  id,
  under,
  terms,
  actions,
  isRemoving,
  onRemove,
  onMerge,
  onClose,
}: {
  readonly kind: TermScreenKind;
  readonly id: number | undefined;
  /** The category that a new one begins below; 0 at the top. */
  readonly under: number;
  /** All categories, among which a parent is chosen and marks are taken; none of tags. */
  readonly terms: readonly ListedTerm[];
  readonly actions: TermActions;
  readonly isRemoving: boolean;
  /** Begins to ask what becomes of its events, or ends it. */
  onRemove(isRemoving: boolean): void;
  onMerge(term: ListedTerm): void;
  onClose(): void;
}) {
  const { say, language } = useTexts();
  const open = useTermForm(kind, { id, under }, actions, onClose);
  const { editor, form, set, term, problems } = open;
  const changed = useLastChange(kind === 'categories' ? 'category' : 'tag', id, open.conflicts.length > 0);
  const fields = useRef<HTMLFormElement>(null);
  const name = form.words[language].name || form.words[primaryLanguage].name || term?.name || '';
  const title = id === undefined ? say(`admin.terms.new.${kind}`) : name;
  const isNew = id === undefined;
  const blocker = useHeldLeaving(editor, ['open']);
  const isRefused = Object.keys(problems).length > 0;
  useEffect(() => {
    if (isRefused) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isRefused]);
  const save = () => {
    // Nothing has to be saved.
    if (editor.now().name === 'clean' && !isNew) onClose();
    else editor.save();
  };
  const remove = async () => {
    if (!term || !(await actions.remove(term))) return;
    editor.discard();
    onClose();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      // What is weighed in a dialog above it has a button of its own.
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <form
      ref={fields}
      className="side term"
      aria-label={title}
      aria-busy={!open.isReady}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PaneHead title={title} isReached={!isNew} onClose={onClose} />
      {open.failure ? <Failed error={open.failure} onRetry={open.retry} /> : null}
      <TermStrips open={open} whose={changed.whose} blocker={blocker} />
      {open.isReady && (
        <>
          <TermNames open={open} isNew={isNew} />
          {kind === 'categories' && (
            <SelectField
              label={say('admin.terms.parent')}
              value={String(form.parent)}
              onChange={(value) => set({ parent: Number(value) })}
              choices={[{ value: '0', text: say('admin.terms.top') }, ...parentsOf(terms, id)]}
              problem={problems['parent']}
            />
          )}
          <TermDescription open={open} />
          {form.look && (
            <LookFields
              look={form.look}
              name={name}
              takenMarks={new Set(terms.flatMap((one) => (one.look && one.id !== id ? [one.look.mark] : [])))}
              problems={problems}
              onChange={(look) => set({ look })}
            />
          )}
          {term && isRemoving ? (
            <RemoveStrip
              kind={kind}
              term={term}
              below={terms.filter(({ parent }) => parent === term.id).length}
              onRemove={() => void remove()}
              onMerge={() => onMerge(term)}
              onCancel={() => onRemove(false)}
            />
          ) : (
            <p className="btns">
              <Button type="submit" size="small" isBusy={open.isBusy}>
                {say('admin.linked.save')} <KeyCombination letter="S" />
              </Button>
              {term ? (
                <>
                  <Button look="quiet" size="small" icon="merge" onPress={() => onMerge(term)}>
                    {say('admin.terms.merge_other')}
                  </Button>
                  <Button
                    look="bare"
                    size="small"
                    icon="trash"
                    className="last"
                    onPress={() => onRemove(true)}
                  >
                    {say('admin.terms.remove')}
                  </Button>
                </>
              ) : (
                <Button look="bare" size="small" onPress={onClose}>
                  {say('admin.cancel')}
                </Button>
              )}
            </p>
          )}
        </>
      )}
    </form>
  );
}
