import { forgetDraft, restoreDraft } from '../editing/drafts.ts';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { useToast } from '../parts/toast.tsx';
import { formatUtc, onSiteClock, siteZone, todayIn } from '../texts/dates.ts';
import { type AdminLanguage, useTexts } from '../texts/texts.tsx';
import type { OpenDraft } from './use-draft.ts';

/** So many are offered at once; the others follow as these are settled. */
const SHOWN = 3;

/** New events that were begun and left: each to go on with, or to discard. */
export function LeftDrafts({
  draft,
  primary,
}: {
  readonly draft: OpenDraft;
  readonly primary: AdminLanguage;
}) {
  const { say, language } = useTexts();
  const toast = useToast();
  const today = todayIn(siteZone);
  return draft.left.slice(0, SHOWN).map(({ name, draft: { form }, begun }) => {
    const isToday = onSiteClock(begun).startsWith(today);
    const time = formatUtc(begun, language, {
      timeStyle: 'short',
      ...(isToday ? {} : { dateStyle: 'medium' }),
    });
    const { words } = form;
    const title = [words[primary], ...Object.values(words)].find((one) => one.title !== '')?.title ?? '';
    const discard = () => {
      const text = forgetDraft(name);
      draft.renew();
      toast({
        text: say('admin.editor.draft_discarded'),
        undo: () => {
          restoreDraft(name, text);
          draft.renew();
        },
      });
    };
    return (
      <Strip
        key={name}
        action={
          <>
            <Button size="small" look="quiet" onPress={() => draft.open(name)}>
              {say('admin.editor.draft_continue')}
            </Button>
            <Button size="small" look="bare" onPress={discard}>
              {say('admin.terms.discard')}
            </Button>
          </>
        }
      >
        {say(title === '' ? 'admin.editor.draft_untitled' : 'admin.editor.draft_left', { title, time })}
      </Strip>
    );
  });
}
