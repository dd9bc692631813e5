import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { plainText } from '../texts/plain-text.ts';
import { type AdminKey, type Say, useTexts } from '../texts/texts.tsx';
import type { FieldConflict } from './merge-forms.ts';

const FIELD_TEXTS: Readonly<Record<string, AdminKey>> = {
  start_date: 'admin.editor.from',
  end_date: 'admin.editor.to',
  all_day: 'admin.editor.all_day',
  timezone: 'admin.editor.zone',
  recurrence: 'admin.editor.repetition',
  venue: 'admin.editor.venue',
  organizer: 'admin.editor.organizers',
  categories: 'admin.editor.categories',
  tags: 'admin.editor.tags',
  image: 'admin.editor.picture',
  cost: 'admin.editor.cost',
  website: 'admin.editor.website',
  status: 'admin.editor.standing',
  event_status: 'admin.editor.happening',
  event_status_reason: 'admin.editor.reason',
  virtual_url: 'admin.editor.online_address',
  hide_from_listings: 'admin.editor.listed',
  featured: 'admin.editor.featured',
  password: 'admin.editor.password',
  slug: 'admin.editor.slug',
};

/** Returns what a field is called, with the language of a text. */
function nameOf(path: string, say: Say, language: string): string {
  const [first = '', code, text] = path.split('.');
  if (first === 'words' && code !== undefined) {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
    return `${say(text === 'title' ? 'admin.editor.title' : 'admin.editor.description')} (${name})`;
  }
  const key = FIELD_TEXTS[first];
  return key ? say(key) : first;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

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
  const choose = (path: string, isTheirs: boolean) =>
    setTheirs((now) => [...now.filter((one) => one !== path), ...(isTheirs ? [path] : [])]);
  return (
    <section className="cx" role="alert" aria-labelledby="cx-h">
      <header>
        <h2 id="cx-h">{say('admin.editor.conflict', { by: by || say('admin.editor.somebody') })}</h2>
        <p>{say('admin.editor.conflict_help', { count: conflicts.length })}</p>
      </header>
      {conflicts.map(({ path, before, mine, theirs: saved }) => {
        const name = nameOf(path, say, language);
        const isTheirs = theirs.includes(path);
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
            <span className="cf-v">{shownValue(value, say)}</span>
          </label>
        );
        return (
          <fieldset key={path} className="cf">
            <legend>{name}</legend>
            {option(mine, false)}
            {option(saved, true)}
            <p className="cf-b">{say('admin.editor.conflict_before', { value: shownValue(before, say) })}</p>
          </fieldset>
        );
      })}
      <footer>
        <Button onPress={() => onChoose(theirs)}>{say('admin.editor.conflict_save')}</Button>
      </footer>
    </section>
  );
}
