import { useEffect, useRef, useState } from 'react';
import { isObject } from '#foundation/text/is-object.ts';
import type { FieldConflict } from '../editing/form-merge.ts';
import type { LastChange } from '../interface/last-change.ts';
import { Button } from '../parts/button.tsx';
import { nameOfField } from '../texts/event-fields.ts';
import { shownValue } from '../texts/shown-value.ts';
import { type LanguageTexts, useTexts } from '../texts/texts.tsx';

/** Returns a value of the form as people read it: of what is chosen its name. */
function shownIn(value: unknown, texts: LanguageTexts): string {
  const text = Array.isArray(value)
    ? value.map((one: unknown) => shownIn(one, texts)).join(', ')
    : !isObject(value)
      ? shownValue(value, texts)
      : 'name' in value
        ? String(value['name'])
        : 'url' in value
          ? (String(value['url']).split('/').at(-1) ?? '')
          : Object.values(value).flat().join(' ');
  return text || texts.say('admin.editor.empty');
}

/** Fields that were changed here and elsewhere, by two people or in two tabs, each with the two values to choose from. */
export function ConflictPanel({
  conflicts,
  changed: { whose, by },
  onChoose,
}: {
  readonly conflicts: readonly FieldConflict[];
  /** Who has saved meanwhile. */
  readonly changed: LastChange;
  /** Takes the paths whose values are the other's. */
  onChoose(theirs: readonly string[]): void;
}) {
  const texts = useTexts();
  const { say, language } = texts;
  const other =
    whose === 'self' ? say('admin.editor.conflict_elsewhere') : by || say('admin.editor.somebody');
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  // As it comes: a frame after the refusal it may not be drawn yet.
  useEffect(() => heading.current?.focus(), []);
  const choose = (path: string, isTheirs: boolean) =>
    setTheirs((now) => [...now.filter((one) => one !== path), ...(isTheirs ? [path] : [])]);
  return (
    <section className="cx" role="alert" aria-labelledby="cx-h">
      <header>
        <h2 id="cx-h" tabIndex={-1} ref={heading}>
          {say('admin.editor.conflict', { whose, by: other })}
        </h2>
        <p>{say('admin.editor.conflict_help', { count: conflicts.length })}</p>
      </header>
      {conflicts.map(({ path, before, mine, theirs: saved }) => {
        const name = nameOfField(path.replace(/^words\.(\w+)\.(\w+)$/, '$2.$1'), say, language) ?? path;
        const isTheirs = theirs.includes(path);
        const shown = (value: unknown) => shownIn(value, texts);
        const option = (value: unknown, isOther: boolean) => (
          <label className={`cf-o${isTheirs === isOther ? ' on' : ''}`}>
            <input
              type="radio"
              name={`cx-${path}`}
              checked={isTheirs === isOther}
              onChange={() => choose(path, isOther)}
            />
            <span className="cf-w">
              {isOther
                ? other
                : say(whose === 'self' ? 'admin.editor.conflict_here' : 'admin.editor.conflict_mine')}
            </span>{' '}
            <span className="cf-v">{shown(value)}</span>
          </label>
        );
        return (
          <fieldset key={path} className="cf">
            <legend>{name}</legend>
            {option(mine, false)}
            {option(saved, true)}
            <p className="cf-b">{say('admin.editor.conflict_before', { value: shown(before) })}</p>
          </fieldset>
        );
      })}
      <footer>
        <Button onPress={() => onChoose(theirs)}>{say('admin.editor.conflict_save')}</Button>
      </footer>
    </section>
  );
}
