import { can } from '#api/access/permissions.ts';
import { findUser, findUsers, type User } from '#api/access/store.ts';
import { countLinks, type LinkRow, listLinks } from '#api/account-links/store.ts';
import { frameList, offsetOf, paging } from '#api/routing/paging.ts';
import { positiveInteger, required } from '#api/routing/parameter.ts';
import { anyone, type Route, route } from '#api/routing/route.ts';
import { refuseElsewhere } from '#api/sessions/actions.ts';
import { answerSignedIn } from '#api/sessions/answer.ts';
import { CurrentAnswer } from '#api/sessions/schema.ts';
import type { Call } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { acceptInvitation, invite, openInvitation, withdraw } from './actions.ts';
import { roleOf } from './rules.ts';
import {
  acceptanceFields,
  codeField,
  InvitationAnswer,
  InvitationPreview,
  InvitationsAnswer,
  NewInvitationAnswer,
  newInvitationFields,
} from './schema.ts';

/** Returns an invitation as answered, without its code. */
function presentInvitation(link: LinkRow, inviter: User | undefined): InvitationAnswer {
  return {
    id: link.id,
    role: roleOf(link),
    email: link.email,
    invited_by: inviter ? { id: inviter.id, name: inviter.name } : null,
    created_utc: link.created_utc,
    expires_utc: link.expires_utc,
  };
}

const INVITATIONS = '/kalends/v1/invitations';

const administrators = ({ viewer }: Call) => can(viewer, 'users');

async function inviterOf({ services }: Call, { made_by }: LinkRow): Promise<User | undefined> {
  return made_by === null ? undefined : findUser(services.db.read, made_by);
}

/** The routes of invitations: an account for whoever has the link. */
export const invitationRoutes: readonly Route[] = [
  route({
    operation: 'listInvitations',
    methods: ['GET'],
    scope: 'admin',
    url: INVITATIONS,
    path: {},
    accepts: paging,
    answers: { 200: InvitationsAnswer },
    errors: [],
    allows: administrators,
    async handle(call, { input }) {
      const { read } = call.services.db;
      const nowUtc = utcText(call.now);
      const total = await countLinks(read, 'invitation', nowUtc);
      const links = await listLinks(read, 'invitation', nowUtc, {
        limit: input.per_page,
        offset: offsetOf(input),
      });
      const makers = await findUsers(
        read,
        links.flatMap(({ made_by }) => made_by ?? []),
      );
      const invitations = links.map((link) => presentInvitation(link, makers.get(link.made_by ?? 0)));
      const pairs = [['per_page', input.per_page]] as const;
      const { members, headers } = frameList(call.links.base + INVITATIONS, pairs, input, total);
      return { body: { invitations, ...members }, headers, isMomentary: true };
    },
  }),
  route({
    operation: 'createInvitation',
    methods: ['POST'],
    scope: 'admin',
    url: INVITATIONS,
    path: {},
    accepts: newInvitationFields,
    answers: { 201: NewInvitationAnswer },
    errors: ['rest_user_exists', 'rest_password_required', 'rest_too_many_requests'],
    allows: administrators,
    async handle(call, { input }) {
      const { link, url, mailed } = await invite(call, input);
      return { status: 201, body: { ...presentInvitation(link, await inviterOf(call, link)), url, mailed } };
    },
  }),
  route({
    operation: 'deleteInvitation',
    methods: ['DELETE'],
    scope: 'admin',
    url: `${INVITATIONS}/{id}`,
    path: { id: required(positiveInteger()) },
    accepts: {},
    answers: { 200: InvitationAnswer },
    errors: ['rest_invitation_invalid_id'],
    allows: administrators,
    allowsUnknown: administrators,
    async handle(call, { path }) {
      const link = await withdraw(call, path.id);
      return { body: presentInvitation(link, await inviterOf(call, link)) };
    },
  }),
  route({
    operation: 'previewInvitation',
    methods: ['POST'],
    scope: 'read',
    url: `${INVITATIONS}/preview`,
    path: {},
    accepts: { code: codeField },
    answers: { 200: InvitationPreview },
    errors: ['rest_invalid_code', 'rest_too_many_requests'],
    allows: anyone,
    async handle(call, { input }) {
      const { link, role, inviter } = await openInvitation(call, input.code);
      const { email, expires_utc } = link;
      const site = call.services.config.siteName;
      return { body: { role, email, invited_by: inviter?.name ?? null, site, expires_utc } };
    },
  }),
  route({
    operation: 'acceptInvitation',
    methods: ['POST'],
    scope: 'read',
    url: `${INVITATIONS}/accept`,
    path: {},
    accepts: acceptanceFields,
    answers: { 201: CurrentAnswer },
    errors: ['rest_invalid_code', 'rest_user_exists', 'rest_cross_origin', 'rest_too_many_requests'],
    allows: anyone,
    async handle(call, { input }) {
      refuseElsewhere(call);
      return answerSignedIn(call, await acceptInvitation(call, input), ['password']);
    },
  }),
];
