import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { HeldLeaving } from './use-held-leaving.ts';

/** The question at the head of a form beside its list that somebody leaves unsaved. */
export function LeavingStrip({ leaving }: { readonly leaving: HeldLeaving }) {
  const { say } = useTexts();
  if (leaving.status !== 'blocked') return null;
  return (
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
  );
}
