import { can } from '#api/access/permissions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { forbidden } from '#errors.ts';

/**
 * The password that protects something new; '' where none is sent.
 * @throws KalendsError `rest_forbidden` where one is sent without the right to publish (D41)
 */
export function newPassword({ viewer }: Actor, sent: string | undefined): string {
  if (sent === undefined || sent === '') return '';
  if (!can(viewer, 'publish')) throw forbidden(viewer);
  return sent;
}
