import Type, { type Static } from 'typebox';
import { mayRead } from '#api/access/permissions.ts';
import { EMAIL_MAX, emailProblem, NAME_MAX, nameProblem } from '#api/access/rules.ts';
import { integerOf } from '#api/http/coercion.ts';
import { Image } from '#api/media/schema.ts';
import { paging } from '#api/routing/paging.ts';
import {
  flag,
  type Input,
  oneOf,
  optional,
  type Parameter,
  parameter,
  positiveInteger,
  refuse,
  required,
  text,
} from '#api/routing/parameter.ts';
import { eventReasons } from '#calendar/duplicates/events.ts';
import { costField, eventDate } from '#calendar/events/parameters.ts';
import { recurrenceField } from '#calendar/events/series/parameters.ts';
import { findLinked, type LinkedTable } from '#calendar/linked/store.ts';
import { websiteField } from '#calendar/posts/schema.ts';
import { findTerm } from '#calendar/terms/store.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import { submissionStates } from '#store/db/submission-tables.ts';

const TITLE_MAX = 200;
/** The most characters of a description. */
export const DESCRIPTION_MAX = 2000;
const LINE_MAX = 200;
const MESSAGE_MAX = 2000;

/** A text of one line. */
function line(max: number, { empty = true } = {}): Parameter<string, false> {
  const base = text({ empty, max });
  return {
    ...base,
    async read(value, around) {
      const reading = await base.read(value, around);
      if ('problem' in reading) return reading;
      const trimmed = reading.value.trim();
      if (/\p{Cc}/u.test(trimmed)) return refuse('problem.one_line');
      return trimmed === '' && !empty ? refuse('problem.empty') : { value: trimmed };
    },
  };
}

/** A name of a person or a group, and its e-mail address: required, and plausible. */
const nameField = parameter<string>(Type.String({ minLength: 1, maxLength: NAME_MAX }), (value) => {
  const name = typeof value === 'string' ? value.trim() : '';
  const problem = nameProblem(name);
  return problem ? { problem } : name === '' ? refuse('problem.empty') : { value: name };
});
const emailField = parameter<string>(
  Type.String({ maxLength: EMAIL_MAX, examples: ['ada@example.org'] }),
  (value) => {
    const email = typeof value === 'string' ? value.trim() : '';
    const problem = emailProblem(email);
    return problem ? { problem } : email === '' ? refuse('problem.empty') : { value: email };
  },
);

const isNone = (value: unknown): boolean => value === '' || value === null || value === 0 || value === '0';

/** The ID of a venue or organizer that everybody may read; 0 or '' for none. */
function publicLink(table: LinkedTable): Parameter<number, false> {
  return parameter<number>(
    Type.Integer({ minimum: 0 }),
    async (value, { call }) => {
      if (isNone(value)) return { value: 0 };
      const id = integerOf(value);
      const row = id && id > 0 ? await findLinked(call.services.db.read, table, id) : undefined;
      return row && mayRead(null, row) ? { value: row.id } : refuse('problem.unknown_id');
    },
    { nulls: 'value' },
  );
}

const categoryField = parameter<number>(
  Type.Integer({ minimum: 0 }),
  async (value, { call }) => {
    if (isNone(value)) return { value: 0 };
    const id = integerOf(value);
    const row = id && id > 0 ? await findTerm(call.services.db.read, 'categories', id) : undefined;
    return row ? { value: row.id } : refuse('problem.unknown_id');
  },
  { nulls: 'value' },
);

const described = {
  title: required(line(TITLE_MAX, { empty: false })),
  description: text({ empty: true, max: DESCRIPTION_MAX }),
  start_date: required(eventDate),
  end_date: required(eventDate),
  all_day: flag,
  recurrence: recurrenceField,
  category: categoryField,
  venue: publicLink('venues'),
  venue_name: line(LINE_MAX),
  venue_address: line(LINE_MAX),
  venue_city: line(LINE_MAX),
  organizer: line(LINE_MAX),
  cost: costField,
  website: websiteField,
  language: oneOf(languages),
  alt_text: line(LINE_MAX),
  contact_name: required(nameField),
  contact_email: required(emailField),
};

