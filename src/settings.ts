/**
 * Lists every setting: its variable, and its value where none is given (undefined: it has none). The catalogues
 * describe each as `setting.NAME`.
 */
export const settings = [
  ['KALENDS_HOST', '127.0.0.1'],
  ['KALENDS_PORT', '8080'],
  ['KALENDS_DATA', './data'],
  ['KALENDS_KEY_FILE', ''],
  ['DATABASE_URL', ''],
  ['DATABASE_REPLICA_URL', ''],
  ['KALENDS_LISTEN_URL', ''],
  ['KALENDS_DATABASE_CONNECTIONS', '10'],
  ['KALENDS_CHANGE_LOG_DAYS', '365'],
  ['KALENDS_HISTORY_DAYS', '30'],
  ['KALENDS_HORIZON', '760'],
  ['KALENDS_PUBLIC_URL', ''],
  ['KALENDS_TRUST_PROXY', ''],
  ['KALENDS_CORS_ORIGINS', ''],
  ['KALENDS_SITE_NAME', 'Kalends'],
  ['KALENDS_TIMEZONE', 'UTC'],
  ['KALENDS_LANGUAGE', 'en'],
  ['KALENDS_LANGUAGES', ''],
  ['KALENDS_CURRENCY', 'USD'],
  ['KALENDS_CURRENCY_POSITION', ''],
  ['KALENDS_LOGO', ''],
  ['KALENDS_ACCENT', ''],
  ['KALENDS_FONT', ''],
  ['KALENDS_RADIUS', ''],
  ['KALENDS_WEEK_START', ''],
  ['KALENDS_HOUR_CYCLE', ''],
  ['KALENDS_DEFAULT_VIEW', ''],
  ['KALENDS_IMPRINT_URL', ''],
  ['KALENDS_PRIVACY_URL', ''],
  ['KALENDS_MAP_TILES', ''],
  ['KALENDS_MAP_CREDIT', ''],
  ['KALENDS_MAP_OUTLINE', ''],
  ['KALENDS_GEOCODER', ''],
  ['KALENDS_HOME', ''],
  ['KALENDS_SUBMISSIONS', ''],
  ['KALENDS_PROOF_OF_WORK', '18'],
  ['KALENDS_CONTACT_DAYS', '30'],
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
  ['KALENDS_SHUTDOWN_DELAY', '5'],
  ['KALENDS_CACHE', '128'],
  ['KALENDS_BACKUP_DIR', ''],
  ['KALENDS_BACKUP_EVERY', ''],
  ['KALENDS_BACKUP_KEEP', '14'],
  ['KALENDS_BACKUP_TO', ''],
  ['KALENDS_BACKUP_MIGRATION', '3'],
  ['KALENDS_SMTP_URL', ''],
  ['KALENDS_MAIL_FROM', ''],
  ['KALENDS_LOG_LEVEL', 'warn'],
  ['KALENDS_METRICS_PORT', ''],
  ['KALENDS_METRICS_TOKEN', ''],
  ['KALENDS_LOG_FORMAT', 'auto'],
  ['KALENDS_SLOW_MS', '1000'],
  ['KALENDS_CLOCK', ''],
] as const satisfies readonly (readonly [string, string])[];

/** Names a setting by its environment variable, such as `KALENDS_PORT`. */
export type SettingName = (typeof settings)[number][0];
/** Variables by name, as `process.env` has them; an absent one is undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** By setting, how a person gave it: `--port`, or the variable with its file and line. */
export type Origins = Readonly<Partial<Record<SettingName, string>>>;

/** Variables of ours that are no settings: of one command, of tests and benchmarks, and between processes of one service. */
const otherVariables = /^KALENDS_(ENV_FILE|IMPORT_TOKEN|OPENED_FILE|WORKER_PORT|(TEST|BENCH)_\w+)$/;
/** Variables of PostgreSQL's own driver. */
const driverVariables = /^PG[A-Z]+$/;

/** Whether a name is that of a setting. */
export const isSetting = (name: string): name is SettingName => settings.some(([known]) => known === name);

/** Whether a variable of that name means something here. */
export const isVariable = (name: string): boolean =>
  isSetting(name) || otherVariables.test(name) || driverVariables.test(name);

/** Returns how a person knows a setting: as it was given, else by its variable. */
export const nameOf = ({ origins }: { readonly origins: Origins }, name: SettingName): string =>
  origins[name] ?? name;
