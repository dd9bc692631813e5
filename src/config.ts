import path from 'node:path';
import { type Clock, standingClock, systemClock } from '#time/clock.ts';
import { findZone } from '#time/zone.ts';

/** The service's settings, each from one environment variable (design 5). */
export interface Config {
  host: string;
  port: number;
  /** Folder of everything kept. */
  data: string;
  databaseUrl: string | undefined;
  /** Origin used in answers instead of the client's; without a trailing slash. */
  publicUrl: string | undefined;
  /** Proxies whose `X-Forwarded-*` count: true for all, or a list of addresses. */
  trustProxy: boolean | string[];
  siteName: string;
  /** The site's time zone, an IANA name or a fixed offset. */
  timezone: string;
  language: 'en' | 'de' | 'es';
  /** Whether that was said; where not, a calendar keeps the language it has. */
  languageGiven: boolean;
  adminPassword: string | undefined;
  clock: Clock;
  clockStands: boolean;
  /** Largest page of a list. */
  perPageMax: number;
  bodyLimit: number;
  uploadLimit: number;
  /** `host` or `host:port` from which pictures may be fetched although their addresses are not public. */
  fetchAllow: readonly string[];
  /** Requests a minute for each client address; 0: no limit. */
  rateLimit: number;
  logLevel: string;
}

/** A setting that can't be used; its message is one line for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** One setting: its variable, what `--help` says of it, and its value where it isn't given. */
export const settings = [
  ['KALENDS_HOST', 'Address to listen on', '127.0.0.1'],
  ['KALENDS_PORT', 'Port to listen on (0: any free one)', '8080'],
  ['KALENDS_DATA', 'Folder of everything kept', './data'],
  ['DATABASE_URL', 'Database (unset: SQLite in the data folder)', ''],
  ['KALENDS_PUBLIC_URL', 'Origin shown in answers, such as https://calendar.example.org', ''],
  [
    'KALENDS_TRUST_PROXY',
    'Proxies whose X-Forwarded-* headers count: true, or addresses separated by commas',
    '',
  ],
  ['KALENDS_SITE_NAME', 'Name of the calendar', 'Kalends'],
  ['KALENDS_TIMEZONE', "The site's time zone", 'UTC'],
  ['KALENDS_LANGUAGE', "The site's language: en, de or es", 'en'],
  ['KALENDS_ADMIN_PASSWORD', 'Password of the first administrator, login admin (unset: one is made up)', ''],
  ['KALENDS_PER_PAGE_MAX', 'Largest page of a list', '50'],
  ['KALENDS_BODY_LIMIT', 'Largest body of a request, in bytes', '1048576'],
  ['KALENDS_UPLOAD_LIMIT', 'Largest upload, in bytes', '20971520'],
  [
    'KALENDS_FETCH_ALLOW',
    'Hosts (host or host:port, separated by commas) from which pictures may be fetched although they are not public',
    '',
  ],
  ['KALENDS_RATE_LIMIT', 'Requests a minute for each client address (0: no limit)', '0'],
  ['KALENDS_LOG_LEVEL', 'fatal, error, warn, info, debug or silent', 'warn'],
  ['KALENDS_CLOCK', "Tests only: the instant at which the service's clock stands still", ''],
] as const satisfies readonly (readonly [string, string, string])[];

type SettingName = (typeof settings)[number][0];
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. @throws ConfigError naming the variable that can't be used. */
export function readConfig(env: Environment): Config {
  const value = (name: SettingName): string => {
    const given = env[name]?.trim();
    return given ? given : (settings.find(([n]) => n === name)?.[2] ?? '');
  };
  const integer = (name: SettingName, low: number, high: number): number => {
    const number = Number(value(name));
    if (!Number.isInteger(number) || number < low || number > high)
      throw new ConfigError(`${name} must be an integer between ${low} and ${high}, not "${value(name)}".`);
    return number;
  };
  const list = (name: SettingName) =>
    value(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const timezone = value('KALENDS_TIMEZONE');
  if (!findZone(timezone)) throw new ConfigError(`KALENDS_TIMEZONE is not a time zone: "${timezone}".`);
  const language = value('KALENDS_LANGUAGE');
  if (language !== 'en' && language !== 'de' && language !== 'es')
    throw new ConfigError(`KALENDS_LANGUAGE must be en, de or es, not "${language}".`);
  let publicUrl: string | undefined;
  if (value('KALENDS_PUBLIC_URL')) {
    const url = URL.parse(value('KALENDS_PUBLIC_URL'));
    if (!url || !/^https?:$/.test(url.protocol))
      throw new ConfigError(
        `KALENDS_PUBLIC_URL must be an http or https address, not "${value('KALENDS_PUBLIC_URL')}".`,
      );
    publicUrl = (url.origin + url.pathname).replace(/\/+$/, '');
  }
  const proxies = value('KALENDS_TRUST_PROXY');
  const databaseUrl = value('DATABASE_URL') || undefined;
  if (databaseUrl && !/^sqlite:/.test(databaseUrl))
    throw new ConfigError(
      'DATABASE_URL: this version keeps its data in SQLite only; unset it, or use sqlite:PATH.',
    );
  const clockText = value('KALENDS_CLOCK');
  let clock = systemClock();
  if (clockText) {
    try {
      clock = standingClock(clockText);
    } catch {
      throw new ConfigError(
        `KALENDS_CLOCK must be an instant such as 2026-11-20T18:00:00Z, not "${clockText}".`,
      );
    }
  }
  return {
    host: value('KALENDS_HOST'),
    port: integer('KALENDS_PORT', 0, 65535),
    data: path.resolve(value('KALENDS_DATA')),
    databaseUrl,
    publicUrl,
    trustProxy: /^(true|1|yes)$/i.test(proxies) ? true : proxies ? list('KALENDS_TRUST_PROXY') : false,
    siteName: value('KALENDS_SITE_NAME'),
    timezone,
    language,
    languageGiven: Boolean(env['KALENDS_LANGUAGE']?.trim()),
    adminPassword: env['KALENDS_ADMIN_PASSWORD'] || undefined,
    clock,
    clockStands: clockText !== '',
    perPageMax: integer('KALENDS_PER_PAGE_MAX', 1, 1000),
    bodyLimit: integer('KALENDS_BODY_LIMIT', 1024, 1 << 30),
    uploadLimit: integer('KALENDS_UPLOAD_LIMIT', 1024, 1 << 30),
    fetchAllow: list('KALENDS_FETCH_ALLOW'),
    rateLimit: integer('KALENDS_RATE_LIMIT', 0, 1_000_000),
    logLevel: value('KALENDS_LOG_LEVEL'),
  };
}

/** The file of the calendar. */
export function databaseFile(config: Config): string {
  return config.databaseUrl
    ? path.resolve(config.databaseUrl.slice('sqlite:'.length))
    : path.join(config.data, 'kalends.db');
}
