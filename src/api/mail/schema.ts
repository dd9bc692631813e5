import Type, { type Static } from 'typebox';
import { flag } from '#api/routing/parameter.ts';
import { languages } from '#foundation/i18n/catalogue.ts';

/** States of a mail: it waits for its time, it waits since sending failed, or nobody tries any more. */
export const mailStates = ['waiting', 'failing', 'given_up'] as const;
/** State of a mail. */
export type MailState = (typeof mailStates)[number];

/** The filter of the list of mails. */
export const mailFilters = { failed: flag };

/** A mail of the queue as answered, without its text, which is for its reader. Dates are UTC, `YYYY-MM-DD HH:MM:SS`. */
export const MailAnswer = Type.Object({
  id: Type.Integer(),
  recipient: Type.String(),
  language: Type.Enum([...languages]),
  subject: Type.String(),
  state: Type.Enum([...mailStates]),
  reason: Type.String(),
  tries: Type.Integer(),
  can_retry: Type.Boolean(),
  created_utc: Type.String(),
  due_utc: Type.Union([Type.String(), Type.Null()]),
  given_up_utc: Type.Union([Type.String(), Type.Null()]),
});
/** A mail of the queue as answered: the type of the schema. */
export type MailAnswer = Static<typeof MailAnswer>;

/** A page of the queue of mails. */
export const MailsAnswer = Type.Object({
  mails: Type.Array(MailAnswer),
  by_mail: Type.Boolean(),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});

/** Number of mails that were put back into the queue. */
export const RetriedMails = Type.Object({ retried: Type.Integer() });
