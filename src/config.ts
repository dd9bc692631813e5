import path from 'node:path';
import { shownAddress } from '#db/address.ts';
import { readOrigin } from '#http/origins.ts';
import { readTrustedProxies, type TrustedProxies } from '#http/proxies.ts';
import { type Language, languageOf, message } from '#i18n/catalogue.ts';
import { type CurrencyPosition, currencyOf, type SiteCurrency, siteCurrency } from '#i18n/currency.ts';
import { ToldError } from '#i18n/told.ts';
import { wrongEntry } from '#media/address.ts';
import { type Clock, standingClock, systemClock } from '#time/clock.ts';
import { findZone } from '#time/zone.ts';

/** Levels of the log, from what ends the service to everything. */
export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** How grave a line of the log has to be to be written. */
export type Level = (typeof levels)[number];

/** How lines of the log look; auto: for people on a terminal, as JSON elsewhere. */
export const logFormats = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof logFormats)[number];

/** The service's settings, each from one environment variable (design 5). */
export interface Config {
  host: string;
  port: number;
  /** Folder of everything kept. */
  data: string;
  databaseUrl: string | undefined;
  /** Where PostgreSQL's notifications come from, if `databaseUrl` leads to a pooler that keeps them. */
  listenUrl: string | undefined;
  /** Connections of each process to PostgreSQL at most, and as many to a replica. */
  databaseConnections: number;
  /** For so many days the change log is kept; 0: for ever. */
  changeLogDays: number;
  /** Origin used in answers instead of the client's; without a trailing slash. */
  publicUrl: string | undefined;
  /** Proxies whose `X-Forwarded-*` count. */
  trustProxy: TrustedProxies;
  /** Origins, in lower case, whose scripts may read answers to requests with credentials. */
  corsOrigins: ReadonlySet<string>;
  /** Within so long a client has to send, and to read, enough; else it is disconnected. */
  stallMs: number;
  /** For so long a connection stays open between two requests. */
  keepAliveMs: number;
  /** Connections that a process takes at once; further ones are closed. */
  maxConnections: number;
  siteName: string;
  /** The site's time zone, an IANA name or a fixed offset. */
  timezone: string;
  /** Processes that serve, on one port. */
  workers: number;
  /** PostgreSQL to read from for whoever isn't signed in; undefined: the one written to. */
  replicaUrl: string | undefined;
  language: 'en' | 'de' | 'es';
  /** Whether that was said; where not, a calendar keeps the language it has. */
  languageGiven: boolean;
  /** Of amounts that name none; its symbol and place are those of `language`. */
  currency: SiteCurrency;
  /** Where the operator has it stand; undefined: where the site's language has it. */
  currencyPosition: CurrencyPosition | undefined;
  adminPassword: string | undefined;
  clock: Clock;
  clockStands: boolean;
  /** Largest page of a list. */
  perPageMax: number;
  bodyLimit: number;
  uploadLimit: number;
  /** Largest answer, in bytes. */
  answerLimit: number;
  /** `host` or `host:port` from which pictures may be fetched although their addresses are not public. */
  fetchAllow: readonly string[];
  /** Requests a minute for each client address; 0: no limit. */
  rateLimit: number;
  logLevel: Level;
  logFormat: LogFormat;
  /** Milliseconds after which a request is slow, and the log says so; 0: none is. */
  slowMs: number;
  /** Mebibytes for answers that are kept; 0: none is. */
  cache: number;
}

/** A setting that can't be used; what it tells is one line for the operator. */
export class ConfigError extends ToldError {
  override name = 'ConfigError';
}

