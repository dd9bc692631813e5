import { invalidParameter, KalendsError } from '#errors.ts';
import type { SharedGuesses } from './guesses.ts';
import { verifyPassword } from './password.ts';
import type { Viewer } from './permissions.ts';
import type { User } from './store.ts';

// A stolen token must not be enough to find out the password.
const WRONG_CURRENT = { most: 10, windowMs: 60_000 };

/**
 * Requires that the caller has proved the own password, and not only a token or a session: signed in with it for this
 * request, or sent as `given` (contract W7). Commands, which have no signed-in user, need none.
 * @param find returns the row of the caller
 * @throws KalendsError `rest_password_required`, `rest_too_many_requests`, `rest_invalid_param` for a wrong one
 */
export async function requirePassword(
  { viewer, deps: { guesses } }: { viewer: Viewer; deps: { guesses: SharedGuesses } },
  given: string | undefined,
  find: (id: number) => Promise<User>,
): Promise<void> {
  if (!viewer) return;
  if (given === undefined) {
    if (viewer.withToken || viewer.session !== undefined) throw new KalendsError('rest_password_required');
    return;
  }
  const { password_hash } = await find(viewer.id);
  // A user without a password can't prove it: an administrator has to make the change.
  if (password_hash === null) throw new KalendsError('rest_password_required');
  const attempt = await guesses.begin([{ name: ['current_password', viewer.id], limit: WRONG_CURRENT }]);
  if (await verifyPassword(given, password_hash)) return attempt.right();
  await attempt.wrong();
  throw invalidParameter('current_password', { key: 'problem.current_password' });
}
