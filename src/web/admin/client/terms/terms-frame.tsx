import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { MergeTerms } from './merge-terms.tsx';
import type { TermActions } from './term-actions.ts';
import type { ListedTerm, TermScreenKind } from './term-calls.ts';
import { TermPane } from './term-pane.tsx';
import { type GoTo, nameId, type TermState } from './term-state.ts';

/** The frame that both screens of terms share: head, what stands instead of an empty list, the form, and the dialog of merging. */
export function TermsFrame({
  kind,
  state,
  go,
  actions,
  terms,
  isBusy,
  error,
  onRetry,
  isEmpty,
  filter,
  foot,
  children,
}: {
  readonly kind: TermScreenKind;
  readonly state: TermState;
  readonly go: GoTo;
  readonly actions: TermActions;
  /** All categories; none of tags. */
  readonly terms: readonly ListedTerm[];
  readonly isBusy: boolean;
  readonly error: unknown;
  onRetry(): void;
  readonly isEmpty: boolean;
  /** Controls that narrow the list. */
  readonly filter?: ReactNode;
  readonly foot?: ReactNode;
  /** The list; `onMerge` begins to merge one of it, perhaps with a likely other. */
  children(onMerge: (term: ListedTerm, likely?: ListedTerm) => void): ReactNode;
}) {
  const { say } = useTexts();
  const [merging, setMerging] = useState<{ term: ListedTerm; likely?: ListedTerm }>();
  const merge = (term: ListedTerm, likely?: ListedTerm) => setMerging(likely ? { term, likely } : { term });
  const { open } = state;
  const isWhole = state.q === '' && state.page === 1;
  const was = useRef(open);
  useEffect(() => {
    // The focus returns to where the form was opened.
    if (open === undefined && was.current !== undefined) {
      const name = typeof was.current === 'number' ? document.getElementById(nameId(was.current)) : null;
      (name ?? document.getElementById('main'))?.focus();
    }
    was.current = open;
  }, [open]);
  return (
    <div className={`lk${open === undefined ? '' : ' has-side has-term'}`}>
      <div className="lk-m">
        <header className="at-h head-do">
          <h1>{say(`admin.nav.${kind}`)}</h1>
          <Button look="quiet" size="small" icon="plus" onPress={() => go({ open: 'new' })}>
            {say(`admin.terms.new.${kind}`)}
          </Button>
        </header>
        <div className="at-f">{filter}</div>
        <div className="at-w" aria-busy={isBusy}>
          {error ? <Failed error={error} onRetry={onRetry} /> : null}
          {!error && !isBusy && isEmpty && (
            <div className="none-a">
              <b>{say(isWhole ? `admin.terms.none.${kind}` : 'admin.linked.no_match')}</b>
              {isWhole ? (
                <p>{say(`admin.terms.none.${kind}.text`)}</p>
              ) : (
                <Button look="quiet" size="small" onPress={() => go({ q: '', page: 1 })}>
                  {say('admin.terms.show_all')}
                </Button>
              )}
            </div>
          )}
          {!isEmpty && children(merge)}
        </div>
        {foot}
      </div>
      {open !== undefined && (
        <TermPane
          key={`${open} ${state.under}`}
          kind={kind}
          id={open === 'new' ? undefined : open}
          under={state.under}
          terms={terms}
          actions={actions}
          isRemoving={state.removing}
          onRemove={(removing) => go({ removing }, true)}
          onMerge={merge}
          onClose={() => go({ open: undefined })}
        />
      )}
      {merging && (
        <MergeTerms
          kind={kind}
          term={merging.term}
          likely={merging.likely}
          onMerge={async (into, from) => {
            await actions.merge(into, from);
            setMerging(undefined);
            // What its form has read is no more how it is.
            if (open === into.id || open === from.id) go({ open: undefined });
          }}
          onClose={() => setMerging(undefined)}
        />
      )}
    </div>
  );
}