/** The fields of an event that somebody proposes, and by whom. */
export const submissionFields = described;

/** Names of those fields. */
export type SubmissionField = keyof typeof described;

/** The request of a new submission: its fields, and what keeps machines out. */
export const newSubmissionFields = {
  ...described,
  challenge: required(text({ max: 200 })),
  proof: text({ empty: true, max: 40 }),
  // People don't see it; programs that fill in everything do.
  homepage: text({ empty: true }),
};

/** The fields of a change by whoever made it: what isn't sent stays. */
export const submissionUpdateFields = {
  ...described,
  title: optional(described.title),
  start_date: optional(described.start_date),
  end_date: optional(described.end_date),
  contact_name: optional(described.contact_name),
  contact_email: optional(described.contact_email),
  remove_image: flag,
};

/** A new submission, as read. */
export type NewSubmission = Input<typeof newSubmissionFields>;
/** A change of a submission, as read. */
export type SubmissionUpdate = Input<typeof submissionUpdateFields>;

/** The list of submissions. */
export const submissionListParameters = { ...paging, state: oneOf(submissionStates) };

const messageField = text({ max: MESSAGE_MAX });
/** The text that an editor sends with a question. */
export const askFields = { message: required(messageField) };
/** The text that an editor sends with a rejection. */
export const rejectFields = { message: text({ empty: true, max: MESSAGE_MAX }) };
/** The venue that an accepted event gets, where the proposed one isn't to be made. */
export const acceptFields = { venue: positiveInteger() };

const utc = () => Type.String({ examples: ['2027-03-01 10:00:00'] });
const sentFields = Type.Object({}, { additionalProperties: true });

/** A challenge, as answered. */
export const ChallengeAnswer = Type.Object({
  challenge: Type.String(),
  difficulty: Type.Integer({ minimum: 0 }),
  expires_utc: utc(),
});

/** A submission as whoever made it sees it: until a rejection is mailed, it waits. */
export const OwnSubmission = Type.Object({
  state: Type.Enum([...submissionStates]),
  message: Type.String(),
  language: Type.String(),
  created_utc: utc(),
  changed_utc: utc(),
  fields: sentFields,
  url: Type.String(),
  rest_url: Type.String(),
  event_url: Type.Union([Type.String(), Type.Null()]),
  image: Type.Union([
    Type.Null(),
    Type.Object({
      url: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      alt_text: Type.String(),
    }),
  ]),
});
/** A submission as whoever made it sees it: the type of the schema. */
export type OwnSubmission = Static<typeof OwnSubmission>;

const submission = {
  id: Type.Integer(),
  state: Type.Enum([...submissionStates]),
  message: Type.String(),
  language: Type.String(),
  created_utc: utc(),
  changed_utc: utc(),
  decided_utc: Type.Union([Type.Null(), utc()]),
  decided_by: Type.Union([Type.Null(), Type.Integer()]),
  contact: Type.Union([Type.Null(), Type.Object({ name: Type.String(), email: Type.String() })]),
  fields: sentFields,
  event: Type.Object({
    id: Type.Integer(),
    title: Type.String(),
    status: Type.String(),
    start_date: utc(),
    end_date: utc(),
    timezone: Type.String(),
    rest_url: Type.String(),
  }),
  image: Type.Union([Type.Null(), Image]),
};

/** A submission as editors see it. */
export const SubmissionAnswer = Type.Object(submission);
/** A submission as editors see it: the type of the schema. */
export type SubmissionAnswer = Static<typeof SubmissionAnswer>;

/** A submission with the events that it is likely one with. */
export const SubmissionDetails = Type.Object({
  ...submission,
  duplicates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      start_date: utc(),
      score: Type.Integer(),
      reasons: Type.Array(Type.Enum([...eventReasons])),
    }),
  ),
});

/** A page of submissions, the oldest first. */
export const SubmissionList = Type.Object({
  submissions: Type.Array(SubmissionAnswer),
  rest_url: Type.String(),
  next_rest_url: Type.Optional(Type.String()),
  previous_rest_url: Type.Optional(Type.String()),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  by_mail: Type.Boolean(),
});
