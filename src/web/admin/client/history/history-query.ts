import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';

/** An entry of the history as the interface gives it. */
export type HistoryEntry = Schemas['HistoryEntry'];

/** Kinds of items, as the history can be narrowed to them. */
export const historyKinds = ['event', 'venue', 'organizer', 'category', 'tag', 'media'] as const;

/** Part of the history, which the address of its screen holds. */
export interface HistoryPart {
  readonly kind: HistoryEntry['kind'] | undefined;
  /** One item of that kind. */
  readonly id: number | undefined;
  /** A login or an ID. */
  readonly by: string;
  readonly page: number;
}

const PER_PAGE = 50;

/** The query of a page of the history, the latest first. */
export const historyQuery = ({ kind, id, by, page }: HistoryPart, perPage = PER_PAGE) =>
  queryOptions({
    queryKey: ['history', { kind, id, by, page, perPage }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/kalends/v1/history', {
          params: {
            query: {
              per_page: perPage,
              page,
              ...(kind === undefined ? {} : { kind }),
              ...(id === undefined ? {} : { id }),
              ...(by === '' ? {} : { by }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Takes an entry back, or some of its fields. */
export const undoEntry = (id: number, fields?: readonly string[]) =>
  bodyOf(
    api.POST('/kalends/v1/history/{id}/undo', {
      params: { path: { id } },
      body: fields ? { fields: [...fields] } : {},
    }),
  );
