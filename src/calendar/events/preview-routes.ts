import Type, { type Static } from 'typebox';
import { can } from '#api/access/permissions.ts';
import { type Input, positiveInteger, withDefault } from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import { describeRecurrence } from '#calendar/recurrence/describe.ts';
import { expand } from '#calendar/recurrence/expand.ts';
import type { Call } from '#context.ts';
import { proposedDates } from './proposed-dates.ts';
import { resultingTimes } from './rules.ts';
import { extentOf, laidOutAt, readSent, refusing } from './series/rules.ts';
import { patternOf } from './times/dates.ts';
import { validateNewEvent } from './validation.ts';

const MOST_SHOWN = 500;
const SHOWN = 20;
/** Years past today after which nothing is shown. */
const YEARS_AHEAD = 10;

const previewFields = {
  ...proposedDates,
  limit: withDefault(positiveInteger({ max: MOST_SHOWN }), SHOWN),
} as const;

const date = () =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', examples: ['2027-03-01 10:00:00'] });

/** The dates that a recurrence would make (contract R10); `count` is null where it doesn't end. */
export const RecurrencePreview = Type.Object({
  occurrences: Type.Array(
    Type.Object({ start_date: date(), end_date: date(), utc_start_date: date(), utc_end_date: date() }),
  ),
  count: Type.Union([Type.Integer(), Type.Null()]),
  text: Type.String(),
});

/** Answers what an event with these dates and this recurrence would be listed as, and writes nothing. */
function previewRecurrence(
  call: Call,
  { recurrence: sent, limit, ...dates }: Input<typeof previewFields>,
): Static<typeof RecurrencePreview> {
  const first = patternOf(resultingTimes(call, dates));
  const recurrence = sent ? refusing(() => readSent(call, sent, first)) : null;
  const { today } = laidOutAt(call, first.timezone);
  const to = Temporal.PlainDate.from(today).add({ years: YEARS_AHEAD, days: 1 });
  const made = expand(recurrence, first, { to: `${to.toString()} 00:00:00`, limit });
  return {
    occurrences: [...made].map(({ start_date, end_date, utc_start_date, utc_end_date }) => ({
      start_date,
      end_date,
      utc_start_date,
      utc_end_date,
    })),
    count: recurrence ? extentOf(recurrence, first).count : 1,
    text: recurrence ? describeRecurrence(recurrence, first, call.language) : '',
  };
}

/** Everything below `/kalends/v1/recurrence`. */
export const previewRoutes: readonly Route[] = [
  route({
    operation: 'previewRecurrence',
    methods: ['POST'],
    scope: 'read',
    url: '/kalends/v1/recurrence/preview',
    path: {},
    accepts: previewFields,
    answers: { 200: RecurrencePreview },
    errors: ['rest_missing_callback_param'],
    allows: ({ viewer }) => can(viewer, 'create'),
    validate: (call, { input }, sent) => validateNewEvent(call, input, sent),
    handle: async (call, { input }) => ({ body: previewRecurrence(call, input) }),
  }),
];
