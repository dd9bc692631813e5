import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { type ShowToast, useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { movedDate } from '../texts/days.ts';
import { type AdminKey, type Say, useTexts } from '../texts/texts.tsx';
import { type TableEvent, titleOf } from './event-lists.ts';

/** Fields of a change of an event. */
export type EventChange = Schemas['UpdateEvent'];

/** Returns the ID by which a row of the table is changed: of an event that repeats that of all its dates. */
export const recordOf = ({ id, recurrence }: Pick<TableEvent, 'id' | 'recurrence'>): number =>
  recurrence?.series ?? id;

type WrittenStatus = NonNullable<EventChange['status']>;
const statuses: readonly WrittenStatus[] = ['publish', 'pending', 'trash', 'draft', 'future', 'private'];

/** Returns the status of an event as a change has it. */
const statusOf = ({ status }: TableEvent): WrittenStatus => statuses.find((one) => one === status) ?? 'draft';

const change = (id: number, body: EventChange) =>
  bodyOf(api.PATCH('/events/{id}', { params: { path: { id } }, body }));
const trash = (id: number) => bodyOf(api.DELETE('/events/{id}', { params: { path: { id } } }));

/** Writes under way at once: more would only wait for each other. */
const AT_ONCE = 4;

/** Does something with each of some items, a few at once; returns those that failed. */
async function withEach<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<unknown[]> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      await act(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}

/** Actions on events of the table; each answers with a toast that takes it back. */
export interface EventActions {
  trash(events: readonly TableEvent[]): Promise<void>;
  restore(events: readonly TableEvent[]): Promise<void>;
  setStatus(events: readonly TableEvent[], status: 'publish' | 'draft'): Promise<void>;
  cancel(event: TableEvent): Promise<void>;
  /** Gives them categories beside those that they have. */
  addCategories(events: readonly TableEvent[], ids: readonly number[]): Promise<void>;
  /** Gives them venues in place of those that they have. */
  setVenue(events: readonly TableEvent[], ids: readonly number[]): Promise<void>;
  /** Moves them by days. Those that repeat stay: which of their dates move is asked by the editor. */
  move(events: readonly TableEvent[], days: number): Promise<void>;
}

const idsOf = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id);

/** Returns what can be done with events; the same as long as the page's language stays. */
export function useEventActions(): EventActions {
  const queries = useQueryClient();
  const toast = useToast();
  const { say } = useTexts();
  return useMemo(() => eventActions(queries, toast, say), [queries, toast, say]);
}

function eventActions(queries: QueryClient, toast: ShowToast, say: Say): EventActions {
  const renew = () => queries.invalidateQueries({ queryKey: ['events'] });

  async function run(
    events: readonly TableEvent[],
    act: (event: TableEvent) => Promise<unknown>,
    done: AdminKey,
    back?: (event: TableEvent) => Promise<unknown>,
  ): Promise<void> {
    const failures = await withEach(events, act);
    await renew();
    const count = events.length;
    if (failures.length > 0) {
      const reason = problemText(failures[0], say);
      toast({ text: say('admin.events.some_failed', { failed: failures.length, count, reason }) });
      return;
    }
    const undo =
      back &&
      (async () => {
        await withEach(events, back);
        await renew();
      });
    const [first] = events;
    const title = (first && titleOf(first)) || '–';
    toast({ text: say(done, { count, title }), ...(undo ? { undo } : {}) });
  }
  const asBefore = (event: TableEvent) => change(recordOf(event), { status: statusOf(event) });

  /** Changes events, and takes it back by what the same fields had. */
  const edit = (
    events: readonly TableEvent[],
    done: AdminKey,
    changeOf: (event: TableEvent) => EventChange,
    backOf: (event: TableEvent) => EventChange,
  ) =>
    run(
      events,
      (event) => change(recordOf(event), changeOf(event)),
      done,
      (event) => change(recordOf(event), backOf(event)),
    );

  return {
    addCategories: (events, ids) =>
      edit(
        events,
        'admin.events.categories_added',
        ({ categories }) => ({ categories: [...new Set([...idsOf(categories), ...ids])] }),
        ({ categories }) => ({ categories: idsOf(categories) }),
      ),
    setVenue: (events, ids) =>
      edit(
        events,
        'admin.events.venue_set',
        () => ({ venue: [...ids] }),
        ({ venue }) => ({ venue: idsOf([venue].flat()) }),
      ),
    move: async (events, days) => {
      const single = events.filter(({ recurrence }) => !recurrence);
      if (single.length === 0) {
        toast({ text: say('admin.events.move.repeating') });
        return;
      }
      await edit(
        single,
        'admin.events.moved',
        ({ start_date, end_date }) => ({
          start_date: movedDate(start_date, days),
          end_date: movedDate(end_date, days),
        }),
        ({ start_date, end_date }) => ({ start_date, end_date }),
      );
    },
    trash: (events) => run(events, (event) => trash(recordOf(event)), 'admin.events.trashed', asBefore),
    restore: (events) =>
      run(
        events,
        (event) => change(recordOf(event), { status: 'draft' }),
        'admin.events.restored',
        (event) => trash(recordOf(event)),
      ),
    setStatus: (events, status) =>
      run(
        events,
        (event) => change(recordOf(event), { status }),
        status === 'publish' ? 'admin.events.published' : 'admin.events.drafted',
        asBefore,
      ),
    cancel: (event) =>
      run(
        [event],
        () => change(recordOf(event), { event_status: 'canceled' }),
        'admin.events.canceled',
        () => change(recordOf(event), { event_status: event.event_status }),
      ),
  };
}
