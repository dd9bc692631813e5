import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { todayIn } from '../texts/dates.ts';

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
  /** How far back it goes. */
  readonly span: HistorySpan | undefined;
  readonly page: number;
}

/** Spans to which the history can be narrowed. */
export const historySpans = ['day', 'week'] as const;
/** A span to which the history can be narrowed. */
export type HistorySpan = (typeof historySpans)[number];

const DAYS = { day: 0, week: 6 } as const satisfies Record<HistorySpan, number>;
/** Returns the beginning of the first day of a span on the clock of the browser, in UTC. */
function sinceOf(span: HistorySpan): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const first = Date.parse(`${todayIn(timeZone)}T00:00:00`) - DAYS[span] * 86_400_000;
  return new Date(first).toISOString().slice(0, 19).replace('T', ' ');
}

/** Entries of a page. */
export const PER_PAGE = 50;

/** The query of a page of the history, the latest first. */
export const historyQuery = ({ kind, id, by, span, page }: HistoryPart, perPage = PER_PAGE) =>
  queryOptions({
    queryKey: ['history', { kind, id, by, span, page, perPage }],
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
              ...(span === undefined ? {} : { since: sinceOf(span) }),
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
