import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, use, useEffect, useMemo, useRef, useState } from 'react';
import {
  ComboBox,
  ComboBoxStateContext,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import { useTexts } from '../texts/texts.tsx';
import { Problem, TOLD } from './field.tsx';
import { Icon } from './icon.tsx';

/** Something that can be chosen by its name; without an ID it is new. */
export interface Token {
  readonly id?: number;
  readonly name: string;
}

/** Something that was found for what is typed. */
export interface FoundToken {
  readonly id: number;
  readonly name: string;
  /** Tells it from others of such a name, such as an address. */
  readonly hint?: string;
}

interface TokenChoice {
  readonly id: string;
  readonly token: Token;
  readonly hint?: string | undefined;
  readonly isNew: boolean;
}

const NEW = 'new';
const NONE: readonly FoundToken[] = [];

/**
 * Keeps the list closed from a choice until the field is used again: as long as it is open, nothing beside it is there for those
 * who don't see it. The field itself may open it late, for the text before the choice.
 */
function ClosedSince({ isChosen }: { readonly isChosen: RefObject<boolean> }) {
  const state = use(ComboBoxStateContext);
  useEffect(() => {
    if (isChosen.current && state?.isOpen) state.close();
  });
  return null;
}

/** A field for several things of the calendar: they are found while one types, and what isn't there is made. */
export function TokenField({
  label,
  value,
  onChange,
  queryKey,
  find,
  mayCreate,
  problem,
  help,
  id,
}: {
  readonly label: string;
  readonly value: readonly Token[];
  onChange(value: readonly Token[]): void;
  readonly queryKey: string;
  /** Finds what a text may mean, the likeliest first. */
  find(text: string, signal: AbortSignal): Promise<readonly FoundToken[]>;
  readonly mayCreate: boolean;
  readonly problem?: string | undefined;
  readonly help?: ReactNode;
  readonly id?: string;
}) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  const text = typed.trim();
  const {
    data: found = NONE,
    isPending,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['choices', queryKey, text],
    queryFn: ({ signal }) => find(text, signal),
    placeholderData: keepPreviousData,
  });
  // The same list as long as nothing changes in it: another one takes the focus off its choices.
  const { others, items } = useMemo(() => {
    const left = found.filter(({ id: one }) => !value.some((token) => token.id === one));
    const isKnown = [...found, ...value].some(({ name }) => name.toLowerCase() === text.toLowerCase());
    const choices: TokenChoice[] = left.map(({ hint, ...token }) => ({
      id: String(token.id),
      token,
      hint,
      isNew: false,
    }));
    if (mayCreate && text !== '' && !isKnown) choices.push({ id: NEW, token: { name: text }, isNew: true });
    return { others: left, items: choices };
  }, [found, value, text, mayCreate]);
  const isChosen = useRef(false);
  const add = (key: unknown) => {
    const item = items.find(({ id: one }) => one === key);
    if (!item) return;
    isChosen.current = true;
    onChange([...value, item.token]);
    setTyped('');
  };
  // Until what the present text means is found, the choices are those of the text before.
  const isFinding = isPending || isPlaceholderData;
  const isEntered = useRef(false);
  useEffect(() => {
    if (isFinding || !isEntered.current) return;
    isEntered.current = false;
    add(items[0]?.id);
  });
  return (
    <ComboBox
      className={`f${problem ? ' is-bad' : ''}`}
      items={items}
      inputValue={typed}
      onInputChange={(now) => {
        // Enter empties the field by itself, where nothing was chosen.
        if (isEntered.current && now === '') return;
        isEntered.current = false;
        setTyped(now);
      }}
      selectedKey={null}
      onSelectionChange={add}
      menuTrigger="focus"
      isInvalid={Boolean(problem)}
      validationBehavior={TOLD}
      {...(id === undefined ? {} : { id })}
    >
      <ClosedSince isChosen={isChosen} />
      <Label>{label}</Label>
      <div className="tok">
        {value.map((token) => (
          <span className="token" key={token.id ?? token.name}>
            {token.name}
            <button
              type="button"
              aria-label={say('admin.remove', { name: token.name })}
              onClick={() => onChange(value.filter((one) => one !== token))}
            >
              <Icon name="x" />
            </button>
          </span>
        ))}
        <Input
          dir="auto"
          onFocus={() => {
            isChosen.current = false;
            setLeft(false);
          }}
          onPointerDown={() => {
            isChosen.current = false;
          }}
          onBlur={(event) => {
            // The choices get a focus of their own while the field keeps the real one.
            if (!event.nativeEvent.isTrusted) return;
            const same = others.find(({ name }) => name.toLowerCase() === text.toLowerCase());
            if (same) add(String(same.id));
            else setLeft(true);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') isChosen.current = false;
            if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
            const isReached = event.currentTarget.hasAttribute('aria-activedescendant');
            if (event.key !== 'Enter' || isReached || text === '') return;
            // Whoever types and presses Enter means what stands first; with Ctrl something new.
            event.preventDefault();
            if (event.ctrlKey) add(NEW);
            else if (isFinding) {
              isEntered.current = true;
              // The field has just been emptied, as nothing of the list was chosen.
              setTyped(typed);
            } else add(items[0]?.id);
          }}
        />
      </div>
      {problem ? (
        <p className="f-e">
          <Problem>{problem}</Problem>
        </p>
      ) : (
        <>
          {isLeft && text !== '' && <p className="h h-warn">{say('admin.not_chosen', { name: text })}</p>}
          {help && <p className="h">{help}</p>}
        </>
      )}
      <Popover className="pop" placement="bottom start">
        <ListBox className="menulist">
          {({ id: key, token, hint, isNew }: TokenChoice) => (
            <ListBoxItem id={key} textValue={token.name}>
              {isNew && <Icon name="plus" />}
              <span>
                {isNew ? say('admin.create', { name: token.name }) : token.name}{' '}
                {hint && <small>{hint}</small>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
