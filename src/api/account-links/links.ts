import { makeToken, tokenHash } from '#api/access/credentials.ts';
import { guesserAt } from '#api/access/guesses.ts';
import type { Actor } from '#api/routing/actor.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { findLink, insertLink, type LinkPurpose, type LinkRow, takeLink, trimLinks } from './store.ts';

const HOUR_MS = 3_600_000;

/** Purpose of a new link, its time, and what it gives. */
export interface NewLink {
  readonly purpose: LinkPurpose;
  /** Hours until it expires; undefined: it doesn't. */
  readonly hours: number | undefined;
  readonly user_id?: number;
  readonly role?: string;
  readonly email?: string;
}

/** Makes a one-time link and returns its row with its code, which can't be read again. */
export async function makeLink(
  trx: Writing,
  { now, viewer }: Pick<Actor, 'now' | 'viewer'>,
  { purpose, hours, user_id, role, email }: NewLink,
): Promise<{ link: LinkRow; code: string }> {
  const code = makeToken();
  await trimLinks(trx, utcText(now));
  const link = await insertLink(trx, {
    purpose,
    hash: tokenHash(code),
    user_id: user_id ?? null,
    role: role ?? null,
    email: email ?? '',
    made_by: viewer?.id ?? null,
    created_utc: utcText(now),
    expires_utc: hours === undefined ? null : utcText(now.add({ milliseconds: hours * HOUR_MS })),
  });
  return { link, code };
}

// Nobody guesses a code; the limit is for those who try all the same, and keep the database busy.
const WRONG_CODES = { most: 20, windowMs: 60_000 };

/**
 * Returns the link of a code. Wrong ones are counted by client.
 * @throws KalendsError `rest_invalid_code` for one that is unknown, used or expired, `rest_too_many_requests`
 */
export async function openLink(
  { services, client, now }: Pick<Call, 'services' | 'client' | 'now'>,
  purpose: LinkPurpose,
  code: string,
): Promise<LinkRow> {
  const attempt = await services.guesses.begin([
    { name: ['account_link', guesserAt(client)], limit: WRONG_CODES },
  ]);
  // A replica may not know yet that it was used.
  const { read } = services.db.origin ?? services.db;
  const link = await findLink(read, purpose, tokenHash(code), utcText(now));
  await (link ? attempt.right() : attempt.wrong());
  if (!link) throw invalidCode();
  return link;
}

/** Takes a link inside the transaction of what it allows. @throws KalendsError `rest_invalid_code` where another has taken it meanwhile */
export async function useLink(trx: Writing, { id }: LinkRow): Promise<void> {
  if (!(await takeLink(trx, id))) throw invalidCode();
}

const invalidCode = () => new KalendsError('rest_invalid_code');
