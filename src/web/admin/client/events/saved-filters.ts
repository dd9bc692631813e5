import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { useSession } from '../interface/session.ts';
import { takeOverKeptLists } from './kept-lists.ts';

/** A list of events that somebody has named, as the interface has it. */
export type SavedFilter = Schemas['SavedFilter'];
/** The fields of a saved filter. */
export type SavedFilterFields = Pick<SavedFilter, 'name' | 'query' | 'columns'>;

const PATH = '/kalends/v1/saved-filters';
const ITEM = `${PATH}/{id}` as const;

const list = async (signal: AbortSignal) => (await bodyOf(api.GET(PATH, { signal }))).saved_filters;
const create = ({ columns, ...fields }: SavedFilterFields) =>
  bodyOf(api.POST(PATH, { body: { ...fields, ...(columns ? { columns } : {}) } }));

/** The query of the lists that somebody has saved, by their names. Those that this browser alone knows are saved first. */
const savedFiltersQuery = (user: number) =>
  queryOptions({
    queryKey: ['saved-filters', user],
    queryFn: async ({ signal }) => {
      const filters = await list(signal);
      // What fails stays in the browser until the next time.
      const isMore = await takeOverKeptLists(user, filters, create).catch(() => true);
      return isMore ? list(signal) : filters;
    },
    staleTime: 60_000,
  });

/** Means of changing the lists that somebody has saved. Each throws what the interface refuses, and leaves them as they were. */
export interface SavedFilterActions {
  create(fields: SavedFilterFields): Promise<void>;
  change(id: number, fields: Partial<SavedFilterFields>): Promise<void>;
  remove(id: number): Promise<void>;
}

function actionsOf(queries: QueryClient, user: number): SavedFilterActions {
  const { queryKey } = savedFiltersQuery(user);
  let last: Promise<unknown> = Promise.resolve();
  /** Asks the interface once it has answered what was asked before: a list may be removed while it is still being renamed. */
  function inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = last.then(ask);
    last = answer.catch(() => {});
    return answer;
  }
  /** Shows lists as they are going to be while the interface is asked, and as they are once it has answered. */
  async function write<T>(
    expected: (filters: readonly SavedFilter[]) => SavedFilter[],
    ask: () => Promise<T>,
  ): Promise<T> {
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData(queryKey);
    queries.setQueryData(queryKey, (filters) => filters && expected(filters));
    try {
      return await inTurn(ask);
    } catch (error) {
      queries.setQueryData(queryKey, before);
      throw error;
    } finally {
      void queries.invalidateQueries({ queryKey });
    }
  }
  const at = (id: number) => ({ params: { path: { id } } });
  return {
    create: async (fields) => {
      const made = await inTurn(() => create(fields));
      queries.setQueryData(queryKey, (filters) => filters && [...filters, made]);
      void queries.invalidateQueries({ queryKey });
    },
    change: async (id, body) => {
      await write(
        (filters) => filters.map((one) => (one.id === id ? { ...one, ...body } : one)),
        () => bodyOf(api.PATCH(ITEM, { ...at(id), body })),
      );
    },
    remove: async (id) => {
      await write(
        (filters) => filters.filter((one) => one.id !== id),
        () => bodyOf(api.DELETE(ITEM, at(id))),
      );
    },
  };
}

/** Returns the lists that whoever is signed in has saved, none while they aren't known, and the means of changing them. */
export function useSavedFilters(): {
  readonly filters: readonly SavedFilter[];
  readonly actions: SavedFilterActions;
} {
  const queries = useQueryClient();
  const user = useSession()?.user?.id ?? 0;
  const { data } = useQuery({ ...savedFiltersQuery(user), enabled: user !== 0 });
  const actions = useMemo(() => actionsOf(queries, user), [queries, user]);
  return { filters: data ?? [], actions };
}
