import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Strip } from '../parts/strip.tsx';
import { type Token, TokenField } from '../parts/token-field.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';

/** Side of a merge: one of two things that are perhaps one. */
export interface MergeSide {
  readonly id: number;
  readonly name: string;
}

/** Words of a dialog of merging that differ by what is merged. */
interface MergeWords {
  readonly lead: string;
  /** Label of the field that finds the other. */
  readonly other: string;
  /** Button that takes another other. */
  readonly another: string;
}

/** A thing that can be chosen as the one that stays. */
function Side({
  mark,
  name,
  told,
  isKept,
  onKeep,
}: {
  readonly mark: ReactNode;
  readonly name: string;
  readonly told: ReactNode;
  readonly isKept: boolean;
  onKeep(): void;
}) {
  const { say } = useTexts();
  return (
    <label>
      {/* biome-ignore lint/a11y/noAutofocus: the choice stands where the field was that had the focus */}
      <input type="radio" name="kept" checked={isKept} autoFocus={isKept} onChange={onKeep} />
      <span>
        <small>{say(isKept ? 'admin.terms.kept' : 'admin.terms.goes')}</small>{' '}
        <b>
          {mark}
          {name}
        </b>{' '}
        <small>{told}</small>
      </span>
    </label>
  );
}

/** Weighs two things that are one: which of them stays, and what goes over to it. */
export function MergeDialog<Item extends MergeSide>({
  item,
  likely,
  keepsItem = false,
  words,
  find,
  markOf,
  told,
  children,
  onMerge,
  onClose,
}: {
  readonly item: Item;
  /** The one that it is perhaps the same as, which is chosen at first. */
  readonly likely: Item | undefined;
  /** Whether at first it is the item that stays, not the other. */
  readonly keepsItem?: boolean;
  readonly words: MergeWords;
  find(search: string, signal: AbortSignal): Promise<readonly Item[]>;
  markOf?(side: Item): ReactNode;
  /** A text that tells it from others of such a name. */
  told(side: Item): ReactNode;
  /** The effects of merging into it. */
  children(into: Item, from: Item): ReactNode;
  onMerge(into: Item, from: Item): Promise<void>;
  onClose(): void;
}) {
  const { say } = useTexts();
  const [found, setFound] = useState<ReadonlyMap<number, Item>>(new Map(likely ? [[likely.id, likely]] : []));
  const [chosen, setChosen] = useState<readonly Token[]>(likely ? [likely] : []);
  const [keepsOther, setKeepsOther] = useState(!keepsItem);
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const other = found.get(chosen[0]?.id ?? 0);
  const findOthers = async (search: string, signal: AbortSignal) => {
    const others = (await find(search, signal)).filter(({ id }) => id !== item.id);
    setFound((known) => new Map([...known, ...others.map((one) => [one.id, one] as const)]));
    return others.map(({ id, name }) => ({ id, name }));
  };
  const sides = other && (keepsOther ? ([other, item] as const) : ([item, other] as const));
  const merge = async () => {
    if (!sides) return;
    setBusy(true);
    try {
      await onMerge(...sides);
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  const sideOf = (side: Item, isKept: boolean, onKeep: () => void) => (
    <Side mark={markOf?.(side)} name={side.name} told={told(side)} isKept={isKept} onKeep={onKeep} />
  );
  return (
    <Dialog title={say('admin.terms.merge.title', { name: item.name })} lead={words.lead} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void merge();
        }}
      >
        <div className="dlg-b">
          {!other && (
            <TokenField
              label={words.other}
              value={chosen}
              onChange={(value) => {
                setChosen(value.slice(-1));
                setProblem(undefined);
              }}
              queryKey={`merge-${item.id}`}
              find={findOthers}
              mayCreate={false}
            />
          )}
          {other && (
            <fieldset className="mrg">
              <legend>{say('admin.terms.merge.which')}</legend>
              {sideOf(other, keepsOther, () => setKeepsOther(true))}
              {sideOf(item, !keepsOther, () => setKeepsOther(false))}
              <Button look="bare" size="small" onPress={() => setChosen([])}>
                {words.another}
              </Button>
            </fieldset>
          )}
          {sides && children(...sides)}
          {problem !== undefined && <Strip look="bad">{problemText(problem, say)}</Strip>}
        </div>
        <footer>
          <Button look="bare" size="small" onPress={onClose}>
            {say('admin.cancel')}
          </Button>
          <span className="sp" />
          <span className="dim">{say('admin.terms.merge.undo')}</span>
          <Button type="submit" size="small" icon="merge" isDisabled={!other} isBusy={isBusy}>
            {say('admin.terms.merge')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** A line of what comes of it, with the icon of events. */
export const MergeResult = ({ children }: { readonly children: ReactNode }) => (
  <p className="dlg-l">
    <Icon name="cal" />
    {children}
  </p>
);
