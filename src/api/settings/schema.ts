import Type, { type Static, type TSchema } from 'typebox';

/** Typefaces of the public pages: the one that is served with them, the system's own, or its serifs. */
export const fonts = ['radio-canada', 'system', 'serif'] as const;
/** Corners of the public pages. */
export const corners = ['square', 'rounded', 'round'] as const;
/** Days with which weeks may begin. */
export const weekStarts = ['monday', 'saturday', 'sunday'] as const;
/** Hours of a clock: `language` as each language has them. */
export const hourCycles = ['24', '12', 'language'] as const;
/** Views of the calendar's public pages. */
export const calendarViews = ['list', 'month', 'week', 'day', 'map'] as const;

const nullable = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema]);

/** The settings of a site as stored and answered; all of them are public. */
export const SiteSettings = Type.Object({
  /** Shown in the head of pages and in the index of the interface. */
  name: Type.String(),
  /** ID of a picture. */
  logo: nullable(Type.Integer()),
  /** The one colour, `#rrggbb`, of which the accents are computed. */
  accent: Type.String(),
  font: Type.Enum([...fonts]),
  radius: Type.Enum([...corners]),
  week_start: Type.Enum([...weekStarts]),
  hour_cycle: Type.Enum([...hourCycles]),
  /** The view that `/events/` shows. */
  default_view: Type.Enum([...calendarViews]),
  /** ISO 4217. */
  currency: Type.String(),
  /** http(s) addresses; '' for none. */
  imprint_url: Type.String(),
  privacy_url: Type.String(),
  /** Address of tiles with `{z}`, `{x}`, `{y}`; '' for none. */
  map_tiles: Type.String(),
  /** GeoJSON; null for none. */
  map_outline: nullable(Type.Object({}, { additionalProperties: true })),
  /** Path of the page that `/` is, such as `/events/`. */
  home: Type.String(),
});
/** The settings of a site. */
export type SiteSettings = Static<typeof SiteSettings>;
