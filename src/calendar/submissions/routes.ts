import { can } from '#api/access/permissions.ts';
import { sendsMail } from '#api/mail/queue.ts';
import { frameList, offsetOf } from '#api/routing/paging.ts';
import { positiveInteger, required, text } from '#api/routing/parameter.ts';
import { anyone, type Route, route, type SentFile } from '#api/routing/route.ts';
import { validateNewEvent } from '#calendar/events/validation.ts';
import type { Call } from '#context.ts';
import type { ErrorCode } from '#errors.ts';
import { textOf } from '#foundation/time/clock.ts';
import { submissionStates } from '#store/db/submission-tables.ts';
import { changeOwn, getOwn, newChallenge, submit, withdrawOwn } from './actions.ts';
import { accept, ask, getSubmission, reject, reopen } from './decisions.ts';
import { presentDuplicates, presentOwn, presentSubmissions } from './present.ts';
import { eventFieldsOf } from './rules.ts';
import {
  acceptFields,
  askFields,
  ChallengeAnswer,
  newSubmissionFields,
  OwnSubmission,
  rejectFields,
  SubmissionAnswer,
  SubmissionDetails,
  SubmissionList,
  submissionListParameters,
  submissionUpdateFields,
} from './schema.ts';
import { countSubmissions, listSubmissions, type OwnSubmissionRow, type SubmissionRow } from './store.ts';

const SUBMISSIONS = '/kalends/v1/submissions';
const OWN = '/kalends/v1/submit/{secret}';
const byId = { id: required(positiveInteger()) };
const bySecret = { secret: required(text({ max: 100 })) };
const editors = ({ viewer }: Call) => can(viewer, 'edit_others');
const GONE = 'rest_submission_not_found';
const DECIDED = 'rest_submission_decided';

const UPLOAD_ERRORS = [
  'rest_upload_file_type',
  'rest_upload_unknown_error',
  'rest_body_too_large',
] as const satisfies readonly ErrorCode[];

const own = (call: Call, row: OwnSubmissionRow) => ({
  body: presentOwn(call, row),
  isMomentary: true,
  isPrivate: true,
});
const presentOne = async (call: Call, row: SubmissionRow) => {
  const [presented] = await presentSubmissions(call, [row]);
  return presented;
};
const decision = async (call: Call, row: SubmissionRow) => ({ body: await presentOne(call, row) });
/** Returns the file of a request; undefined where the field of a form is empty. */
const sentPicture = (file: SentFile | undefined) => (file && file.bytes.length > 0 ? file : undefined);

