import { invalidParameter, KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Database, Reading } from '#store/db/engine.ts';
import type { SharedGuesses } from '../guesses.ts';
import { verifyPassword } from '../password.ts';
import type { Viewer } from '../permissions.ts';
import { findUser } from '../store.ts';
import { secondsBetween } from './lifetime.ts';
import { findSession } from './store.ts';

// A stolen token must not be enough to find out the password.
const WRONG_CURRENT = { most: 10, windowMs: 60_000, longestMs: 3_600_000 };

/** Signing in with a passkey proves as much as the password for so long. */
const PASSKEY_FRESH_S = 300;

/** Returns whether a session began with a passkey in the last five minutes. */
async function isFreshFromPasskey(db: Reading, id: number, now: Temporal.Instant): Promise<boolean> {
  const nowUtc = utcText(now);
  const session = await findSession(db, id, nowUtc);
  return session?.methods === 'passkey' && secondsBetween(session.created_utc, nowUtc) < PASSKEY_FRESH_S;
}

/**
 * Requires that the caller has proved the own password, and not only a token or a session: signed in with it for this
 * request, or sent as `given` (contract W7). A session that has just begun with a passkey proves as much; its user may have no
 * password. Commands, which have no signed-in user, need none.
 * @throws KalendsError `rest_password_required`, `rest_too_many_requests`, `rest_invalid_param` for a wrong one
 */
export async function requirePassword(
  {
    viewer,
    services: { db, guesses },
    now,
  }: { viewer: Viewer; services: { db: Database; guesses: SharedGuesses }; now: Temporal.Instant },
  given: string | undefined,
): Promise<void> {
  if (!viewer) return;
  if (given === undefined) {
    if (viewer.withToken) throw new KalendsError('rest_password_required');
    if (viewer.session !== undefined && !(await isFreshFromPasskey(db.read, viewer.session, now)))
      throw new KalendsError('rest_password_required');
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
