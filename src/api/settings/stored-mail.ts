import type { Config } from '#config.ts';
import { readMailbox } from '#foundation/network/mail-server.ts';
import { isObject } from '#foundation/text/is-object.ts';
import { readSecretKey, unseal } from '#store/secret-key.ts';

/** Ways in which mails are encrypted on their way: from the first byte, or as soon as the server offers it. */
export const mailSecurities = ['tls', 'starttls'] as const;

/** The mail server that an administrator has named, as the calendar keeps it. */
export interface StoredMail {
  readonly host: string;
  readonly port: number;
  readonly security: (typeof mailSecurities)[number];
  readonly user: string;
  /** Sealed by the key in the file; '' for none. */
  readonly password: string;
  /** The sender: an address, or a name with an address. */
  readonly from: string;
}

/** The owner for whom the password is sealed. */
export const MAIL_OWNER = 'mail';

/** Returns the mail server that a stored value is; undefined: none. */
export function readStoredMail(value: unknown): StoredMail | undefined {
  if (!isObject(value)) return undefined;
  const { host, port, user, password, from } = value;
  const security = mailSecurities.find((one) => one === value['security']);
  const isWhole =
    typeof host === 'string' &&
    typeof port === 'number' &&
    typeof user === 'string' &&
    typeof password === 'string' &&
    typeof from === 'string' &&
    security !== undefined;
  return isWhole ? { host, port, security, user, password, from } : undefined;
}

/** Returns the password of a stored mail server; undefined where the key that sealed it isn't in the file. */
export function openPassword(
  { keyFile }: Pick<Config, 'keyFile'>,
  { password }: StoredMail,
): string | undefined {
  if (password === '') return '';
  try {
    const key = readSecretKey(keyFile);
    return key && unseal(key, password, MAIL_OWNER);
  } catch {
    return undefined;
  }
}

/** Returns how mails are sent by the server that a calendar keeps; undefined: not at all. */
export function mailOf(config: Pick<Config, 'keyFile' | 'mailFrom'>, value: unknown): Config['mail'] {
  const stored = readStoredMail(value);
  const from = config.mailFrom ?? readMailbox(stored?.from ?? '');
  const password = stored && openPassword(config, stored);
  if (!stored || !from || password === undefined) return undefined;
  const { host, port, security, user } = stored;
  return { server: { host, port, isSecure: security === 'tls', user, password }, from, isOperators: false };
}
