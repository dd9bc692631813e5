import path from 'node:path';
import { siteSettings } from '#api/settings/site-settings.ts';
import type { Config } from '#config.ts';
import type { Services } from '#context.ts';
import { translate } from '#foundation/i18n/catalogue.ts';
import { inspectTileArchive, isShown, isTileArchive } from '#store/tile-archive.ts';
import { type Finding, fine, wrong } from './finding.ts';

const problems = {
  missing: 'tiles_missing',
  unreadable: 'tiles_unreadable',
  foreign: 'tiles_foreign',
  packed: 'tiles_packed',
} as const;

/** Checks the PMTiles file that the settings name; no finding where they name none. @param stored tiles of maps as the calendar has them */
export function checkTiles({ data, siteOverrides }: Config, stored: string): Finding[] {
  const name = siteOverrides.map_tiles ?? stored;
  if (!isTileArchive(name)) return [];
  const found = inspectTileArchive(data, name);
  const file = path.join(data, name);
  return [
    isShown(found)
      ? fine('folder', 'tiles', { file })
      : wrong('warning', 'folder', problems[found], { file }),
  ];
}

/** Logs a warning at the start where the PMTiles file that the settings name is missing, or none that maps can show. */
export async function warnOfTiles(services: Services): Promise<void> {
  const { map_tiles } = await siteSettings({ services });
  for (const { what, remedy } of checkTiles(services.config, map_tiles))
    if (remedy) services.log.warn({}, `${translate('en', what)} ${translate('en', remedy)}`);
}
