import { can } from '#api/access/permissions.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { type Route, route } from '#api/routing/route.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { languageOf } from '#foundation/i18n/catalogue.ts';
import { retryAll, retryMail, sendsMail } from './queue.ts';
import {
  MailAnswer,
  MailServerAnswer,
  type MailState,
  MailsAnswer,
  mailFilters,
  mailServerFields,
  RetriedMails,
  TestMailAnswer,
  testMailFields,
} from './schema.ts';
import { changeMailServer, presentMailServer, sendTestMail } from './server.ts';
import { countMails, deleteMail, listMails, type MailRow } from './store.ts';

function stateOf({ given_up_utc, last_error }: MailRow, isSending: boolean): MailState {
  if (given_up_utc !== null) return 'given_up';
  return last_error === '' && isSending ? 'waiting' : 'failing';
}

/** Returns a mail as answered, without its text; `isSending`: a mail server is set. */
function presentMail(row: MailRow, isSending: boolean): MailAnswer {
  const { id, recipient, language, subject, last_error, tries, created_utc, due_utc, given_up_utc } = row;
  return {
    id,
    recipient,
    language: languageOf(language) ?? 'en',
    subject,
    state: stateOf(row, isSending),
    reason: last_error,
    tries,
    can_retry: isSending && row.body !== '',
    created_utc,
    due_utc: given_up_utc === null ? due_utc : null,
    given_up_utc,
  };
}

const MAILS = '/kalends/v1/mails';
const path = { id: required(positiveInteger()) };

/** Recipients are private, and what can be mended is the operator's. */
const administrators = ({ viewer }: Call) => can(viewer, 'settings');

/** The routes of the queue of mails. */
export const mailRoutes: readonly Route[] = [
  route({
    operation: 'readMailServer',
    methods: ['GET'],
    scope: 'admin',
    url: `${MAILS}/server`,
    path: {},
    accepts: {},
    answers: { 200: MailServerAnswer },
    errors: [],
    allows: administrators,
    handle: async (call) => ({ body: await presentMailServer(call), isMomentary: true }),
  }),
  route({
    operation: 'updateMailServer',
    methods: ['POST', 'PUT', 'PATCH'],
    scope: 'admin',
    url: `${MAILS}/server`,
    path: {},
    accepts: mailServerFields,
    answers: { 200: MailServerAnswer },
    errors: [
      'rest_invalid_param',
      'rest_second_factor_key',
      'rest_password_required',
      'rest_too_many_requests',
    ],
    allows: administrators,
    async handle(call, { input }) {
      await changeMailServer(call, input);
      return { body: await presentMailServer(call) };
    },
  }),
  route({
    operation: 'sendTestMail',
    methods: ['POST'],
    scope: 'admin',
    url: `${MAILS}/server/test`,
    path: {},
    accepts: testMailFields,
    answers: { 200: TestMailAnswer },
    errors: ['rest_mail_unavailable', 'rest_too_many_requests'],
    allows: administrators,
    handle: async (call, { input }) => ({ body: await sendTestMail(call, input.dry_run) }),
  }),
  route({
    operation: 'listMails',
    methods: ['GET'],
    scope: 'admin',
    url: MAILS,
    path: {},
    accepts: { ...paging, ...mailFilters },
    answers: { 200: MailsAnswer },
    errors: [],
    allows: administrators,
    async handle(call, { input }) {
      const { read } = call.services.db;
      const isSending = sendsMail(call.services);
      const query = { failed: input.failed, isSending };
      const total = await countMails(read, query);
      const rows = await listMails(read, query, { limit: input.per_page, offset: offsetOf(input) });
      const pairs = [
        ['failed', input.failed === undefined ? undefined : String(input.failed)],
        ['per_page', input.per_page],
      ] as const;
      const { members, headers } = frameList(call.links.base + MAILS, pairs, input, total);
      const mails = rows.map((row) => presentMail(row, isSending));
      return { body: { mails, by_mail: isSending, ...members }, headers, isMomentary: true };
    },
  }),
  route({
    operation: 'retryMails',
    methods: ['POST'],
    scope: 'admin',
    url: `${MAILS}/retry`,
    path: {},
    accepts: {},
    answers: { 200: RetriedMails },
    errors: ['rest_mail_unavailable'],
    allows: administrators,
    handle: async (call) => ({ body: { retried: await retryAll(call) } }),
  }),
  route({
    operation: 'retryMail',
    methods: ['POST'],
    scope: 'admin',
    url: `${MAILS}/{id}/retry`,
    path,
    accepts: {},
    answers: { 200: MailAnswer },
    errors: ['rest_mail_invalid_id', 'rest_mail_erased', 'rest_mail_unavailable'],
    allows: administrators,
    allowsUnknown: administrators,
    handle: async (call, { path: { id } }) => ({ body: presentMail(await retryMail(call, id), true) }),
  }),
  route({
    operation: 'deleteMail',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${MAILS}/{id}`,
    path,
    accepts: {},
    answers: { 200: MailAnswer },
    errors: ['rest_mail_invalid_id'],
    allows: administrators,
    allowsUnknown: administrators,
    async handle({ services }, { path: { id } }) {
      const row = await services.db.write((trx) => deleteMail(trx, id));
      if (!row) throw new KalendsError('rest_mail_invalid_id');
      return { body: presentMail(row, sendsMail(services)) };
    },
  }),
];
