import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../interface/client.ts';
import { siteZone, todayIn } from '../texts/dates.ts';
import { dayAfter } from '../texts/days.ts';

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
/** Returns the beginning of the first day of a span, on the clock of the calendar. */
const sinceOf = (span: HistorySpan): string => `${dayAfter(todayIn(siteZone), -DAYS[span])} 00:00:00`;

/** Entries of a page. */
export const PER_PAGE = 50;

/** Returns the parameters of a part of the history. */
const parametersOf = ({ kind, id, by, span, page }: HistoryPart) => ({
  page,
  ...(kind === undefined ? {} : { kind }),
  ...(id === undefined ? {} : { id }),
  ...(by === '' ? {} : { by }),
  ...(span === undefined ? {} : { since: sinceOf(span) }),
});

/** The query of a page of the history, the latest first, with each import as one entry. */
export const historyQuery = (part: HistoryPart, perPage = PER_PAGE) =>
  queryOptions({
    queryKey: ['history', part, perPage],
    queryFn: ({ signal }) => {
      const query = { ...parametersOf(part), per_page: perPage, condense: true };
      return bodyOf(api.GET('/kalends/v1/history', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The query of a page of what an import has written, as far as it belongs to a part of the history. */
export const importEntriesQuery = (part: HistoryPart, run: number, page: number) =>
  queryOptions({
    queryKey: ['history', part, 'import', run, page],
    queryFn: ({ signal }) => {
      const query = { ...parametersOf({ ...part, page }), per_page: PER_PAGE, import: run };
      return bodyOf(api.GET('/kalends/v1/history', { params: { query }, signal }));
    },
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
