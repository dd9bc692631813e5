import { createHmac } from 'node:crypto';
import { guesserAt } from '#api/access/guesses.ts';
import { loginKey } from '#api/access/rules.ts';
import type { Call } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { secondsOf, utcText } from '#foundation/time/clock.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
import { countPictureBytes, countSubmissions, listTimesOf, type SubmissionRow } from './store.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Numbers of submissions that a sender may make within an hour: with a proof of work, and without one, as browsers without script send them. */
const HOURLY = { proved: 10, unproved: 3 } as const;
/** Number that a sender may make within a day. */
const DAILY = 30;
/** Number that may wait for editors at all; beyond the first those alone are taken whose sender has sent none within a day. */
const MOST_WAITING = { anybodys: 500, newcomers: 2_000 } as const;
/** Number of submissions of one network within an hour: whoever has one has as many addresses as they want. */
const BY_NETWORK = { most: 40, windowMs: HOUR_S * 1000 };
/** Number of changes of one submission within an hour: each is kept in the history. */
const CHANGES = { most: 30, windowMs: HOUR_S * 1000 };

/** Number of pictures that may take the place of one submission's within a day: what they replace is kept for an undo. */
const PICTURES = { most: 10, windowMs: DAY_S * 1000 };
/** Bytes that the pictures of all submissions that wait may have. */
const MOST_PICTURE_BYTES = 1024 ** 3;

/** Numbers of submissions that a sender may try out, by their proof of work, and within a day. */
const TRIALS = {
  proved: { most: HOURLY.proved, windowMs: HOUR_S * 1000 },
  unproved: { most: HOURLY.unproved, windowMs: HOUR_S * 1000 },
  daily: { most: DAILY, windowMs: DAY_S * 1000 },
};

/** Number of first mails to one address within a day: whoever sends a submission may name anybody's. */
const FIRST_MAILS = { most: 10, windowMs: DAY_S * 1000 };

const tooMany = (seconds: number) =>
  new KalendsError('rest_too_many_requests', {
    values: { seconds },
    headers: { 'Retry-After': String(seconds) },
  });

/** Returns the network behind a client's address: of IPv6 the /48 that one customer may have, of IPv4 the address alone. */
const networkAt = (client: string): string => guesserAt(client).split(':').slice(0, 3).join(':');

/** Returns the digest by which a sender is known for a day. */
export const senderDigest = (key: string, client: string): string =>
  createHmac('sha256', key).update(guesserAt(client)).digest('base64url');

/** Counts a submission of a network. @throws KalendsError `rest_too_many_requests` */
export async function countSubmission({
  services,
  client,
}: Pick<Call, 'services' | 'client'>): Promise<void> {
  const name = ['submissions', networkAt(client)];
  const attempt = await services.guesses.begin([{ name, limit: BY_NETWORK }]);
  await attempt.wrong(services.db);
}

interface Submitter {
  /** Its `senderDigest`. */
  readonly sender: string;
  readonly isProved: boolean;
}

const lateTrials = ({ sender }: Submitter) => ['submission_trials', 'hour', sender];
const dayTrials = ({ sender }: Submitter) => ['submission_trials', 'day', sender];

/** Counts a submission that is only tried out. @throws KalendsError `rest_too_many_requests` */
export async function countTrial({ services }: Pick<Call, 'services'>, sender: Submitter): Promise<void> {
  const attempt = await services.guesses.begin([
    { name: lateTrials(sender), limit: sender.isProved ? TRIALS.proved : TRIALS.unproved },
    { name: dayTrials(sender), limit: TRIALS.daily },
  ]);
  await attempt.wrong();
}

/** Counts a first mail to an address that nobody has confirmed, and returns whether it may go out. */
export async function countFirstMail(
  { services }: Pick<Call, 'services'>,
  address: string,
): Promise<boolean> {
  try {
    const attempt = await services.guesses.begin([
      { name: ['submission_mail', loginKey(address)], limit: FIRST_MAILS },
    ]);
    await attempt.wrong(services.db);
    return true;
  } catch (error) {
    if (error instanceof KalendsError && error.code === 'rest_too_many_requests') return false;
    throw error;
  }
}

/** Counts a change of a submission by whoever made it, which may bring a picture. @throws KalendsError `rest_too_many_requests` */
export async function countChange(
  { services }: Pick<Call, 'services'>,
  { id }: Pick<SubmissionRow, 'id'>,
  hasPicture: boolean,
): Promise<void> {
  const attempt = await services.guesses.begin([
    { name: ['submission_changes', id], limit: CHANGES },
    ...(hasPicture ? [{ name: ['submission_pictures', id], limit: PICTURES }] : []),
  ]);
  await attempt.wrong(services.db);
  if (hasPicture) await refusePictures(services.db.read);
}

/** Refuses a picture where those of waiting submissions fill the place that they have. @throws KalendsError `rest_too_many_requests` */
async function refusePictures(db: Reading): Promise<void> {
  if ((await countPictureBytes(db)) >= MOST_PICTURE_BYTES) throw tooMany(DAY_S);
}

/**
 * Refuses a submission of a sender who has made or tried out many lately, and one that would crowd the queue.
 * @throws KalendsError `rest_too_many_requests` with `Retry-After`
 */
export async function refuseCrowd(
  trx: Writing,
  { services, now }: Pick<Call, 'services' | 'now'>,
  from: Submitter & { readonly hasPicture: boolean },
): Promise<void> {
  const { sender, isProved, hasPicture } = from;
  const ago = (seconds: number) => utcText(now.subtract({ seconds }));
  const made = await listTimesOf(trx, sender, ago(DAY_S));
  const lately = made.filter((utc) => utc > ago(HOUR_S));
  const refuse = (times: readonly string[], most: number, withinS: number) => {
    const oldest = times[most - 1];
    if (oldest !== undefined) throw tooMany(withinS - ((secondsOf(ago(0)) ?? 0) - (secondsOf(oldest) ?? 0)));
  };
  const hourly = isProved ? HOURLY.proved : HOURLY.unproved;
  refuse(lately, hourly, HOUR_S);
  refuse(made, DAILY, DAY_S);
  for (const [name, most, { windowMs }] of [
    [lateTrials(from), hourly - lately.length, TRIALS.proved],
    [dayTrials(from), DAILY - made.length, TRIALS.daily],
  ] as const)
    await services.guesses.check({ name, limit: { most, windowMs } });
  const most = made.length === 0 ? MOST_WAITING.newcomers : MOST_WAITING.anybodys;
  if ((await countSubmissions(trx, ['waiting', 'asked'])) >= most) throw tooMany(DAY_S);
  if (hasPicture) await refusePictures(trx);
}
