import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { ListedTerm } from './term-calls.ts';

/** Two terms whose names differ in nothing that is heard. */
export type SamePair = readonly [ListedTerm, ListedTerm];

const SHOWN = 3;
/** Returns a name without case, accents, spaces and hyphens. */
const heard = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLocaleLowerCase();

/** Returns terms that are perhaps one, in the same place of the tree; the one with more events first. */
export function likelySame(terms: readonly ListedTerm[]): readonly SamePair[] {
  const groups = Map.groupBy(terms, ({ name, parent }) => `${parent} ${heard(name)}`);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((one, other) => other.count - one.count);
    return first ? others.map((other): SamePair => [first, other]) : [];
  });
}

/** Names pairs that are perhaps one, each with the way to merge them. */
export function LikelySame({
  terms,
  onMerge,
}: {
  readonly terms: readonly ListedTerm[];
  onMerge(term: ListedTerm, other: ListedTerm): void;
}) {
  const { say } = useTexts();
  const pairs = likelySame(terms).slice(0, SHOWN);
  if (pairs.length === 0) return null;
  return (
    <ul className="same">
      {pairs.map(([more, fewer]) => (
        <li key={`${more.id} ${fewer.id}`}>
          <Icon name="copy" />
          <span>{say('admin.terms.perhaps_one', { one: more.name, other: fewer.name })}</span>
          <Button look="quiet" size="small" onPress={() => onMerge(fewer, more)}>
            {say('admin.terms.merge_them')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
