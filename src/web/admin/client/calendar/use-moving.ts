import { useQueryClient } from '@tanstack/react-query';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { formatDate } from '../texts/dates.ts';
import { dayAfter, daysBetween } from '../texts/days.ts';
import { useTexts } from '../texts/texts.tsx';
import type { MonthEvent } from './month-query.ts';
import { type EventMove, MovedMeanwhileError, type MoveReach, moveEvent } from './move-event.ts';

/** An event that is lifted, and where it would be put down. */
export interface HeldEvent {
  readonly event: MonthEvent;
  readonly days: number;
  /** Where the pointer holds it; undefined by the keyboard. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** Whether it is a date of a series that was put down, and how far the move reaches is asked. */
  readonly isAsked: boolean;
}

/** Means of moving events of a month, and the moves under way. */
export interface Moving {
  readonly held: HeldEvent | undefined;
  /** Days by which events are moved, by their IDs, until the interface has them there. */
  readonly moved: ReadonlyMap<number, number>;
  /** Lifts an event by the pointer, once that is moved. */
  lift(event: MonthEvent, pointer: PointerEvent): void;
  /** Moves an event to a day; of a series it is asked which dates. */
  moveTo(event: MonthEvent, day: string): void;
  /** Puts down what was asked about. */
  choose(reach: MoveReach): void;
  putBack(): void;
}

/** Pixels that the pointer moves before it is a drag rather than a click. */
const DRAG = 5;
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Returns the day that a point of the window is on. */
const dayAt = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset['day'] !== undefined)
    ?.dataset['day'];

/** The grid that the held event lies in; it has the focus while the event's own link is in a month that isn't shown. */
const gridOf = (): HTMLElement | null => document.querySelector<HTMLElement>('.mgrid');

/** Returns the event whose link an element is. */
const eventIdOf = (target: EventTarget | null): number | undefined => {
  const link = target instanceof Element ? target.closest<HTMLElement>('[data-event]') : null;
  return link ? Number(link.dataset['event']) : undefined;
};

