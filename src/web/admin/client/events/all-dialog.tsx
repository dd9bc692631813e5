import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Failed } from '../shell/failure.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { ListAction } from './event-actions.ts';
import { type ActedEvent, gatherEvents } from './event-lists.ts';
import type { TableState } from './table-state.ts';

/** Asks whether something is to be done with all events of a list, as soon as it knows which these are. */
export function AllDialog({
  action,
  state,
  total,
  onConfirm,
  onClose,
}: {
  readonly action: ListAction;
  readonly state: TableState;
  /** How many the list has, as far as the table knows. */
  readonly total: number;
  onConfirm(events: readonly ActedEvent[]): void;
  onClose(): void;
}) {
  const { say, language } = useTexts();
  const [progress, setProgress] = useState({ found: 0, total });
  const [events, setEvents] = useState<readonly ActedEvent[]>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins again
  useEffect(() => {
    const leaving = new AbortController();
    setError(undefined);
    gatherEvents(state, leaving.signal, (found, of) => setProgress({ found, total: of }))
      .then(setEvents)
      .catch((problem: unknown) => {
        if (!leaving.signal.aborted) setError(problem);
      });
    return () => leaving.abort();
  }, [state, attempt]);
  const number = (value: number) => value.toLocaleString(language);
  const told = say('admin.events.of', { done: number(progress.found), total: number(progress.total) });
  const meant = events?.filter((event) => !action.leavesOut?.(event)).length ?? progress.total;
  const leftOut = (events?.length ?? meant) - meant;
  return (
    <Dialog
      title={say(action.question, { ...action.values, count: meant })}
      lead={say('admin.events.ask.all')}
      onClose={onClose}
    >
      <div className="dlg-b">
        {error !== undefined ? (
          <Failed error={error} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          !events && (
            <div className="run-p">
              <progress aria-label={say('admin.waiting')} value={progress.found} max={progress.total} />
              <span className="num">{told}</span>
            </div>
          )
        )}
        {action.leftOut && leftOut > 0 && <p>{say(action.leftOut, { count: leftOut })}</p>}
      </div>
      <footer>
        <Button look="bare" size="small" onPress={onClose}>
          {say('admin.cancel')}
        </Button>
        <span className="sp" />
        <Button
          size="small"
          isDisabled={!events || meant === 0}
          onPress={() => {
            if (events) onConfirm(events);
          }}
        >
          {say(action.name)}
        </Button>
      </footer>
    </Dialog>
  );
}
