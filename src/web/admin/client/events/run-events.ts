import type { QueryClient } from '@tanstack/react-query';
import { MOST_WRITES } from '../interface/batch.ts';
import { InterfaceError } from '../interface/client.ts';
import type { ShowToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import type { LanguageTexts, Say } from '../texts/texts.tsx';
import { type EventAction, publishing, takingBack } from './event-actions.ts';
import { type ActedEvent, titleOf } from './event-lists.ts';
import { type RunControl, type Written, writeInBatches } from './write-in-batches.ts';

/**
 * Does something with some events, and answers with a toast that takes it back; what does not work is told beside it, with a way
 * to do the rest.
 */
export type RunAction = (action: EventAction, events: readonly ActedEvent[]) => Promise<void>;

/** A run under way, of more events than one batch takes. */
export interface RunUnderWay {
  readonly id: number;
  readonly kind: 'under-way';
  readonly name: string;
  /** Events that are answered, of all. */
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
  stop(): void;
}

/** The report of a run that has left something undone. */
export interface RunReport {
  readonly id: number;
  readonly kind: 'report';
  readonly name: string;
  readonly done: number;
  readonly total: number;
  readonly refused: readonly { readonly event: ActedEvent; readonly reason: string }[];
  /** Events of which no answer tells whether they are changed. */
  readonly unanswered: number;
  readonly left: number;
  /** Why it did not go on. */
  readonly reason: string | undefined;
  readonly undo: (() => Promise<void>) | undefined;
  rest(): Promise<void>;
  close(): void;
}

/** A run as it is shown beside the screen. */
export type ShownRun = RunUnderWay | RunReport;

/** The place beside the screen where runs are shown. */
export interface RunPlace {
  show(run: ShownRun): void;
  hide(id: number): void;
  /** Whether nobody looks any more. */
  isGone(): boolean;
}

/** Returns what does something once, however often it is asked for. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}

/** Returns why a write was refused: what is wrong with its fields, where that is it. */
const reasonOf = (error: unknown, say: Say): string =>
  (error instanceof InterfaceError && [...new Set(Object.values(error.fields))].join(' ')) ||
  problemText(error, say);

let lastId = 0;
/** The end of the long runs so far: they go one after another, so that none overtakes what it takes back. */
let former: Promise<unknown> = Promise.resolve();

/** Makes what does something with events. */
export function makeRuns(
  queries: QueryClient,
  toast: ShowToast,
  { say, language }: LanguageTexts,
  place: RunPlace,
): RunAction {
  const number = (count: number) => count.toLocaleString(language);

  /** Writes for many events: its progress is shown, and can be stopped. */
  async function writeAtLength(
    { name, write }: EventAction,
    events: readonly ActedEvent[],
  ): Promise<Written<ActedEvent>> {
    const id = ++lastId;
    let shown: RunUnderWay = {
      id,
      kind: 'under-way',
      name: say(name),
      done: 0,
      total: events.length,
      isStopping: false,
      stop: () => tell({ isStopping: true }),
    };
    function tell(change: Partial<RunUnderWay>): void {
      shown = { ...shown, ...change };
      place.show(shown);
    }
    tell({});
    const control: RunControl = {
      isStopped: () => shown.isStopping || place.isGone(),
      onProgress: (done) => tell({ done }),
    };
    const writing = former.then(() => writeInBatches(events, write, control));
    former = writing.catch(() => undefined);
    try {
      return await writing;
    } finally {
      place.hide(id);
    }
  }

  const writeAtOnce = ({ write }: EventAction, events: readonly ActedEvent[]) =>
    writeInBatches(events, write, { isStopped: () => false, onProgress: () => {} });

  /** @param earlier events with which it has been done before, in a run of which this does the rest */
  async function run(
    action: EventAction,
    events: readonly ActedEvent[],
    { earlier = [], isUndo = false }: { earlier?: readonly ActedEvent[]; isUndo?: boolean } = {},
  ): Promise<void> {
    const meant = events.filter((event) => !action.leavesOut?.(event));
    const leftOut =
      action.leftOut && meant.length < events.length
        ? say(action.leftOut, { count: events.length - meant.length })
        : undefined;
    if (meant.length === 0) {
      toast(leftOut === undefined ? undefined : { text: leftOut });
      return;
    }
    const isLong = meant.length > MOST_WRITES;
    const written = await (isLong ? writeAtLength : writeAtOnce)(action, meant);
    await queries.invalidateQueries({ queryKey: ['events'] });
    const { refused, unanswered, left, halt } = written;
    const done = [...earlier, ...written.done];
    const total = earlier.length + meant.length;
    const wanting = refused.length + unanswered.length + left.length;
    const error = halt ?? refused[0]?.error;
    if (wanting > 0 && total === 1) {
      toast({ text: reasonOf(error, say) });
      return;
    }
    const changed = [...done, ...unanswered];
    const reportId = ++lastId;
    const undo = once(async () => {
      place.hide(reportId);
      await run(takingBack(action), changed, { isUndo: true });
    });
    if (wanting > 0)
      place.show({
        id: reportId,
        kind: 'report',
        name: say(action.name),
        done: done.length,
        total,
        refused: refused.map(({ item, error: refusal }) => ({
          event: item,
          reason: reasonOf(refusal, say),
        })),
        unanswered: unanswered.length,
        left: left.length,
        reason: halt === undefined ? undefined : problemText(halt, say),
        undo: changed.length > 0 && !isUndo ? undo : undefined,
        rest: () => {
          place.hide(reportId);
          const rest = [...unanswered, ...left, ...refused.map(({ item }) => item)];
          return run(action, rest, { earlier: done, isUndo });
        },
        close: () => place.hide(reportId),
      });
    // What is taken back at a glance needs no words.
    if (isUndo && wanting === 0 && !isLong) return;
    const [first] = done;
    const texts = [
      first && say(action.done, { count: done.length, title: titleOf(first) || '–' }),
      wanting > 0 &&
        (error === undefined
          ? say('admin.events.left', { count: left.length })
          : say('admin.events.some_failed', {
              failed: number(wanting),
              count: number(total),
              reason: reasonOf(error, say),
            })),
      leftOut,
    ].filter((text) => typeof text === 'string');
    const page = action === publishing && done.length === 1 ? first?.url : undefined;
    toast({ text: texts.join('. '), page, ...(isUndo || changed.length === 0 ? {} : { undo }) });
  }
  return (action: EventAction, events: readonly ActedEvent[]) => run(action, events);
}
