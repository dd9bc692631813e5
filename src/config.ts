import path from 'node:path';
import {
  type Language,
  languageChoice,
  languageOf,
  languages,
  type Message,
  message,
} from '#foundation/i18n/catalogue.ts';
import {
  type CurrencyPosition,
  currencyOf,
  type SiteCurrency,
  siteCurrency,
} from '#foundation/i18n/currency.ts';
import { UserFacingError } from '#foundation/i18n/user-facing-error.ts';
import { type Level, type LogFormat, levels, logFormats } from '#foundation/logging/levels.ts';
import { wrongEntry } from '#foundation/network/allow-list.ts';
import { isDatabase, isDecodable, isPostgres, shownAddress } from '#foundation/network/database-address.ts';
import {
  type Mailbox,
  type MailServer,
  readMailbox,
  readMailServer,
} from '#foundation/network/mail-server.ts';
import { readOrigin, sourceOf } from '#foundation/network/origin.ts';
import { readTrustedProxies, type TrustedProxies } from '#foundation/network/proxies.ts';
import {
  type SiteSettingName,
  type SiteSettings,
  siteSettings,
  siteSettingsFrom,
} from '#foundation/site/settings.ts';
import { type Clock, standingClock, systemClock } from '#foundation/time/clock.ts';
import { readInterval } from '#foundation/time/interval.ts';
import { findZone } from '#foundation/time/zone.ts';
import { type Environment, nameOf, type Origins, type SettingName, settings } from './settings.ts';

/** The service's settings, each from one environment variable (design 5). */
export interface Config {
  host: string;
  port: number;
  /** Folder of everything kept. */
  data: string;
  databaseUrl: string | undefined;
  /** Address of PostgreSQL's notifications, if `databaseUrl` leads to a pooler that doesn't pass them on. */
  listenUrl: string | undefined;
  /** Connections of each process to PostgreSQL at most, and as many to a replica. */
  databaseConnections: number;
  /** For so many days the change log is kept; 0: for ever. */
  changeLogDays: number;
  /** Days for which changes can be taken back; 0: for ever. */
  historyDays: number;
  /** For so many days ahead the dates of events that repeat are laid out. */
  horizonDays: number;
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
  /** For so long a process that was told to stop goes on serving, so that load balancers can notice. */
  shutdownDelayMs: number;
  siteName: string;
  /** The settings of the site that variables override. */
  siteOverrides: Partial<SiteSettings>;
  /** The site's time zone, an IANA name or a fixed offset. */
  timezone: string;
  /** Whether that was said; where not, a calendar keeps the zone it has. */
  timezoneGiven: boolean;
  /** Processes that serve, on one port. */
  workers: number;
  /** PostgreSQL to read from for whoever isn't signed in; undefined: the one written to. */
  replicaUrl: string | undefined;
  language: Language;
  /** Whether that was said; where not, a calendar keeps the language it has. */
  languageGiven: boolean;
  /** The languages of the pages, `language` among them. */
  languages: readonly Language[];
  /** Currency of amounts that name none; its symbol and place are those of `language`. */
  currency: SiteCurrency;
  /** Position of the currency's symbol; undefined: that of the site's language. */
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
  /** Address and port of the metrics alone; undefined: they have none of their own. */
  metricsPort: { readonly host: string; readonly port: number } | undefined;
  /** With which metrics may be read; undefined: by administrators alone. */
  metricsToken: string | undefined;
  logFormat: LogFormat;
  /** Milliseconds after which a request is slow, and the log says so; 0: none is. */
  slowMs: number;
  /** Mebibytes for answers that are kept; 0: none is. */
  cache: number;
  /** The file with the key that seals the secrets of authenticator apps. */
  keyFile: string;
  backupDir: string;
  /** Milliseconds between scheduled backups; undefined: there are none. */
  backupEveryMs: number | undefined;
  /** Number of scheduled backups that are kept. */
  backupKeep: number;
  /** A second folder, to which each is copied. */
  backupTo: string | undefined;
  /** Number of backups kept of those made before migrations; 0: none is made. */
  backupMigration: number;
  /** Leading zero bits that the proof of work of a submission has; 0: none is asked. */
  proofOfWork: number;
  /** For so many days after a decision it's known who made a submission. */
  contactDays: number;
  /** The server to which mails are given, and their sender; undefined: none are sent. `mailFrom`: the operator's. */
  mail: { readonly server: MailServer; readonly from: Mailbox; readonly isOperators: boolean } | undefined;
  mailFrom: Mailbox | undefined;
  /** Origin of each setting that wasn't given by its variable: the option, or the file with its line. */
  origins: Origins;
  /** Warnings for the operator, each a sentence. */
  warnings: readonly Message[];
}

/** A setting that can't be used; what it tells is one line for the operator. */
export class ConfigError extends UserFacingError {
  override name = 'ConfigError';
}