/** The routes of proposals: open ones for whoever makes them, and the queue of editors. */
export const submissionRoutes: readonly Route[] = [
  route({
    operation: 'readChallenge',
    methods: ['GET'],
    url: `${SUBMISSIONS}/challenge`,
    path: {},
    accepts: {},
    answers: { 200: ChallengeAnswer },
    errors: ['rest_submissions_closed'],
    scope: 'read',
    allows: anyone,
    async handle(call) {
      const { challenge, difficulty, expiresSeconds } = await newChallenge(call);
      return { body: { challenge, difficulty, expires_utc: textOf(expiresSeconds) }, isMomentary: true };
    },
  }),
  route({
    operation: 'createSubmission',
    methods: ['POST'],
    url: SUBMISSIONS,
    path: {},
    accepts: newSubmissionFields,
    answers: { 201: OwnSubmission },
    errors: ['rest_submissions_closed', 'rest_too_many_requests', ...UPLOAD_ERRORS],
    scope: 'read',
    allows: anyone,
    upload: 'optional',
    validate: (call, { input }, sent) =>
      validateNewEvent({ ...call, viewer: null }, eventFieldsOf(input), sent),
    async handle(call, { input, sent, file }) {
      const answer = own(call, await submit(call, { input, sent, file: sentPicture(file) }));
      return { ...answer, status: 201, headers: { Location: answer.body.rest_url } };
    },
  }),
  route({
    operation: 'listSubmissions',
    methods: ['GET'],
    url: SUBMISSIONS,
    path: {},
    accepts: submissionListParameters,
    answers: { 200: SubmissionList },
    errors: [],
    scope: 'write',
    allows: editors,
    async handle(call, { input }) {
      const { read } = call.services.db;
      const states = input.state === undefined ? submissionStates : [input.state];
      const total = await countSubmissions(read, states);
      const rows = await listSubmissions(read, states, { limit: input.per_page, offset: offsetOf(input) });
      const pairs = [
        ['per_page', input.per_page],
        ['state', input.state],
      ] as const;
      const { members, headers } = frameList(call.links.base + SUBMISSIONS, pairs, input, total);
      const submissions = await presentSubmissions(call, rows);
      const by_mail = sendsMail(call.services);
      return { body: { submissions, ...members, by_mail }, headers, isMomentary: true };
    },
  }),
  route({
    operation: 'readSubmission',
    methods: ['GET'],
    url: `${SUBMISSIONS}/{id}`,
    path: byId,
    accepts: {},
    answers: { 200: SubmissionDetails },
    errors: [GONE],
    scope: 'write',
    allows: editors,
    allowsUnknown: editors,
    async handle(call, { path }) {
      const row = await getSubmission(call, path.id);
      const duplicates = await presentDuplicates(call, row);
      return { body: { ...(await presentOne(call, row)), duplicates }, isMomentary: true };
    },
  }),
  route({
    operation: 'acceptSubmission',
    methods: ['POST'],
    url: `${SUBMISSIONS}/{id}/accept`,
    path: byId,
    accepts: acceptFields,
    answers: { 200: SubmissionAnswer },
    errors: [GONE, DECIDED],
    scope: 'write',
    allows: editors,
    allowsUnknown: editors,
    handle: async (call, { path, input }) => decision(call, await accept(call, path.id, input.venue)),
  }),
  route({
    operation: 'askSubmitter',
    methods: ['POST'],
    url: `${SUBMISSIONS}/{id}/ask`,
    path: byId,
    accepts: askFields,
    answers: { 200: SubmissionAnswer },
    errors: [GONE, DECIDED],
    scope: 'write',
    allows: editors,
    allowsUnknown: editors,
    handle: async (call, { path, input }) => decision(call, await ask(call, path.id, input.message.trim())),
  }),
  route({
    operation: 'rejectSubmission',
    methods: ['POST'],
    url: `${SUBMISSIONS}/{id}/reject`,
    path: byId,
    accepts: rejectFields,
    answers: { 200: SubmissionAnswer },
    errors: [GONE, DECIDED],
    scope: 'write',
    allows: editors,
    allowsUnknown: editors,
    handle: async (call, { path, input }) =>
      decision(call, await reject(call, path.id, (input.message ?? '').trim())),
  }),
  route({
    operation: 'reopenSubmission',
    methods: ['POST'],
    url: `${SUBMISSIONS}/{id}/reopen`,
    path: byId,
    accepts: {},
    answers: { 200: SubmissionAnswer },
    errors: [GONE, DECIDED],
    scope: 'write',
    allows: editors,
    allowsUnknown: editors,
    handle: async (call, { path }) => decision(call, await reopen(call, path.id)),
  }),
  route({
    operation: 'readOwnSubmission',
    methods: ['GET'],
    url: OWN,
    path: bySecret,
    accepts: {},
    answers: { 200: OwnSubmission },
    errors: [GONE],
    scope: 'read',
    allows: anyone,
    handle: async (call, { path }) => own(call, await getOwn(call, path.secret)),
  }),
  route({
    operation: 'updateOwnSubmission',
    methods: ['POST', 'PUT', 'PATCH'],
    url: OWN,
    path: bySecret,
    accepts: submissionUpdateFields,
    answers: { 200: OwnSubmission },
    errors: [GONE, DECIDED, 'rest_too_many_requests', ...UPLOAD_ERRORS],
    scope: 'read',
    allows: anyone,
    upload: 'optional',
    handle: async (call, { path, input, sent, file }) =>
      own(call, await changeOwn(call, path.secret, { input, sent, file: sentPicture(file) })),
  }),
  route({
    operation: 'deleteOwnSubmission',
    methods: ['DELETE'],
    url: OWN,
    path: bySecret,
    accepts: {},
    answers: { 200: OwnSubmission },
    errors: [GONE, DECIDED],
    scope: 'read',
    allows: anyone,
    handle: async (call, { path }) => own(call, await withdrawOwn(call, path.secret)),
  }),
];
