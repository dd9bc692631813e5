import Type, { type Static } from 'typebox';
import { flag, oneOf, parameter, positiveInteger, text, withDefault } from '#api/routing/parameter.ts';
import { mailSecurities } from '#api/settings/stored-mail.ts';
import { current_password } from '#api/users/schema.ts';
import { languages, message } from '#foundation/i18n/catalogue.ts';
import { readMailbox, readMailHost } from '#foundation/network/mail-server.ts';

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

/** The fields of the mail server. */
export const mailServerFields = {
  host: parameter<string>(Type.String({ maxLength: 253, examples: ['mail.example.org'] }), (value) => {
    const host = typeof value === 'string' ? readMailHost(value) : undefined;
    return host === undefined ? { problem: { message: message('problem.mail_host') } } : { value: host };
  }),
  port: positiveInteger({ max: 65_535 }),
  security: oneOf(mailSecurities),
  user: text({ empty: true, max: 300 }),
  password: text({ empty: true, max: 1000 }),
  from: parameter<string>(
    Type.String({ maxLength: 400, examples: ['Events <post@example.org>'] }),
    (value) => {
      const isMailbox = typeof value === 'string' && value.length <= 400 && readMailbox(value) !== undefined;
      return isMailbox ? { value: value.trim() } : { problem: { message: message('problem.mail_from') } };
    },
  ),
  current_password,
};

/** The mail server as answered: never its password. */
export const MailServerAnswer = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  security: Type.Enum([...mailSecurities]),
  user: Type.String(),
  has_password: Type.Boolean(),
  from: Type.String(),
  overridden: Type.Array(Type.String()),
  is_sending: Type.Boolean(),
  has_links: Type.Boolean(),
});
/** The mail server as answered: the type of the schema. */
export type MailServerAnswer = Static<typeof MailServerAnswer>;

/** A trial of its own, since a mail can't be taken back. */
export const testMailFields = { dry_run: withDefault(flag, false) };

/** The outcome of a test mail. */
export const TestMailAnswer = Type.Object({
  sent: Type.Boolean(),
  recipient: Type.String(),
  reason: Type.String(),
});
/** The outcome of a test mail: the type of the schema. */
export type TestMailAnswer = Static<typeof TestMailAnswer>;
