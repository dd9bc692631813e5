import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  addFile,
  changeShown,
  NO_PICTURES,
  orDiscard,
  type PreparedFile,
  prepareSentPicture,
  removeFile,
} from '#api/media/actions.ts';
import { filesOf } from '#api/media/rules.ts';
import { isShownBeside, type MediaRow } from '#api/media/store.ts';
import { type Challenge, isProof, makeChallenge, readChallenge } from '#api/proof-of-work/rules.ts';
import type { Actor } from '#api/routing/actor.ts';
import type { SentFile } from '#api/routing/route.ts';
import { siteSettings } from '#api/settings/site-settings.ts';
import { insertEvent } from '#calendar/events/actions.ts';
import { buildEvent } from '#calendar/events/rules.ts';
import { findItem, updateScope } from '#calendar/events/series-scopes.ts';
import type { Call } from '#context.ts';
import { invalidParameter, KalendsError } from '#errors.ts';
import { message } from '#foundation/i18n/catalogue.ts';
import { textOf, utcText } from '#foundation/time/clock.ts';
import type { Reading, Writing } from '#store/db/engine.ts';
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
  findOwn,
  findSubmission,
  insertSubmission,
  listRejectedPictures,
  type OwnSubmissionRow,
  ownRow,
  type SubmissionRow,
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
  const { db, config, challengeKey } = call.services;
  const nonce = randomBytes(12).toString('base64url');
  return makeChallenge(await challengeKey.get(db), config.proofOfWork, secondsNow(call), nonce);
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

/** A new proposal as it came: its fields as read and as sent, and its picture. */
interface SentSubmission<Fields> {
  readonly input: Fields;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly file: SentFile | undefined;
}

/** Returns the submission that was made of just this. */
async function findSame(
  db: Reading,
  secret: string,
  { input, sent, file }: SentSubmission<NewSubmission>,
): Promise<OwnSubmissionRow | undefined> {
  const row = await findOwn(db, secret);
  if (!row || row.contact_name !== input.contact_name || row.contact_email !== input.contact_email)
    return undefined;
  // A browser that sends its form again may have lost the picture, but one that wasn't there is another proposal.
  if (file && row.picture_id === null) return undefined;
  return isDeepStrictEqual(JSON.parse(row.fields), sentFields(sent)) ? row : undefined;
}

/**
 * Makes the picture that came with a proposal, then runs the work that stores it; if that fails, deletes its files.
 * @throws KalendsError `rest_upload_file_type`, `rest_upload_unknown_error`, `rest_body_too_large`, `rest_unavailable`
 */
async function withPicture<T>(
  call: Call,
  { file, input }: { readonly file: SentFile | undefined; readonly input: SubmissionUpdate },
  title: string,
  work: (picture: PreparedFile | undefined) => Promise<T>,
): Promise<T> {
  if (!file) return work(undefined);
  const bytes = file.bytes.length;
  const picture = await call.services.media.strangers.run({ isExpensive: false, bytes }, () =>
    prepareSentPicture(call, file, { title, alt_text: input.alt_text }),
  );
  return orDiscard(
    call,
    () => [picture],
    () => work(picture),
  );
}

/**
 * Takes a proposal: a pending event by nobody, and beside it who made it. The same, sent again with its challenge, is answered
 * as it was the first time. A trial (`dry_run`) uses up its challenge, and counts among those of its sender; so does a picture that
 * is refused.
 * @throws KalendsError `rest_submissions_closed`, `rest_invalid_param`, `rest_too_many_requests`, and as `withPicture`
 */
