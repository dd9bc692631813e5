import { isShortLived } from '#api/mail/queue.ts';
import {
  countUntried,
  deleteGivenUp,
  deleteMail,
  eraseTexts,
  giveUp,
  hasGivenUp,
  listDue,
  type MailRow,
  noteTrouble,
  postpone,
} from '#api/mail/store.ts';
import { MailFailure, type MailTransport, openTransport } from '#api/mail/transport.ts';
import type { Services } from '#context.ts';
import { utcText } from '#foundation/time/clock.ts';
import { type Job, startJob } from './job.ts';

/** Pause between two looks at the queue, in which a mail just written waits. */
const EVERY_MS = 1_000;
/** A mail whose sender died is tried again after so long; no try takes that much time. */
const CLAIM_MINUTES = 10;
/** The pause after the first try of a mail; each further one is twice as long. */
const FIRST_PAUSE_MINUTES = 2;
const LONGEST_PAUSE_MINUTES = 6 * 60;
/** Pauses while no mail gets through. */
const SERVER_PAUSE_MS = 5_000;
const LONGEST_SERVER_PAUSE_MS = 15 * 60_000;
/** Mails of one look. */
const AT_ONCE = 50;
/** So long a mail that was given up can be sent another time; then its text, which may hold secrets, is erased. */
const TEXT_DAYS = 7;
/** So long the operator can read which mails were given up. */
const KEPT_DAYS = 30;

/** Returns the minutes until a mail is tried again, after so many tries. */
export const pauseAfter = (tries: number): number =>
  Math.min(FIRST_PAUSE_MINUTES * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_MINUTES);

/** Pause between two looks whether a mail server is set. */
const UNSET_MS = 5_000;

/**
 * Starts the job that sends the mails of the queue while a mail server is set, which an administrator may change at any time. A
 * mail is given up when its server refuses it for good, or days have passed; the log and `kalends doctor` say so.
 */
export function startMails(services: Services, isOurs: () => boolean = () => true): Job {
  let opened: { readonly by: string; readonly transport: MailTransport } | undefined;
  /** Returns the way to the mail server that is set now. */
  const transportNow = async (): Promise<MailTransport | undefined> => {
    const { config } = await services.settings.read(services.db);
    const by = JSON.stringify(config.mail);
    if (opened && opened.by !== by) {
      opened.transport.close();
      opened = undefined;
    }
    if (config.mail) opened ??= { by, transport: await openTransport(config.mail, config) };
    return opened?.transport;
  };
  const untried = () => countUntried(services.db.read, utcText(services.now()));
  let serverPauseMs = 0;
  let nextTryMs = 0;
  let knownUntried = 0;
  const job = startJob(async (isStopped) => {
    if (!isOurs()) return EVERY_MS;
    try {
      const transport = await transportNow();
      if (!transport) return UNSET_MS;
      // A mail that is new, or that somebody sends another time, ends the pause.
      const isPause = performance.now() < nextTryMs;
      if (isPause && (await untried()) <= knownUntried) return EVERY_MS;
      await services.metrics.jobs.run('mails', () => sendDue(services, transport, isStopped));
      serverPauseMs = 0;
      nextTryMs = 0;
      return EVERY_MS;
    } catch (error) {
      serverPauseMs = Math.min(Math.max(serverPauseMs * 2, SERVER_PAUSE_MS), LONGEST_SERVER_PAUSE_MS);
      nextTryMs = performance.now() + serverPauseMs;
      knownUntried = await untried().catch(() => 0);
      const again = { job: 'mails', again_in_ms: serverPauseMs };
      if (error instanceof MailFailure)
        services.log.error({ ...again, reason: error.message }, 'The mail server takes no mails; they wait.');
      else services.log.error({ ...again, err: error }, 'Mails could not be sent; they wait.');
      return EVERY_MS;
    }
  });
  return {
    async stop() {
      opened?.transport.close();
      await job.stop();
    },
  };
}

async function sendDue(
  services: Services,
  transport: MailTransport,
  isStopped: () => boolean,
): Promise<void> {
  const { db } = services;
  const now = services.now();
  const oldUtc = utcText(now.subtract({ hours: 24 * KEPT_DAYS }));
  if (await hasGivenUp(db.read, oldUtc)) await db.write((trx) => deleteGivenUp(trx, oldUtc));
  const erasedUtc = utcText(now.subtract({ hours: 24 * TEXT_DAYS }));
  if (await hasGivenUp(db.read, erasedUtc, true)) await db.write((trx) => eraseTexts(trx, erasedUtc));
  for (const mail of await listDue(db.read, utcText(now), AT_ONCE)) {
    if (isStopped()) return;
    await sendOne(services, transport, mail);
  }
}

/** Tries one mail. @throws MailFailure where no other would get through either */
async function sendOne(services: Services, transport: MailTransport, mail: MailRow): Promise<void> {
  const { db, log } = services;
  const now = services.now();
  if (utcText(now) >= mail.expires_utc) return end(services, mail, mail.last_error);
  const tries = mail.tries + 1;
  const claimed = { ...mail, tries, due_utc: utcText(now.add({ minutes: CLAIM_MINUTES })) };
  const { id, due_utc } = claimed;
  // Another node may have it, whose part this was a moment ago; or it was taken back.
  if (!(await db.write((trx) => postpone(trx, mail, { tries, due_utc })))) return;
  try {
    await transport.send(mail);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const { message: last_error, kind } = error;
    if (kind === 'refused') return end(services, claimed, last_error);
    // Where the server is the trouble it waits for that alone, behind the others.
    const minutes = kind === 'server' ? 0 : pauseAfter(tries);
    const put = { due_utc: utcText(now.add({ minutes })), last_error };
    await db.write(async (trx) => {
      await postpone(trx, claimed, put);
      if (kind === 'server') await noteTrouble(trx, put.due_utc, last_error);
    });
    if (kind === 'server') throw error;
    return;
  }
  await db.write((trx) => deleteMail(trx, id));
  log.info({ job: 'mails', mail: id, tries }, 'A mail was sent.');
}

/** Gives a mail up, and says so. */
async function end({ db, log, now }: Services, mail: MailRow, reason: string): Promise<void> {
  const { id, tries } = mail;
  const ending = { nowUtc: utcText(now()), reason, erases: isShortLived(mail) };
  await db.write((trx) => giveUp(trx, id, ending));
  log.warn({ job: 'mails', mail: id, tries, reason }, 'A mail was given up.');
}
