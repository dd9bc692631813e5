import { invalidParameter, KalendsError } from '#errors.ts';
import type { Database } from '#store/db/engine.ts';
import type { SharedGuesses } from './guesses.ts';
import { verifyPassword } from './password.ts';
import type { Viewer } from './permissions.ts';
import { findUser } from './store.ts';

// A stolen token must not be enough to find out the password.
const WRONG_CURRENT = { most: 10, windowMs: 60_000, longestMs: 3_600_000 };

/**
 * Requires that the caller has proved the own password, and not only a token or a session: signed in with it for this
 * request, or sent as `given` (contract W7). Commands, which have no signed-in user, need none.
 * @throws KalendsError `rest_password_required`, `rest_too_many_requests`, `rest_invalid_param` for a wrong one
 */
export async function requirePassword(
  { viewer, deps: { db, guesses } }: { viewer: Viewer; deps: { db: Database; guesses: SharedGuesses } },
  given: string | undefined,
): Promise<void> {
  if (!viewer) return;
  if (given === undefined) {
    if (viewer.withToken || viewer.session !== undefined) throw new KalendsError('rest_password_required');
    return;
  }
  const user = await findUser(db.read, viewer.id);
  // A user without a password can't prove it: an administrator has to make the change.
  if (!user || user.password_hash === null) throw new KalendsError('rest_password_required');
  const attempt = await guesses.begin([{ name: ['current_password', viewer.id], limit: WRONG_CURRENT }]);
  if (await verifyPassword(given, user.password_hash)) return attempt.right();
  await attempt.wrong();
  throw invalidParameter('current_password', { key: 'problem.current_password' });
}
