import { useQuery } from '@tanstack/react-query';
import { type FoundChoice, placeOf } from '../interface/choices.ts';
import type { Schemas } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { useSettled } from '../shell/use-settled.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { type LinkedScreenKind, linkedCalls } from './linked-kinds.ts';

/** Two that are likely one, and why. */
export interface ShownPair {
  readonly one: FoundChoice;
  readonly other: FoundChoice;
  readonly reasons: Schemas['Duplicate']['reasons'];
}

const SHOWN = 5;
const NONE: readonly ShownPair[] = [];

/** Returns the pairs that are likely one and may be merged, once the list beside them is there. */
export function useLikelyPairs(kind: LinkedScreenKind, isReady: boolean): readonly ShownPair[] {
  const { data = NONE } = useQuery({
    queryKey: [kind, 'duplicates'],
    queryFn: ({ signal }) => linkedCalls[kind].duplicates(signal),
    staleTime: 60_000,
    enabled: useSettled(isReady),
    select: (pairs) =>
      pairs.flatMap(({ items: [first, second], reasons }): ShownPair[] => {
        if (!first?.may_edit || !second?.may_edit) return [];
        const choice = (item: typeof first): FoundChoice => ({
          id: item.id,
          name: plainText(item.name),
          hint: placeOf(item),
        });
        return [{ one: choice(first), other: choice(second), reasons }];
      }),
  });
  return data;
}

/** The pairs that are likely one, with why, each with the way to compare and merge them. */
export function LikelyDoubles({
  pairs,
  onCompare,
}: {
  readonly pairs: readonly ShownPair[];
  onCompare(pair: ShownPair): void;
}) {
  const { say, language } = useTexts();
  if (pairs.length === 0) return null;
  return (
    <section className="dbl" aria-labelledby="doubles">
      <h2 id="doubles">
        {say('admin.linked.doubles')} <span className="dim num">{pairs.length.toLocaleString(language)}</span>
      </h2>
      <ul>
        {pairs.slice(0, SHOWN).map((pair) => (
          <li key={`${pair.one.id} ${pair.other.id}`}>
            {[pair.one, pair.other].map(({ id, name, hint }) => (
              <p key={id}>
                <b>{name}</b>
                <small>{hint}</small>
              </p>
            ))}
            <p className="dim">
              {pair.reasons.map((reason) => say(`admin.linked.reason.${reason}`)).join(', ')}
            </p>
            <Button look="quiet" size="small" icon="merge" onPress={() => onCompare(pair)}>
              {say('admin.linked.compare')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
