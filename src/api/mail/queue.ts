import type { Config } from '#config.ts';
import type { Call, Services } from '#context.ts';
import { KalendsError } from '#errors.ts';
import { type Language, type Message, translate } from '#foundation/i18n/catalogue.ts';
import { daysFrom, utcText } from '#foundation/time/clock.ts';
import type { Writing } from '#store/db/engine.ts';
import { findMail, insertMail, type MailRow, requeue } from './store.ts';
import type { HandedMail } from './transport.ts';

/** So long a server is asked to take a mail before it is given up. */
const EXPIRES_DAYS = 3;
/** More than any subject needs; one line of a header has at most 998 bytes (RFC 5322 §2.1.1), which encoding triples. */
const SUBJECT_MAX = 200;

/** A mail to one person, in their language. */
export interface NewMail {
  /** An address that `emailProblem` finds nothing wrong with. */
  readonly to: string;
  readonly language: Language;
  readonly subject: Message;
  /** Paragraphs, which blank lines part in the mail. */
  readonly paragraphs: readonly (Message | string)[];
  /** The thing and the matter that it is about (`submission/12/rejected`), by which it can be taken back. */
  readonly reference?: string;
  /** Minutes for which it can be taken back. */
  readonly afterMinutes?: number;
  /** Hours after which nobody can do anything with it; it is given up by then, and its text erased. */
  readonly usefulHours?: number;
}

/** Returns whether mails are sent at all: the operator has named a server. */
export const sendsMail = ({ config }: Pick<Services, 'config'>): boolean => config.mail !== undefined;

/**
 * Returns the origin to which links in mails lead; undefined where mails have none. The address of a request is none: whoever
 * asks could have sent any, and would get the code of whoever follows the link.
 */
export const mailedOrigin = ({ config }: Pick<Services, 'config'>): string | undefined =>
  config.mail === undefined ? undefined : config.publicUrl;

/** Letters of scripts that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Returns a text whose values of other scripts keep their own direction within it (Unicode TR9, FSI and PDI). */
function isolated(text: Message | string): Message | string {
  if (typeof text === 'string' || text.values === undefined) return text;
  const values = Object.entries(text.values).map(([name, value]) => [
    name,
    typeof value === 'string' && RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value,
  ]);
  return { ...text, values: Object.fromEntries(values) };
}

/** Returns a mail as it is handed to its server. */
export function composeMail(
  { from }: NonNullable<Config['mail']>,
  { to, language, subject, paragraphs }: Pick<NewMail, 'to' | 'language' | 'subject' | 'paragraphs'>,
): HandedMail {
  const words = (text: Message | string) => (typeof text === 'string' ? text : translate(language, text));
  const line = words(subject)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return {
    message_id: `${crypto.randomUUID()}@${domainOf(from.address)}`,
    recipient: to,
    language,
    subject: [...line].slice(0, SUBJECT_MAX).join(''),
    body: `${paragraphs.map((text) => words(isolated(text)).trim()).join('\n\n')}\n`,
  };
}

/**
 * Adds a mail to the queue, in the transaction of what it tells: both are written, or neither. Returns false, and adds
 * nothing, where no mail server is set.
 */
export async function queueMail(
  trx: Writing,
  { config, now }: Pick<Services, 'config' | 'now'>,
  mail: NewMail,
): Promise<boolean> {
  if (config.mail === undefined) return false;
  const created = now();
  const due = created.add({ minutes: mail.afterMinutes ?? 0 });
  await insertMail(trx, {
    ...composeMail(config.mail, mail),
    reference: mail.reference ?? '',
    created_utc: utcText(created),
    due_utc: utcText(due),
    expires_utc: utcText(due.add({ hours: mail.usefulHours ?? 24 * EXPIRES_DAYS })),
    tries: 0,
    last_error: '',
    given_up_utc: null,
  });
  return true;
}

/** Returns whether a mail is of no use once it has expired, so that its text isn't kept to be sent another time. */
export const isShortLived = ({ expires_utc, created_utc }: MailRow): boolean =>
  daysFrom(created_utc, EXPIRES_DAYS) > expires_utc;

/** Puts one mail back into the queue, to be sent at once. @throws KalendsError `rest_mail_unavailable`, `rest_mail_invalid_id`, `rest_mail_erased` */
export async function retryMail(call: Pick<Call, 'services' | 'now'>, id: number): Promise<MailRow> {
  if (!sendsMail(call.services)) throw new KalendsError('rest_mail_unavailable');
  return call.services.db.write(async (trx) => {
    if (!(await findMail(trx, id))) throw new KalendsError('rest_mail_invalid_id');
    const [row] = await requeue(trx, anew(call), id);
    if (!row) throw new KalendsError('rest_mail_erased');
    return row;
  });
}

/** Puts all mails that could not be sent back into the queue, and returns how many. @throws KalendsError `rest_mail_unavailable` */
export async function retryAll(call: Pick<Call, 'services' | 'now'>): Promise<number> {
  if (!sendsMail(call.services)) throw new KalendsError('rest_mail_unavailable');
  return (await call.services.db.write((trx) => requeue(trx, anew(call)))).length;
}

const anew = ({ now }: Pick<Call, 'now'>) => ({
  due_utc: utcText(now),
  expires_utc: utcText(now.add({ hours: 24 * EXPIRES_DAYS })),
});

const domainOf = (address: string): string =>
  new URL(`smtp://${address.slice(address.lastIndexOf('@') + 1)}`).hostname || 'localhost';
