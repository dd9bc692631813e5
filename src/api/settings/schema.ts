import Type, { type Static } from 'typebox';
import { Image } from '#api/media/schema.ts';
import { oneOf, type Parameter, parameter, zoneField } from '#api/routing/parameter.ts';
import { languages } from '#foundation/i18n/catalogue.ts';
import {
  type SiteSettingName,
  type SiteSettings,
  siteSettingNames,
  siteSettings,
} from '#foundation/site/settings.ts';
import { tileArchives } from '#store/tile-archive.ts';

type SiteFields = { [name in SiteSettingName]: Parameter<SiteSettings[name] | null, false> };

/** The request fields of the site's settings; null makes one again what it is where nobody set it. */
export const siteSettingFields = Object.fromEntries(
  siteSettingNames.map((name) => {
    const { schema, read, problem } = siteSettings[name];
    return [
      name,
      parameter<unknown>(
        schema,
        (value) => {
          const given = value === null || value === '' ? null : read(value);
          return given === undefined ? { problem: { message: problem } } : { value: given };
        },
        { nulls: 'value' },
      ),
    ];
  }),
) as SiteFields;

const colour = () => Type.String({ pattern: '^#[0-9a-f]{6}$' });
const accentTokens = Type.Object({
  accent: colour(),
  on_accent: colour(),
  accent_ink: colour(),
  accent_tint: colour(),
});

/** A setting that everybody may read. */
type OpenSetting = Exclude<SiteSettingName, 'geocoder'>;
const openSettings = siteSettingNames.filter((name): name is OpenSetting => name !== 'geocoder');

/** The ground that maps have: none, tiles of another host, those of a file, or why the file has none. */
const mapGrounds = ['none', 'tiles', ...tileArchives] as const;

/** The settings of the site as answered: to administrators with what overrides them, and what was repaired. */
export const SiteAnswer = Type.Object({
  ...(Object.fromEntries(openSettings.map((name) => [name, siteSettings[name].schema])) as {
    [name in OpenSetting]: ReturnType<typeof Type.Unsafe<SiteSettings[name]>>;
  }),
  // May have a key in it.
  geocoder: Type.Optional(Type.String()),
  geocoder_host: Type.Optional(Type.String()),
  map_ground: Type.Optional(Type.Enum([...mapGrounds])),
  logo_image: Type.Union([Type.Null(), Image]),
  accents: Type.Object({ light: accentTokens, dark: accentTokens }),
  overridden: Type.Optional(Type.Array(Type.String())),
  stored: Type.Optional(Type.Array(Type.String())),
  repairs: Type.Optional(
    Type.Array(
      Type.Object({
        scheme: Type.Enum(['light', 'dark']),
        token: Type.Enum(['accent', 'accent_ink']),
        used: colour(),
        contrast: Type.Number(),
      }),
    ),
  ),
});
/** The settings of the site as answered. */
export type SiteAnswer = Static<typeof SiteAnswer>;

/** The language and the zone that the calendar might have. */
export const movesFields = { language: oneOf(languages), timezone: zoneField };

/** Published events in all, those with a zone, and those with a title in a language; and the time by that zone. */
export const MovesAnswer = Type.Object({
  now: Type.String(),
  events: Type.Integer(),
  in_zone: Type.Integer(),
  in_language: Type.Integer(),
});
/** Numbers of events that another language or zone concerns: the type of the schema. */
export type MovesAnswer = Static<typeof MovesAnswer>;
