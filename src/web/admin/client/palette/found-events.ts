import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEvent } from '../events/event-lists.ts';
import { api, bodyOf } from '../interface/client.ts';

const STATUSES = 'publish,future,draft,pending,private';
const FIELDS = ['events', 'id', 'title', 'raw', 'start_date', 'recurrence', 'categories'];
const COMING = 5;
const PAST = 3;

/** The query of events that a text finds: those to come first, then the latest that have passed. */
export const foundEventsQuery = (text: string) =>
  queryOptions({
    queryKey: ['events', 'found', text],
    async queryFn({ signal }): Promise<readonly AdminEvent[]> {
      const shared = { context: 'edit', status: STATUSES, condense: true, search: text, _fields: FIELDS };
      const find = (query: { per_page: number; start_date?: string; ends_before?: string; order?: 'desc' }) =>
        bodyOf(api.GET('/events', { params: { query: { ...shared, ...query } }, signal }));
      const [coming, past] = await Promise.all([
        find({ per_page: COMING }),
        find({ per_page: PAST, start_date: '1000-01-01 00:00:00', ends_before: 'now', order: 'desc' }),
      ]);
      const known = new Set(coming.events.map(({ id, recurrence }) => recurrence?.series ?? id));
      return [
        ...coming.events,
        ...past.events.filter(({ id, recurrence }) => !known.has(recurrence?.series ?? id)),
      ];
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
