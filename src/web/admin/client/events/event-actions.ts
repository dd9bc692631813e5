import { useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { useToast } from '../parts/toast.tsx';
import { problemText } from '../shell/failure.tsx';
import { type AdminKey, useTexts } from '../texts/texts.tsx';
import type { AdminEvent } from './event-lists.ts';

/** Fields of a change of an event. */
export type EventChange = Schemas['UpdateEvent'];

/** Returns the ID by which a row of the table is changed: of an event that repeats that of all its dates. */
export const recordOf = ({ id, recurrence }: Pick<AdminEvent, 'id' | 'recurrence'>): number =>
  recurrence?.series ?? id;

type WrittenStatus = NonNullable<EventChange['status']>;
const statuses: readonly WrittenStatus[] = ['publish', 'pending', 'trash', 'draft', 'future', 'private'];

/** Returns the status of an event as a change has it. */
const statusOf = ({ status }: AdminEvent): WrittenStatus => statuses.find((one) => one === status) ?? 'draft';

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
  trash(events: readonly AdminEvent[]): Promise<void>;
  restore(events: readonly AdminEvent[]): Promise<void>;
  setStatus(events: readonly AdminEvent[], status: 'publish' | 'draft'): Promise<void>;
  cancel(event: AdminEvent): Promise<void>;
}

/** Returns what can be done with events. */
export function useEventActions(): EventActions {
  const queries = useQueryClient();
  const toast = useToast();
  const { say } = useTexts();
  const renew = () => queries.invalidateQueries({ queryKey: ['events'] });

  async function run(
    events: readonly AdminEvent[],
    act: (event: AdminEvent) => Promise<unknown>,
    done: AdminKey,
    back?: (event: AdminEvent) => Promise<unknown>,
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
    toast({ text: say(done, { count }), ...(undo ? { undo } : {}) });
  }
  const asBefore = (event: AdminEvent) => change(recordOf(event), { status: statusOf(event) });

  return {
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