/** One setting: its variable and its value where it isn't given. `setting.NAME` says in the catalogues what it is. */
export const settings = [
  ['KALENDS_HOST', '127.0.0.1'],
  ['KALENDS_PORT', '8080'],
  ['KALENDS_DATA', './data'],
  ['DATABASE_URL', ''],
  ['DATABASE_REPLICA_URL', ''],
  ['KALENDS_LISTEN_URL', ''],
  ['KALENDS_DATABASE_CONNECTIONS', '10'],
  ['KALENDS_CHANGE_LOG_DAYS', '365'],
  ['KALENDS_PUBLIC_URL', ''],
  ['KALENDS_TRUST_PROXY', ''],
  ['KALENDS_CORS_ORIGINS', ''],
  ['KALENDS_SITE_NAME', 'Kalends'],
  ['KALENDS_TIMEZONE', 'UTC'],
  ['KALENDS_LANGUAGE', 'en'],
  ['KALENDS_CURRENCY', 'USD'],
  ['KALENDS_CURRENCY_POSITION', ''],
  ['KALENDS_WORKERS', '1'],
  ['KALENDS_ADMIN_PASSWORD', ''],
  ['KALENDS_PER_PAGE_MAX', '50'],
  ['KALENDS_BODY_LIMIT', '1048576'],
  ['KALENDS_UPLOAD_LIMIT', '20971520'],
  ['KALENDS_ANSWER_LIMIT', '33554432'],
  ['KALENDS_FETCH_ALLOW', ''],
  ['KALENDS_RATE_LIMIT', '0'],
  ['KALENDS_STALL_TIMEOUT', '60'],
  ['KALENDS_KEEP_ALIVE', '72'],
  ['KALENDS_MAX_CONNECTIONS', '10000'],
  ['KALENDS_CACHE', '128'],
  ['KALENDS_LOG_LEVEL', 'warn'],
  ['KALENDS_LOG_FORMAT', 'auto'],
  ['KALENDS_SLOW_MS', '1000'],
  ['KALENDS_CLOCK', ''],
] as const satisfies readonly (readonly [string, string])[];

export type SettingName = (typeof settings)[number][0];
export type Environment = Readonly<Record<string, string | undefined>>;

const positions = ['prefix', 'postfix'] as const;

