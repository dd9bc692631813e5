import { useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { HeldLeaving } from './use-held-leaving.ts';

/** The question at the head of a form that somebody leaves unsaved. */
export function LeavingStrip({
  leaving,
  isKept = false,
}: {
  readonly leaving: HeldLeaving;
  /** Whether the browser keeps what was typed for whoever comes back. */
  readonly isKept?: boolean;
}) {
  const { say } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const { isAsked } = leaving;
  useEffect(() => {
    // Whoever presses a button at the foot sees what stands at the head.
    if (isAsked) place.current?.scrollIntoView({ block: 'center' });
  }, [isAsked]);
  if (!isAsked) return null;
  return (
    <div ref={place}>
      <Strip
        action={
          <>
            <Button size="small" look="quiet" onPress={() => leaving.stay()}>
              {say('admin.editor.stay')}
            </Button>
            <Button size="small" look="bare" onPress={() => leaving.leave()}>
              {say(isKept ? 'admin.editor.leave' : 'admin.terms.discard')}
            </Button>
          </>
        }
      >
        {say(isKept ? 'admin.editor.leaving' : 'admin.terms.unsaved')}
      </Strip>
    </div>
  );
}
