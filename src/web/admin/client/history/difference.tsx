import { useChoiceNames } from '../interface/choice-names.ts';
import type { LinkFilter } from '../interface/choices.ts';
import { shownValue } from '../texts/shown-value.ts';
import { useTexts } from '../texts/texts.tsx';
import { fieldName } from './field-names.ts';
import type { HistoryEntry } from './history-query.ts';

const LONGEST = 300;
/** Fields that hold IDs, and what these are of. */
const links: Readonly<Record<string, LinkFilter>> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
};

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
                text={shortened(shownValue(value, texts))}
                other={shortened(shownValue(other, texts))}
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
