import { makeToken } from '#api/access/credentials.ts';
import { mailedOrigin, queueMail } from '#api/mail/queue.ts';
import type { Call } from '#context.ts';
import { languageOf, type Message, type MessageKey, message } from '#foundation/i18n/catalogue.ts';
import { plainText } from '#foundation/text/markup.ts';
import type { Writing } from '#store/db/engine.ts';
import { mailReference, REJECTED_MINUTES } from './rules.ts';
import { type SubmissionRow, secretHash, updateSubmission } from './store.ts';

/** Returns the private address of a submission, for people: in its own language, whatever the browser asks for. */
export const privateAddress = (
  { links }: Pick<Call, 'links'>,
  { language }: Pick<SubmissionRow, 'language'>,
  secret: string,
): string => `${links.origin}/${language}/submit/${secret}`;

type Matter = 'received' | 'asked' | 'accepted' | 'rejected';

/**
 * Queues the mail about a matter, in the language of the submission. The first goes to an address that nobody has confirmed: it
 * repeats nothing of what was sent. None has the address of a request, which may be forged: links lead to the public address, and
 * where that isn't known there are none.
 * @param secret of the private address; absent: the mail names a new one, since only the hash of the first is known
 */
export async function tellSubmitter(
  trx: Writing,
  call: Call,
  submission: Pick<SubmissionRow, 'id' | 'language' | 'title' | 'contact_name' | 'contact_email' | 'message'>,
  matter: Matter,
  {
    secret,
    eventAddress = '',
  }: { readonly secret?: string; readonly eventAddress?: string | undefined } = {},
): Promise<void> {
  if (submission.contact_email === '') return;
  const named = secret ?? makeToken();
  // The mail about an acceptance names the event's page alone.
  if (secret === undefined && matter !== 'accepted')
    await updateSubmission(trx, submission.id, { mailed_hash: secretHash(named) });
  const { siteName } = call.services.config;
  const values = {
    site: siteName,
    name: submission.contact_name,
    title: plainText(submission.title),
    address: privateAddress(call, submission, named),
    event: eventAddress,
  };
  const text = (key: MessageKey): Message => message(key, values);
  const said = submission.message === '' ? [] : [submission.message];
  const isLinked = mailedOrigin(call.services) !== undefined;
  const link = isLinked ? [text('mail.submission.link')] : [];
  const paragraphs: Readonly<Record<Matter, readonly (Message | string)[]>> = {
    received: [text('mail.submission.received'), ...link],
    asked: [
      text('mail.greeting'),
      text('mail.submission.asked'),
      ...said,
      text(isLinked ? 'mail.submission.answer' : 'mail.submission.answer_there'),
    ],
    accepted: [
      text('mail.greeting'),
      text(isLinked ? 'mail.submission.accepted' : 'mail.submission.accepted_there'),
    ],
    rejected: [text('mail.greeting'), text('mail.submission.rejected'), ...said, ...link],
  };
  await queueMail(trx, call.services, {
    to: submission.contact_email,
    language: languageOf(submission.language) ?? call.services.config.language,
    subject: text(`mail.submission.${matter}.subject`),
    paragraphs: [...paragraphs[matter], text('mail.submission.signed')],
    ...(matter === 'rejected'
      ? { afterMinutes: REJECTED_MINUTES, reference: mailReference(submission.id, 'rejected') }
      : {}),
  });
}