/** Nobody guesses it, and every client can send it. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,}$/;

/** Reads `PORT` or `HOST:PORT`, IPv6 in brackets; without a host only this machine comes in. */
function readPlace(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, digits] =
    /^(?:(?:\[([\da-f:.]+)\]|([^\s:[\]/]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  const port = Number(digits);
  if (!(port >= 1 && port <= 65_535)) return undefined;
  return { host: bracketed ?? plain ?? '127.0.0.1', port };
}

/**
 * Reads the settings.
 * @param given how they came into `env`, where that isn't by a variable, and what is to be warned of
 * @throws ConfigError naming the setting that can't be used, as it was given
 */
export function readConfig(
  env: Environment,
  { origins = {}, warnings = [] }: Partial<Pick<Config, 'origins' | 'warnings'>> = {},
): Config {
  const named = (name: SettingName) => nameOf({ origins }, name);
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
      | 'clock'
      | 'proxies'
      | 'metrics_port'
      | 'interval'
      | 'backup_to',
    name: SettingName,
  ) =>
    new ConfigError(
      message(`config.${key}`, { name: named(name), value: value(name), languages: languageChoice() }),
    );
  const database = (name: SettingName): string | undefined => {
    const address = value(name);
    if (address === '') return undefined;
    const values = { name: named(name), value: shownAddress(address) };
    if (name === 'DATABASE_URL' ? !isDatabase(address) : !isPostgres(address))
      throw new ConfigError(message(name === 'DATABASE_URL' ? 'config.database' : 'config.postgres', values));
    if (isPostgres(address) && !isDecodable(address))
      throw new ConfigError(message('config.encoded', values));
    return address;
  };
  const integer = (name: SettingName, low: number, high: number): number => {
    const number = Number(value(name));
    if (!Number.isInteger(number) || number < low || number > high)
      throw new ConfigError(message('config.integer', { name: named(name), low, high, value: value(name) }));
    return number;
  };
  const list = (name: SettingName) =>
    value(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);

  const siteOverride = (setting: SiteSettingName) => {
    const { variable, read, problem } = siteSettings[setting];
    const given = env[variable]?.trim();
    if (!given) return undefined;
    const override = read(given);
    if (override === undefined)
      throw new ConfigError(
        message('config.site_setting', { name: named(variable), reason: problem, value: given }),
      );
    return override;
  };
  const timezone = value('KALENDS_TIMEZONE');
  if (!findZone(timezone)) throw wrong('timezone', 'KALENDS_TIMEZONE');
  const language = languageOf(value('KALENDS_LANGUAGE'));
  if (!language) throw wrong('language', 'KALENDS_LANGUAGE');
  const currency = currencyOf(value('KALENDS_CURRENCY'));
  if (!currency) throw wrong('currency', 'KALENDS_CURRENCY');
  const currencyPosition = (['prefix', 'postfix'] as const).find(
    (one) => one === value('KALENDS_CURRENCY_POSITION'),
  );
  if (!currencyPosition && value('KALENDS_CURRENCY_POSITION'))
    throw wrong('currency_position', 'KALENDS_CURRENCY_POSITION');
  let publicUrl: string | undefined;
  if (value('KALENDS_PUBLIC_URL')) {
    const url = URL.parse(value('KALENDS_PUBLIC_URL'));
    // It stands in headers.
    if (!url || sourceOf(url.origin) === '' || /[;,]/.test(url.pathname))
      throw wrong('address', 'KALENDS_PUBLIC_URL');
    publicUrl = (url.origin + url.pathname).replace(/\/+$/, '');
  }
  const fetchAllow = list('KALENDS_FETCH_ALLOW');
  const wrongHost = wrongEntry(fetchAllow);
  if (wrongHost !== undefined)
    throw new ConfigError(message('config.host', { name: named('KALENDS_FETCH_ALLOW'), value: wrongHost }));
  const trustProxy = readTrustedProxies(value('KALENDS_TRUST_PROXY'));
  if (trustProxy === undefined) throw wrong('proxies', 'KALENDS_TRUST_PROXY');
  const corsOrigins = list('KALENDS_CORS_ORIGINS').map((typed) => {
    const origin = readOrigin(typed);
    if (origin === undefined)
      throw new ConfigError(message('config.origin', { name: named('KALENDS_CORS_ORIGINS'), value: typed }));
    return origin;
  });
  const databaseUrl = database('DATABASE_URL');
  const replicaUrl = database('DATABASE_REPLICA_URL');
  if (replicaUrl && !(databaseUrl && isPostgres(databaseUrl)))
    throw new ConfigError(message('config.replica', { name: named('DATABASE_REPLICA_URL') }));
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
        name: named('KALENDS_LOG_LEVEL'),
        levels: levels.join(', '),
        value: value('KALENDS_LOG_LEVEL'),
      }),
    );
  const metricsPort = value('KALENDS_METRICS_PORT') ? readPlace(value('KALENDS_METRICS_PORT')) : undefined;
  if (value('KALENDS_METRICS_PORT') && !metricsPort) throw wrong('metrics_port', 'KALENDS_METRICS_PORT');
  const metricsToken = value('KALENDS_METRICS_TOKEN') || undefined;
  if (metricsToken !== undefined && !METRICS_TOKEN.test(metricsToken))
    throw new ConfigError(
      message('config.metrics_token', { name: named('KALENDS_METRICS_TOKEN'), least: 16 }),
    );
  const logFormat = logFormats.find((format) => format === value('KALENDS_LOG_FORMAT').toLowerCase());
  if (!logFormat)
    throw new ConfigError(
      message('config.log_format', {
        name: named('KALENDS_LOG_FORMAT'),
        formats: logFormats.join(', '),
        value: value('KALENDS_LOG_FORMAT'),
      }),
    );
  const backupEveryMs = readInterval(value('KALENDS_BACKUP_EVERY'));
  if (backupEveryMs === null) throw wrong('interval', 'KALENDS_BACKUP_EVERY');
  const backupTo = value('KALENDS_BACKUP_TO') || undefined;
  if (backupTo !== undefined && isRemote(backupTo)) throw wrong('backup_to', 'KALENDS_BACKUP_TO');
  const data = path.resolve(value('KALENDS_DATA'));
  return {
    host: value('KALENDS_HOST'),
    port: integer('KALENDS_PORT', 0, 65535),
    data,
    databaseUrl,
    listenUrl: database('KALENDS_LISTEN_URL'),
    databaseConnections: integer('KALENDS_DATABASE_CONNECTIONS', 3, 1000),
    changeLogDays: integer('KALENDS_CHANGE_LOG_DAYS', 0, 100_000),
    historyDays: integer('KALENDS_HISTORY_DAYS', 0, 100_000),
    horizonDays: integer('KALENDS_HORIZON', 1, 3650),
    replicaUrl,
    workers: integer('KALENDS_WORKERS', 1, 256),
    publicUrl,
    trustProxy,
    corsOrigins: new Set(corsOrigins),
    stallMs: integer('KALENDS_STALL_TIMEOUT', 1, 3600) * 1000,
    keepAliveMs: integer('KALENDS_KEEP_ALIVE', 1, 3600) * 1000,
    maxConnections: integer('KALENDS_MAX_CONNECTIONS', 1, 1_000_000),
    shutdownDelayMs: integer('KALENDS_SHUTDOWN_DELAY', 0, 300) * 1000,
    siteName: value('KALENDS_SITE_NAME'),
    siteOverrides: siteSettingsFrom((name) => siteOverride(name)),
    timezone,
    timezoneGiven: Boolean(env['KALENDS_TIMEZONE']?.trim()),
    language,
    languageGiven: Boolean(env['KALENDS_LANGUAGE']?.trim()),
    languages,
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
    metricsPort,
    metricsToken,
    logFormat,
    slowMs: integer('KALENDS_SLOW_MS', 0, 3_600_000),
    cache: integer('KALENDS_CACHE', 0, 65_536),
    keyFile: path.resolve(value('KALENDS_KEY_FILE') || path.join(data, 'kalends.key')),
    backupDir: path.resolve(value('KALENDS_BACKUP_DIR') || path.join(data, 'backups')),
    backupEveryMs,
    backupKeep: integer('KALENDS_BACKUP_KEEP', 1, 100_000),
    backupTo: backupTo && path.resolve(backupTo),
    backupMigration: integer('KALENDS_BACKUP_MIGRATION', 0, 1000),
    proofOfWork: integer('KALENDS_PROOF_OF_WORK', 0, 30),
    contactDays: integer('KALENDS_CONTACT_DAYS', 0, 3650),
    mail: readMail(value('KALENDS_SMTP_URL'), value('KALENDS_MAIL_FROM'), named),
    mailFrom: readMailbox(value('KALENDS_MAIL_FROM')),
    origins,
    warnings,
  };
}

