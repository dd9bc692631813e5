import { languageOf } from '#foundation/i18n/catalogue.ts';
import type { MailAnswer, MailState } from './schema.ts';
import type { MailRow } from './store.ts';

function stateOf({ given_up_utc, last_error }: MailRow, isSending: boolean): MailState {
  if (given_up_utc !== null) return 'given_up';
  return last_error === '' && isSending ? 'waiting' : 'failing';
}

/** Returns a mail as answered, without its text; `isSending`: a mail server is set. */
export function presentMail(row: MailRow, isSending: boolean): MailAnswer {
  const { id, recipient, language, subject, last_error, tries, created_utc, due_utc, given_up_utc } = row;
  return {
    id,
    recipient,
    language: languageOf(language) ?? 'en',
    subject,
    state: stateOf(row, isSending),
    reason: last_error,
    tries,
    can_retry: isSending && row.body !== '',
    created_utc,
    due_utc: given_up_utc === null ? due_utc : null,
    given_up_utc,
  };
}
