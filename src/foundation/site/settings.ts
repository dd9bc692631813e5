import Type, { type TSchema } from 'typebox';
import { isObject } from '#foundation/text/is-object.ts';
import { DEFAULT_ACCENT } from '../colour/accents.ts';
import {
  type Language,
  languageChoice,
  languageOf,
  languages,
  type Message,
  message,
} from '../i18n/catalogue.ts';
import { currencyOf } from '../i18n/currency.ts';
import { readGeocoder } from '../network/geocoder.ts';
import { sourceOf } from '../network/origin.ts';
import { singleLine } from '../text/html.ts';
import { findZone } from '../time/zone.ts';

const depths: Readonly<Record<string, number>> = {
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

/** Returns whether a value is a position of GeoJSON, in degrees. */
function isPosition(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2 || value.length > 3) return false;
  if (!value.every((part) => typeof part === 'number' && Number.isFinite(part))) return false;
  return Math.abs(value[0]) <= 180 && Math.abs(value[1]) <= 90;
}

const arePositions = (value: unknown, depth: number): boolean =>
  depth === 0
    ? isPosition(value)
    : Array.isArray(value) && value.length > 0 && value.every((part) => arePositions(part, depth - 1));

/** Returns whether a value is GeoJSON of lines and areas (RFC 7946), whose coordinates are degrees. */
function isOutline(value: unknown): value is object {
  if (!isObject(value)) return false;
  const { type, features, geometry, geometries, coordinates } = value;
  if (type === 'FeatureCollection') return Array.isArray(features) && features.every(isOutline);
  if (type === 'Feature') return isOutline(geometry);
  if (type === 'GeometryCollection') return Array.isArray(geometries) && geometries.every(isOutline);
  const depth = typeof type === 'string' && Object.hasOwn(depths, type) ? depths[type] : undefined;
  return depth !== undefined && arePositions(coordinates, depth);
}

/** Variables that override settings of the site. */
type SiteVariable =
  | 'KALENDS_SITE_NAME'
  | 'KALENDS_LANGUAGE'
  | 'KALENDS_LANGUAGES'
  | 'KALENDS_TIMEZONE'
  | 'KALENDS_LOGO'
  | 'KALENDS_ACCENT'
  | 'KALENDS_FONT'
  | 'KALENDS_RADIUS'
  | 'KALENDS_WEEK_START'
  | 'KALENDS_HOUR_CYCLE'
  | 'KALENDS_DEFAULT_VIEW'
  | 'KALENDS_CURRENCY'
  | 'KALENDS_IMPRINT_URL'
  | 'KALENDS_PRIVACY_URL'
  | 'KALENDS_MAP_TILES'
  | 'KALENDS_MAP_CREDIT'
  | 'KALENDS_MAP_OUTLINE'
  | 'KALENDS_GEOCODER'
  | 'KALENDS_HOME'
  | 'KALENDS_SUBMISSIONS';

/** The description of a setting of the site: what it may be, what it is where nobody set it, and its variable. */
interface SiteSetting<T> {
  /** The values that it may have; documents it. */
  readonly schema: TSchema;
  readonly initial: T;
  /** Environment variable that overrides what is stored. */
  readonly variable: SiteVariable;
  /** Returns the value that a member of a request, or the text of the variable, is; undefined: none. */
  read(value: unknown): T | undefined;
  /** The reason for which another value is refused. */
  readonly problem: Message;
}

const setting = <T>(one: SiteSetting<T>): SiteSetting<T> => one;

const LONGEST_ADDRESS = 2000;
const NAME_LENGTH = 200;
const CREDIT_LENGTH = 200;

function choice<const T extends string>(
  variable: SiteVariable,
  values: readonly T[],
  initial: T,
): SiteSetting<T> {
  return {
    schema: Type.Enum([...values]),
    initial,
    variable,
    read: (value) => values.find((one) => one === (typeof value === 'number' ? String(value) : value)),
    problem: message('problem.one_of', { values: values.join(', ') }),
  };
}