/** @throws ConfigError that doesn't repeat the server's address, in which a password may stand */
function readMail(url: string, sender: string, named: (name: SettingName) => string): Config['mail'] {
  const from = sender === '' ? undefined : readMailbox(sender);
  if (sender !== '' && !from)
    throw new ConfigError(message('config.mail_from', { name: named('KALENDS_MAIL_FROM'), value: sender }));
  if (url === '') return undefined;
  const server = readMailServer(url);
  if (!server) throw new ConfigError(message('config.smtp_url', { name: named('KALENDS_SMTP_URL') }));
  if (!from)
    throw new ConfigError(
      message('config.mail_without_sender', {
        name: named('KALENDS_SMTP_URL'),
        sender: named('KALENDS_MAIL_FROM'),
      }),
    );
  return { server, from, isOperators: true };
}

/** Whether a place is an address on a network, and no folder. */
export const isRemote = (place: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(place);

/** Returns the settings of a calendar whose language and time zone are known. */
export function configIn(config: Config, language: Language, timezone: string): Config {
  const { currency, currencyPosition: position } = config;
  return {
    ...config,
    language,
    timezone,
    currency: siteCurrency(currency.code, language, { ...currency, position }),
  };
}

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

/** Returns how a person knows the setting that names the database. */
export const databaseOrigin = (config: Config): string =>
  nameOf(config, config.databaseUrl ? 'DATABASE_URL' : 'KALENDS_DATA');
