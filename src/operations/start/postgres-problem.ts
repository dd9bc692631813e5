import type { Config } from '#config.ts';
import { type Message, message } from '#foundation/i18n/catalogue.ts';
import { codeOf, reasonOf } from '#foundation/i18n/system.ts';
import { shownAddress } from '#foundation/network/database-address.ts';
import { nameOf } from '../../settings.ts';

/** SQLSTATEs that an operator can act on, besides those distinguished by their messages. */
const byState = {
  '28P01': 'start.pg_password',
  '3D000': 'start.pg_no_database',
  '53300': 'start.pg_full',
  '53100': 'start.pg_disk_full',
  '57P03': 'start.pg_starting',
  '25006': 'start.pg_read_only',
  '42501': 'start.pg_rights',
  '3F000': 'start.pg_rights',
} as const;

/** Error codes of the operating system. */
const byCode = {
  ENOTFOUND: 'start.pg_unknown_host',
  EAI_AGAIN: 'start.pg_unknown_host',
  ECONNREFUSED: 'start.pg_nothing',
  ENOENT: 'start.pg_nothing',
  ETIMEDOUT: 'start.pg_silent',
  EHOSTUNREACH: 'start.pg_silent',
  ENETUNREACH: 'start.pg_silent',
} as const;

/** Messages of the driver, which gives no codes. */
const byDriverMessage = [
  [/password must be a (non-empty )?string/, 'start.pg_no_password'],
  [/does not support SSL connections/, 'start.pg_no_tls'],
  [
    /^(timeout exceeded|timeout expired|Query read timeout|Connection terminated due to connection timeout)/,
    'start.pg_silent',
  ],
  [
    /^(Connection terminated unexpectedly|There was an error establishing an SSL|received invalid response)/,
    'start.pg_stranger',
  ],
] as const;

/** Returns whether an object has an own property of this name. */
const isKeyOf = <T extends object>(names: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(names, name);

/**
 * Returns why a PostgreSQL server cannot be used, with its address but without passwords.
 * @param error the driver's error; undefined if no answer came in time
 */
export function postgresProblem(error: unknown, config: Config, databaseUrl: string): Message {
  const address = shownAddress(databaseUrl);
  const url = URL.parse(databaseUrl);
  const role = decoded(url?.username ?? '') || process.env['PGUSER'] || userOf();
  const database = decoded(url?.pathname.slice(1) ?? '') || process.env['PGDATABASE'] || role;
  const values = {
    name: nameOf(config, 'DATABASE_URL'),
    connections: nameOf(config, 'KALENDS_DATABASE_CONNECTIONS'),
    address,
    role,
    database,
    host: url?.host || 'localhost',
    reason: reasonOf(error),
  };
  if (error === undefined) return message('start.pg_silent', values);
  const code = codeOf(error);
  const own = error instanceof Error ? error.message : '';
  // The server gives the same code if it admits nobody, with TLS or without.
  if (code === '28000')
    return message(/no encryption|SSL off/.test(own) ? 'start.pg_tls' : 'start.pg_refused', values);
  if (code === '28P01' && !url?.password && !process.env['PGPASSWORD'])
    return message('start.pg_no_password', values);
  if (isKeyOf(byState, code)) return message(byState[code], values);
  if (isKeyOf(byCode, code)) return message(byCode[code], values);
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return message('start.pg_certificate', values);
  const said = byDriverMessage.find(([pattern]) => pattern.test(own));
  if (said) return message(said[1], values);
  if (/^(ECONNRESET|EPIPE|08P01|EPROTO|ERR_SSL)/.test(code)) return message('start.pg_stranger', values);
  return message('start.pg_other', values);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const userOf = (): string => process.env['USER'] ?? '';
