import { mayRead, type Owned } from '#api/access/permissions.ts';
import { describeRecurrence } from '#calendar/recurrence/describe.ts';
import type { Recurrence as StoredRecurrence } from '#calendar/recurrence/recurrence.ts';
import type { Call } from '#context.ts';
import type { RecurrenceAnswer } from './schema.ts';
import type { NextOccurrence, Repeating, Series } from './store.ts';

/** Returns the recurrence that a series keeps. */
export const recurrenceOf = ({ recurrence }: Pick<Series, 'recurrence'>): StoredRecurrence =>
  JSON.parse(recurrence);

/** Returns the address of the page of a date: that of its series and the day on which the rule put it (contract R5). */
export function occurrencePage(
  { links, viewer }: Call,
  series: Owned & { slug: string },
  { id, recurrence_id, ordinal }: Pick<NextOccurrence, 'id' | 'recurrence_id' | 'ordinal'>,
): string {
  const isPublic = mayRead(viewer, series);
  const page = links.page('event', { ...series, id }, isPublic);
  if (!isPublic || page.includes('?')) return page;
  return `${page}${recurrence_id.slice(0, 10)}/${ordinal > 0 ? `${ordinal + 1}/` : ''}`;
}

/** Presents the recurrence of a series, as the series and each of its dates have it (contract R6). */
export function presentRecurrence(
  { series }: Repeating,
  owner: Owned & { slug: string },
  call: Call,
): RecurrenceAnswer {
  const { event, next } = series;
  const recurrence = recurrenceOf(series);
  return {
    rrule: [...recurrence.rrule],
    rdate: [...recurrence.rdate],
    exdate: [...recurrence.exdate],
    text: describeRecurrence(recurrence, { ...event, all_day: event.all_day === 1 }, call.language),
    series: series.id,
    first_date: series.first_date,
    last_date: series.last_date,
    count: series.count,
    next: next
      ? {
          id: next.id,
          start_date: next.start_date,
          end_date: next.end_date,
          rest_url: call.links.rest('events', next.id),
          url: occurrencePage(call, owner, next),
        }
      : null,
    continues: series.continues,
    continued_by: series.continued_by,
  };
}
