import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../interface/client.ts';
import { Button } from '../parts/button.tsx';
import { useSettled } from '../shell/use-settled.ts';
import { plainText } from '../texts/plain-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { type LinkedScreenKind, linkedCalls } from './linked-kinds.ts';

type Duplicate = Schemas['Duplicate'];
type Double = Duplicate['items'][number];

const SHOWN = 5;

/** The pairs that are likely one, with why, and a button to make them one. */
export function LikelyDoubles({
  kind,
  isReady,
  onMerge,
}: {
  readonly kind: LinkedScreenKind;
  /** Whether the list beside them is there. */
  readonly isReady: boolean;
  onMerge(into: Double, from: Double): void;
}) {
  const { say } = useTexts();
  const { data: pairs = [] } = useQuery({
    queryKey: [kind, 'duplicates'],
    queryFn: ({ signal }) => linkedCalls[kind].duplicates(signal),
    staleTime: 60_000,
    enabled: useSettled(isReady),
  });
  const shown = pairs.filter(({ items }) => items.every(({ may_edit }) => may_edit)).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <section className="dbl" aria-labelledby="doubles">
      <h2 id="doubles">{say('admin.linked.doubles', { count: pairs.length })}</h2>
      <ul>
        {shown.map(({ items, score, reasons }) => {
          const [one, other] = items;
          if (!one || !other) return null;
          return (
            <li key={`${one.id} ${other.id}`}>
              <div className="dbl-n">
                {[one, other].map((item) => (
                  <p key={item.id}>
                    <b>{plainText(item.name)}</b>{' '}
                    <span className="dim">{[item.address, item.city].filter(Boolean).join(', ')}</span>
                  </p>
                ))}
              </div>
              <p className="dim">
                {score} % · {reasons.map((reason) => say(`admin.linked.reason.${reason}`)).join(', ')}
              </p>
              <p className="dbl-a">
                <Button look="quiet" size="small" onPress={() => onMerge(one, other)}>
                  {say('admin.linked.keep', { name: plainText(one.name) })}
                </Button>
                <Button look="bare" size="small" onPress={() => onMerge(other, one)}>
                  {say('admin.linked.keep', { name: plainText(other.name) })}
                </Button>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
