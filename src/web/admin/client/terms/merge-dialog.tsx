import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon, Mark } from '../parts/icon.tsx';
import { Strip } from '../parts/strip.tsx';
import { type Token, TokenField } from '../parts/token-field.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import { type ListedTerm, listTermPage, type TermScreenKind } from './term-calls.ts';

const AT_MOST = 8;

/** A term that can be chosen as the one that stays. */
function Side({
  term,
  isKept,
  onKeep,
}: {
  readonly term: ListedTerm;
  readonly isKept: boolean;
  onKeep(): void;
}) {
  const { say } = useTexts();
  return (
    <label>
      {/* biome-ignore lint/a11y/noAutofocus: the choice stands where the field was that had the focus */}
      <input type="radio" name="kept" checked={isKept} autoFocus={isKept} onChange={onKeep} />
      <span>
        <small>{say(isKept ? 'admin.terms.kept' : 'admin.terms.goes')}</small>
        <b>
          {term.look && <Mark name={term.look.mark} color={term.look.color} />}
          {term.name}
        </b>
        <small>{say('admin.terms.events', { count: term.count })}</small>
      </span>
    </label>
  );
}

/** Weighs two terms that are one: which of them stays, and what goes over to it. */
export function MergeDialog({
  kind,
  term,
  likely,
  onMerge,
  onClose,
}: {
  readonly kind: TermScreenKind;
  readonly term: ListedTerm;
  /** The one that it is perhaps the same as, which is chosen at first. */
  readonly likely: ListedTerm | undefined;
  onMerge(into: ListedTerm, from: ListedTerm): Promise<void>;
  onClose(): void;
}) {
  const { say } = useTexts();
  const [found, setFound] = useState<ReadonlyMap<number, ListedTerm>>(
    new Map(likely ? [[likely.id, likely]] : []),
  );
  const [chosen, setChosen] = useState<readonly Token[]>(likely ? [likely] : []);
  const [keepsOther, setKeepsOther] = useState(true);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const other = found.get(chosen[0]?.id ?? 0);
  const find = async (search: string, signal: AbortSignal) => {
    const { items } = await listTermPage(kind, { search, page: 1 }, signal);
    const others = items.filter(({ id }) => id !== term.id);
    setFound((known) => new Map([...known, ...others.map((one) => [one.id, one] as const)]));
    return others.slice(0, AT_MOST).map(({ id, name }) => ({ id, name }));
  };
  const merge = async () => {
    if (!other) return;
    setBusy(true);
    try {
      await onMerge(...(keepsOther ? ([other, term] as const) : ([term, other] as const)));
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={say('admin.terms.merge.title', { name: term.name })}
      lead={say(`admin.terms.merge.lead.${kind}`)}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void merge();
        }}
      >
        <div className="dlg-b">
          {!other && (
            <TokenField
              label={say(`admin.terms.merge.with.${kind}`)}
              value={chosen}
              onChange={(value) => {
                setChosen(value.slice(-1));
                setProblem(undefined);
              }}
              queryKey={`merge-${kind}-${term.id}`}
              find={find}
              mayCreate={false}
            />
          )}
          {other && (
            <fieldset className="mrg">
              <legend>{say('admin.terms.merge.which')}</legend>
              <Side term={other} isKept={keepsOther} onKeep={() => setKeepsOther(true)} />
              <Side term={term} isKept={!keepsOther} onKeep={() => setKeepsOther(false)} />
              <Button look="bare" size="small" onPress={() => setChosen([])}>
                {say(`admin.terms.merge.another.${kind}`)}
              </Button>
            </fieldset>
          )}
          {other && (
            <p className="dlg-l">
              <Icon name="cal" />
              {say('admin.terms.merge.what', {
                from: keepsOther ? term.name : other.name,
                into: keepsOther ? other.name : term.name,
                count: keepsOther ? term.count : other.count,
              })}
            </p>
          )}
          {problem !== undefined && <Strip look="bad">{problemText(problem, say)}</Strip>}
        </div>
        <footer>
          <Button look="bare" onPress={onClose}>
            {say('admin.cancel')}
          </Button>
          <span className="sp" />
          <span className="dim">{say('admin.terms.merge.undo')}</span>
          <Button type="submit" icon="merge" isDisabled={!other} isBusy={isBusy}>
            {say('admin.terms.merge')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
