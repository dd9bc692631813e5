/** Findings about a database seen from outside, whichever engine it is. */
export interface CalendarState {
  /** Names of the migrations that were applied; undefined: there are no tables of Kalends. */
  readonly applied: readonly string[] | undefined;
  readonly users: number;
  readonly administrators: number;
  /** Whether a move into this database was begun and not finished. */
  readonly isMoving: boolean;
  /** The stored tiles of maps; '' where the calendar has none of its own. */
  readonly mapTiles: string;
  /** The mail server that the settings name, as it is stored; undefined: none. */
  readonly mailServer: unknown;
  /** Pictures of earlier uploads that wait for their smaller forms. */
  readonly olderPictures: number;
  /** Mails that wait, and those that were given up of late. */
  readonly mails: { readonly waiting: number; readonly givenUp: number };
  /** The authenticator apps that are asked for, with their secrets as they are stored. */
  readonly apps: readonly { readonly user_id: number; readonly secret: string; readonly login: string }[];
}

/** Tables that the questions need. */
export const ASKED_TABLES = ['migrations', 'users', 'settings', 'media'] as const;

/** Counts pictures of earlier uploads that wait for their smaller forms (api/media/renew.ts); of a calendar with its media. */
export const OLDER_PICTURES_STATEMENT = `select count(*) as name from media where mime_type in ('image/jpeg', 'image/png', 'image/webp')
  and id > coalesce((select cast(value as bigint) from settings where name = 'media_forms'), 0)
  and sizes <> '{}' and sizes not like '%"forms":%' and sizes not like '%"placeholder":%'`;

/** Tables that the question of mails needs. */
export const MAILS_TABLE = 'mails';

/** Counts mails that wait and those that were given up, in that order. */
export const MAILS_STATEMENT = `select count(*) as name from mails where given_up_utc is null
  union all select count(*) as name from mails where given_up_utc is not null`;

/** Reads the rows of `MAILS_STATEMENT`; none: there is no such table yet. */
export const readMails = ([waiting = '0', givenUp = '0']: readonly string[]): CalendarState['mails'] => ({
  waiting: Number(waiting),
  givenUp: Number(givenUp),
});

/** Table that the question of authenticator apps needs. */
export const APPS_TABLE = 'totp_secrets';

/** Lists the authenticator apps that are asked for: user, secret and login. */
export const APPS_STATEMENT = `select t.user_id || ' ' || t.secret || ' ' || u.login as name
  from totp_secrets t join users u on u.id = t.user_id where t.confirmed_utc <> '' order by u.login`;

/** Reads the rows of `APPS_STATEMENT`. */
export const readApps = (rows: readonly string[]): CalendarState['apps'] =>
  rows.map((row) => {
    const [user = '', secret = '', ...login] = row.split(' ');
    return { user_id: Number(user), secret, login: login.join(' ') };
  });

/** Returns the statement that asks for a setting of the site. */
const settingStatement = (name: string) => `select value as name from settings where name = 'site.${name}'`;

/** Asks for the stored tiles of maps. */
export const TILES_STATEMENT = settingStatement('map_tiles');

/** Asks for the mail server that the settings name. */
export const MAIL_SERVER_STATEMENT = settingStatement('mail');

/** Reads a setting, which is JSON, from the rows of its statement; undefined: there is none. */
export function readSetting([text]: readonly string[]): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the stored tiles of maps from the rows of `TILES_STATEMENT`. */
export function readMapTiles(rows: readonly string[]): string {
  const tiles = readSetting(rows);
  return typeof tiles === 'string' ? tiles : '';
}
