import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { NO_PICTURES } from '#api/media/actions.ts';
import { challengeKey } from '#api/proof-of-work/key.ts';
import { type Challenge, isProof, makeChallenge, readChallenge } from '#api/proof-of-work/rules.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import { insertEvent } from '#calendar/events/actions.ts';
import { buildEvent } from '#calendar/events/rules.ts';
import { findItem, updateScope } from '#calendar/events/series-scopes.ts';
import type { Call } from '#context.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { textOf, utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { writeBatch } from '#store/db/write-batch.ts';
import {
  countChange,
  countFirstMail,
  countSubmission,
  countTrial,
  refuseCrowd,
  senderDigest,
} from './limits.ts';
import { tellSubmitter } from './mails.ts';
import { eventFieldsOf, isDecided, LEAST_SECONDS, sentFields } from './rules.ts';
import type { NewSubmission, SubmissionUpdate } from './schema.ts';
import {
  findBySecret,
  findSubmission,
  insertSubmission,
  type OwnSubmissionRow,
  secretHash,
  updateSubmission,
  useChallenge,
} from './store.ts';

/** A proposal is nobody's: it is written, and read, as by somebody without an account. */
const asNobody = (call: Call, language = call.language): Call => ({
  ...call,
  viewer: null,
  writtenIn: language,
});

/** @throws KalendsError `rest_submissions_closed` where the site takes none */
export async function requireOpen(call: Call): Promise<void> {
  if (!(await siteSettings(call)).submissions) throw new KalendsError('rest_submissions_closed');
}

const secondsNow = ({ now }: Pick<Call, 'now'>): number => Math.floor(now.epochMilliseconds / 1000);

/** Makes a challenge for a new submission. @throws KalendsError `rest_submissions_closed` */
export async function newChallenge(call: Call): Promise<Challenge> {
  await requireOpen(call);
  const { db, config } = call.deps;
  const nonce = randomBytes(12).toString('base64url');
  return makeChallenge(await challengeKey(db), config.proofOfWork, secondsNow(call), nonce);
}

/** Returns the challenge of a request and whether its work was done. @throws KalendsError `rest_invalid_param` */
function checkWork(
  call: Call,
  key: string,
  { challenge: text, proof = '', homepage = '' }: NewSubmission,
): { challenge: Challenge; isProved: boolean } {
  if (homepage !== '') throw invalidParameter('homepage', message('problem.honeypot'));
  const challenge = readChallenge(key, text, secondsNow(call));
  if (!challenge) throw invalidParameter('challenge', message('problem.challenge'));
  if (proof !== '' || challenge.difficulty === 0) {
    if (!isProof(challenge, proof)) throw invalidParameter('proof', message('problem.proof'));
    return { challenge, isProved: true };
  }
  if (secondsNow(call) - challenge.madeSeconds < LEAST_SECONDS)
    throw invalidParameter('proof', message('problem.proof_missing', { seconds: LEAST_SECONDS }));
  return { challenge, isProved: false };
}

/**
 * Returns the secret of what is sent with a challenge. Who sends the same once more, since the answer was lost, is led to it;
 * without the key nobody can tell it from the challenge.
 */
