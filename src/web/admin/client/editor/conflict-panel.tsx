import { useEffect, useRef, useState } from 'react';
import { isObject } from '#foundation/text/is-object.ts';
import { Button } from '../parts/button.tsx';
import { nameOfField } from '../texts/event-fields.ts';
import { plainText } from '../texts/plain-text.ts';
import { type Say, useTexts } from '../texts/texts.tsx';
import type { EventForm } from './event-form.ts';
import type { FieldConflict } from './merge-forms.ts';
import { statusKeys } from './standing-section.tsx';

/** Returns a value as people read it. */
function shownValue(value: unknown, say: Say): string {
  if (value === null || value === undefined || value === '') return say('admin.editor.empty');
  if (typeof value === 'boolean') return say(value ? 'admin.yes' : 'admin.no');
  if (Array.isArray(value))
    return value.map((one: unknown) => shownValue(one, say)).join(', ') || say('admin.editor.empty');
  if (!isObject(value)) return plainText(String(value));
  if ('name' in value) return String(value['name']);
  if ('url' in value) return String(value['url']).split('/').at(-1) ?? '';
  return Object.values(value).flat().join(' ') || say('admin.editor.empty');
}

const isStatus = (value: unknown): value is EventForm['status'] =>
  typeof value === 'string' && Object.hasOwn(statusKeys, value);

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
  const { say, language } = useTexts();
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
        const shown = (value: unknown) =>
          path === 'status' && isStatus(value) ? say(statusKeys[value]) : shownValue(value, say);
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