function webAddress(text: string): string | undefined {
  const url = text.length <= LONGEST_ADDRESS ? URL.parse(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return /[\s"'<>\\]/.test(text) ? undefined : text;
}

const address = (variable: SiteVariable): SiteSetting<string> => ({
  schema: Type.String({ maxLength: LONGEST_ADDRESS, examples: ['https://example.org/imprint'] }),
  initial: '',
  variable,
  read: (value) => (typeof value !== 'string' ? undefined : value === '' ? '' : webAddress(value)),
  problem: message('problem.web_address'),
});

const COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

function colourOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !COLOUR.test(value)) return undefined;
  const digits = value.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

/** Tiles by an address, or of a PMTiles file in the data folder. */
function tilesOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value === '' || /^[\w-][\w.-]*\.pmtiles$/.test(value)) return value;
  const bare = webAddress(
    value.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0').replace('{s}', 'a'),
  );
  // Its origin stands in the policy of the pages.
  return bare !== undefined &&
    sourceOf(bare) !== '' &&
    ['{z}', '{x}', '{y}'].every((part) => value.includes(part))
    ? value
    : undefined;
}

const MOST_OUTLINE = 500_000;

function outlineOf(value: unknown): object | null | undefined {
  if (value === null || value === '') return null;
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text === undefined || text.length > MOST_OUTLINE) return undefined;
    const outline: unknown = JSON.parse(text);
    return isOutline(outline) ? outline : undefined;
  } catch {
    return undefined;
  }
}

/** Views of the calendar's public pages. */
export const calendarViews = ['list', 'month', 'week', 'day', 'map'] as const;

const YES_OR_NO = ['true', 'false'] as const;

/** Languages by their codes, as a list or a text with commas, in the program's order. */
function languagesOf(value: unknown): readonly Language[] | undefined {
  const codes: readonly unknown[] | undefined =
    typeof value === 'string'
      ? value.split(',').map((code) => code.trim())
      : Array.isArray(value)
        ? value
        : undefined;
  if (!codes || codes.length === 0 || codes.some((code) => languageOf(code) === undefined)) return undefined;
  return languages.filter((language) => codes.includes(language));
}