export async function submit(asked: Call, sent: SentSubmission<NewSubmission>): Promise<OwnSubmissionRow> {
  await requireOpen(asked);
  const { input, file } = sent;
  const language = input.language ?? asked.language;
  const call = asNobody(asked, language);
  const { db, challengeKey } = call.services;
  const key = await challengeKey.get(db);
  const { challenge, isProved } = checkWork(call, key, input);
  await countSubmission(call);
  const isMailed = await countFirstMail(call, input.contact_email);
  const sender = senderDigest(key, call.client);
  const secret = secretFor(key, challenge);
  const nowUtc = utcText(call.now);
  const { start_date, end_date } = input;
  const fields = eventFieldsOf(input);
  const event = { ...fields, title: fields.title ?? '', start_date, end_date, status: 'pending' as const };
  const refuse = (trx: Writing) =>
    refuseCrowd(trx, call, { sender, isProved, hasPicture: file !== undefined });
  const admit = async (trx: Writing) => {
    await refuse(trx);
    const hash = createHash('sha256').update(challenge.challenge).digest('base64url');
    if (!(await useChallenge(trx, hash, textOf(challenge.expiresSeconds), nowUtc)))
      throw invalidParameter('challenge', message('problem.challenge'));
  };
  // A trial costs as much work as what it tries, and uses up as much.
  const { outer } = db;
  if (outer) {
    await outer.write(admit);
    await countTrial(call, { sender, isProved });
  } else if (file) {
    // A picture is decoded only of what is let in, once for each challenge.
    const same = await findSame((db.origin ?? db).read, secret, sent);
    if (same) return same;
    await db.write(admit);
  }
  const store = (picture: PreparedFile | undefined) =>
    writeBatch(db, async (batch) => {
      const { trx } = batch;
      const same = await findSame(trx, secret, sent);
      if (same) return same;
      if (!outer && !file) await admit(trx);
      // Others may have come while the picture was decoded.
      else if (!outer) await refuse(trx);
      const media = picture && (await addFile(batch, call, picture));
      const image = media && { image: { id: media.id } };
      const { id: event_id } = await insertEvent(
        batch,
        call,
        buildEvent(call, event),
        { ...event, ...image },
        { pictures: NO_PICTURES },
      );
      await batch.flush();
      const id = await insertSubmission(trx, {
        event_id,
        secret_hash: secretHash(secret),
        mailed_hash: '',
        state: 'waiting',
        language,
        picture_id: media?.id ?? null,
        fields: JSON.stringify(sentFields(sent.sent)),
        contact_name: input.contact_name,
        contact_email: input.contact_email,
        client: sender,
        message: '',
        created_utc: nowUtc,
        changed_utc: nowUtc,
        decided_utc: null,
        decided_by: null,
      });
      const row = await findSubmission(trx, id);
      if (!row) throw new KalendsError('rest_submission_not_found');
      if (isMailed) await tellSubmitter(trx, call, row, 'received', { secret });
      return ownRow(trx, row, secret);
    });
  try {
    return await withPicture(call, sent, event.title, store);
  } catch (error) {
    // Decoding was the work.
    if (!outer && error instanceof KalendsError && isRefusedPicture(error))
      await countTrial(call, { sender, isProved });
    throw error;
  }
}

const isRefusedPicture = ({ code }: KalendsError): boolean =>
  code === 'rest_upload_file_type' || code === 'rest_upload_unknown_error';

/** Returns the submission of a private address. @throws KalendsError `rest_submission_not_found` */
export async function getOwn(call: Call, secret: string): Promise<OwnSubmissionRow> {
  const { db } = call.services;
  const row = await findOwn((db.origin ?? db).read, secret);
  if (!row) throw new KalendsError('rest_submission_not_found');
  return row;
}

/** Returns the submission of a private address that isn't decided. @throws KalendsError `rest_submission_not_found`, `rest_submission_decided` */
async function getOpen(db: Reading, secret: string): Promise<OwnSubmissionRow> {
  const row = await findOwn(db, secret);
  if (!row) throw new KalendsError('rest_submission_not_found');
  if (isDecided(row)) throw new KalendsError('rest_submission_decided');
  return row;
}

/**
 * Runs a write that may remove pictures of proposals, and then takes their files from where they are served. Where the write fails
 * they stay; where they have no row any more, they are swept later (api/media/sweep.ts).
 */
async function retiringPictures<T>(
  call: Pick<Call, 'services'>,
  write: () => Promise<{ readonly result: T; readonly removed: readonly (MediaRow | undefined)[] }>,
): Promise<T> {
  const { result, removed } = await write();
  await call.services.media.files.retire(removed.flatMap((row) => (row ? filesOf(row) : [])));
  return result;
}

