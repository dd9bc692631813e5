import { can } from '#api/access/permissions.ts';
import { presentImage } from '#api/media/present.ts';
import type { Call } from '#context.ts';
import type { AccentTokens } from '#foundation/colour/accents.ts';
import { siteSettingNames } from '#foundation/site/settings.ts';
import { inspectTileArchive, isTileArchive } from '#store/tile-archive.ts';
import type { SiteAnswer } from './schema.ts';
import type { Site } from './site-settings.ts';

const tokens = ({ accent, onAccent, accentInk, accentTint }: AccentTokens) => ({
  accent,
  on_accent: onAccent,
  accent_ink: accentInk,
  accent_tint: accentTint,
});
const tokenNames = { accent: 'accent', accentInk: 'accent_ink' } as const;

/** Returns the ground that maps have by the settings. */
function presentMapGround({ map_tiles: tiles, config }: Site): NonNullable<SiteAnswer['map_ground']> {
  if (tiles === '') return 'none';
  return isTileArchive(tiles) ? inspectTileArchive(config.data, tiles) : 'tiles';
}

/** Returns the site's settings as their reader may see them. */
export function presentSite(site: Site, call: Call): SiteAnswer {
  const { accents, repairs, stored, logoFile, config, geocoder, ...settings } = site;
  const host = URL.parse(geocoder)?.host;
  return {
    ...settings,
    logo_image: logoFile ? presentImage(logoFile, call) : null,
    accents: { light: tokens(accents.light), dark: tokens(accents.dark) },
    ...(can(call.viewer, 'create') && host ? { geocoder_host: host } : {}),
    ...(can(call.viewer, 'settings')
      ? {
          geocoder,
          map_ground: presentMapGround(site),
          overridden: siteSettingNames.filter((name) => config.siteOverrides[name] !== undefined),
          stored: [...stored],
          repairs: repairs.map((repair) => ({ ...repair, token: tokenNames[repair.token] })),
        }
      : {}),
  };
}
