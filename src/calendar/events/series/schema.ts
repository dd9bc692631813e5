import Type, { type Static } from 'typebox';

const texts = () => Type.Array(Type.String());
const date = () =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', examples: ['2027-03-01 10:00:00'] });

/** The recurrence of an event as answered (contract R6); dates are wall clocks of the event's zone. */
export const RecurrenceAnswer = Type.Object({
  rrule: texts(),
  rdate: texts(),
  exdate: texts(),
  text: Type.String(),
  series: Type.Integer(),
  first_date: date(),
  last_date: Type.Union([Type.Null(), date()]),
  count: Type.Union([Type.Integer(), Type.Null()]),
  next: Type.Union([
    Type.Object({
      id: Type.Integer(),
      start_date: date(),
      end_date: date(),
      rest_url: Type.String(),
      url: Type.String(),
    }),
    Type.Null(),
  ]),
  continues: Type.Union([Type.Integer(), Type.Null()]),
  continued_by: Type.Union([Type.Integer(), Type.Null()]),
});
/** The recurrence of an event as answered. */
export type RecurrenceAnswer = Static<typeof RecurrenceAnswer>;