/** Every setting of the site by its name, in the order of an answer. */
export const siteSettings = {
  name: setting({
    schema: Type.String({ minLength: 1, maxLength: NAME_LENGTH }),
    initial: 'Kalends',
    variable: 'KALENDS_SITE_NAME',
    read(value) {
      const name = typeof value === 'string' ? singleLine(value) : '';
      return name !== '' && name.length <= NAME_LENGTH ? name : undefined;
    },
    problem: message('problem.site_name', { limit: NAME_LENGTH }),
  }),
  language: setting<Language>({
    schema: Type.Enum([...languages]),
    initial: 'en',
    variable: 'KALENDS_LANGUAGE',
    read: languageOf,
    problem: message('problem.one_of', { values: languages.join(', ') }),
  }),
  languages: setting<readonly Language[]>({
    schema: Type.Array(Type.Enum([...languages]), { minItems: 1 }),
    initial: languages,
    variable: 'KALENDS_LANGUAGES',
    read: languagesOf,
    problem: message('problem.languages', { languages: languageChoice() }),
  }),
  timezone: setting({
    schema: Type.String({ maxLength: 64, examples: ['Europe/Berlin', 'UTC+5.5'] }),
    initial: 'UTC',
    variable: 'KALENDS_TIMEZONE',
    read: (value) => (typeof value === 'string' ? findZone(value.trim()) : undefined),
    problem: message('problem.zone'),
  }),
  logo: setting<number | null>({
    schema: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
    initial: null,
    variable: 'KALENDS_LOGO',
    read(value) {
      const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
      return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
    },
    problem: message('problem.logo'),
  }),
  accent: setting({
    schema: Type.String({ pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$', examples: [DEFAULT_ACCENT] }),
    initial: DEFAULT_ACCENT,
    variable: 'KALENDS_ACCENT',
    read: colourOf,
    problem: message('problem.colour'),
  }),
  font: choice('KALENDS_FONT', ['radio-canada', 'system', 'serif'], 'radio-canada'),
  radius: choice('KALENDS_RADIUS', ['rounded', 'square', 'round'], 'rounded'),
  week_start: choice('KALENDS_WEEK_START', ['monday', 'saturday', 'sunday'], 'monday'),
  hour_cycle: choice('KALENDS_HOUR_CYCLE', ['24', '12', 'language'], '24'),
  default_view: choice('KALENDS_DEFAULT_VIEW', calendarViews, 'list'),
  currency: setting({
    schema: Type.String({ pattern: '^[A-Za-z]{3}$', examples: ['EUR'] }),
    initial: 'USD',
    variable: 'KALENDS_CURRENCY',
    read: (value) => (typeof value === 'string' ? currencyOf(value) : undefined),
    problem: message('problem.currency'),
  }),
  imprint_url: address('KALENDS_IMPRINT_URL'),
  privacy_url: address('KALENDS_PRIVACY_URL'),
  map_tiles: setting({
    schema: Type.String({
      maxLength: LONGEST_ADDRESS,
      examples: ['https://tiles.example.org/{z}/{x}/{y}.png', 'city.pmtiles'],
    }),
    initial: '',
    variable: 'KALENDS_MAP_TILES',
    read: tilesOf,
    problem: message('problem.map_tiles', { parts: '{z}, {x}, {y}' }),
  }),
  map_credit: setting({
    schema: Type.String({ maxLength: CREDIT_LENGTH, examples: ['© OpenStreetMap contributors'] }),
    initial: '',
    variable: 'KALENDS_MAP_CREDIT',
    read(value) {
      const credit = typeof value === 'string' ? singleLine(value) : undefined;
      return credit !== undefined && credit.length <= CREDIT_LENGTH ? credit : undefined;
    },
    problem: message('problem.map_credit', { limit: CREDIT_LENGTH }),
  }),
  map_outline: setting<object | null>({
    schema: Type.Union([Type.Null(), Type.Object({}, { additionalProperties: true })]),
    initial: null,
    variable: 'KALENDS_MAP_OUTLINE',
    read: outlineOf,
    problem: message('problem.map_outline'),
  }),
  geocoder: setting({
    schema: Type.String({ maxLength: LONGEST_ADDRESS, examples: ['https://photon.example.org/api'] }),
    initial: '',
    variable: 'KALENDS_GEOCODER',
    read: (value) =>
      typeof value !== 'string' || value.length > LONGEST_ADDRESS
        ? undefined
        : value === ''
          ? ''
          : readGeocoder(value)?.url,
    problem: message('problem.geocoder'),
  }),
  home: setting({
    schema: Type.String({ pattern: '^/', maxLength: LONGEST_ADDRESS, examples: ['/events/'] }),
    initial: '/events/',
    variable: 'KALENDS_HOME',
    read: (value) =>
      typeof value === 'string' &&
      value.length <= LONGEST_ADDRESS &&
      /^\/(?![/\\])[^\s\\"'<>?#]*$/.test(value)
        ? value
        : undefined,
    problem: message('problem.site_path'),
  }),
  submissions: setting({
    schema: Type.Boolean(),
    initial: false,
    variable: 'KALENDS_SUBMISSIONS',
    read(value) {
      if (value === true || value === 1 || value === '1' || value === 'true') return true;
      return value === false || value === 0 || value === '0' || value === 'false' ? false : undefined;
    },
    problem: message('problem.one_of', { values: YES_OR_NO.join(', ') }),
  }),
} as const;

/** Name of a setting of the site. */
export type SiteSettingName = keyof typeof siteSettings;
/** The settings of the site by name. */
export type SiteSettings = {
  readonly [name in SiteSettingName]: (typeof siteSettings)[name] extends SiteSetting<infer T> ? T : never;
};

/** Names of all settings of the site, in the order of an answer. */
export const siteSettingNames = Object.keys(siteSettings) as readonly SiteSettingName[];

/** Returns settings by name, each as `settingOf` gives it; those it gives nothing for are left out. */
export function siteSettingsFrom(settingOf: (name: SiteSettingName) => unknown): Partial<SiteSettings> {
  const known = siteSettingNames.flatMap((name) => {
    const value = settingOf(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** The settings where nobody set any. */
export const initialSiteSettings = siteSettingsFrom((name) => siteSettings[name].initial) as SiteSettings;