const secretFor = (key: string, { challenge }: Challenge): string =>
  createHmac('sha512', key)
    .update(`submission of ${challenge}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, '')
    .slice(0, 24);

/** Returns the submission that was made of just this. */
async function findSame(
  trx: Writing,
  secret: string,
  input: NewSubmission,
  sent: Readonly<Record<string, unknown>>,
): Promise<OwnSubmissionRow | undefined> {
  const row = await findBySecret(trx, secret);
  if (!row || row.contact_name !== input.contact_name || row.contact_email !== input.contact_email)
    return undefined;
  return isDeepStrictEqual(JSON.parse(row.fields), sentFields(sent)) ? { ...row, secret } : undefined;
}

/**
 * Takes a proposal: a pending event by nobody, and beside it who made it. The same, sent again with its challenge, is answered
 * as it was the first time. A trial (`dry_run`) uses up its challenge, and counts among those of its sender.
 * @throws KalendsError `rest_submissions_closed`, `rest_invalid_param`, `rest_too_many_requests`
 */
export async function submit(
  asked: Call,
  input: NewSubmission,
  sent: Readonly<Record<string, unknown>>,
): Promise<OwnSubmissionRow> {
  await requireOpen(asked);
  const language = input.language ?? asked.language;
  const call = asNobody(asked, language);
  const { db } = call.deps;
  const key = await challengeKey(db);
  const { challenge, isProved } = checkWork(call, key, input);
  await countSubmission(call);
  const isMailed = await countFirstMail(call, input.contact_email);
  const client = senderDigest(key, call.client);
  const nowUtc = utcText(call.now);
  const { start_date, end_date } = input;
  const fields = eventFieldsOf(input);
  const event = { ...fields, title: fields.title ?? '', start_date, end_date, status: 'pending' as const };
  const admit = async (trx: Writing) => {
    await refuseCrowd(trx, call, { sender: client, isProved });
    const hash = createHash('sha256').update(challenge.challenge).digest('base64url');
    if (!(await useChallenge(trx, hash, textOf(challenge.expiresSeconds), nowUtc)))
      throw invalidParameter('challenge', message('problem.challenge'));
  };
  // A trial costs as much work as what it tries, and uses up as much.
  const { outer } = db;
  if (outer) {
    await outer.write(admit);
    await countTrial(call, { sender: client, isProved });
  }
  return writeBatch(db, async (batch) => {
    const { trx } = batch;
    const secret = secretFor(key, challenge);
    const same = await findSame(trx, secret, input, sent);
    if (same) return same;
    if (!outer) await admit(trx);
    const { id: event_id } = await insertEvent(batch, call, buildEvent(call, event), event, {
      pictures: NO_PICTURES,
    });
    await batch.flush();
    const id = await insertSubmission(trx, {
      event_id,
      secret_hash: secretHash(secret),
      mailed_hash: '',
      state: 'waiting',
      language,
      fields: JSON.stringify(sentFields(sent)),
      contact_name: input.contact_name,
      contact_email: input.contact_email,
      client,
      message: '',
      created_utc: nowUtc,
      changed_utc: nowUtc,
      decided_utc: null,
      decided_by: null,
    });
    const row = await findSubmission(trx, id);
    if (!row) throw new KalendsError('rest_submission_not_found');
    if (isMailed) await tellSubmitter(trx, call, row, 'received', { secret });
    return { ...row, secret };
  });
}

/** Returns the submission of a private address. @throws KalendsError `rest_submission_not_found` */
export async function getOwn(call: Call, secret: string): Promise<OwnSubmissionRow> {
  const { db } = call.deps;
  const row = await findBySecret((db.origin ?? db).read, secret);
  if (!row) throw new KalendsError('rest_submission_not_found');
  return { ...row, secret };
}

/**
 * Changes a submission by its private address; one that was asked back waits again.
 * @throws KalendsError `rest_submission_not_found`, `rest_submission_decided`, `rest_invalid_param`, `rest_too_many_requests`
 */
export async function changeOwn(
  asked: Call,
  secret: string,
  input: SubmissionUpdate,
  sent: Readonly<Record<string, unknown>>,
): Promise<OwnSubmissionRow> {
  await countChange(asked, await getOwn(asked, secret));
  return writeBatch(asked.deps.db, async (batch) => {
    const { trx } = batch;
    const row = await findBySecret(trx, secret);
    if (!row) throw new KalendsError('rest_submission_not_found');
    if (isDecided(row)) throw new KalendsError('rest_submission_decided');
    const language = input.language ?? row.language;
    // The texts stay in the language in which the event began.
    const call = asNobody(asked, asked.deps.config.language);
    const item = await findItem(trx, row.event_id);
    await updateScope(
      batch,
      { ...call, writtenIn: (item.row.language || call.writtenIn) as Call['writtenIn'] },
      item,
      { sent: eventFieldsOf(input), scope: undefined, reset: undefined, pictures: NO_PICTURES },
    );
    await batch.flush();
    const before: unknown = JSON.parse(row.fields);
    await updateSubmission(trx, row.id, {
      state: 'waiting',
      language,
      fields: JSON.stringify({ ...Object(before), ...sentFields(sent) }),
      contact_name: input.contact_name ?? row.contact_name,
      contact_email: input.contact_email ?? row.contact_email,
      changed_utc: utcText(call.now),
    });
    return { ...row, ...(await findSubmission(trx, row.id)), secret };
  });
}

/** Withdraws a submission: its event goes to the trash, and who made it is erased. @throws KalendsError as `changeOwn` */
export async function withdrawOwn(asked: Call, secret: string): Promise<OwnSubmissionRow> {
  const call = asNobody(asked);
  return writeBatch(call.deps.db, async (batch) => {
    const { trx } = batch;
    const row = await findBySecret(trx, secret);
    if (!row) throw new KalendsError('rest_submission_not_found');
    if (isDecided(row)) throw new KalendsError('rest_submission_decided');
    const item = await findItem(trx, row.event_id);
    await updateScope(batch, call, item, {
      sent: { status: 'trash' },
      scope: undefined,
      reset: undefined,
      pictures: NO_PICTURES,
    });
    await batch.flush();
    await updateSubmission(trx, row.id, {
      state: 'withdrawn',
      contact_name: '',
      contact_email: '',
      decided_utc: utcText(call.now),
    });
    return { ...row, ...(await findSubmission(trx, row.id)), secret };
  });
}
