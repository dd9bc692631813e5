import { can } from '#api/access/permissions.ts';
import type { Actor } from '#api/routing/actor.ts';
import { KalendsError } from '#errors.ts';

/**
 * Whose item a write makes it: the one asked for, the present owner, or the caller.
 * @throws KalendsError `rest_cannot_set_author` where somebody else is named without the right (D21)
 */
export function authorOf({ viewer }: Actor, asked: number | undefined, before?: number): number {
  const present = before ?? viewer?.id ?? 0;
  if (asked === undefined || asked === present) return present;
  if (!can(viewer, 'edit_others'))
    throw new KalendsError('rest_cannot_set_author', { status: viewer ? 403 : 401 });
  return asked;
}