/** Removes the picture of a proposal, unless an editor has chosen it for something else by now. */
async function removePicture(
  trx: Writing,
  actor: Actor,
  { picture_id, event_id }: Pick<SubmissionRow, 'picture_id' | 'event_id'>,
): Promise<MediaRow | undefined> {
  if (picture_id === null || (await isShownBeside(trx, picture_id, event_id))) return undefined;
  return removeFile(trx, actor, picture_id);
}

/**
 * Changes a submission by its private address; one that was asked back waits again.
 * @throws KalendsError `rest_submission_not_found`, `rest_submission_decided`, `rest_invalid_param`, `rest_too_many_requests`, and as `withPicture`
 */
export async function changeOwn(
  asked: Call,
  secret: string,
  { input, sent, file }: SentSubmission<SubmissionUpdate>,
): Promise<OwnSubmissionRow> {
  const { db } = asked.services;
  await countChange(asked, await getOwn(asked, secret), file !== undefined);
  const before = await getOpen((db.origin ?? db).read, secret);
  const isReplaced = file !== undefined || input.remove_image === true;
  // The texts stay in the language in which the event began.
  const { row: begun } = await findItem((db.origin ?? db).read, before.event_id);
  const nobody = asNobody(asked, asked.services.config.language);
  const call = { ...nobody, writtenIn: (begun.language || nobody.writtenIn) as Call['writtenIn'] };
  const store = (picture: PreparedFile | undefined) =>
    writeBatch(db, async (batch) => {
      const { trx } = batch;
      const row = await getOpen(trx, secret);
      const language = input.language ?? row.language;
      const media = picture && (await addFile(batch, call, picture));
      // A picture that an editor has chosen meanwhile stays.
      const isShown = row.image_id === row.picture_id;
      const image = media ? { id: media.id } : isReplaced && isShown ? ('none' as const) : undefined;
      const fields = { ...eventFieldsOf(input), ...(image ? { image } : {}) };
      const item = await findItem(trx, row.event_id);
      await updateScope(batch, call, item, {
        sent: fields,
        scope: undefined,
        reset: undefined,
        pictures: NO_PICTURES,
      });
      await batch.flush();
      if (row.picture_id !== null && !isReplaced && input.alt_text !== undefined)
        await changeShown(trx, call, row.picture_id, { alt_text: input.alt_text });
      const former: unknown = JSON.parse(row.fields);
      await updateSubmission(trx, row.id, {
        state: 'waiting',
        language,
        fields: JSON.stringify({ ...Object(former), ...sentFields(sent) }),
        contact_name: input.contact_name ?? row.contact_name,
        contact_email: input.contact_email ?? row.contact_email,
        changed_utc: utcText(call.now),
        ...(isReplaced ? { picture_id: media?.id ?? null } : {}),
      });
      const removed = isReplaced ? await removePicture(trx, call, row) : undefined;
      const result = await ownRow(trx, { ...row, ...(await findSubmission(trx, row.id)) }, secret);
      return { result, removed: [removed] };
    });
  return retiringPictures(call, () =>
    withPicture(call, { file, input }, eventFieldsOf(input).title ?? before.title, store),
  );
}

/**
 * Withdraws a submission: its event goes to the trash, and who made it is erased, with the picture.
 * @throws KalendsError as `changeOwn`
 */
export async function withdrawOwn(asked: Call, secret: string): Promise<OwnSubmissionRow> {
  const call = asNobody(asked);
  return retiringPictures(call, () =>
    writeBatch(call.services.db, async (batch) => {
      const { trx } = batch;
      const row = await getOpen(trx, secret);
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
      const removed = await removePicture(trx, call, row);
      const result = await ownRow(trx, { ...row, ...(await findSubmission(trx, row.id)) }, secret);
      return { result, removed: [removed] };
    }),
  );
}

/** Removes the pictures of submissions that were rejected before an instant. Returns how many. */
export async function erasePictures(actor: Actor, decidedUtc: string): Promise<number> {
  const { db } = actor.services;
  return retiringPictures(actor, () =>
    db.write(async (trx) => {
      const removed: (MediaRow | undefined)[] = [];
      for (const row of await listRejectedPictures(trx, decidedUtc)) {
        removed.push(await removePicture(trx, actor, row));
        await updateSubmission(trx, row.id, { picture_id: null });
      }
      return { result: removed.filter(Boolean).length, removed };
    }),
  );
}
