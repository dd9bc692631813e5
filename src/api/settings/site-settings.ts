import type { Call } from '#context.ts';
import { type Accents, accentsOf, DEFAULT_ACCENT } from '#foundation/colour/accents.ts';
import type { SiteSettings } from './schema.ts';

/** The settings of a site, and the accents computed of its one colour. */
export interface Site extends SiteSettings {
  readonly accents: Accents;
}

/** Returns the settings of the calendar as they are at the version that a call reads; at most one statement for each version. */
export async function siteSettings({ deps }: Pick<Call, 'deps'>): Promise<Site> {
  const { siteName: name, currency } = deps.config;
  return {
    name,
    logo: null,
    accent: DEFAULT_ACCENT,
    font: 'radio-canada',
    radius: 'rounded',
    week_start: 'monday',
    hour_cycle: '24',
    default_view: 'list',
    currency: currency.code,
    imprint_url: '',
    privacy_url: '',
    map_tiles: '',
    map_outline: null,
    home: '/events/',
    accents: accentsOf(DEFAULT_ACCENT).accents,
  };
}
