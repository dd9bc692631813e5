import Type from 'typebox';
import { listOf } from '#api/http/coercion.ts';
import { LIST_LIMIT, oneOf, type Parameter, parameter, refuse } from '#api/routing/parameter.ts';
import { MOST_DATES, MOST_RULES } from '#calendar/recurrence/recurrence.ts';
import { englishDate } from '#foundation/time/languages.ts';
import { readDate } from '#foundation/time/typed.ts';
import type { Scope } from '#store/db/history-tables.ts';

/** A `recurrence` as it was sent; it can only be read beside the dates of its event (`rules.ts`). */
export interface SentRecurrence {
  readonly sent: unknown;
}

const texts = (maxItems: number) => Type.Union([Type.String(), Type.Array(Type.String(), { maxItems })]);

/** `recurrence` of a write: an object, or iCalendar lines as one text; null and what is empty end the repeating (contract R1). */
export const recurrenceField: Parameter<SentRecurrence, false> = parameter<SentRecurrence>(
  Type.Union([
    Type.Object({
      rrule: Type.Optional(texts(MOST_RULES)),
      rdate: Type.Optional(texts(MOST_DATES)),
      exdate: Type.Optional(texts(MOST_DATES)),
    }),
    Type.String({ examples: ['RRULE:FREQ=WEEKLY;BYDAY=MO'] }),
  ]),
  (value) => ({ value: { sent: value } }),
  { nulls: 'value' },
);

/** `scope` of updates and deletions. */
export const scopeField: Parameter<Scope, false> = oneOf(['this', 'following', 'all'] as const);

/** `recurrence_reset`: fields of an override that take the values of the series again; true: all of them. */
export const resetField: Parameter<readonly string[] | true, false> = parameter<readonly string[] | true>(
  Type.Union([Type.Array(Type.String(), { maxItems: LIST_LIMIT }), Type.Boolean()]),
  (value) => {
    if (value === true || value === 'true' || value === '1') return { value: true };
    const names = listOf(value);
    if (names && names.length > LIST_LIMIT) return refuse('problem.too_many', { limit: LIST_LIMIT });
    return names?.every((name) => typeof name === 'string')
      ? { value: names }
      : refuse('problem.reset_fields');
  },
);

/** `occurrence` of reads: a day, or a day and a time, on the clock of the series; as columns have it. */
export const occurrenceParameter: Parameter<string, false> = parameter<string>(
  Type.String({ examples: ['2027-03-01'] }),
  (value, { call }) => {
    const typed = typeof value === 'string' ? value.trim() : '';
    if (/^\d{4}-\d\d-\d\d$/.test(typed)) {
      const day = readDate(typed, { now: call.now, zone: 'UTC' });
      return day ? { value: typed } : refuse('problem.date');
    }
    const date = typed === '' ? undefined : englishDate(typed, call.language);
    const read = date === undefined ? undefined : readDate(date, { now: call.now, zone: 'UTC' });
    return read ? { value: read.wall } : refuse('problem.date');
  },
);
