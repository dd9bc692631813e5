import { useChoiceNames } from '../interface/choice-names.ts';
import type { LinkFilter } from '../interface/choices.ts';
import { formatDate, isMoment } from '../texts/dates.ts';
import { plainText } from '../texts/plain-text.ts';
import { type AdminKey, type LanguageTexts, useTexts } from '../texts/texts.tsx';
import { fieldName } from './field-names.ts';
import type { HistoryEntry } from './history-query.ts';

const LONGEST = 300;
/** The words for values that the interface has codes for. */
const codes: Readonly<Record<string, AdminKey>> = {
  publish: 'admin.status.publish',
  draft: 'admin.status.draft',
  pending: 'admin.status.pending',
  private: 'admin.status.private',
  trash: 'admin.status.trash',
  canceled: 'admin.status.canceled',
  postponed: 'admin.status.postponed',
  rescheduled: 'admin.status.rescheduled',
  wheelchair: 'page.accessibility.wheelchair',
  step_free: 'page.accessibility.step_free',
  accessible_toilet: 'page.accessibility.accessible_toilet',
  hearing_loop: 'page.accessibility.hearing_loop',
  sign_language: 'page.accessibility.sign_language',
  audio_description: 'page.accessibility.audio_description',
  captions: 'page.accessibility.captions',
  quiet: 'page.accessibility.quiet',
};
/** Fields that hold IDs, and what these are of. */
const links: Readonly<Record<string, LinkFilter>> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
};

/** Returns a value of a field as people read it. */
function shown(value: unknown, texts: LanguageTexts): string {
  const { say, language } = texts;
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return say(value ? 'admin.yes' : 'admin.no');
  if (typeof value === 'number') return value.toLocaleString(language);
  if (Array.isArray(value))
    return value
      .map((one: unknown) => shown(one, texts))
      .filter(Boolean)
      .join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const code = codes[value];
  if (code) return say(code);
  if (isMoment(value)) return formatDate(value, language, { dateStyle: 'full', timeStyle: 'short' });
  return plainText(value);
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** A value before or after a change; what it has in common with the other at its ends isn't marked. */
function Value({ text, other, isAfter }: { text: string; other: string; isAfter: boolean }) {
  const { say } = useTexts();
  if (text === '') return <span className="dim">{say('admin.history.nothing')}</span>;
  const words = text.split(/(?<=\s)/);
  const others = other.split(/(?<=\s)/);
  let first = 0;
  while (first < words.length && words[first] === others[first]) first++;
  let last = 0;
  while (
    last < words.length - first &&
    last < others.length - first &&
    words.at(-1 - last) === others.at(-1 - last)
  )
    last++;
  const end = words.length - last;
  const changed = words.slice(first, end).join('');
  return (
    <>
      {words.slice(0, first).join('')}
      {isAfter ? <ins>{changed}</ins> : <del>{changed}</del>}
      {words.slice(end).join('')}
    </>
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isNumber) : []);

/** Names of what is linked. */
function LinkedNames({ by, ids, isAfter }: { by: LinkFilter; ids: readonly number[]; isAfter: boolean }) {
  const { named } = useChoiceNames(by, ids);
  return <Value text={named.map(({ name }) => name).join(', ')} other="" isAfter={isAfter} />;
}

/** The differences of an entry, a field a row. */
export function Differences({ entry: { kind, changes } }: { readonly entry: HistoryEntry }) {
  const texts = useTexts();
  const { say } = texts;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">{say('admin.history.field')}</th>
          <th scope="col">{say('admin.history.before')}</th>
          <th scope="col">{say('admin.history.after')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(changes).map(([field, { from, to }]) => {
          const by = kind === 'event' ? links[field] : undefined;
          const cell = (value: unknown, other: unknown, isAfter: boolean) =>
            by ? (
              <LinkedNames by={by} ids={idsOf(value)} isAfter={isAfter} />
            ) : (
              <Value
                text={shortened(shown(value, texts))}
                other={shortened(shown(other, texts))}
                isAfter={isAfter}
              />
            );
          return (
            <tr key={field}>
              <th scope="row">{fieldName(kind, field, texts)}</th>
              <td>{cell(from, to, false)}</td>
              <td>{cell(to, from, true)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
