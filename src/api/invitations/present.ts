import type { User } from '#api/access/store.ts';
import type { LinkRow } from '#api/account-links/store.ts';
import { roleOf } from './rules.ts';
import type { InvitationAnswer } from './schema.ts';

/** Returns an invitation as answered, without its code. */
export function presentInvitation(link: LinkRow, inviter: User | undefined): InvitationAnswer {
  return {
    id: link.id,
    role: roleOf(link),
    email: link.email,
    invited_by: inviter ? { id: inviter.id, name: inviter.name } : null,
    created_utc: link.created_utc,
    expires_utc: link.expires_utc,
  };
}
