import { useEffect, useRef } from 'react';
import { LeavingStrip } from '../editing/leaving-strip.tsx';
import type { HeldLeaving } from '../editing/use-held-leaving.ts';
import type { LastChange } from '../interface/last-change.ts';
import { Button } from '../parts/button.tsx';
import { Strip } from '../parts/strip.tsx';
import { problemText } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { OpenTermForm } from './use-term-form.ts';

/** The head of a form, which tells what keeps it from being saved or left, and the ways on. */
export function TermStrips({
  open,
  whose,
  blocker,
}: {
  readonly open: OpenTermForm;
  /** Who has changed it where something stands against what was typed. */
  readonly whose: LastChange['whose'];
  readonly blocker: HeldLeaving;
}) {
  const { say } = useTexts();
  const strips = useRef<HTMLDivElement>(null);
  const { editor, conflicts } = open;
  const isConflict = conflicts.length > 0;
  const isTold = isConflict || open.problem !== undefined;
  useEffect(() => {
    // Whoever presses a button at the foot sees what stands at the head.
    if (isTold) strips.current?.scrollIntoView({ block: 'center' });
  }, [isTold]);
  return (
    <div ref={strips} className="term-s">
      <LeavingStrip leaving={blocker} />
      {isConflict && (
        <Strip
          look="bad"
          action={
            <>
              <Button
                look="quiet"
                size="small"
                onPress={() => {
                  editor.choose([]);
                  editor.save();
                }}
              >
                {say('admin.linked.keep_mine')}
              </Button>
              <Button
                look="bare"
                size="small"
                onPress={() => editor.choose(conflicts.map(({ path }) => path))}
              >
                {say('admin.linked.take_theirs')}
              </Button>
            </>
          }
        >
          {say('admin.linked.conflict', { whose })}
        </Strip>
      )}
      {open.problem !== undefined && <Strip look="bad">{problemText(open.problem, say)}</Strip>}
    </div>
  );
}