/** Reads the settings. @throws ConfigError naming the variable that can't be used. */
export function readConfig(env: Environment): Config {
  const value = (name: SettingName): string => {
    const given = env[name]?.trim();
    return given ? given : (settings.find(([n]) => n === name)?.[1] ?? '');
  };
  const wrong = (
    key:
      | 'timezone'
      | 'language'
      | 'currency'
      | 'currency_position'
      | 'address'
      | 'database'
      | 'replica'
      | 'clock'
      | 'proxies',
    name: SettingName,
  ) => new ConfigError(message(`config.${key}`, { name, value: value(name) }));
  const integer = (name: SettingName, low: number, high: number): number => {
    const number = Number(value(name));
    if (!Number.isInteger(number) || number < low || number > high)
      throw new ConfigError(message('config.integer', { name, low, high, value: value(name) }));
    return number;
  };
  const list = (name: SettingName) =>
    value(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const timezone = value('KALENDS_TIMEZONE');
  if (!findZone(timezone)) throw wrong('timezone', 'KALENDS_TIMEZONE');
  const language = languageOf(value('KALENDS_LANGUAGE'));
  if (!language) throw wrong('language', 'KALENDS_LANGUAGE');
  const currency = currencyOf(value('KALENDS_CURRENCY'));
  if (!currency) throw wrong('currency', 'KALENDS_CURRENCY');
  const currencyPosition = positions.find((one) => one === value('KALENDS_CURRENCY_POSITION'));
  if (!currencyPosition && value('KALENDS_CURRENCY_POSITION'))
    throw wrong('currency_position', 'KALENDS_CURRENCY_POSITION');
  let publicUrl: string | undefined;
  if (value('KALENDS_PUBLIC_URL')) {
    const url = URL.parse(value('KALENDS_PUBLIC_URL'));
    if (!url || !/^https?:$/.test(url.protocol)) throw wrong('address', 'KALENDS_PUBLIC_URL');
    publicUrl = (url.origin + url.pathname).replace(/\/+$/, '');
  }
  const fetchAllow = list('KALENDS_FETCH_ALLOW');
  const wrongHost = wrongEntry(fetchAllow);
  if (wrongHost !== undefined)
    throw new ConfigError(message('config.host', { name: 'KALENDS_FETCH_ALLOW', value: wrongHost }));
  const trustProxy = readTrustedProxies(value('KALENDS_TRUST_PROXY'));
  if (trustProxy === undefined) throw wrong('proxies', 'KALENDS_TRUST_PROXY');
  const corsOrigins = list('KALENDS_CORS_ORIGINS').map((typed) => {
    const origin = readOrigin(typed);
    if (origin === undefined)
      throw new ConfigError(message('config.origin', { name: 'KALENDS_CORS_ORIGINS', value: typed }));
    return origin;
  });
  const databaseUrl = value('DATABASE_URL') || undefined;
  if (databaseUrl && !isDatabase(databaseUrl)) throw wrong('database', 'DATABASE_URL');
  const replicaUrl = value('DATABASE_REPLICA_URL') || undefined;
  if (replicaUrl && !(isPostgres(replicaUrl) && databaseUrl && isPostgres(databaseUrl)))
    throw wrong('replica', 'DATABASE_REPLICA_URL');
  const clockText = value('KALENDS_CLOCK');
  let clock = systemClock();
  if (clockText) {
    try {
      clock = standingClock(clockText);
    } catch {
      throw wrong('clock', 'KALENDS_CLOCK');
    }
  }
  const logLevel = levels.find((level) => level === value('KALENDS_LOG_LEVEL').toLowerCase());
  if (!logLevel)
    throw new ConfigError(
      message('config.log_level', {
        name: 'KALENDS_LOG_LEVEL',
        levels: levels.join(', '),
        value: value('KALENDS_LOG_LEVEL'),
      }),
    );
  const logFormat = logFormats.find((format) => format === value('KALENDS_LOG_FORMAT').toLowerCase());
  if (!logFormat)
    throw new ConfigError(
      message('config.log_format', {
        name: 'KALENDS_LOG_FORMAT',
        formats: logFormats.join(', '),
        value: value('KALENDS_LOG_FORMAT'),
      }),
    );
  return {
    host: value('KALENDS_HOST'),
    port: integer('KALENDS_PORT', 0, 65535),
    data: path.resolve(value('KALENDS_DATA')),
    databaseUrl,
    listenUrl: value('KALENDS_LISTEN_URL') || undefined,
    databaseConnections: integer('KALENDS_DATABASE_CONNECTIONS', 3, 1000),
    changeLogDays: integer('KALENDS_CHANGE_LOG_DAYS', 0, 100_000),
    replicaUrl,
    workers: integer('KALENDS_WORKERS', 1, 256),
    publicUrl,
    trustProxy,
    corsOrigins: new Set(corsOrigins),
    stallMs: integer('KALENDS_STALL_TIMEOUT', 1, 3600) * 1000,
    keepAliveMs: integer('KALENDS_KEEP_ALIVE', 1, 3600) * 1000,
    maxConnections: integer('KALENDS_MAX_CONNECTIONS', 1, 1_000_000),
    siteName: value('KALENDS_SITE_NAME'),
    timezone,
    language,
    languageGiven: Boolean(env['KALENDS_LANGUAGE']?.trim()),
    currency: siteCurrency(currency, language, {
      position: currencyPosition,
      isGiven: Boolean(env['KALENDS_CURRENCY']?.trim()),
    }),
    currencyPosition,
    adminPassword: env['KALENDS_ADMIN_PASSWORD'] || undefined,
    clock,
    clockStands: clockText !== '',
    perPageMax: integer('KALENDS_PER_PAGE_MAX', 1, 1000),
    bodyLimit: integer('KALENDS_BODY_LIMIT', 1024, 1 << 30),
    uploadLimit: integer('KALENDS_UPLOAD_LIMIT', 1024, 1 << 30),
    answerLimit: integer('KALENDS_ANSWER_LIMIT', 1 << 20, 1 << 28),
    fetchAllow,
    rateLimit: integer('KALENDS_RATE_LIMIT', 0, 1_000_000),
    logLevel,
    logFormat,
    slowMs: integer('KALENDS_SLOW_MS', 0, 3_600_000),
    cache: integer('KALENDS_CACHE', 0, 65_536),
  };
}

/** The settings of a calendar whose language is known. */
export function configIn(config: Config, language: Language): Config {
  const { currency, currencyPosition: position } = config;
  return { ...config, language, currency: siteCurrency(currency.code, language, { ...currency, position }) };
}

/** Whether an address names a database that can keep a calendar. */
export const isDatabase = (address: string): boolean => /^(sqlite:.|postgres(ql)?:\/\/)/.test(address);

/** Whether an address is that of a PostgreSQL database; all others are files of SQLite. */
export const isPostgres = (databaseUrl: string): boolean => /^postgres(ql)?:/.test(databaseUrl);

/** The file of the calendar. */
export function databaseFile(config: Config): string {
  return config.databaseUrl
    ? path.resolve(config.databaseUrl.slice('sqlite:'.length))
    : path.join(config.data, 'kalends.db');
}

/** The database as people are told of it: its file, or its address without the password. */
export function databaseName(config: Config): string {
  const { databaseUrl } = config;
  return databaseUrl && isPostgres(databaseUrl) ? shownAddress(databaseUrl) : databaseFile(config);
}
