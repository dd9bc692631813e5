import type { AnsweredSettings } from '../interface/settings-query.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/field.tsx';
import { Strip } from '../parts/strip.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { SettingsForm } from './settings-form.ts';

/** Tiles of OpenStreetMap, whom a map credits for them, and who gives them out. */
const OSM = {
  map_tiles: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  map_credit: '© OpenStreetMap contributors',
} as const;

/** Public services that find addresses. */
const geocoders = {
  Photon: 'https://photon.komoot.io/api',
  Nominatim: 'https://nominatim.openstreetmap.org/search',
} as const;

/** Settings of this section. */
type MapSetting = 'map_tiles' | 'map_credit' | 'map_outline' | 'geocoder';

/** Returns the host of an address; undefined: it is none. */
const hostOf = (address: string): string | undefined =>
  /^https?:/.test(address) ? URL.parse(address.replace('{s}', 'a'))?.host : undefined;

/** The ground of maps, and the service that finds addresses: what each sends to whom stands beside it. */
export function MapSection({
  form,
  shown,
  field,
  onChange,
}: {
  readonly form: SettingsForm;
  /** The settings as they would be. */
  readonly shown: AnsweredSettings;
  field(name: MapSetting): {
    readonly label: string;
    readonly problem: string;
    readonly isDisabled: boolean;
    readonly help?: string;
  };
  onChange(change: Partial<SettingsForm>): void;
}) {
  const { say } = useTexts();
  const isOsm = form.map_tiles === OSM.map_tiles;
  const tilesHost = hostOf(form.map_tiles);
  const geocoderHost = hostOf(form.geocoder);
  const text = (name: MapSetting, help?: string, isLong = false) => (
    <TextField
      {...(help ? { help } : {})}
      {...field(name)}
      isLong={isLong}
      value={form[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const ground = shown.map_ground ?? 'none';
  const isBroken =
    ground === 'missing' || ground === 'unreadable' || ground === 'foreign' || ground === 'packed';
  return (
    <section className="es" id="se-map">
      <h2>{say('admin.settings.section.map')}</h2>
      {isBroken ? (
        <Strip look="bad">{say(`admin.settings.ground.${ground}`, { file: form.map_tiles })}</Strip>
      ) : (
        <p className="h">{say(`admin.settings.ground.${ground}`, { host: tilesHost ?? '' })}</p>
      )}
      {!field('map_tiles').isDisabled && (
        <>
          <p className="se-b">
            {!isOsm && (
              <Button look="quiet" size="small" icon="map" onPress={() => onChange(OSM)}>
                {say('admin.settings.map.osm')}
              </Button>
            )}
            {form.map_tiles !== '' && (
              <Button
                look="bare"
                size="small"
                onPress={() => onChange({ map_tiles: '', ...(isOsm ? { map_credit: '' } : {}) })}
              >
                {say('admin.settings.map.none')}
              </Button>
            )}
          </p>
          <p className="h">
            {isOsm || tilesHost === undefined
              ? say('admin.settings.map.osm_sends')
              : say('admin.settings.map.sends', { host: tilesHost })}
          </p>
        </>
      )}
      {text('map_tiles', say('admin.settings.map_tiles_help'))}
      {text('map_credit')}
      {text('map_outline', say('admin.settings.map_outline_help'), true)}
      {text('geocoder', say('admin.settings.geocoder_help'))}
      {!field('geocoder').isDisabled && (
        <p className="se-b">
          {Object.entries(geocoders).map(
            ([name, address]) =>
              form.geocoder !== address && (
                <Button key={name} look="quiet" size="small" onPress={() => onChange({ geocoder: address })}>
                  {say('admin.settings.geocoder.use', { name, host: hostOf(address) ?? '' })}
                </Button>
              ),
          )}
          {form.geocoder !== '' && (
            <Button look="bare" size="small" onPress={() => onChange({ geocoder: '' })}>
              {say('admin.settings.geocoder.none')}
            </Button>
          )}
        </p>
      )}
      <p className="h">
        {geocoderHost
          ? say('admin.settings.geocoder.sends', { host: geocoderHost })
          : say('admin.settings.geocoder.off')}
      </p>
    </section>
  );
}
