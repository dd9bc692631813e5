import { guesserAt } from '#api/access/guesses.ts';
import { findUserByLogin } from '#api/access/store.ts';
import { linkAddress } from '#api/account-links/address.ts';
import { makeLink } from '#api/account-links/links.ts';
import { findLatestLink } from '#api/account-links/store.ts';
import { mailedOrigin, queueMail } from '#api/mail/queue.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { languageOf, message } from '#foundation/i18n/catalogue.ts';
import { utcText } from '#foundation/time/clock.ts';

const VALID_HOURS = 2;
/** Minutes between two mails to one person. */
const PAUSE_MINUTES = 5;
/** Bounds how many people one client can have written to. */
const BY_CLIENT = { most: 10, windowMs: 15 * 60_000 };

/**
 * Mails a link to the user of a login or address, if there is one with an address. It takes as long and says the same in any
 * case: the user is looked up once the answer is on its way.
 * @throws KalendsError `rest_mail_unavailable`, `rest_too_many_requests`
 */
export async function requestReset(call: Call, login: string): Promise<void> {
  const origin = mailedOrigin(call.services);
  if (origin === undefined) throw new KalendsError('rest_mail_unavailable');
  const { guesses, log } = call.services;
  // Each counts, whoever it is for.
  const attempt = await guesses.begin([
    { name: ['password_reset', guesserAt(call.client)], limit: BY_CLIENT },
  ]);
  await attempt.wrong();
  const { db } = call.services;
  setImmediate(async () => {
    try {
      // A request that is only tried out mails nothing, and one with a key once it is known as done.
      const kept = db.ended ? await db.ended : db;
      if (kept) await mailLink({ ...call, services: { ...call.services, db: kept } }, origin, login);
    } catch (err) {
      log.error({ err }, 'The mail with a link for a forgotten password could not be written.');
    }
  });
}

async function mailLink(call: Call, origin: string, login: string): Promise<void> {
  const { services, now } = call;
  const user = await findUserByLogin(services.db.read, login);
  if (!user || user.email === '') return;
  await services.db.write(async (trx) => {
    const latest = await findLatestLink(trx, 'reset', user.id);
    if (latest && latest.created_utc > utcText(now.subtract({ minutes: PAUSE_MINUTES }))) return;
    const asked = { purpose: 'reset', hours: VALID_HOURS, user_id: user.id } as const;
    const { code } = await makeLink(trx, { now, viewer: null }, asked);
    const site = services.config.siteName;
    await queueMail(trx, services, {
      to: user.email,
      language: languageOf(user.language) ?? call.language,
      subject: message('mail.reset.subject', { site }),
      paragraphs: [
        message('mail.reset.greeting', { name: user.name }),
        message('mail.reset.text', { site, hours: VALID_HOURS }),
        linkAddress(origin, 'reset', code),
        message('mail.reset.ignore'),
      ],
      usefulHours: VALID_HOURS,
    });
  });
}
