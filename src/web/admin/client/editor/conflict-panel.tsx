import { useEffect, useRef, useState } from 'react';
import { isObject } from '#foundation/text/is-object.ts';
import { Button } from '../parts/button.tsx';
import { nameOfField } from '../texts/event-fields.ts';
import { shownValue } from '../texts/shown-value.ts';
import { type LanguageTexts, useTexts } from '../texts/texts.tsx';
import type { FieldConflict } from './merge-forms.ts';

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

/** Fields that two people have changed, each with the two values to choose from. */
export function ConflictPanel({
  conflicts,
  by,
  onChoose,
}: {
  readonly conflicts: readonly FieldConflict[];
  /** Who has saved meanwhile; empty where that isn't known. */
  readonly by: string;
  /** Takes the paths whose values are the other's. */
  onChoose(theirs: readonly string[]): void;
}) {
  const texts = useTexts();
  const { say, language } = texts;
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
          {say('admin.editor.conflict', { by: by || say('admin.editor.somebody') })}
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
              {isOther ? by || say('admin.editor.somebody') : say('admin.editor.conflict_mine')}
            </span>
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