/** Returns what moves the events of a month. @param onReach is told of a day that is held over, which may lie outside the month */
export function useMoving(
  events: readonly MonthEvent[],
  mayMove: (event: MonthEvent) => boolean,
  onReach: (day: string) => void,
): Moving {
  const [held, setHeld] = useState<HeldEvent>();
  const [moved, setMoved] = useState<ReadonlyMap<number, number>>(new Map());
  const queries = useQueryClient();
  const toast = useToast();
  const { say, language } = useTexts();
  const refocused = useRef<number>(undefined);
  const day = (date: string) =>
    formatDate(date, language, { weekday: 'short', day: 'numeric', month: 'short' });

  const renew = () => queries.invalidateQueries({ queryKey: ['events'] });
  const commit = async (move: EventMove) => {
    const { event, days, reach } = move;
    const { id, title, start } = event;
    setMoved((all) => new Map(all).set(id, days));
    try {
      const back = await moveEvent(move);
      const done = reach ? (`admin.calendar.moved_${reach}` as const) : 'admin.calendar.moved';
      const undo =
        back &&
        (async () => {
          try {
            const { undone, kept } = await back();
            const [reason] = kept;
            if (undone === 0 && reason) toast({ text: say(`admin.history.kept.${reason.reason}`) });
          } catch (error) {
            toast({ text: problemText(error, say) });
          }
          await renew();
        });
      await renew();
      toast({
        text: say(done, { title, day: day(dayAfter(start, days)) }),
        ...(undo ? { undo } : {}),
      });
    } catch (error) {
      const reason =
        error instanceof MovedMeanwhileError ? say('admin.calendar.meanwhile') : problemText(error, say);
      toast({ text: say('admin.calendar.refused', { title, day: day(start), reason }) });
      void renew();
    } finally {
      setMoved((all) => new Map([...all].filter(([one]) => one !== id)));
    }
  };

  const putBack = () => setHeld(undefined);
  const putDown = ({ event, days }: Pick<HeldEvent, 'event' | 'days'>, isByKey = false) => {
    if (isByKey) refocused.current = event.id;
    if (days === 0) return putBack();
    if (event.series !== undefined) return setHeld({ event, days, at: undefined, isAsked: true });
    putBack();
    void commit({ event, days, reach: undefined });
  };

  const lift = (event: MonthEvent, pointer: PointerEvent) => {
    // A finger scrolls: there an event has a menu.
    if (pointer.button !== 0 || pointer.pointerType === 'touch' || !mayMove(event)) return;
    const { clientX, clientY } = pointer;
    const grabbed = dayAt(clientX, clientY);
    if (grabbed === undefined) return;
    const hold = new AbortController();
    let last: HeldEvent | undefined;
    const onMove = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
      if (!last && Math.hypot(x - clientX, y - clientY) < DRAG) return;
      const over = dayAt(x, y);
      const days = over === undefined ? 0 : daysBetween(grabbed, over);
      last = { event, days, at: { x, y }, isAsked: false };
      setHeld(last);
    };
    const end = (isDropped: boolean) => {
      hold.abort();
      if (!last) return;
      // The click that ends a drag opens nothing.
      const stop = (click: MouseEvent) => {
        click.preventDefault();
        click.stopPropagation();
      };
      addEventListener('click', stop, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', stop, { capture: true }), 0);
      if (isDropped) putDown(last);
      else putBack();
    };
    const { signal } = hold;
    addEventListener('pointermove', onMove, { signal });
    addEventListener('pointerup', () => end(true), { signal });
    addEventListener('pointercancel', () => end(false), { signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal });
  };

  useEffect(() => {
    const onKey = (press: KeyboardEvent) => {
      const { key, target } = press;
      if (held?.at) return;
      if (held && key === 'Escape') {
        press.preventDefault();
        refocused.current = held.event.id;
        return putBack();
      }
      if (held?.isAsked) return;
      const id = eventIdOf(target);
      const isHere = id === held?.event.id || target === gridOf() || target === document.body;
      if (held && key === 'Enter' && isHere) {
        press.preventDefault();
        return putDown(held, true);
      }
      const step = press.altKey && !press.ctrlKey && !press.metaKey ? steps[key] : undefined;
      if (step === undefined) return;
      const event = held?.event ?? events.find((one) => one.id === id);
      if (!event || !mayMove(event)) return;
      press.preventDefault();
      const days = (held?.days ?? 0) + step;
      setHeld({ event, days, at: undefined, isAsked: false });
      onReach(dayAfter(event.start, days));
    };
    // Whoever goes elsewhere has let it go.
    const onFocus = ({ target }: FocusEvent) => {
      const isElsewhere = eventIdOf(target) !== held?.event.id && target !== gridOf();
      if (held && !held.at && !held.isAsked && isElsewhere) putBack();
    };
    addEventListener('keydown', onKey, { capture: true });
    addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
      removeEventListener('focusin', onFocus);
    };
  });
  useEffect(() => {
    if (!held || held.at || held.isAsked) return;
    const { activeElement, body } = document;
    if (!activeElement || activeElement === body) gridOf()?.focus();
  });
  // The link of what was moved by keys is another one now.
  useEffect(() => {
    const id = refocused.current;
    if (id === undefined || held) return;
    const link = document.querySelector<HTMLElement>(`.mgrid [data-event="${id}"]`);
    if (!link) return;
    link.focus();
    if (moved.size === 0) refocused.current = undefined;
  });

  return {
    held,
    moved,
    lift,
    moveTo: (event, to) => putDown({ event, days: daysBetween(event.start, to) }),
    choose: (reach) => {
      if (!held) return;
      putBack();
      void commit({ event: held.event, days: held.days, reach });
    },
    putBack,
  };
}
