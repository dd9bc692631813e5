import { digestOf } from '#api/http/response-headers.ts';
import type { Site } from '#api/settings/site-settings.ts';
import type { AccentTokens } from '#foundation/colour/accents.ts';
import { initialSiteSettings, type SiteSettings } from '#foundation/site/settings.ts';

/** The settings by which the pages of a site look their own way. */
export type Face = Pick<Site, 'accent' | 'accents' | 'font' | 'radius'>;

const fonts: Readonly<Record<SiteSettings['font'], string>> = {
  'radio-canada': '',
  system: '--k-font:ui-sans-serif,system-ui,"Segoe UI","Noto Sans",sans-serif',
  serif: '--k-font:"Liberation Serif",Georgia,"Times New Roman",serif',
};
const corners: Readonly<Record<SiteSettings['radius'], string>> = {
  square: '--k-radius:0px;--k-radius-s:0px',
  rounded: '',
  round: '--k-radius:99px',
};

const tokens = {
  accent: '--k-accent',
  onAccent: '--k-on-accent',
  accentInk: '--k-accent-ink',
  accentTint: '--k-accent-tint',
} as const satisfies Record<keyof AccentTokens, string>;
const tokenNames = Object.keys(tokens) as (keyof AccentTokens)[];

const declared = (colourOf: (name: keyof AccentTokens) => string): string =>
  tokenNames.map((name) => `${tokens[name]}:${colourOf(name)}`).join(';');

/** Returns the sheet by which a site's face differs from the pages' own; '' where it doesn't. Paper keeps its black ink. */
export function themeSheet({ accent, accents: { light, dark }, font, radius }: Face): string {
  const shapes = [fonts[font], corners[radius]].filter((one) => one !== '').join(';');
  const colours =
    accent === initialSiteSettings.accent
      ? ''
      : `@media screen{:root{${declared((name) => light[name])}}
@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${declared((name) => dark[name])}}}
@supports (color:light-dark(#000,#000)){:root,:root:not([data-theme="light"]){${declared((name) => `light-dark(${light[name]},${dark[name]})`)}}}}
`;
  return `${colours}${shapes === '' ? '' : `:root{${shapes}}\n`}`;
}

/** Returns the path of a site's own sheet, which changes with its settings; undefined where the pages' own says all. */
export function themePath(face: Face): string | undefined {
  const sheet = themeSheet(face);
  return sheet === '' ? undefined : `/assets/${themeFile(sheet)}`;
}

/** Returns the name of a site's own sheet in its address. */
export const themeFile = (sheet: string): string => `theme-${digestOf(sheet).slice(0, 8)}.css`;
