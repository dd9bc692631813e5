import { useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { HeldLeaving } from './use-held-leaving.ts';

/** The question at the head of a form beside its list that somebody leaves unsaved. */
export function LeavingStrip({ leaving }: { readonly leaving: HeldLeaving }) {
  const { say } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const isAsked = leaving.status === 'blocked';
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
            <Button size="small" look="quiet" onPress={() => leaving.reset?.()}>
              {say('admin.editor.stay')}
            </Button>
            <Button size="small" look="bare" onPress={() => leaving.proceed?.()}>
              {say('admin.terms.discard')}
            </Button>
          </>
        }
      >
        {say('admin.terms.unsaved')}
      </Strip>
    </div>
  );
}
