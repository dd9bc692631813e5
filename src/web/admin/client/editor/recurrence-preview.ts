import { keepPreviousData } from '@tanstack/react-query';
import { api, bodyOf } from '../interface/client.ts';
import type { EventForm } from './event-form.ts';

/** Dates of a preview: as many as a year of days. */
const SHOWN = 366;

/** The query of the dates that a form makes. */
export const previewQuery = ({ start_date, end_date, timezone, all_day, recurrence }: EventForm) => {
  const { rrule = [], rdate = [], exdate = [] } = recurrence ?? {};
  const rules = { rrule: [...rrule], rdate: [...rdate], exdate: [...exdate] };
  const body = { start_date, end_date, timezone, all_day, recurrence: rules, limit: SHOWN };
  return {
    queryKey: ['recurrence', body],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      bodyOf(api.POST('/kalends/v1/recurrence/preview', { body, signal })),
    enabled: recurrence !== null,
    placeholderData: keepPreviousData,
    retry: false,
  };
};
