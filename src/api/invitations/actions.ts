import { mayInvite, type Role } from '#api/access/permissions.ts';
import { emailProblem, loginKey } from '#api/access/rules.ts';
import { requirePassword } from '#api/access/sessions/proof.ts';
import { findUser, isTaken, type User } from '#api/access/store.ts';
import { linkAddress } from '#api/account-links/address.ts';
import { makeLink, openLink, useLink } from '#api/account-links/links.ts';
import { deleteLink, type LinkRow } from '#api/account-links/store.ts';
import { mailedOrigin, type NewMail, queueMail } from '#api/mail/queue.ts';
import type { Input } from '#api/routing/parameter.ts';
import { createUser } from '#api/users/actions.ts';
import type { Call } from '#context.ts';
import { forbidden, invalidParameters, KalendsError } from '#errors.ts';
import { type Language, message } from '#foundation/i18n/catalogue.ts';
import { roleOf } from './rules.ts';
import type { acceptanceFields, newInvitationFields } from './schema.ts';

/** For so long an invitation can be accepted. */
const VALID_DAYS = 7;

/** An invitation with the user who made it. */
export interface Invitation {
  readonly link: LinkRow;
  readonly role: Role;
  readonly inviter: User | undefined;
}

/**
 * Makes an invitation, mails it where there is an address, a mail server and a public address, and returns it with its address, whose code can't be
 * read again. One of an administrator needs the password of whoever makes it (contract D50).
 * @throws KalendsError `rest_forbidden` for a role above the caller's, `rest_invalid_param`, `rest_user_exists`,
 * `rest_password_required`, `rest_too_many_requests`
 */
export async function invite(
  call: Call,
  {
    role,
    email = '',
    language = call.language,
    current_password: currentPassword,
  }: Input<typeof newInvitationFields>,
): Promise<{ link: LinkRow; url: string; mailed: boolean }> {
  if (!mayInvite(call.viewer, role)) throw forbidden(call.viewer);
  const address = email.trim();
  const problem = emailProblem(address);
  if (problem) throw invalidParameters({ email: problem });
  if (role === 'administrator' || currentPassword !== undefined) await requirePassword(call, currentPassword);
  return call.services.db.write(async (trx) => {
    if (address !== '' && (await isTaken(trx, loginKey(address)))) throw new KalendsError('rest_user_exists');
    const made = await makeLink(trx, call, {
      purpose: 'invitation',
      hours: VALID_DAYS * 24,
      role,
      email: address,
    });
    const url = linkAddress(call.links.origin, 'invitation', made.code);
    const by = (await findUser(trx, call.viewer?.id ?? 0))?.name ?? '';
    const origin = mailedOrigin(call.services);
    const mailed =
      address !== '' &&
      origin !== undefined &&
      (await queueMail(
        trx,
        call.services,
        letter(call, { address, url: linkAddress(origin, 'invitation', made.code), language, by }),
      ));
    return { link: made.link, url, mailed };
  });
}

/** Returns the mail of an invitation. */
function letter(
  { services }: Call,
  { address, url, language, by }: { address: string; url: string; language: Language; by: string },
): NewMail {
  const values = { site: services.config.siteName, by, days: VALID_DAYS };
  return {
    to: address,
    language,
    subject: message('mail.invitation.subject', values),
    paragraphs: [message('mail.invitation.text', values), url, message('mail.invitation.ignore')],
  };
}

/** Withdraws an invitation and returns it as it was. @throws KalendsError `rest_invitation_invalid_id` */
export async function withdraw({ services }: Pick<Call, 'services'>, id: number): Promise<LinkRow> {
  const link = await services.db.write((trx) => deleteLink(trx, 'invitation', id));
  if (!link) throw new KalendsError('rest_invitation_invalid_id');
  return link;
}

/**
 * Returns the invitation of a code, as long as its maker may still invite to that role.
 * @throws KalendsError `rest_invalid_code`, `rest_too_many_requests`
 */
export async function openInvitation(call: Call, code: string): Promise<Invitation> {
  const link = await openLink(call, 'invitation', code);
  const role = roleOf(link);
  const { read } = call.services.db.origin ?? call.services.db;
  const inviter = link.made_by === null ? undefined : await findUser(read, link.made_by);
  if (link.made_by !== null && !mayInvite(inviter ?? null, role)) throw new KalendsError('rest_invalid_code');
  return { link, role, inviter };
}

/**
 * Makes the account that an invitation allows, and uses it up.
 * @throws KalendsError `rest_invalid_code`, `rest_user_exists`, `rest_invalid_param`, `rest_too_many_requests`
 */
export async function acceptInvitation(
  call: Call,
  { code, login, password, email, name }: Input<typeof acceptanceFields>,
): Promise<User> {
  const { link, role, inviter } = await openInvitation(call, code);
  const fields = { login, password, role, email: email ?? link.email, name };
  // The log tells who has let them in.
  return createUser({ ...call, viewer: inviter ?? null }, fields, (trx) => useLink(trx, link));
}
