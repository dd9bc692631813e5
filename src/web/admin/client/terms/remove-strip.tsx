import { useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { ListedTerm, TermScreenKind } from './term-calls.ts';

/** Asks in place what becomes of the events of a term that is removed. */
export function RemoveStrip({
  kind,
  term,
  below,
  onRemove,
  onMerge,
  onCancel,
}: {
  readonly kind: TermScreenKind;
  readonly term: ListedTerm;
  /** How many categories stand right below it. */
  readonly below: number;
  onRemove(): void;
  onMerge(): void;
  onCancel(): void;
}) {
  const { say } = useTexts();
  const part = useRef<HTMLElement>(null);
  useEffect(() => part.current?.focus(), []);
  return (
    <section ref={part} tabIndex={-1} className="rmv" aria-labelledby="removing">
      <h3 id="removing">{say('admin.terms.remove.ask', { name: term.name })}</h3>
      <p>{say(`admin.terms.remove.events.${kind}`, { count: term.count })}</p>
      {below > 0 && <p>{say('admin.terms.remove.below', { count: below })}</p>}
      <p className="btns">
        <Button size="small" icon="trash" onPress={onRemove}>
          {say('admin.terms.remove')}
        </Button>
        {term.count > 0 && (
          <Button look="quiet" size="small" icon="merge" onPress={onMerge}>
            {say('admin.terms.remove.merge')}
          </Button>
        )}
        <Button look="bare" size="small" onPress={onCancel}>
          {say('admin.cancel')}
        </Button>
      </p>
    </section>
  );
}
